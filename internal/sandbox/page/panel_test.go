//go:build browser

package page_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"doublecorner/internal/sandbox"
)

// phone is a window that is touched.
var phone = looks{width: 390, height: 844, touch: true}

// On a phone a user changes their preferences in the panel of /preferences, which stays where it is.
func TestPreferences(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	anna := open(t, browser, w, "Anna", phone)
	anna.commands("preferences")
	anna.presses(kb.Enter)
	anna.sees("Look of private boards As on this server")
	anna.clicks(".post", "As on this server")
	anna.clicks(".popup", "Slate, for dark screens")
	anna.sees("Look of private boards Slate, for dark screens")
	anna.clicks(".post", "Turn off")
	anna.sees("Ping on my turn: off")
	anna.settled()
	anna.shoot("panel")
	if n := value[int](anna, `document.querySelectorAll('.post[data-only]').length`); n != 1 {
		t.Errorf("there are %d private messages", n)
	}
}

// On a phone the owner of a server chooses the role of directors in the panel of /settings.
func TestSettings(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	cleo := open(t, browser, w, "Cleo", phone)
	cleo.commands("settings")
	cleo.presses(kb.Enter)
	cleo.sees("Default rules American checkers")
	cleo.settled()
	cleo.shoot("games")
	cleo.clicks(".post", "Games")
	cleo.clicks(".popup", "Roles and language")
	cleo.sees("Role for directors off")
	cleo.clicks(".post", "off")
	cleo.clicks(".popup", "@Champion")
	cleo.sees("Role for directors @Champion")
	cleo.settled()
	cleo.shoot("roles")
	cleo.clicks(".post", "Change")
	cleo.until("the form is open", `document.querySelector('dialog [data-id="value"]') !== null`)
	cleo.shoot("zone")
}

// On a phone a user opens a game by the button of its row in the list of their games.
func TestGames(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	anna := open(t, browser, w, "Anna", phone)
	for range 2 {
		w.begins("Anna", "Ben")
	}
	anna.commands("games")
	anna.presses(kb.Enter)
	anna.sees("Your games · 2 games")
	anna.settled()
	anna.shoot("list")
	anna.clicks(".post[data-only]", "Open")
	anna.until("the board is there", `[...document.querySelectorAll('.post')].at(-1).matches('[data-only]:has(.picture)')`)
	anna.settled()
	anna.shoot("opened")
}
