package sandbox_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"doublecorner/internal/sandbox"
)

// What people choose for themselves is told to everybody and kept.
func TestPeopleChange(t *testing.T) {
	w := settle(t)
	events := w.hears(w.ben, 0)
	for _, c := range []struct {
		body   string
		status int
	}{
		{`{"locale":"tr","installed":true}`, 200},
		{`{"closed_dms":true}`, 200},
		{`{"locale":"xx","installed":false}`, 400},
		{`{"language":"tr"}`, 400},
		{`{}`, 200},
	} {
		if status, _ := w.asks("PATCH", "/sandbox/people/"+w.ann.ID.String(), c.body); status != c.status {
			t.Errorf("%s: %d", c.body, status)
		}
	}
	if e, err := events.Next(); err != nil || e.Kind != "people" {
		t.Errorf("event %+v %v", e, err)
	}
	if ann := w.World().People[0]; ann.Locale != "tr" || !ann.Installed || !ann.ClosedDMs {
		t.Errorf("Ann is %+v", ann)
	}
}

// A response says which events are in it, so that a client that follows them, too, misses
// nothing and sees nothing twice.
func TestResponsesAndEvents(t *testing.T) {
	w := settle(t)
	for _, path := range []string{"/world", "/people/" + w.ben.ID.String() + "/messages?channel=" + w.general.String()} {
		resp, err := http.Get(w.ben.Base + "/sandbox" + path)
		check(t, err)
		resp.Body.Close()
		events := w.hears(w.ben, 0)
		_, err = w.ann.Say(w.ctx, w.general, "next")
		check(t, err)
		e, err := events.Next()
		check(t, err)
		if got := resp.Header.Get("Last-Event-ID"); got != strconv.Itoa(e.ID-1) {
			t.Errorf("%s is as of event %q, the next is %d", path, got, e.ID)
		}
	}
}

// What is chosen in a form may hold commas, if it is given as values.
func TestMenusInForms(t *testing.T) {
	w := settle(t)
	w.register()
	asked := object{"type": 9, "data": object{"custom_id": "form", "title": "Terms", "components": list{
		object{"type": 18, "label": "Rules", "component": object{"type": 3, "custom_id": "rules", "options": list{
			object{"label": "a, b", "value": "a,b"}, object{"label": "c", "value": "c"},
		}}},
		object{"type": 18, "label": "Why", "component": object{"type": 4, "custom_id": "why", "style": 1, "required": false}},
	}}}
	open := func() sandbox.ID {
		i := w.begin(t)
		w.ok(t, "POST", i.callback(), asked)
		id, err := sandbox.ParseID(i.ID)
		check(t, err)
		return id
	}
	for _, c := range []struct {
		name   string
		fields map[string]string
		values map[string][]string
		says   string
	}{
		{"values with commas", nil, map[string][]string{"rules": {"a,b"}}, ""},
		{"in a field", map[string]string{"rules": "c"}, nil, "no field"},
		{"nothing", nil, map[string][]string{"rules": {}}, "1 to 1"},
		{"of no menu", nil, map[string][]string{"rules": {"c"}, "why": {"c"}}, "no select menu"},
		{"not in it", nil, map[string][]string{"rules": {"d"}}, "not in this menu"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := w.ann.Submit(w.ctx, sandbox.Submission{Interaction: open(), Fields: c.fields, Values: c.values, NoWait: true})
			switch {
			case c.says == "" && err == nil:
				w.next(t)
			case c.says == "" || err == nil || !strings.Contains(err.Error(), c.says):
				t.Errorf("says %v, not %q", err, c.says)
			}
		})
	}
}

// A form to which nobody answers can be sent again, one that is answered or on its way
// cannot.
func TestFormsAgain(t *testing.T) {
	w := settle(t)
	w.register()
	i := w.begin(t)
	w.ok(t, "POST", i.callback(), object{"type": 9, "data": object{"custom_id": "form", "title": "Why", "components": list{
		object{"type": 18, "label": "Why", "component": object{"type": 4, "custom_id": "why", "style": 1}},
	}}})
	id, err := sandbox.ParseID(i.ID)
	check(t, err)
	submit := func() error {
		_, err := w.ann.Submit(w.ctx, sandbox.Submission{Interaction: id, Fields: map[string]string{"why": "tired"}, NoWait: true})
		return err
	}
	refused := func(when string) {
		t.Helper()
		if err := submit(); err == nil || !strings.Contains(err.Error(), "no modal of yours") {
			t.Errorf("%s, sending it again says %v", when, err)
		}
	}
	check(t, submit())
	w.next(t)
	refused("on its way")
	w.clock.Advance(3 * time.Second)
	check(t, submit())
	again := w.next(t)
	w.ok(t, "POST", again.callback(), object{"type": 4, "data": object{"content": "Understood."}})
	refused("answered")
	w.clock.Advance(3 * time.Second)
	refused("answered a while ago")
}

// A user who cannot be added as asked is not added at all.
func TestNobodyIsHalfAdded(t *testing.T) {
	w := settle(t)
	people := func() int { return len(w.World().People) }
	before := people()
	for _, body := range []string{`{"name":"Zoe","guilds":["1"]}`, `{"name":"Zoe","locale":"cats"}`, `{"name":""}`} {
		if status, _ := w.asks("POST", "/sandbox/people", body); status != http.StatusBadRequest || people() != before {
			t.Errorf("%s: %d, and %d people instead of %d", body, status, people(), before)
		}
	}
}
