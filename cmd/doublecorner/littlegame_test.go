package main

import (
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// littleGameMessages is how many messages everybody can read of the little game.
const littleGameMessages = 6

// settled is the time after its start in which a bot delivers all pending announcements.
const settled = 6 * time.Second

// littleGame has two people play a few moves. While it waits, it calls lost with the time at which they last did
// something; they do it again if lost reports that it had no effect and never will.
func (w *fixture) littleGame(lost func(since time.Time) bool) {
	t := w.t
	t.Helper()
	types := func(p *discordtest.Person, command string, options map[string]any) func() bool {
		return func() bool {
			_, err := p.Command(t.Context(), sandbox.CommandRequest{Channel: w.channel, Command: command, Options: options, NoWait: true})
			must(t, err)
			return true
		}
	}
	presses := func(p *discordtest.Person, label string) func() bool {
		return func() bool {
			press, ok := w.newest(p, label)
			if !ok {
				return false
			}
			if isMoveButton(press) {
				time.Sleep(secondClick)
			}
			press.NoWait = true
			_, err := p.Press(t.Context(), press)
			if again, ok := w.newest(p, label); ok && again.Message == press.Message {
				must(t, err) // otherwise it may have been removed just then
			}
			return err == nil
		}
	}
	steps := []struct {
		do    func() (done bool)
		shows string
	}{
		{types(w.anna, "challenge", map[string]any{"opponent": w.ben.ID, "colour": "black"}), "challenges"},
		{presses(w.ben, "Accept"), "Game on!"},
		{presses(w.anna, "11-15"), "played **11-15**"},
		{types(w.ben, "move", map[string]any{"move": "22-18"}), "played **22-18**"},
		{presses(w.anna, "Play 15x22"), "played **15x22**"},
		{types(w.ben, "resign", nil), "Resign against"},
		{presses(w.ben, "Yes, resign"), "resigned."}, // on a board that says again what was played last
	}
	for _, step := range steps {
		var since time.Time
		began := time.Now()
		for done := false; w.count(w.ben, step.shows) == 0; time.Sleep(max(10*time.Millisecond, time.Since(began)/8)) {
			if time.Since(began) > 2*time.Minute { // however busy the machine is
				t.Fatalf("%s does not come", step.shows)
			}
			if lost(since) {
				done = false
			}
			if !done && w.Sessions() == 1 {
				since, done = time.Now(), step.do()
			}
		}
	}
}

// deliveredOnce checks that every event of the little game was announced exactly once.
func (w *fixture) deliveredOnce() {
	w.t.Helper()
	seen := w.messages(w.mod)
	if len(seen) == littleGameMessages {
		return
	}
	w.t.Errorf("%d messages announce what happened %d times:", len(seen), littleGameMessages)
	for _, m := range seen {
		w.t.Logf("%.200q", said(m))
	}
}

// pending returns how many announcements are pending of a bot, which must be stopped if its games are in a file.
func (w *fixture) pending() int {
	w.t.Helper()
	kept := w.stored()
	defer kept.Close()
	must(w.t, kept.Check())
	announcements, err := game.New(game.Config{Store: kept, Now: time.Now}).PendingAnnouncements(w.t.Context(), 0, 100)
	must(w.t, err)
	return len(announcements)
}

// TestTrouble checks that the little game goes on, and each announcement is delivered once,
// whatever Discord does wrong.
func TestTrouble(t *testing.T) {
	t.Parallel()
	interaction := "INTERACTION_CREATE"
	// Two fail, since a slow machine sends a deferral before the response.
	lost := sandbox.Fault{Do: sandbox.Fail, Code: sandbox.CodeUnknownInteraction, Path: callbackPath, Skip: 2, Times: 2}
	tests := []struct {
		name   string
		faults []sandbox.Fault
	}{
		{"interactions come late", []sandbox.Fault{{Do: sandbox.Delay, Event: interaction, Millis: 50}}},
		{"an interaction is lost", []sandbox.Fault{{Do: sandbox.Drop, Event: interaction, Skip: 2, Times: 1}}},
		{"interactions come twice", []sandbox.Fault{{Do: sandbox.Duplicate, Event: interaction}}},
		{"the gateway breaks at every other interaction", []sandbox.Fault{{Do: sandbox.Disconnect, Event: interaction, Skip: 1, Times: 2}}},
		{"responses are slow", []sandbox.Fault{{Do: sandbox.Delay, Path: callbackPath, Millis: 100}}},
		{"a response hangs", []sandbox.Fault{{Do: sandbox.Hang, Path: callbackPath, Skip: 2, Times: 1}}},
		{"responses arrive, and nobody says so", []sandbox.Fault{{Do: sandbox.Lose, Path: callbackPath, Times: 3}}},
		{"what follows arrives, and nobody says so", []sandbox.Fault{{Do: sandbox.Lose, Path: followPath, Times: 2}}},
		{"responses fail", []sandbox.Fault{{Do: sandbox.Fail, Status: 500, Path: callbackPath, Times: 3}}},
		{"responses are too many", []sandbox.Fault{{Do: sandbox.Fail, Status: 429, RetryAfter: 0.2, Path: callbackPath, Times: 2}}},
		{"responses in good time are too late",
			[]sandbox.Fault{{Do: sandbox.Fail, Code: sandbox.CodeUnknownInteraction, Path: callbackPath, Skip: 3, Times: 1}}},
		{"what follows may not be said",
			[]sandbox.Fault{{Do: sandbox.Fail, Code: sandbox.CodeMissingPermissions, Path: followPath, Skip: 1, Times: 1}}},
		{"responses are lost, and messages fail", []sandbox.Fault{lost, {Do: sandbox.Fail, Status: 503, Path: postPath, Times: 2}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t, sandbox.Options{})
			stop := w.serve()
			var ids []int
			for _, f := range test.faults {
				id, err := w.AddFault(f)
				must(t, err)
				ids = append(ids, id)
			}
			dropped := 0
			w.littleGame(func(time.Time) (lost bool) {
				before := dropped
				dropped = 0
				for _, f := range w.Faults() {
					if f.Do == sandbox.Drop {
						dropped += f.Happened
					}
				}
				return dropped > before
			})
			for i, id := range ids {
				if w.RemoveFault(id) == 0 {
					t.Errorf("%+v did not happen", test.faults[i])
				}
			}
			for stop(); w.pending() > 0; stop() {
				stop = w.serve()
				time.Sleep(settled)
			}
			w.deliveredOnce()
		})
	}
}
