package page_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// holds waits until this is in the message box.
func (p *window) holds(text string) {
	p.t.Helper()
	p.until("the box holds "+text, `document.getElementById('box').value === `+quoted(text)+` && !document.querySelector('.line')`)
}

// fills waits until a command is being filled in, with these values of its options and
// what is typed after them.
func (p *window) fills(command string, values ...string) {
	p.t.Helper()
	filled := `[...document.querySelectorAll('.line input')].map((n) => n.value).filter(Boolean).join('|')`
	want := ""
	for i, value := range values {
		if i > 0 {
			want += "|"
		}
		want += value
	}
	p.until(command+" is filled in with "+want, `document.querySelector('.line-command')?.textContent === `+quoted(command)+` && `+filled+` === `+quoted(want))
}

// What is unsent stays with its channel: a text until it is sent, a command with its
// options.
func TestDrafts(t *testing.T) {
	browser := chromium(t)
	s := rehearse(t, list{tryCommand})
	_, err := s.person("Anna").DM(s.ctx)
	must(t, err)
	p := open(t, browser, s.town, "Anna", wide)
	p.sees("Play a game")
	there := func() {
		t.Helper()
		p.clicks("#sidebar", "Double Corner")
		p.isIn("Double Corner")
	}
	back := func() {
		t.Helper()
		p.clicks("#sidebar", "checkers")
		p.isIn("checkers")
	}

	p.do(focusBox)
	p.types("hello there")
	there()
	p.holds("")
	p.types("for the bot")
	back()
	p.holds("hello there")
	p.presses(kb.Enter)
	p.sees("hello there")
	there()
	p.holds("for the bot")
	back()
	p.holds("")

	p.commands("try")
	p.types("abcd")
	p.presses(kb.Tab)
	p.types("who be")
	p.presses(kb.Enter)
	there()
	p.holds("for the bot")
	back()
	p.fills("/try", "abcd", "Ben")
	p.shoot("command")
	p.presses(kb.Enter)
	options := s.next()["data"].(object)["options"].(list)
	if word, who := options[0].(object)["value"], options[1].(object)["value"]; word != "abcd" || who != s.person("Ben").ID.String() {
		t.Errorf("sent as %v", options)
	}
	there()
	back()
	p.holds("")
}
