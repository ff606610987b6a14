package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// TestSandboxDocumentation makes every request that docs/sandbox.md shows, one after another, in
// a new world with the bot in it.
func TestSandboxDocumentation(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("the calls are made with curl, which is not here")
	}
	doc, err := os.ReadFile("../../docs/sandbox.md")
	must(t, err)
	w := newFixture(t, sandbox.Options{})
	w.volatile = true // for the clock
	role, err := w.Role(w.channel, "Champion")
	must(t, err)
	w.serve()
	base := w.URL() + "/sandbox"
	of := func(p *discordtest.Person) string { return base + "/people/" + p.ID.String() }
	is := map[string]string{
		"S": base, "G": w.channel.String(), "C": w.channel.String(), "A": of(w.anna), "B": of(w.ben), "O": of(w.mod), "R": role.String(),
	}
	// What the text says about the message and the button that a call is about.
	about := func(label string) {
		t.Helper()
		w.eventually(label, func() bool {
			for _, m := range slices.Backward(w.messages(w.ben)) {
				if press, ok := find(m, label); ok {
					is["M"], is["X"] = m.ID.String(), press.CustomID
					return true
				}
			}
			return false
		})
	}
	// try makes a call, and reports whether that has to be done again.
	try := func(call string, want int, kinds []string) (again bool) {
		sh := exec.Command("sh", "-c", "curl -sS --fail-with-body "+call)
		for name, value := range is {
			sh.Env = append(sh.Env, name+"="+value)
		}
		sh.Env = append(sh.Env, "PATH="+os.Getenv("PATH"))
		out, err := sh.Output()
		if sh.ProcessState.ExitCode() != want {
			t.Errorf("%s: %v: %s", call, err, out)
			return false
		}
		if kinds == nil {
			return false
		}
		var outcome sandbox.Response
		err = json.Unmarshal(out, &outcome)
		again = outcome.Kind == "thinking" && slices.Contains(kinds, "modal") // which cannot be shown then
		if err != nil || !again && !slices.Contains(kinds, outcome.Kind) {
			t.Errorf("%s: not %s, but %s", call, strings.Join(kinds, " or "), out)
		}
		is["I"] = outcome.Interaction.String()
		return again
	}
	tried := 0
	for line := range strings.Lines(string(doc)) {
		call, ok := strings.CutPrefix(line, "    curl ")
		if !ok {
			continue
		}
		tried++
		want, kinds := 0, []string(nil) // on a slow machine an interaction is deferred
		switch {
		case strings.HasPrefix(call, "$B/press") && strings.Contains(call, "values"):
			about("22-18")
			kinds = []string{"update", "nothing"}
		case strings.HasPrefix(call, "$B/press"):
			about("Accept")
			kinds = []string{"update", "nothing"}
		case strings.HasPrefix(call, "$A/autocomplete"):
			about("11-15")
			kinds = []string{"choices"}
		case strings.Contains(call, "custom-rules add"):
			kinds = []string{"modal"}
		case strings.Contains(call, "/command "):
			kinds = []string{"message", "thinking"}
		case strings.Contains(call, "/submit "):
			kinds = []string{"thinking"}
		case strings.HasPrefix(call, "-N "): // goes on until it is interrupted
			call, want = "-m 1 "+call, 28
		}
		for try(call, want, kinds) {
		}
	}
	if tried < 20 {
		t.Errorf("the calls are shown in another form: %d were found", tried)
	}
}
