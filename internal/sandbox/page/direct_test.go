//go:build browser

package page_test

import (
	"testing"

	"doublecorner/internal/sandbox"
)

// That direct messages cannot be opened is said where users can read it, on a phone too.
func TestNoDirectMessages(t *testing.T) {
	browser := chromium(t)
	p := open(t, browser, seeded(t, sandbox.Options{}), "Anna", narrow)
	p.sees("Play a game")
	p.clicks("#head", "Channels")
	p.hinders("/dm")
	p.clicks("#sidebar", "Double Corner")
	p.fails()
	p.tells("The sandbox cannot be reached")
	p.until("the channels do not hide it", `!document.querySelector('#sidebar:popover-open')`)
}
