package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"doublecorner/bot/discord/discordtest"
	"doublecorner/bot/sandbox"
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
		step = max(1, 2*requests / *killPoints)
	}
	for n, do := range []sandbox.FaultKind{sandbox.Hang, sandbox.Lose} {
		for skip := 1 + n*step/2; skip < requests; skip += step {
			t.Run(fmt.Sprintf("%s after %d requests", do, skip), func(t *testing.T) {
				t.Parallel()
				k := &killed{at: -1}
				w := newFixture(t, sandbox.Options{})
				k.process = newProcess(w)
				k.start()
				t.Cleanup(func() { k.stop(); k.read() })
				w.eventually("the gateway", func() bool { return w.Sessions() == 1 })
				w.createsTournament("knockout", "Cup")
				w.misbehaves(sandbox.Fault{Do: do, Skip: skip, Times: 1})
				k.playTournament()
			})
		}
	}
}

// createsTournament fills the form of a tournament that the director starts.
func (w *fixture) createsTournament(format, name string) {
	w.t.Helper()
	out, err := w.mod.Command(w.t.Context(), sandbox.CommandRequest{
		Channel: w.channel, Command: "tournament create", Options: map[string]any{"format": format, "rules": "american"},
	})
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
	fields["name"], fields["starts"] = name, ""
	_, err = w.mod.Submit(w.t.Context(), sandbox.Submission{Interaction: out.Interaction, Fields: fields})
	must(w.t, err)
	w.uses("/tournament create")
	w.uses(actionOf(out.Modal.CustomID))
}

// playTournament has two people play a knockout, and checks that what happens is told once.
func (k *killed) playTournament() {
	t := k.t
	t.Helper()
	tend := func() {
		for _, f := range k.Faults() {
			if f.Happened > 0 && !k.dead {
				k.dead = true
				k.kill()
			}
		}
		if k.isOver() {
			k.start()
		}
	}
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
		{types(k.mod, "tournament manage", map[string]any{"act": "adjudicate", "player": k.anna.ID, "opponent": k.ben.ID, "result": "first", "reason": "late"}), "has won!"},
	}
	for _, step := range steps {
		k.eventually(step.shows, func() bool {
			tend()
			if k.Sessions() != 1 {
				return false
			}
			step.do()
			for range 200 { // before it is tried again
				if k.count(k.ben, step.shows) > 0 {
					return true
				}
				tend()
				time.Sleep(20 * time.Millisecond)
			}
			return false
		})
	}
	for k.stop(); k.pending() > 0; k.stop() {
		k.start()
		k.eventually("the gateway", func() bool { return k.Sessions() == 1 })
		time.Sleep(settled)
	}
	for _, told := range []string{"**Cup**\n**Final**", "**Cup**\nThe director decided", "**Cup**\n🏆", "## 🏆 Cup"} {
		n := 0
		for _, m := range k.messages(k.mod) {
			if strings.Contains(said(m), told) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%q is told %d times", told, n)
		}
	}
}
