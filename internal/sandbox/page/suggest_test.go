package page_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// moveCommand has an option that the bot suggests values for.
var moveCommand = object{"name": "move", "description": "Makes a move", "options": list{
	object{"type": 3, "name": "move", "description": "Which", "required": true, "autocomplete": true},
}}

// A user who types faster than the bot suggests gets what was typed, and never something that was
// suggested before.
func TestSuggestions(t *testing.T) {
	s, p := asAnna(t, list{moveCommand})
	value := func(i object) string { return i["data"].(object)["options"].(list)[0].(object)["value"].(string) }
	begin := func() {
		t.Helper()
		p.commands("move")
		i := s.next()
		for value(i) != "" { // one of the last time, which came too late
			i = s.next()
		}
		s.answers(i, 8, object{"choices": list{
			object{"name": "21-17", "value": "21-17"}, object{"name": "29-25", "value": "29-25"},
		}})
		p.until("there are suggestions", named(".suggest", "29-25"))
	}
	sent := func() string {
		t.Helper()
		i := s.next()
		for i["type"] != 2.0 { // it asks for suggestions, which do not come
			i = s.next()
		}
		s.answers(i, 4, object{"content": "Moved."})
		return value(i)
	}

	begin()
	p.types("29")
	p.presses(kb.Enter, kb.Enter)
	if got := sent(); got != "29-25" {
		t.Errorf("%s is sent, not what fits", got)
	}
	begin()
	p.types("30-26")
	p.presses(kb.Enter)
	if got := sent(); got != "30-26" {
		t.Errorf("%s is sent, not what was typed", got)
	}
}

// Tab after a command's name goes to its first option, even if all can be omitted, and from there
// on to the button.
func TestTabAfterACommand(t *testing.T) {
	_, p := asAnna(t, list{object{"name": "look", "description": "Looks for something", "options": list{
		object{"type": 3, "name": "where", "description": "Where"}, object{"type": 3, "name": "what", "description": "What"},
	}}})
	p.types("/loo")
	p.until("the command is suggested", named(".suggest", "/look"))
	p.presses(kb.Tab)
	p.fills("/look")
	p.presses(kb.Tab)
	p.types("here")
	p.fills("/look", "here")
	if option := value[string](p, `document.activeElement.labels?.[0]?.textContent ?? ''`); option != "where" {
		t.Errorf("it was typed for %q", option)
	}
	p.presses(kb.Tab, kb.Tab)
	if got := p.focused(); !strings.Contains(got, "Send") {
		t.Errorf("the last Tab goes to %s", got)
	}
}

// Nothing is suggested for a command to a user who has left its channel: the bot would look for it
// in the other one.
func TestSuggestionsElsewhere(t *testing.T) {
	s, p, dm := asAnnaWithDM(t, list{moveCommand})
	p.commands("move")
	s.answers(s.next(), 8, object{"choices": list{}})
	p.hinders("/messages?channel=" + dm.ID.String())
	p.clicks("#sidebar", "Double Corner")
	p.until("something is typed while it is opened", `(() => {
		const field = document.querySelector('.chip input')
		if (hindered.length === 0) return false
		field.focus()
		field.value = '29'
		field.dispatchEvent(new Event('input'))
		window.fetch = freely
		for (const one of hindered) one.free()
		return true
	})()`)
	p.isIn("Double Corner")
	p.do(focusBox)
	p.types("Hello")
	p.presses(kb.Enter)
	p.sees("Hello")
	for len(s.heard) > 0 {
		if i := s.next(); i["channel_id"] != s.room().String() {
			t.Errorf("it is asked for in %v, not %v", i["channel_id"], s.room())
		}
	}
}
