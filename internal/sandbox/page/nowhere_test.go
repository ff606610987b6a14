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
	p.sees("You are nowhere")
	p.shoot("nowhere")
	p.do(focusBox)
	p.types("Hello")
	p.presses(kb.Enter)
	p.until("it is said why nothing is sent", `document.getElementById('hint').textContent.includes('nowhere to write')`)
	p.until("what was written stays", `document.getElementById('box').value === 'Hello'`)
	p.enters("Double Corner")
	p.until("what was written can be sent", `document.getElementById('box').value === 'Hello'`)
	p.do(focusBox)
	p.presses(kb.Enter)
	p.sees("Hello")
	p.commands("help")
	p.presses(kb.Enter)
	p.until("the bot answers", `document.querySelectorAll('.post').length > 1`)
	dm, err := w.person("Anna").DM(w.ctx)
	must(t, err)

	// A channel that is removed is left for another one.
	anna := open(t, browser, w, "Anna", wide)
	anna.sees("Play a game")
	must(t, w.RemoveChannel(w.room()))
	anna.until("Anna is somewhere else", `location.hash === '#`+dm.ID.String()+`'`)
	must(t, w.RemoveChannel(dm.ID))
	anna.sees("You are nowhere")
}
