package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"doublecorner/bot"
	"doublecorner/internal/discordtest"
)

var updateRequests = flag.Bool("update", false, "write anew which messages the tour receives; look at what changed")

// gameFile matches the name of the file of one game.
var gameFile = regexp.MustCompile(`^[0-9A-Z]{4}\.pdn$`)

// summaryOf describes a message by its files and the actions of its buttons and selects.
func summaryOf(r discordtest.Request) string {
	var parts []string
	if r.Callback == 9 {
		parts = append(parts, "modal")
	}
	for _, name := range r.Files {
		parts = append(parts, gameFile.ReplaceAllString(name, "GAME.pdn"))
	}
	var actions []string
	for _, id := range r.Controls {
		actions = append(actions, actionOf(id))
	}
	slices.Sort(actions)
	return strings.Join(append(parts, slices.Compact(actions)...), " ")
}

// actionOf returns the action of a custom ID.
func actionOf(customID string) string { return strings.Split(customID+"::", ":")[1] }

// usesEverything checks that the tour has used every command and every button that it was
// shown, and that its messages are those in testdata/messages.txt. By which requests they arrive
// depends on the speed of the machine; what they are does not.
func (w *fixture) usesEverything() {
	t := w.t
	t.Helper()
	name := filepath.Join("testdata", "messages.txt")
	text, err := os.ReadFile(name)
	if err != nil && !*updateRequests {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	var received, actions []string
	look := func() bool {
		received, actions = nil, nil
		for _, r := range w.recorder.Requests() {
			if m := summaryOf(r); m != "" && !slices.Contains(received, m) {
				received = append(received, m)
			}
			for _, id := range r.Controls {
				if v := actionOf(id); !slices.Contains(actions, v) {
					actions = append(actions, v)
				}
			}
		}
		slices.Sort(received)
		return slices.Equal(received, want)
	}
	if *updateRequests {
		time.Sleep(5 * time.Second)
		look()
		must(t, os.WriteFile(name, []byte(strings.Join(received, "\n")+"\n"), 0o666))
		want = received
	}
	for deadline := time.Now().Add(10 * time.Second); !look(); time.Sleep(20 * time.Millisecond) {
		if time.Now().Before(deadline) {
			continue // a replay, say, takes a while
		}
		t.Fatalf("%s is not what is received; run: go test ./cmd/doublecorner -run TestPlay -update, and look at what changed\n%s",
			name, strings.Join(received, "\n"))
	}
	for _, v := range actions {
		if !w.used[v] {
			t.Errorf("nobody used a button that does %q", v)
		}
	}
	for _, c := range bot.Commands(true) {
		names := []string{c.Name}
		for _, o := range c.Options {
			if o.Type == 1 {
				names = append(names, c.Name+" "+o.Name)
			}
		}
		if len(names) > 1 {
			names = names[1:]
		}
		for _, name := range names {
			if !w.used["/"+name] {
				t.Errorf("nobody used /%s", name)
			}
		}
	}
}
