package bot

import (
	"strings"
	"testing"
	"time"

	"doublecorner/bot/when"
)

// Anna plans a vacation in her preferences. When it begins, one line tells Ben where they play, and mentions nobody. The board
// and the list of games have the later deadline, and the board says until when she is away.
func TestVacation(t *testing.T) {
	w, anna, ben := newPair(t)
	board, g := w.begins(anna, ben)
	w.arrives(board, 1)
	panel := anna.types("preferences").mustSay(t, "Vacation", "**none** · 30 days left in 2026")
	modal := anna.presses(panel, "Plan")
	planned := anna.fills(modal, map[string]string{"vacation": "14 days"}).mustSay(t, "16 days left in 2026", "(Cancel the vacation)")
	anna.presses(planned, "Cancel the vacation").mustSay(t, "**none** · 30 days left")
	anna.types("preferences", "vacation", "14 days").mustSay(t, "✅ Vacation: **<t:", "16 days left")

	night := func() string {
		w.lives(when.Midnight(w.at, 1, time.UTC).Sub(w.at) - time.Minute)
		w.passes(2 * time.Minute)
		return w.announce(0)
	}
	posts := night()
	if !strings.Contains(posts, "is away until") || strings.Contains(posts, "began") {
		t.Errorf("Ben is told:\n%s", posts)
	}
	edited := func(away bool) {
		t.Helper()
		edits := strings.Join(w.discord.edits, "\n")
		if !strings.Contains(edits, "your move") || strings.Contains(edits, "is away until") != away {
			t.Errorf("the board in the channel becomes:\n%s", edits)
		}
		w.discord.edits = nil
	}
	edited(true)
	ben.types("board", "game", string(g.ID)).mustSay(t, "🏖️", "is away until")
	w.arrives(anna.types("move", "move", "11-15").mustSay(t, "played", "is away until"), 1)
	panel = anna.types("preferences").mustSay(t, "**until <t:")
	ended := anna.presses(panel, "End it tonight").mustSay(t, "29 days left in 2026")
	if strings.Contains(said(ended), "End it tonight") {
		t.Errorf("the vacation that ends tonight can be ended tonight:\n%s", said(ended))
	}
	w.discord.posts, w.discord.edits = nil, nil
	if posts := night(); strings.Contains(posts, "away") {
		t.Errorf("they are told:\n%s", posts)
	}
	edited(false)
	ben.types("move", "move", "22-18")
	if text := said(ben.types("board", "game", string(g.ID))); strings.Contains(text, "away") {
		t.Errorf("the board says:\n%s", text)
	}
	anna.types("preferences", "vacation", "soon").mustSay(t, "I don’t know this day")
	anna.types("preferences", "time-zone", "Mars/Base").mustSay(t, "I don’t know this time zone")
}
