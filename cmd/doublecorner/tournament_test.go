package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// TestKillInTournament kills the bot with SIGKILL at one after another of the requests that it makes during a
// tournament, before or after Discord has done the request. Everything is told once.
func TestKillInTournament(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	t.Parallel()
	const requests = 12
	step := 1
	if *killPoints > 0 {
		step = max(1, requests / *killPoints)
	}
	for n, do := range []sandbox.FaultKind{sandbox.Hang, sandbox.Lose} {
		for skip := 1 + n*step/2; skip < requests; skip += step {
			t.Run(fmt.Sprintf("%s after %d requests", do, skip), func(t *testing.T) {
				t.Parallel()
				w := newFixture(t, sandbox.Options{})
				k := &killed{process: newProcess(w), at: -1}
				k.begin()
				w.createsTournament("knockout", "Cup", "")
				w.misbehaves(sandbox.Fault{Do: do, Skip: skip, Times: 1})
				k.playTournament()
			})
		}
	}
}

// TestKillWhileScheduling kills the bot with SIGKILL when it creates, moves or deletes the scheduled event of a tournament,
// before or after Discord has done it. The event is there once, at the right time, or gone.
func TestKillWhileScheduling(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	t.Parallel()
	const hour = time.Hour
	for n, change := range []struct {
		method, path string
		options      []any         // of /tournament manage; none: the tournament is created while the bot is killed
		told         string        // afterwards
		in           time.Duration // how long after the creation it starts; 0: never
	}{
		{"POST", "/guilds/*/scheduled-events", nil, "", 2 * hour},
		{"PATCH", "/guilds/*/scheduled-events/*", []any{"act", "extend", "hours", "3"}, "3 hours later", 5 * hour},
		{"DELETE", "/guilds/*/scheduled-events/*", []any{"act", "cancel", "reason", "rain"}, "is canceled. rain", 0},
	} {
		for _, do := range faultsAt(n) {
			t.Run(change.method+" "+string(do), func(t *testing.T) {
				t.Parallel()
				w := newFixture(t, sandbox.Options{})
				k := &killed{process: newProcess(w), at: -1}
				k.begin()
				guild := w.channel // the first channel has the ID of its guild
				events := func(n int) func() bool {
					return func() bool { k.tend(); return len(w.ScheduledEvents(guild)) == n }
				}
				w.createsTournament("knockout", "Other", "in 20 hours")
				w.eventually("an event", events(1))
				fails := func() {
					w.misbehaves(sandbox.Fault{Do: do, Method: change.method, Path: change.path, Times: 1})
				}
				if change.options == nil {
					fails()
				}
				w.createsTournament("knockout", "Cup", "in 2 hours")
				w.eventually("the second event", events(2))
				if change.options != nil {
					_, shown, _ := strings.Cut(said(w.sees(w.mod, "## 🏆 Cup")), "`")
					id, _, _ := strings.Cut(shown, "`")
					fails()
					w.types(w.mod, "tournament manage", append([]any{"tournament", id}, change.options...)...)
				}
				w.eventually("the change", func() bool {
					k.tend()
					return k.dead && (change.told == "" || k.count(k.ben, change.told) == 1)
				})
				k.deliveredAll()
				var left []string
				for _, e := range w.ScheduledEvents(guild) {
					left = append(left, fmt.Sprint(e.Name, " in ", time.Until(e.From).Round(hour)))
				}
				want := []string{"🏆 Other in 20h0m0s"}
				if change.in > 0 {
					want = append(want, fmt.Sprint("🏆 Cup in ", change.in))
				}
				if !slices.Equal(left, want) {
					t.Errorf("the events are %q, want %q", left, want)
				}
				if n := k.count(k.ben, change.told); change.told != "" && n != 1 {
					t.Errorf("it is told %d times", n)
				}
			})
		}
	}
}

// createsTournament fills the form of a tournament; if starts is empty, the director starts it. The options of the command
// are given as names and values in turns.
func (w *fixture) createsTournament(format, name, starts string, options ...any) {
	w.t.Helper()
	use := sandbox.CommandRequest{Channel: w.channel, Command: "tournament create",
		Options: map[string]any{"format": format, "rules": "american"}}
	for i := 0; i < len(options); i += 2 {
		use.Options[options[i].(string)] = options[i+1]
	}
	out, err := w.mod.Command(w.t.Context(), use)
	must(w.t, err)
	if out.Modal == nil {
		w.t.Fatalf("there is no form: %+v", out)
	}
	fields := map[string]string{}
	for _, c := range flat(out.Modal.Components) {
		if c.CustomID != "" {
			fields[c.CustomID] = c.Value
		}
	}
	fields["name"], fields["starts"] = name, starts
	_, err = w.mod.Submit(w.t.Context(), sandbox.Submission{Interaction: out.Interaction, Fields: fields})
	must(w.t, err)
	w.uses("/tournament create")
	w.uses(actionOf(out.Modal.CustomID))
}

// playTournament has two people play a knockout, and checks that what happens is told once.
func (k *killed) playTournament() {
	t := k.t
	t.Helper()
	types := func(p *discordtest.Person, command string, options map[string]any) func() {
		return func() {
			_, err := p.Command(t.Context(), sandbox.CommandRequest{Channel: k.channel, Command: command, Options: options, NoWait: true})
			must(t, err)
		}
	}
	steps := []struct {
		do    func()
		shows string
	}{
		{types(k.anna, "tournament join", nil), "1 player:"},
		{types(k.ben, "tournament join", nil), "2 players:"},
		{types(k.mod, "tournament manage", map[string]any{"act": "begin"}), "**Final**"},
		{types(k.mod, "tournament manage",
			map[string]any{"act": "adjudicate", "player": k.anna.ID, "opponent": k.ben.ID, "result": "first", "reason": "late"}),
			"The director decided"},
		{types(k.mod, "tournament manage", map[string]any{"act": "end"}), "has won!"},
	}
	for _, step := range steps {
		k.within(2*time.Minute, step.shows, func() bool { // a response that fails is waited for, then announced
			k.tend()
			if k.Sessions() != 1 {
				return false
			}
			step.do()
			for range 200 { // before it is tried again
				if k.count(k.ben, step.shows) > 0 {
					return true
				}
				k.tend()
				time.Sleep(20 * time.Millisecond)
			}
			return false
		})
	}
	k.deliveredAll()
	for _, told := range []string{"**Cup**\n**Final**", "**Cup**\nThe director decided", "**Cup**\n🏆", "## 🏆 Cup"} {
		if n := k.count(k.mod, told); n != 1 {
			t.Errorf("%q is told %d times", told, n)
		}
	}
}

// deliveredAll runs the bot until it has told everything, and stops it.
func (k *killed) deliveredAll() {
	k.t.Helper()
	for k.stop(); k.pending() > 0; k.stop() {
		k.start()
		k.connected()
		time.Sleep(settled)
	}
}
