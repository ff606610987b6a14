package page_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"doublecorner/internal/sandbox"
)

// isIn waits until a channel is open: its title, and where one writes.
func (p *window) isIn(channel string) {
	p.t.Helper()
	p.until(channel+" is open", `document.querySelector('#head h1').textContent === `+quoted(channel)+` && document.getElementById('box').placeholder.endsWith(`+quoted(channel)+`)`)
}

// enters opens a channel.
func (p *window) enters(channel string) {
	p.t.Helper()
	p.clicks("#sidebar", channel)
	p.isIn(channel)
}

// Whatever is written goes to the channel that is shown, also while another one is being
// opened; and one that cannot be opened can be tried again.
func TestEntering(t *testing.T) {
	s, p, dm := asAnnaWithDM(t, list{askCommand, tryCommand})
	anna := s.person("Anna")
	p.isIn("checkers")
	said := func(channel sandbox.ID) (all []string) {
		t.Helper()
		messages, err := anna.Messages(s.ctx, channel, 0)
		must(t, err)
		for _, m := range messages {
			all = append(all, m.Content)
		}
		return all
	}

	for _, part := range []string{"/commands?", "/messages?"} {
		p.hinders(part)
		p.clicks("#sidebar", "Double Corner")
		p.until("it is being opened", `hindered.length > 0`)
		p.isIn("checkers")
		p.do(focusBox)
		p.types("while " + part)
		p.presses(kb.Enter)
		p.sees("while " + part)
		p.fails()
		p.until("it says that this failed", `document.getElementById('hint').textContent === 'Double Corner cannot be opened now: The sandbox cannot be reached'`)
		p.isIn("checkers")
		if hash := value[string](p, `location.hash`); hash != "#"+s.room().String() {
			t.Errorf("the address says %s", hash)
		}
		p.types("after " + part)
		p.presses(kb.Enter)
		p.sees("after " + part)

		p.hinders(part)
		p.clicks("#sidebar", "Double Corner")
		p.frees()
		p.isIn("Double Corner")
		p.enters("checkers")
	}
	// An address that cannot be opened does not stay.
	p.hinders("/commands?")
	p.until("another address is asked for", `(location.hash = `+quoted(dm.ID.String())+`, true)`)
	p.fails()
	p.until("the address is that of the open channel", `location.hash === `+quoted("#"+s.room().String()))
	if all := said(dm.ID); len(all) != 0 {
		t.Errorf("the direct messages are %q", all)
	}
	for _, text := range []string{"while /commands?", "after /commands?", "while /messages?", "after /messages?"} {
		if all := said(s.room()); !slices.Contains(all, text) {
			t.Errorf("%q is not among %q", text, all)
		}
	}
}

// What is clicked and typed before the sandbox was read is no error, and stays.
func TestHurry(t *testing.T) {
	browser := chromium(t)
	p := open(t, browser, rehearse(t, list{askCommand}).testWorld, "Anna", wide)
	p.isIn("checkers")
	p.do(chromedp.Evaluate[chromedp.Void](`window.fresh = (async () => {
		const [{ Session }, { readWorld }] = await Promise.all([import('/script/session.js'), import('/script/api.js')])
		const { people } = await readWorld()
		window.EventSource = class extends EventTarget { close() {} } // says nothing yet
		window.fresh = new Session(people.find((one) => one.username === 'anna'))
	})()`))
	p.until("another session begins", `fresh.composer`)
	p.clicks("#sidebar", "You are Anna")
	p.do(focusBox)
	p.types("Hello")
	p.presses(kb.Enter)
	p.until("it says that one has to wait", `document.getElementById('hint').textContent === 'The channels are not here yet.'`)
	p.do(chromedp.Evaluate[chromedp.Void](`fresh.begin()`))
	p.isIn("checkers")
	if text := value[string](p, `document.getElementById('box').value`); text != "Hello" {
		t.Errorf("in the box is %q", text)
	}
}

