package main

import (
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

const day = 24 * time.Hour

// newClock makes a fixture with a bot that follows the sandbox's clock.
func newClock(t *testing.T) *fixture {
	t.Helper()
	t.Parallel()
	w := newUncheckedFixture(t, sandbox.Options{})
	w.volatile = true
	w.serve()
	return w
}

// later moves the clock.
func (w *fixture) later(by time.Duration) {
	w.t.Helper()
	must(w.t, w.Forward(by))
}

// told checks how often something is told.
func (w *fixture) told(text string, times int) {
	w.t.Helper()
	if n := w.count(w.mod, text); n != times {
		w.t.Errorf("“%s” is told %d times, not %d", text, n, times)
	}
}

// begins has the first player, with black, begin a game with the other, and makes moves of both in turns.
func (w *fixture) begins(black, white *discordtest.Person, clock string, moves ...string) {
	w.t.Helper()
	w.types(black, "challenge", "opponent", white.ID, "rules", "american", "colour", "black", "clock", clock, "rated", true)
	w.presses(white, "Accept")
	for n, move := range moves {
		w.types([]*discordtest.Person{black, white}[n%2], "move", "move", move)
	}
}

// TestClockDeadline checks that a player is reminded when a quarter of three days is left, and loses when they are over: neither
// earlier nor later.
func TestClockDeadline(t *testing.T) {
	w := newClock(t)
	w.begins(w.anna, w.ben, "3d", "11-15", "22-18", "15x22", "25x18")
	const reminder, loss = "your time is running out", "ran out of time"
	w.later(3*day*3/4 - time.Minute)
	w.told(reminder, 0)
	w.later(2 * time.Minute)
	w.told(reminder, 1)
	w.later(3*day/4 - 2*time.Minute)
	w.told(loss, 0)
	w.later(2 * time.Minute)
	w.told(loss, 1)
	w.told(reminder, 1)
}

// TestClockTellsAllInOrder checks that one long move of the clock tells what is due on its way: the reminder, too.
func TestClockTellsAllInOrder(t *testing.T) {
	w := newClock(t)
	w.begins(w.anna, w.ben, "1d", "11-15", "22-18", "15x22", "25x18")
	w.later(3 * day)
	w.told("your time is running out", 1)
	w.told("ran out of time", 1)
}

// TestClockDailyPuzzle checks that each day has its puzzle.
func TestClockDailyPuzzle(t *testing.T) {
	w := newClock(t)
	w.types(w.mod, "settings", "puzzle-channel", w.channel.String())
	w.eventually("the first one", func() bool { _, posted := w.newest(w.mod, "Solve it"); return posted })
	before := w.count(w.mod, "Puzzle of the day")
	w.later(5 * day)
	w.told("Puzzle of the day", before+5)
}

// TestClockMonth checks that a month ends with its champion.
func TestClockMonth(t *testing.T) {
	w := newClock(t)
	w.types(w.mod, "settings", "month-channel", w.channel.String())
	opponents := []*discordtest.Person{w.ben, w.mod, w.joins(w.channel, "Cleo"), w.joins(w.channel, "Dora"), w.joins(w.channel, "Emma")}
	for n := range 5 * len(opponents) {
		opponent := opponents[n%len(opponents)]
		w.begins(w.anna, opponent, "1d", "11-15", "22-18", "15x22", "25x18")
		loser := []*discordtest.Person{opponent, w.anna}[n%2]
		w.types(loser, "resign")
		w.presses(loser, "Yes, resign")
	}
	year, month, _ := w.Now().UTC().Date()
	next := time.Date(year, month+1, 1, 0, 0, 0, 0, time.UTC)
	w.later(next.Sub(w.Now()) - time.Minute)
	w.told("is over!", 0)
	w.later(2 * time.Minute)
	w.told("is over! <@"+w.anna.ID.String()+"> is the player of the month", 1)
}

// TestClockTournament checks that a tournament begins days later, and each round some days after the one before.
func TestClockTournament(t *testing.T) {
	w := newClock(t)
	w.createsTournament("round-robin", "Cup", "in 3 days", "interval", "3")
	w.joins(w.channel, "Cleo")
	for _, p := range []*discordtest.Person{w.anna, w.ben, w.mod} {
		w.types(p, "tournament join")
	}
	const first, second, third = "**Round 1**", "**Round 2**", "**Round 3**"
	w.later(3*day - time.Minute)
	w.told(first, 0)
	w.later(2 * time.Minute)
	w.told(first, 1)
	w.later(3*day - 2*time.Minute)
	w.told(second, 0)
	w.later(2 * time.Minute)
	w.told(second, 1)
	w.later(3 * day)
	w.told(third, 1)
}

// TestClockIsNoAbsence checks that no time is given back when the clock is moved.
func TestClockIsNoAbsence(t *testing.T) {
	t.Parallel()
	w := newUncheckedFixture(t, sandbox.Options{})
	w.volatile = true
	stop := w.serve()
	w.later(time.Hour)
	stop()
	kept := w.stored()
	defer kept.Close()
	must(t, kept.View(t.Context(), func(tx game.Reader) error {
		service, err := tx.Service()
		if service.Downtime > 0 || time.Until(service.LastAlive) < 50*time.Minute {
			t.Errorf("%v were given back, and the last sign of life was at %v", service.Downtime, service.LastAlive)
		}
		return err
	}))
}
