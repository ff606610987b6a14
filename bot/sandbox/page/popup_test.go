package page_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// What opens a popup closes it, too, and opens it again.
func TestPopups(t *testing.T) {
	browser := chromium(t)
	s := rehearse(t, list{askCommand})
	p := open(t, browser, s.testWorld, "Anna", wide)
	p.sees("Play a game")
	s.says(list{text("Choose"), row(menu("menu"))})
	for _, of := range []struct{ within, anchor, inside string }{
		{".post", "Make selections", "Two"},
		{"#sidebar", "You are Anna", "Ben"},
	} {
		opened := named(".popup", of.inside)
		for range 2 {
			p.clicks(of.within, of.anchor)
			p.until(of.anchor+" is open", opened)
			p.clicks(of.within, of.anchor)
			p.until(of.anchor+" is closed", `!document.querySelector('.popup')`)
		}
		p.clicks(of.within, of.anchor)
		p.until(of.anchor+" is open", opened)
		p.presses(kb.Escape)
		p.until(of.anchor+" is closed by Escape", `!document.querySelector('.popup')`)
		p.presses(kb.Enter)
		p.until(of.anchor+" is opened by Enter", opened)
		p.presses(kb.Escape)
		p.until(of.anchor+" is closed", `!document.querySelector('.popup')`)
	}
}