// Back and Forward in the browser go through the channels.
func TestBack(t *testing.T) {
	_, p, _ := asAnnaWithDM(t, list{askCommand})
	p.isIn("checkers")
	p.enters("Double Corner")
	p.enters("checkers")
	p.do(chromedp.NavigateBack())
	p.isIn("Double Corner")
	p.do(chromedp.NavigateBack())
	p.isIn("checkers")
	p.do(chromedp.NavigateForward())
	p.isIn("Double Corner")
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
		s.api("POST", "/channels/"+to.String()+"/messages", object{"content": "[the old one](" + link(s.room(), old.ID) + "), [what is gone](" + link(s.room(), sandbox.ID(5)) + ")"})
	}
	isThere := `document.activeElement.id === ` + quoted("m"+old.ID.String())

	p := open(t, browser, s.testWorld, "Anna", wide)
	p.clicks(".post", "the old one")
	p.until("the old message is there", isThere)
	p.clicks(".post", "what is gone")
	p.until("it says that it is gone", `document.getElementById('hint').textContent === 'That message is not here any more.'`)
	p.do(chromedp.Reload())
	p.isIn("checkers")
	p.enters("Double Corner")
	p.clicks(".post", "the old one")
	p.until("the old message is there", isThere)
}

// What is older than a page of dismissed messages can be read.
func TestOlderThanDismissed(t *testing.T) {
	browser := chromium(t)
	s := rehearse(t, list{askCommand})
	anna := s.person("Anna")
	_, err := anna.Say(s.ctx, s.room(), "The old one")
	must(t, err)
	var dismissed []string
	for n := range 200 {
		m, err := anna.Say(s.ctx, s.room(), fmt.Sprint("Something ", n))
		must(t, err)
		if n < 140 {
			dismissed = append(dismissed, m.ID.String())
		}
	}
	text, err := json.Marshal(dismissed)
	must(t, err)
	p := open(t, browser, s.testWorld, "Anna", wide)
	p.do(chromedp.Evaluate[chromedp.Void](`localStorage.setItem('dismissed:anna', `+quoted(string(text))+`)`), chromedp.Reload())
	p.sees("Something 199")
	p.until("older messages are asked for", `(document.getElementById('scroller').scrollTop = 0, document.getElementById('timeline').innerText.includes('The old one'))`)
}

// Nobody is told that a channel cannot be opened who is in another one by then.
func TestEnteringGivenUp(t *testing.T) {
	s, p, dm := asAnnaWithDM(t, list{askCommand})
	p.hinders("/messages?channel=" + dm.ID.String())
	p.clicks("#sidebar", "Double Corner")
	p.until("it is being opened", `hindered.length > 0`)
	p.clicks("#sidebar", "checkers")
	s.says(list{text("Something new")})
	p.sees("Something new")
	p.fails()
	s.says(list{text("Something newer")})
	p.sees("Something newer")
	if hint := value[string](p, `document.getElementById('hint').textContent`); hint != "" {
		t.Errorf("it says %q", hint)
	}
}

// Skipping to the message box is no change of the channel, and works while a command hides
// the box.
func TestSkipping(t *testing.T) {
	s, p := asAnna(t, list{tryCommand})
	skip := func(to string) {
		t.Helper()
		p.until("the link has the focus", `(document.querySelector('.skip').focus(), document.activeElement.className === 'skip')`)
		p.presses(kb.Enter)
		p.until(to+" has the focus", `document.activeElement.matches(`+quoted(to)+`)`)
	}
	skip("#box")
	p.commands("try")
	p.types("abcd")
	skip(".line-tail")
	if hash := value[string](p, `location.hash`); hash != "#"+s.room().String() {
		t.Errorf("the address says %s", hash)
	}
	p.clicks("#sidebar", "You are Anna")
	want := "?as=Ben#" + s.room().String()
	p.until("the others are in the same channel", `[...document.querySelectorAll('.popup .person')].some((n) => n.getAttribute('href') === `+quoted(want)+`)`)
}
