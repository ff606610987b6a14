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

// A command of the context menu of members is used where a member is right-clicked.
func TestMemberMenu(t *testing.T) {
	browser := chromium(t)
	s := rehearse(t, list{object{"type": 2, "name": "Challenge", "name_localizations": object{"de": "Herausfordern"}}})
	ben := s.person("Ben")
	_, err := ben.Say(s.ctx, s.room(), "Who plays?")
	must(t, err)
	p := open(t, browser, s.testWorld, "Anna", wide)
	p.sees("Who plays?")
	value[bool](p, `document.querySelector('[data-person="`+ben.ID.String()+`"]').dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))`)
	p.clicks(".popup", "Challenge")
	i := s.next()
	if data := i["data"].(object); data["target_id"] != ben.ID.String() || data["type"] != 2.0 {
		t.Errorf("sent is %v", data)
	}
	s.answers(i, 4, object{"content": "Challenged."})
	p.sees("Challenged.")
}
