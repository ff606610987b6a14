//go:build browser

package page_test

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"doublecorner/internal/sandbox"
)

const day = 24 * time.Hour

// Anna plans two weeks of vacation in the panel of her preferences. Her opponent is told when it begins, and the board says until
// when she is away; and when she is back, her game of three days a move still waits for her.
func TestVacation(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	w.begins("Anna", "Ben")
	anna, ben := open(t, browser, w, "Anna", phone), open(t, browser, w, "Ben", wide)
	anna.sees("@Anna, your move")

	anna.commands("preferences")
	anna.presses(kb.Enter)
	anna.sees("Vacation: none · 30 days left")
	anna.clicks(".post", "Plan")
	anna.until("the form is open", `document.querySelector('dialog [data-id="vacation-from"]').value === 'tomorrow'`)
	anna.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('dialog [data-id="vacation"]').focus()`))
	anna.types("14 days")
	anna.shoot("plan")
	anna.clicks("dialog", "Submit")
	anna.until("there is a button to cancel", named(".post", "Cancel the vacation"))
	anna.settled()
	anna.shoot("planned")

	must(t, w.Forward(day))
	ben.sees("🏖️ @Anna is away until")
	ben.shoot("told")
	ben.commands("board")
	ben.presses(kb.Enter)
	ben.until("his board says it, too", `[...document.querySelectorAll('.post')].at(-1).innerText.includes('moves first') &&
		[...document.querySelectorAll('.post')].at(-1).innerText.includes('is away until')`)
	ben.settled()
	ben.shoot("board")
	anna.commands("games")
	anna.presses(kb.Enter)
	anna.sees("1 waits for you")
	anna.shoot("games")

	must(t, w.Forward(14*day))
	if ben.shows("ran out of time") {
		t.Error("her clock went on")
	}
	anna.commands("move")
	anna.types("11-15")
	anna.until("the move is suggested", named(".suggest", "11-15"))
	anna.presses(kb.Enter, kb.Enter)
	ben.sees("played 11-15")
	ben.settled()
	ben.shoot("back")
}
