package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/when"
)

// Users choose a clock from the common ones or write their own, in /challenge and in /settings.
func TestOwnClocks(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	for typed, want := range map[string][]string{
		"2":    {"2 min", "2 days per move", "3 min + 2 s", "20 min + 10 s"},
		"5":    {"5 min", "5 days per move", "3 days per move + 5 spare", "blitz · 5 min + 3 s", "10 min + 5 s", "rapid · 15 min + 10 s"},
		"bli":  {"blitz · 5 min + 3 s"},
		"15+5": {"15 min + 5 s"},
		"da":   {"3 days per move", "1 day per move", "2 days per move", "7 days per move", "3 days per move + 5 spare"},
		"3d+2": {"3 days per move + 2 spare"},
		"no":   {"no time limit"},
		"x":    nil,
	} {
		if got := anna.completes("challenge", "clock", typed); !slices.Equal(got, want) {
			t.Errorf("%q offers %q, want %q", typed, got, want)
		}
	}
	if got := anna.completes("challenge", "clock", ""); len(got) != len(when.OfferedClocks(lang.English(), "")) {
		t.Errorf("nothing typed offers %q", got)
	}
	anna.types("challenge", "clock", "1+0").mustSay(t, "· 1 min ·")
	anna.types("challenge", "clock", "5 h").mustSay(t, "· 5 h ·")
	w.decides("clock", "5 h").mustSay(t, "Default time: **5 h**")
	w.decides("clock", "3d")
	anna.types("challenge", "clock", "soon").mustSay(t, "I don’t know this time limit", "“2 days per move” (up to 30) or “no time limit”")
	anna.types("challenge").mustSay(t, "3 days per move")
	anna.types("challenge", "clock", "blitz").mustSay(t, "· 5 min + 3 s ·")
	w.decides("clock", "5+3").mustSay(t, "✅ Default time: **5 min + 3 s** (was 3 days per move)")
	anna.types("challenge", "rules", "russian").mustSay(t, "5 min + 3 s")
	w.decides("clock", "none").mustSay(t, "no time limit")
	anna.types("challenge", "rules", "italian").mustSay(t, "no time limit")
}

// Without a clock, both players are told when one may claim the win, and that one gets a button for it.
func TestClaimWin(t *testing.T) {
	w := newWorld(t)
	w.decides("reminders", false) // a claim is more than a reminder
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	ben.presses(anna.types("challenge", "opponent", ben, "colour", "black", "clock", "none"), "Accept")
	var board answer
	for i, move := range []string{"11-15", "22-18", "15x22", "25x18", "8-11"} {
		board = []*someone{anna, ben}[i%2].types("move", "move", move)
	}
	w.arrives(board, 78)
	if strings.Contains(said(anna.presses(board, "More")), "Claim") {
		t.Error("the win can be claimed at once")
	}
	told := func(d time.Duration) string {
		t.Helper()
		w.passes(d)
		w.discord.posts, w.discord.mentioned = nil, nil
		return w.announce(0)
	}
	told(delivery.ResponseTimeout)
	if posts := told(6 * 24 * time.Hour); posts != "" {
		t.Errorf("posted: %s", posts)
	}
	anna.types("board").mustSay(t, "<@1002>, your move.", "If you don’t move, <@1001> can claim the win <t:")
	if posts := told(24 * time.Hour); !strings.Contains(posts, "Claim the win") || !strings.Contains(posts, "No move for a week") {
		t.Errorf("posted: %s", posts)
	}
	if slices.Sort(w.discord.mentioned); !slices.Equal(w.discord.mentioned, []string{anna.id, ben.id}) {
		t.Errorf("%v are mentioned", w.discord.mentioned)
	}
	ben.presses(ben.types("board"), "Claim the win").mustSay(t, "You can claim the win once your opponent hasn’t moved for a week")
	over := anna.presses(anna.presses(anna.types("board"), "More"), "Claim the win")
	over.mustSay(t, "**<@1001> wins.** There was no move for a week or more.")
	if mentions := over.Message.Mentions; !slices.Equal(mentions, []string{ben.id}) {
		t.Errorf("%v are mentioned", mentions)
	}
}
