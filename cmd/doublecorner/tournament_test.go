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
		act, input   string        // what the director does; none: the tournament is created while the bot is killed
		told         string        // afterwards
		in           time.Duration // how long after the creation it starts; 0: never
	}{
		{"POST", "/guilds/*/scheduled-events", "", "", "", 2 * hour},
		{"PATCH", "/guilds/*/scheduled-events/*", "More time", "3", "by 3 hours", 5 * hour},
		{"DELETE", "/guilds/*/scheduled-events/*", "Cancel", "rain", "is canceled. rain", 0},
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
				if change.act == "" {
					fails()
				}
				w.createsTournament("knockout", "Cup", "in 2 hours")
				w.eventually("the second event", events(2))
				if change.act != "" {
					_, shown, _ := strings.Cut(said(w.sees(w.mod, "## 🏆 Cup")), "`")
					id, _, _ := strings.Cut(shown, "`")
					w.types(w.mod, "tournament manage", "tournament", id)
					form := w.presses(w.mod, change.act)
					fails()
					w.submits(w.mod, &form, map[string]string{"hours": change.input, "reason": change.input})
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
	w.proposesTournament(format, name, starts, options...)
	made := w.presses(w.mod, "Create")
	if made.Message == nil {
		w.t.Fatalf("it is not made: %+v", made)
	}
}

// proposesTournament does so, up to the message that shows what will be made.
func (w *fixture) proposesTournament(format, name, starts string, options ...any) {
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
	w.submits(w.mod, &out, map[string]string{"starts": starts})
	more := w.presses(w.mod, "More…")
	w.submits(w.mod, &more, map[string]string{"name": name})
	w.uses("/tournament create")
}

// submits sends the modal of a response, with some fields changed.
func (w *fixture) submits(p *discordtest.Person, out *sandbox.Response, changed map[string]string) *sandbox.MessageView {
	w.t.Helper()
	if out.Modal == nil {
		w.t.Fatalf("there is no form: %+v", out)
	}
	w.uses(actionOf(out.Modal.CustomID))
	answer, err := p.Submit(w.t.Context(), filled(out, changed))
	must(w.t, err)
	w.awaits(p, &answer)
	return answer.Message
}

// filled returns the modal of a response as a person submits it, with some fields changed.
func filled(out *sandbox.Response, changed map[string]string) sandbox.Submission {
	s := sandbox.Submission{Interaction: out.Interaction, Fields: map[string]string{}, Values: map[string][]string{}}
	for _, c := range flat(out.Modal.Components) {
		for _, o := range c.Options {
			if o.Default {
				s.Values[c.CustomID] = []string{o.Value}
			}
		}
		if c.CustomID != "" && len(c.Options) == 0 {
			s.Fields[c.CustomID] = c.Value
		}
	}
	for name, text := range changed {
		if _, ok := s.Fields[name]; ok {
			s.Fields[name] = text
		}
	}
	return s
}

// directs has a director press one button after another, from the menu of a tournament on; firstPairing stands for the first
// pairing that can be decided. If a form opens, they fill it in.
func (w *fixture) directs(p *discordtest.Person, inputs map[string]string, labels ...string) *sandbox.MessageView {
	w.t.Helper()
	var shown *sandbox.MessageView
	w.eventually(strings.Join(labels, ", then ")+" in /tournament manage", func() bool {
		shown = w.types(p, "tournament manage")
		for _, label := range labels {
			press, ok := pressOn(shown, label)
			if !ok { // what made it is still being handled, or this was
				return false
			}
			press.Channel = w.channel
			w.uses(actionOf(press.CustomID))
			out, err := p.Press(w.t.Context(), press)
			must(w.t, err)
			if w.awaits(p, &out); out.Modal != nil {
				shown = w.submits(p, &out, inputs)
				return true
			}
			shown = out.Message
		}
		return true
	})
	return shown
}

// firstPairing stands for the first option of a menu of pairings.
const firstPairing = "first pairing"

// pressOn returns how the button or option of a label is used on a message.
func pressOn(m *sandbox.MessageView, label string) (sandbox.Press, bool) {
	if label != firstPairing {
		return find(*m, label)
	}
	for _, c := range flat(m.Components) {
		if c.Placeholder == "Decide a game" {
			return sandbox.Press{Message: m.ID, CustomID: c.CustomID, Values: []string{c.Options[0].Value}}, true
		}
	}
	return sandbox.Press{}, false
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
	directs := func(inputs map[string]string, labels ...string) func() {
		return func() { // as far as the bot lives
			out, err := k.mod.Command(t.Context(), sandbox.CommandRequest{Channel: k.channel, Command: "tournament manage"})
			for i := 0; err == nil && out.Message != nil && i < len(labels); i++ {
				press, ok := pressOn(out.Message, labels[i])
				if !ok {
					return
				}
				press.Channel = k.channel
				if out, err = k.mod.Press(t.Context(), press); err == nil && out.Modal != nil {
					_, err = k.mod.Submit(t.Context(), filled(&out, inputs))
				}
			}
		}
	}
	steps := []struct {
		do    func()
		shows string
	}{
		{types(k.anna, "tournament join", nil), "1 player:"},
		{types(k.ben, "tournament join", nil), "2 players:"},
		{directs(nil, "Start now"), "**Final**"},
		{directs(map[string]string{"reason": "late"}, firstPairing, "Anna wins"), "The director decided"},
		{directs(nil, "Close now", "Close now"), "has won!"},
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
	for _, told := range []string{
		"**Cup**\n**Final**", "**Cup**\nThe director decided", "**Cup**\n🏆 <@" + k.anna.ID.String() + "> is first!",
		"**Cup**\n🏆 <@" + k.anna.ID.String() + "> has won!", "## 🏆 Cup",
	} {
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
