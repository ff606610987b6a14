package sandbox_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"doublecorner/internal/sandbox"
)

// asks sends a call to the sandbox, and returns what it answers.
func (w *testWorld) asks(method, path, body string) (status int, answer string) {
	w.t.Helper()
	r, err := http.NewRequest(method, w.URL()+path, strings.NewReader(body))
	check(w.t, err)
	resp, err := http.DefaultClient.Do(r)
	check(w.t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	check(w.t, err)
	return resp.StatusCode, string(text)
}

// fault announces a fault.
func (w *testWorld) fault(f sandbox.Fault) int {
	w.t.Helper()
	id, err := w.AddFault(f)
	check(w.t, err)
	return id
}

// A fault that can never happen is refused, with what could happen instead.
func TestFaultsThatCannotBe(t *testing.T) {
	w := settle(t)
	for _, c := range []struct{ fault, says string }{
		{`{"do":"sulk"}`, "there are delay, drop, duplicate, disconnect, fail, hang, lose and deaf"},
		{`{"do":"duplicate","event":"interaction_create"}`, "INTERACTION_CREATE"},
		{`{"do":"drop","times":-1}`, "times"},
		{`{"do":"drop","skip":-1}`, "skip"},
		{`{"do":"drop","path":"/x"}`, "drop takes event, but no path"},
		{`{"do":"drop","millis":5}`, "but no millis"},
		{`{"do":"disconnect","method":"GET"}`, "disconnect takes event and close, but no method"},
		{`{"do":"disconnect","close":1}`, "4000 to 4999"},
		{`{"do":"disconnect","close":-4000}`, "4000 to 4999"},
		{`{"do":"duplicate","close":4000}`, "but no close"},
		{`{"do":"delay"}`, "millis"},
		{`{"do":"delay","event":"INTERACTION_CREATE"}`, "millis"},
		{`{"do":"delay","event":"INTERACTION_CREATE","millis":-1}`, "millis"},
		{`{"do":"delay","event":"INTERACTION_CREATE","millis":9223372036854}`, "millis"},
		{`{"do":"delay","millis":5}`, "event, or the method or path"},
		{`{"do":"delay","millis":5,"event":"INTERACTION_CREATE","method":"POST"}`, "not both"},
		{`{"do":"delay","millis":5,"path":"/users/@me","status":500}`, "but no status"},
		{`{"do":"fail"}`, "status of 400 to 599"},
		{`{"do":"fail","status":200}`, "status of 400 to 599"},
		{`{"do":"fail","code":7}`, "status of 400 to 599"},
		{`{"do":"fail","status":500,"event":"INTERACTION_CREATE"}`, "but no event"},
		{`{"do":"fail","status":500,"retry_after":1}`, "429"},
		{`{"do":"fail","status":429,"code":30046,"global":true}`, "429"},
		{`{"do":"fail","status":429,"retry_after":-1}`, "retry_after"},
		{`{"do":"fail","status":500,"path":"["}`, "syntax error"},
		{`{"do":"fail","status":500,"method":"post"}`, "POST"},
		{`{"do":"fail","status":500,"path":"/api/v10/channels/*/messages"}`, "without /api/v10"},
		{`{"do":"fail","status":500,"path":"channels/*/messages"}`, "/channels/*/messages"},
		{`{"do":"fail","status":500,"method":"PUT","path":"/channels/*/messages"}`, "PUT /channels/*/messages"},
		{`{"do":"hang","event":"INTERACTION_CREATE"}`, "hang takes method and path, but no event"},
		{`{"do":"lose","status":500}`, "but no status"},
		{`{"do":"deaf","event":"INTERACTION_CREATE"}`, "deaf takes no event"},
		{`{"do":"deaf","path":"/users/@me"}`, "deaf takes no path"},
	} {
		if status, answer := w.asks("POST", "/sandbox/faults", c.fault); status != 400 || !strings.Contains(answer, c.says) {
			t.Errorf("%s: %d %s", c.fault, status, answer)
		}
	}
	if left := w.Faults(); len(left) != 0 {
		t.Errorf("announced are %+v", left)
	}
	for _, fault := range []string{
		`{"do":"drop"}`, `{"do":"disconnect","close":4000,"skip":1,"times":1}`, `{"do":"delay","method":"GET","millis":5}`,
		`{"do":"delay","event":"READY","millis":86400000}`, `{"do":"fail","code":30046}`,
		`{"do":"fail","status":429,"retry_after":0.5,"global":true}`,
		`{"do":"fail","status":418,"code":7,"path":"/channels/[0-9]*/messages/*"}`, `{"do":"hang"}`,
		`{"do":"lose","method":"PATCH","path":"/webhooks/*/*/messages/@original"}`, `{"do":"deaf","skip":2,"times":1}`,
	} {
		if status, answer := w.asks("POST", "/sandbox/faults", fault); status != 201 {
			t.Errorf("%s: %d %s", fault, status, answer)
		}
	}
}

// Removing a fault that is not there is refused.
func TestFaultsWithdrawn(t *testing.T) {
	w := settle(t)
	w.fault(sandbox.Fault{Do: sandbox.Deaf})
	for _, c := range []struct {
		path   string
		status int
		answer string
	}{
		{"/sandbox/faults/99", 404, `{"error":"there is no such fault"}`},
		{"/sandbox/faults/one", 404, `{"error":"there is no such fault"}`},
		{"/sandbox/faults/1", 200, `{"happened":0}`},
		{"/sandbox/faults/1", 404, `{"error":"there is no such fault"}`},
	} {
		if status, answer := w.asks("DELETE", c.path, ""); status != c.status || answer != c.answer {
			t.Errorf("%s: %d %s", c.path, status, answer)
		}
	}
}

// A fault can name every event that a bot hears, and no other.
func TestFaultsOfEveryEvent(t *testing.T) {
	w := settle(t)
	w.register()
	conn := w.dial(t, v10)
	conn.say(w.identify(object{"intents": 1 | 1<<9 | 1<<12}))
	until(t, func() bool { return w.Sessions() == 1 })
	w.asksForBoard(t)
	w.SetBot(w.guild, false)
	w.Hangup(4000)
	heard := []string{"RESUMED"}
	var p payload
	for conn.ws.ReadJSON(&p) == nil {
		if p.Op == 0 {
			heard = append(heard, p.T)
		}
	}
	slices.Sort(heard)
	_, answer := w.asks("POST", "/sandbox/faults", `{"do":"drop","event":"x"}`)
	var refused struct{ Error string }
	check(t, json.Unmarshal([]byte(answer), &refused))
	_, listed, _ := strings.Cut(strings.ReplaceAll(refused.Error, " and ", ", "), "there are ")
	if want := slices.Compact(heard); !slices.Equal(strings.Split(listed, ", "), want) {
		t.Errorf("a fault can name %s; the bot heard %s", listed, want)
	}
}
