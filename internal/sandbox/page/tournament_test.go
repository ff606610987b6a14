//go:build browser

package page_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"doublecorner/internal/sandbox"
)

// The owner of the server sets up a knockout by three questions and a name, two people join by button,
// and the bracket is drawn when it begins.
func TestTournament(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	cleo, anna, ben := open(t, browser, w, "Cleo", wide), open(t, browser, w, "Anna", wide),
		open(t, browser, w, "Ben", looks{width: 360, height: 740, touch: true})
	cleo.sees("Play a game")
	cleo.commands("tournament create")
	cleo.types("format")
	cleo.presses(kb.Enter)
	cleo.types("knock")
	cleo.presses(kb.Enter, kb.Enter)
	cleo.until("the form is open", `document.querySelector('dialog [data-id="starts"]')`)
	cleo.settled()
	cleo.shoot("form")
	value[string](cleo, `document.querySelector('dialog [data-id="starts"]').value = ''`)
	cleo.clicks("dialog", "Submit")
	cleo.clicks(".post", "More…")
	cleo.until("the other form is open", `document.querySelector('dialog [data-id="name"]')`)
	cleo.settled()
	cleo.shoot("more")
	value[string](cleo, `document.querySelector('dialog [data-id="name"]').value = 'Friday Cup'`)
	cleo.clicks("dialog", "Submit")
	cleo.sees("Friday Cup")
	cleo.clicks(".post", "Create")
	cleo.sees("Friday Cup is set up")
	for _, p := range []*window{anna, ben} {
		p.clicks(".post", "Join")
		p.sees("You’re in: Friday Cup")
	}
	anna.sees("2 players")
	anna.settled()
	anna.shoot("announced")
	cleo.commands("tournament manage")
	cleo.presses(kb.Enter)
	cleo.clicks(".post", "Start now")
	ben.sees("Final")
	ben.sees("your move")
	ben.settled()
	ben.shoot("begun")
	anna.settled()
	anna.shoot("begun")
}
