package page_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
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
	want := strings.Join(values, "|")
	p.until(command+" is filled in with "+want, `document.querySelector('.line-command')?.textContent === `+quoted(command)+` && `+filled+` === `+quoted(want))
}

// What is unsent stays with its channel: a text until it is sent, a command with its
// options.
func TestDrafts(t *testing.T) {
	s, p, _ := asAnnaWithDM(t, list{tryCommand})
	there := func() { p.enters("Double Corner") }
	back := func() { p.enters("checkers") }

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

// What is unsent in any channel is there again when the page is loaded anew.
func TestDraftsSurviveAReload(t *testing.T) {
	s, p, _ := asAnnaWithDM(t, list{tryCommand, moveCommand})
	p.types("for everybody")
	p.enters("Double Corner")
	p.types("for the bot")
	p.clicks("#composer", "Commands")
	p.types("try ")
	p.types("abcd")
	p.presses(kb.Tab)
	p.types("who an")
	p.presses(kb.Enter)
	p.types("cou")
	p.fills("/try", "abcd", "Anna", "cou")
	p.do(chromedp.Reload())
	p.isIn("Double Corner")
	p.fills("/try", "abcd", "Anna", "cou")
	p.do(chromedp.Reload()) // also as it was loaded
	p.isIn("Double Corner")
	p.fills("/try", "abcd", "Anna", "cou")
	p.types("n")
	p.until("its options are listed", named(".suggest", "count"))
	p.presses(kb.Enter)
	p.types("7")
	p.presses(kb.Enter)
	options := s.next()["data"].(object)["options"].(list)
	if word, count, who := options[0].(object)["value"], options[1].(object)["value"], options[2].(object)["value"]; word != "abcd" || who != s.person("Anna").ID.String() || count != "7" {
		t.Errorf("sent as %v", options)
	}
	p.holds("for the bot")
	p.enters("checkers")
	p.holds("for everybody")
	p.presses(kb.Enter)
	p.sees("for everybody")

	// What was chosen from the bot's suggestions is still what is meant.
	p.commands("move")
	s.answers(s.next(), 8, object{"choices": list{object{"name": "The long way", "value": "22-18"}}})
	p.until("the move is suggested", named(".suggest", "The long way"))
	p.presses(kb.Enter)
	p.fills("/move", "The long way")
	p.do(chromedp.Reload())
	p.isIn("checkers")
	p.fills("/move", "The long way")
	p.clicks("#composer", "Send")
	sent := s.next()
	if move := sent["data"].(object)["options"].(list)[0].(object)["value"]; move != "22-18" {
		t.Errorf("%v is sent, not what was chosen", move)
	}
	s.answers(sent, 4, object{"content": "Moved."})
	p.sees("Moved.")
	p.holds("")
	p.do(chromedp.Reload())
	p.isIn("checkers")
	p.holds("")
}

// Nothing that was written is lost to a command that is begun over it, nor to a call that
// fails.
func TestNothingWrittenIsLost(t *testing.T) {
	s, p, _ := asAnnaWithDM(t, list{askCommand, tryCommand, object{"name": "load", "description": "Loads rules", "options": list{
		object{"type": 3, "name": "paper", "description": "Which"}}}})
	hint := func(text string) {
		t.Helper()
		p.until("it says "+text, `[...document.querySelectorAll('#hint, .suggest-state')].some((n) => n.checkVisibility() && n.textContent === `+quoted(text)+`)`)
	}
	paste := func(text string) {
		t.Helper()
		p.do(chromedp.Evaluate[chromedp.Void](`(() => { const box = document.getElementById('box'); box.focus(); box.value = ` + quoted(text) + `; box.dispatchEvent(new Event('input')) })()`))
	}

	// A message waits while a command is written, whichever way that ends.
	p.do(focusBox)
	p.types("a long message")
	p.clicks("#composer", "Commands")
	p.holds("/")
	p.presses(kb.Escape)
	p.holds("a long message")
	p.clicks("#composer", "Commands")
	p.presses(kb.Backspace)
	p.holds("a long message")
	p.clicks("#composer", "Commands")
	p.types("ask")
	p.presses(kb.Enter)
	p.fills("/ask")
	p.presses(kb.Escape)
	p.holds("a long message")
	p.clicks("#composer", "Commands")
	p.types("ask")
	p.presses(kb.Enter, kb.Enter)
	s.answers(s.next(), 4, object{"content": "Asked."})
	p.sees("Asked.")
	p.holds("a long message")
	p.shoot("message")
	p.presses(kb.Enter)
	p.sees("a long message")
	p.holds("")
	p.types("/shrug and more")
	p.clicks("#composer", "Commands")
	p.holds("/")
	p.presses(kb.Escape)
	p.holds("/shrug and more")

	// It is not sent with the command by a user who clicks or presses Enter once too often.
	p.clicks("#composer", "Commands")
	p.types("ask")
	p.presses(kb.Enter)
	p.fills("/ask")
	p.clicksTwice(".send")
	s.answers(s.next(), 4, object{"content": "Asked again."})
	p.sees("Asked again.")
	p.holds("/shrug and more")
	p.clicks("#composer", "Commands")
	p.types("ask")
	p.presses(kb.Enter)
	p.fills("/ask")
	p.holdsDown('\r')
	s.answers(s.next(), 4, object{"content": "Asked a third time."})
	p.sees("Asked a third time.")
	p.holds("/shrug and more")
	for range "/shrug and more" {
		p.presses(kb.Backspace)
	}

	// A command that comes back lists its options.
	s.says(list{text("Or </ask:1>" + strings.Repeat("\n…", 20))})
	p.sees("Or /ask")
	p.commands("try")
	p.types("abcd")
	p.clicks("#timeline", "/ask")
	p.holds("/ask")
	p.presses(kb.Escape)
	p.fills("/try", "abcd")
	p.until("its options are listed", named(".suggest", "count"))
	p.presses(kb.Escape)
	p.holds("")

	// A message that could not be sent waits for the command that was begun since.
	p.hinders("/say")
	p.types("first")
	p.presses(kb.Enter)
	p.commands("try")
	p.types("abcd")
	p.fails()
	hint("What you wrote in checkers could not be sent: The sandbox cannot be reached")
	p.fills("/try", "abcd")
	p.presses(kb.Enter)
	if i := s.next(); i["data"].(object)["name"] != "try" {
		t.Errorf("sent as %v", i)
	} else {
		s.answers(i, 4, object{"content": "Tried."})
	}
	p.holds("first")

	// So does a command that could not be sent, before the message that was begun since.
	p.clicks("#composer", "Commands")
	p.types("try ")
	p.types("abcde")
	p.hinders("/command")
	p.presses(kb.Enter)
	p.holds("first")
	p.types(" of all")
	p.fails()
	hint("The sandbox cannot be reached")
	p.fills("/try", "abcde")
	p.shoot("cut")
	p.presses(kb.Enter)
	if word := s.next()["data"].(object)["options"].(list)[0].(object)["value"]; word != "abcde" {
		t.Errorf("sent as %v", word)
	}
	p.holds("first of all")

	// If the user is elsewhere by then, it is where it was written.
	p.hinders("/say")
	p.presses(kb.Enter)
	p.holds("")
	p.enters("Double Corner")
	p.fails()
	hint("What you wrote in checkers could not be sent: The sandbox cannot be reached")
	p.holds("")
	p.enters("checkers")
	p.holds("first of all")

	// What is pasted after a command stays, whatever the command takes.
	paste("/ask something pasted")
	p.fills("/ask", "something pasted")
	hint("There is no such option.")
	for range "something pasted" {
		p.presses(kb.Backspace)
	}
	p.fills("/ask")
	p.presses(kb.Escape)
	p.holds("")
	paste("/load rules.yaml")
	p.fills("/load", "rules.yaml")
	p.presses(kb.Escape)
	paste("/try abcd")
	p.fills("/try", "abcd")
}
