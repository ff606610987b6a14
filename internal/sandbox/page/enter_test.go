//go:build browser

package page_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"doublecorner/internal/sandbox"
)

// isIn waits until a channel is open: its title, and where one writes.
func (p *window) isIn(channel string) {
	p.t.Helper()
	p.until(channel+" is open",
		`document.querySelector('#head h1').textContent === `+quoted(channel)+
			` && document.getElementById('box').placeholder.endsWith(`+quoted(channel)+`)`)
}

// enters opens a channel.
func (p *window) enters(channel string) {
	p.t.Helper()
	p.clicks("#sidebar", channel)
	p.isIn(channel)
}

// Of two channels that are opened, the last one is shown, however slow the first one is.
func TestEntering(t *testing.T) {
	_, p, dm := asAnnaWithDM(t, list{askCommand})
	p.hinders("/messages?channel=" + dm.ID.String())
	p.clicks("#sidebar", "Double Corner")
	p.until("it is being opened", `hindered.length > 0`)
	p.clicks("#sidebar", "checkers")
	p.frees()
	p.isIn("checkers")
	p.do(focusBox)
	p.types("Here")
	p.presses(kb.Enter)
	p.sees("Here")
}

// What cannot be sent comes back.
func TestNothingWrittenIsLost(t *testing.T) {
	s, p := asAnna(t, list{tryCommand})
	for _, c := range []struct{ call, text string }{{"/say", "first of all"}, {"/command", "/try abcd who:Ben"}} {
		p.hinders(c.call)
		p.do(focusBox)
		p.types(c.text)
		p.presses(kb.Escape, kb.Enter)
		p.holds("")
		p.fails()
		p.tells("The sandbox cannot be reached")
		p.holds(c.text)
		p.presses(kb.Enter)
		p.holds("")
	}
	if data := s.next()["data"].(object); len(data["options"].(list)) != 2 {
		t.Errorf("sent is %v", data)
	}
}

// A link to a message leads to it however old it is, and says so if it is gone.
func TestOldLink(t *testing.T) {
	browser := chromium(t)
	s := rehearse(t, list{askCommand})
	anna := s.person("Anna")
	old, err := anna.Say(s.ctx, s.room(), "The old one")
	must(t, err)
	for n := range 150 {
		_, err := anna.Say(s.ctx, s.room(), fmt.Sprint("Something ", n))
		must(t, err)
	}
	link := func(channel, message sandbox.ID) string {
		return fmt.Sprintf("https://discord.com/channels/%s/%s/%s", s.room(), channel, message)
	}
	dm, err := anna.DM(s.ctx)
	must(t, err)
	for _, to := range []sandbox.ID{s.room(), dm.ID} {
		s.api("POST", "/channels/"+to.String()+"/messages",
			object{"content": "[the old one](" + link(s.room(), old.ID) + "), [what is gone](" + link(s.room(), sandbox.ID(5)) + ")"})
	}
	const isThere = `document.querySelector('.post[data-found]')?.innerText.includes('The old one')`

	p := open(t, browser, s.testWorld, "Anna", wide)
	p.clicks(".post", "the old one")
	p.until("the old message is there", isThere)
	p.clicks(".post", "what is gone")
	p.tells("That message is not here any more.")
	p.do(chromedp.Reload())
	p.isIn("checkers")
	p.enters("Double Corner")
	p.clicks(".post", "the old one")
	p.until("the old message is there", isThere)
}
