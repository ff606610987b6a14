//go:build browser

package page_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"doublecorner/internal/sandbox"
)

// A user who sees no channel is told so, can write nothing there, and finds the bot nevertheless.
func TestNowhere(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	_, err := w.Person("Dora")
	must(t, err)
	p := open(t, browser, w, "Dora", wide)
	p.sees("Dora sees no channel.")
	p.shoot("nowhere")
	p.do(focusBox)
	p.types("Hello")
	p.presses(kb.Enter)
	p.tells("There is nowhere to write to.")
	p.enters("Double Corner")
	p.holds("Hello")
	p.do(focusBox)
	p.presses(kb.Enter)
	p.sees("Hello")
	p.commands("help")
	p.presses(kb.Enter)
	p.until("the bot answers", `document.querySelectorAll('.post').length > 1`)
}
