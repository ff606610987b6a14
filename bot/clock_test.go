package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/game"
)

// A clock can be typed as its name or its short form, in the user's language or in English.
func TestTypedClocks(t *testing.T) {
	german := lang.For("de")
	for typed, want := range map[string]string{
		"5+3": "300+3", "1+0": "60+0", "1440+600": "86400+600", " 5 + 3 ": "300+3", "10 min": "600+0", "5 min + 3 s": "300+3",
		"5 min + 0 s": "300+0", "300 min": "18000+0", "5 h + 30 s": "18000+30", "5 Std + 30 Sek": "18000+30", "2 days + 0 s": "",
		"2d": "2d", "2 days": "2d", "2 DAYS per move": "2d", "2 Tage": "2d", "30 Tage pro Zug": "30d",
		"10 minutes": "600+0", "10 Minuten": "600+0", "10m": "600+0", "1 hour": "3600+0", "2 hours each": "7200+0", "24 h": "86400+0",
		"2 Stunden pro Spieler": "7200+0", "10 Min.": "600+0", "1 час": "",
		"25 hours": "", "10 minutes per move": "", "2 hours per day": "", "2 months": "", "0 min": "",
		"1.5 hours": "", "2.5 min": "", "1,5 hours": "",
		"none": "none", "No time limit": "none", "ohne Zeitlimit": "none",
		"5 minutes + 3 seconds": "300+3", "10 Min. + 5 Sek.": "600+5", "1 hour + 30 sec": "3600+30", "5m+3s": "300+3",
		"10 Minuten je Spieler + 5 Sekunden": "600+5", "5 minutes + 3 minutes": "", "5 minutes + 3": "300+3", "5 minutes +": "",
		"5": "", "0+5": "", "31 days": "", "1441+0": "", "5+601": "", "5 weeks": "", "time": "", "5+3+1": "", "99999999999999999999": "",
	} {
		found := clocksFor(german, typed)
		if got := len(found) == 1; got != (want != "") || got && found[0].String() != want {
			t.Errorf("%q is %v, want %q", typed, found, want)
		}
	}
	for _, l := range languages() {
		for _, each := range append(strings.Split(l.Say("clock.each"), ", "), "") {
			for unit, seconds := range map[string]string{"minutes": "120+0", "hours": "7200+0"} {
				for _, word := range strings.Split(l.Say("clock."+unit), ", ") {
					typed := "2 " + word + " " + each
					if found := clocksFor(l, typed); len(found) != 1 || found[0].String() != seconds {
						t.Errorf("%s: %q is %v", l.Code, typed, found)
					}
				}
			}
		}
		for _, word := range strings.Split(l.Say("clock.seconds"), ", ") {
			typed := "2 min + 5 " + word
			if found := clocksFor(l, typed); len(found) != 1 || found[0].String() != "120+5" {
				t.Errorf("%s: %q is %v", l.Code, typed, found)
			}
		}
		for _, text := range append([]string{"300+0", "3600+0", "18000+30", "5400+30"}, commonClocks...) {
			c, err := game.ParseClock(text)
			for _, name := range []string{shortClock(c), clockName(l, c)} {
				if found := clocksFor(l, name); err != nil || len(found) != 1 || found[0] != c {
					t.Errorf("%s: %s is written %s, which reads as %v, %v", l.Code, text, name, found, err)
				}
			}
		}
	}
}

// Users choose a clock from the common ones or write their own, in /challenge and in /settings.
func TestOwnClocks(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	for typed, want := range map[string][]string{
		"2":    {"2 days per move", "2 min", "3 min + 2 s", "20 min + 10 s"},
		"15+5": {"15 min + 5 s"},
		"d":    {"3 days per move", "1 day per move", "2 days per move", "7 days per move"},
		"no":   {"no time limit"},
		"x":    nil,
	} {
		if got := anna.completes("challenge", "clock", typed); !slices.Equal(got, want) {
			t.Errorf("%q offers %q, want %q", typed, got, want)
		}
	}
	if got := anna.completes("challenge", "clock", ""); len(got) != len(commonClocks) {
		t.Errorf("nothing typed offers %q", got)
	}
	anna.types("challenge", "clock", "1+0").mustSay(t, "· 1 min ·")
	anna.types("challenge", "clock", "5 h").mustSay(t, "· 5 h ·")
	w.decides("clock", "5 h").mustSay(t, "Default time: **5 h**")
	w.decides("clock", "3d")
	anna.types("challenge", "clock", "soon").mustSay(t, "I don’t know this time limit", "“2 days per move” (30 at most), or “no time limit”")
	anna.types("challenge").mustSay(t, "3 days per move")
	w.decides("clock", "5").mustSay(t, "I don’t know this time limit")
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
	anna.types("board").mustSay(t, "<@1002>, it’s your turn.", "If you don’t move, <@1001> can claim the win <t:")
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
