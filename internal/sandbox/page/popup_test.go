//go:build browser

package page_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// What opens a popup closes it, too, and opens it again.
func TestPopups(t *testing.T) {
	s, p := asAnna(t, list{askCommand})
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

// A popup stays with what opened it while new messages move that.
func TestPopupFollows(t *testing.T) {
	s, p := asAnna(t, list{askCommand})
	for range 20 {
		s.says(list{text("Before")})
	}
	s.says(list{text("Choose"), row(menu("menu"))})
	p.clicks(".post", "Make selections")
	const at = `document.querySelector('.post .menu').getBoundingClientRect()`
	before := value[float64](p, at+`.top`)
	for range 5 {
		s.says(list{text("After")})
	}
	p.until("the menu has moved", at+`.top < `+fmt.Sprint(before-50))
	p.until("its popup is beside it", `(() => {
		const menu = `+at+`, popup = document.querySelector('.popup').getBoundingClientRect()
		return Math.min(Math.abs(popup.top - menu.bottom), Math.abs(menu.top - popup.bottom)) < 10
	})()`)
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
	value[bool](p,
		`document.querySelector('[data-person="`+ben.ID.String()+
			`"]').dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))`)
	p.clicks(".popup", "Challenge")
	i := s.next()
	if data := i["data"].(object); data["target_id"] != ben.ID.String() || data["type"] != 2.0 {
		t.Errorf("sent is %v", data)
	}
	s.answers(i, 4, object{"content": "Challenged."})
	p.sees("Challenged.")
}
