package bot

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

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
	session := func(isShard bool) happening {
		return func(w *world) {
			of := delivery.ShardGuilds{Has: map[game.PlaceID]bool{76: true}, IsShard: func(game.PlaceID) bool { return isShard }}
			w.bot.FindRemovedGuilds(w.t.Context(), of)
		}
	}
	talks := func(w *world) { // as in a DM, where nobody has set anything
		must(w.t, change(w.t.Context(), w.bot.referee, game.PlaceSettings(77), func(s *settings) { s.Changed, s.Link = "", "@me" }))
	}
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
		"it removed it unnoticed":      {[]happening{session(true), later(30 * day), sweep}, true},
		"it removed it and that again": {[]happening{removes, later(29 * day), session(true), later(day), sweep}, true},
		"it is of another shard":       {[]happening{session(false), later(30 * day), sweep}, false},
		"it has it after all":          {[]happening{unseen(true, nil), session(true), unseen(false, nil), later(30 * day), sweep}, false},
		"it is no guild":               {[]happening{talks, session(true), later(30 * day), sweep}, false},
		"Discord cannot be asked":      {[]happening{removes, later(30 * day), unseen(false, errors.New("away")), sweep}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			must(t, change(t.Context(), w.bot.referee, game.PlaceSettings(77), func(s *settings) { s.Rules, s.Changed = "russian", "1" }))
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

// TestRemovedGuildHasNoPuzzle checks that a guild that removed the bot has no puzzle of the day until it adds the bot again.
func TestRemovedGuildHasNoPuzzle(t *testing.T) {
	w := newWorld(t)
	w.decides("puzzle-channel", "98")
	w.announce(0)
	w.bot.GuildChanged(t.Context(), delivery.Guild{ID: 77, Removed: true})
	w.lives(24 * time.Hour)
	posts := len(w.discord.posts)
	if w.announce(0); len(w.discord.posts) != posts {
		t.Errorf("it gets %s", w.discord.posts[posts:])
	}
	w.bot.GuildChanged(t.Context(), delivery.Guild{ID: 77, Joined: w.at})
	w.lives(time.Minute)
	if w.announce(0); len(w.discord.posts) != posts+1 {
		t.Errorf("back again, it gets %s", w.discord.posts[posts:])
	}
}

// A guild that has just added the bot is greeted once, in its system channel and language, if the bot may write there.
func TestGreeting(t *testing.T) {
	joined := func(ago time.Duration, channel game.RoomID) func(*world) delivery.Guild {
		return func(w *world) delivery.Guild {
			return delivery.Guild{ID: 77, Joined: w.at.Add(-ago), SystemChannel: channel, Locale: "de"}
		}
	}
	for name, test := range map[string]struct {
		guild func(*world) delivery.Guild
		fails error
		want  int
	}{
		"just now":         {joined(0, 78), nil, 1},
		"minutes ago":      {joined(9*time.Minute, 78), nil, 1},
		"long ago":         {joined(11*time.Minute, 78), nil, 0},
		"no channel":       {joined(0, 0), nil, 0},
		"a closed channel": {joined(0, 78), delivery.ErrUnreachable, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			if test.fails != nil {
				w.discord.fails[78] = test.fails
			}
			for range 2 {
				w.bot.GuildChanged(t.Context(), test.guild(w))
				w.restart()
			}
			if posts := w.discord.posts; len(posts) != test.want || test.want > 0 && !strings.Contains(posts[0], "Ich leite Damepartien") {
				t.Errorf("it posts %s", posts)
			}
		})
	}
}

// The controls of the greeting answer privately, and leave it as it is.
func TestGreetingStays(t *testing.T) {
	w := newWorld(t)
	w.bot.GuildChanged(t.Context(), delivery.Guild{ID: 77, Joined: w.at, SystemChannel: 78})
	_, text, _ := strings.Cut(w.discord.posts[0], ": ")
	posted := &dg.Message{}
	must(t, json.Unmarshal([]byte(text), posted))
	anna, greeting := w.member(1, "Anna"), readMessage(t, posted)
	for _, label := range []string{"Play the bot", "Challenge someone", "Puzzle", "Learn", "All commands"} {
		if a := anna.presses(greeting, label); a.Placement != delivery.Beside || !a.Message.Private {
			t.Errorf("%s: placement %d, and says\n%s", label, a.Placement, said(a))
		}
	}
}
