package game_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"doublecorner/game"
)

var errFaulty = errors.New("faulty")

// badDisk is a store that cannot be written, or that is not there at all.
type badDisk struct {
	game.Store
	full bool
	away bool // nothing can be read either
}

func (s *badDisk) View(ctx context.Context, f func(game.Reader) error) error {
	if s.away {
		return errFaulty
	}
	return s.Store.View(ctx, f)
}

func (s *badDisk) Update(ctx context.Context, f func(game.Tx) error) error {
	if s.full || s.away {
		return fmt.Errorf("%w: no room", game.ErrNotStored)
	}
	return s.Store.Update(ctx, f)
}

// evening is a fixture on which things happen to the bot while people play.
type evening struct {
	*fixture
	disk    *badDisk
	cutOff  bool          // no player can reach the first referee
	second  *game.Referee // another one with the same store, which may not run
	running []*game.Referee
}

func newEvening(t *testing.T) *evening {
	e := &evening{fixture: newFixture(t)}
	e.disk = &badDisk{Store: e.store}
	e.Referee = game.New(game.Config{Store: e.disk, Now: e.now, Random: e.random, Reachable: func() bool { return !e.cutOff }})
	e.second = game.New(game.Config{Store: e.store, Now: e.now, Random: e.random})
	e.running = []*game.Referee{e.Referee}
	return e
}

// goesOn lets time pass in which the referees tick every second.
func (e *evening) goesOn(d time.Duration) {
	e.t.Helper()
	for range d / time.Second {
		e.nap(time.Second)
		for _, r := range e.running {
			if err := r.Tick(background); err != nil && !errors.Is(err, game.ErrNotStored) && !errors.Is(err, errFaulty) {
				e.t.Fatal(err)
			}
		}
	}
}

// What the players get back, and what they do not. They get up to five seconds more, because signs of life are so far apart.
func TestAbsences(t *testing.T) {
	for _, test := range []struct {
		name    string
		happens func(*evening)
		given   time.Duration
	}{
		{"nothing happens", func(e *evening) { e.goesOn(time.Minute) }, 0},
		{"the bot is stopped for two seconds", func(e *evening) {
			e.nap(2 * time.Second)
			e.must(e.Resume(background))
		}, 2 * time.Second},
		{"the bot is stopped for a day", func(e *evening) {
			e.nap(24 * time.Hour)
			e.must(e.Resume(background))
		}, 24 * time.Hour},
		{"the machine sleeps for an hour", func(e *evening) { e.nap(time.Hour) }, time.Hour},
		{"the machine sleeps twice", func(e *evening) {
			e.nap(time.Hour)
			e.goesOn(30 * time.Second)
			e.nap(time.Hour)
		}, 2 * time.Hour},
		{"the machine is busy for ten seconds", func(e *evening) { e.nap(10 * time.Second) }, 0},
		{"the disk is full for five minutes", func(e *evening) {
			e.disk.full = true
			e.goesOn(5 * time.Minute)
			e.disk.full = false
		}, 5 * time.Minute},
		{"the database is away for 20 seconds", func(e *evening) {
			e.disk.away = true
			e.goesOn(20 * time.Second)
			e.disk.away = false
		}, 20 * time.Second},
		{"the disk is full, and the bot is killed", func(e *evening) {
			e.disk.full = true
			e.goesOn(time.Minute)
			e.disk.full = false
			e.must(e.Resume(background))
		}, time.Minute},
		{"Discord cannot be reached for ten minutes", func(e *evening) {
			e.cutOff = true
			e.goesOn(10 * time.Minute)
			e.cutOff = false
		}, 10 * time.Minute},
		{"the bot starts again, and reaches Discord after ten seconds", func(e *evening) {
			e.cutOff = true
			e.must(e.Resume(background))
			e.goesOn(10 * time.Second)
			e.cutOff = false
		}, 10 * time.Second},
		{"one of two processes dies", func(e *evening) {
			e.running = append(e.running, e.second)
			e.goesOn(10 * time.Second)
			e.running = e.running[1:]
			e.goesOn(time.Minute)
		}, 0},
		{"one of two processes cannot reach Discord", func(e *evening) {
			e.running = append(e.running, e.second)
			e.cutOff = true
			e.goesOn(time.Minute)
			e.cutOff = false
		}, 0},
		{"two processes on one machine sleep for an hour", func(e *evening) {
			e.running = append(e.running, e.second)
			e.goesOn(10 * time.Second)
			e.nap(time.Hour)
		}, time.Hour},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := newEvening(t)
			e.goesOn(20 * time.Second)
			g := e.begin(ann, bob, live(t, 3*time.Minute, 0))
			e.goesOn(10 * time.Second)
			began := e.now()
			test.happens(e)
			e.goesOn(time.Second)
			service := e.service()
			if more := service.Downtime - test.given; more < 0 || more > 6*time.Second {
				t.Errorf("%v are given back, want %v", service.Downtime, test.given)
			}
			g = e.play(g, "11-15")
			charged := e.now().Sub(began) - service.Downtime
			if took := used(g)[0]; took != 10*time.Second+charged {
				t.Errorf("the move took %v: ten seconds before that, and %v that were charged", took, charged)
			}
			e.inOrder()
		})
	}
}

// What an absence gives back is stored once, also if the store runs an update again.
func TestAbsenceIsCountedOnce(t *testing.T) {
	h := newFixture(t)
	r := game.New(game.Config{Store: fickle{h.store}, Now: h.now, Random: h.random})
	h.nap(time.Hour)
	for range 3 {
		h.must(r.Tick(background))
		h.nap(6 * time.Second)
	}
	if away := h.service().Downtime; away != time.Hour {
		t.Errorf("%v are given back", away)
	}
}

// From a start until players reach the bot, nobody's clock runs, not even that of somebody who moves.
func TestNoClockRunsBeforeTheFirstSign(t *testing.T) {
	e := newEvening(t)
	e.goesOn(20 * time.Second)
	g := e.begin(ann, bob, live(t, time.Minute, 0))
	e.cutOff = true
	e.must(e.Resume(background))
	e.goesOn(7 * time.Second)
	g = e.play(g, "11-15")
	e.goesOn(7 * time.Second)
	g = e.play(g, "22-18")
	e.goesOn(7 * time.Second)
	e.cutOff = false
	e.goesOn(time.Second)
	e.nap(2 * time.Second)
	g = e.play(g, "15x22")
	if took := used(g); took[0] > 0 || took[1] > 0 || took[2] != 2*time.Second {
		t.Errorf("the moves took %v", took)
	}
	e.inOrder()
}

// While no player can reach the bot, no game ends by time, also in the 15 seconds that are not given back; and the
// computer's moves count all the same.
func TestNoDeadlineWhileCutOff(t *testing.T) {
	e := newEvening(t)
	e.goesOn(20 * time.Second)
	lost := e.begin(ann, bob, live(t, time.Minute, 0))
	e.goesOn(57 * time.Second)
	played := e.begin(ann, cid, live(t, time.Minute, 0))
	e.cutOff = true
	e.goesOn(5 * time.Minute)
	played = e.play(played, "11-15")
	e.goesOn(5 * time.Minute)
	played = e.play(played, "22-18")
	if e.game(lost.ID).IsOver() {
		t.Error("a game ended by time")
	}
	for i, took := range used(played) {
		if took > 15*time.Second {
			t.Errorf("move %d took %v", i+1, took)
		}
	}
}
