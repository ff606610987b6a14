package page_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"doublecorner/bot/sandbox"
)

// Two people play to the end, in two windows, by clicking and typing.
func TestTwoPlay(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	anna, ben := open(t, browser, w, "Anna", wide), open(t, browser, w, "Ben", wide)
	anna.sees("Play a game")
	anna.shoot("welcome")
	anna.types("/")
	anna.shoot("commands")
	anna.presses(kb.Backspace)
	anna.commands("challenge")
	anna.shoot("challenge")
	anna.presses(kb.Enter)
	ben.sees("challenges anybody here")
	ben.settled()
	ben.shoot("challenged")
	ben.clicks(".post", "Accept")
	anna.sees("The game begins.")
	anna.settled()
	anna.shoot("board")
}
