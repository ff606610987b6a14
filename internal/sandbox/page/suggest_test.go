//go:build browser

package page_test

import (
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

	// What was chosen is sent as what it stands for.
	p.commands("move")
	i := s.next()
	for value(i) != "" {
		i = s.next()
	}
	s.answers(i, 8, object{"choices": list{object{"name": "The long way", "value": "22-18"}}})
	p.until("the move is suggested", named(".suggest", "The long way"))
	p.presses(kb.Enter)
	p.holds("/move The long way ")
	p.presses(kb.Enter)
	if got := sent(); got != "22-18" {
		t.Errorf("%s is sent, not what was chosen", got)
	}
}
