package bot

import (
	"errors"
	"testing"
	"time"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// TestRemovedGuild checks when what a guild has set is deleted after it removed the bot.
func TestRemovedGuild(t *testing.T) {
	const day = 24 * time.Hour
	type happening func(*world)
	removes := func(w *world) { w.bot.GuildChanged(w.t.Context(), delivery.Guild{ID: 77, Removed: true}) }
	hasSince := func(ago time.Duration) happening {
		return func(w *world) {
			w.discord.isIn = true
			w.bot.GuildChanged(w.t.Context(), delivery.Guild{ID: 77, Joined: w.at.Add(-ago)})
		}
	}
	later := func(d time.Duration) happening { return func(w *world) { w.lives(d) } }
	sweep := func(w *world) { w.bot.sweepGuilds(w.t.Context()) }
	unseen := func(isIn bool, err error) happening {
		return func(w *world) { w.discord.isIn, w.discord.isInErr = isIn, err }
	}
	for name, test := range map[string]struct {
		happens []happening
		deleted bool
	}{
		"it has the bot":               {[]happening{hasSince(0), later(40 * day), sweep}, false},
		"it removed it for less":       {[]happening{removes, later(30*day - time.Second), sweep}, false},
		"it removed it 30 days ago":    {[]happening{removes, later(30 * day), sweep}, true},
		"it came back":                 {[]happening{removes, later(29 * day), hasSince(0), later(day), unseen(false, nil), sweep}, false},
		"it came back, unseen":         {[]happening{removes, unseen(true, nil), later(30 * day), sweep, unseen(false, nil), sweep}, false},
		"it came back, and removed it": {[]happening{removes, later(29 * day), hasSince(0), removes, later(29 * day), sweep}, false},
		"Discord cannot be asked":      {[]happening{removes, later(30 * day), unseen(false, errors.New("away")), sweep}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			must(t, change(t.Context(), w.bot.referee, game.PlaceSettings(77), func(s *settings) { s.Rules = "russian" }))
			for _, happens := range test.happens {
				happens(w)
			}
			s, _, err := w.bot.records.settingsOf(t.Context(), 77)
			must(t, err)
			if deleted := s.Rules == ""; deleted != test.deleted {
				t.Errorf("the settings are deleted: %t", deleted)
			}
		})
	}
}
