//go:build browser

package page_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"doublecorner/game/mind"
	"doublecorner/internal/sandbox"
)

// On a phone the loser of a game reads where it turned, a page for each turning point, and tries to play it better.
func TestReviewPages(t *testing.T) {
	browser := chromium(t)
	m := mind.New(mind.Options{Cores: 1, Hash: 1})
	t.Cleanup(m.Close)
	w := settleWith(t, sandbox.Options{}, m)
	g := w.begins("Anna", "Ben")
	for ply, move := range strings.Fields("10-15 21-17 7-10 17-13 3-7 23-19 11-16 26-23 10-14 19x3") {
		w.uses([]string{"Anna", "Ben"}[ply%2], "move", map[string]any{"move": move})
	}
	anna := open(t, browser, w, "Anna", phone)
	anna.clicks(".post", "Resign")
	anna.clicks(".post", "Yes, resign")
	anna.sees("@Ben wins. @Anna resigned.")
	must(t, w.referee.KeepReview(w.ctx, g.ID, []byte(`{"Version":2,"Values":"1 -1 1 20 250 -250 250 -250 250 400 -400",`+
		`"Lines":{"3":"24-20 3-7","4":"11-16 24-20","8":"9-14 25-21","9":"19-10-3 2-7"}}`)))
	anna.clicks(".post", "Review")
	anna.clicks(".post", "Turning points")
	anna.sees("Turning point 1")
	for anna.has(".post", "Next") {
		anna.clicks(".post", "Next")
		anna.sees("Turning point 2")
	}
	anna.sees("10-14 gives 2 pieces: 19x3.")
	anna.settled()
	anna.shoot("turning-point")
	anna.clicks(".post", "Try it")
	anna.sees("Black to move. Find a better move than 10-14.")
	anna.clicks(".post", "Choose your move")
	anna.clicks(".popup", "↗ 10 → 14")
	anna.sees("10-14 is no better: White replies 19x3")
	anna.settled()
	anna.shoot("no-better")
	anna.clicks(".post", "Back to the review")
	anna.sees("10-14 gives 2 pieces: 19x3.")
}

// A private board follows its game, with the moves that are there now.
func TestPrivateBoardFollows(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	w.begins("Anna", "Ben")
	anna := open(t, browser, w, "Anna", phone)
	anna.commands("games")
	anna.presses(kb.Enter)
	anna.clicks(".post[data-only]", "Open")
	anna.clicks(".post[data-only]", "Choose your move")
	anna.clicks(".popup", "↗ 11 → 15")
	private := `document.querySelector('.post[data-only]:has(.picture)').innerText.replaceAll('\u2011', '-')`
	anna.until("the private board shows the move", private+`.includes('played 11-15')`)
	w.uses("Ben", "move", map[string]any{"move": "22-18"})
	anna.until("the private board shows the answer", private+`.includes('played 22-18')`)
	anna.settled()
	anna.shoot("followed")
	anna.plays("Play 15x22")
	anna.until("the private board shows the jump", private+`.includes('played 15x22')`)
}
