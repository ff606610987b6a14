package leasetest

import (
	"reflect"
	"sync"
	"testing"
	"time"

	"doublecorner/internal/lease"
)

// Run checks a kind of table. Each call of open is another process's way to the same table, which is empty.
func Run(t *testing.T, open func() lease.Table) {
	s := suite{t, open(), open()}
	s.states()
	s.renewals()
	s.updates()
	s.turns()
	s.queues()
}

// suite is two processes' ways to one table.
type suite struct {
	*testing.T
	one, other lease.Table
}

func (s suite) update(table lease.Table, f func(*lease.State) bool) {
	s.Helper()
	if err := table.Update(s.Context(), f); err != nil {
		s.Error(err)
	}
}

func (s suite) has(want lease.State) {
	s.Helper()
	read, err := s.other.Read(s.Context())
	if err != nil {
		s.Error(err)
	}
	if got := read.Clone(); !reflect.DeepEqual(got, withoutNotes(want)) {
		s.Errorf("the table without notes has %+v, want %+v", got, withoutNotes(want))
	}
	s.update(s.other, func(state *lease.State) bool {
		if got := state.Clone(); !reflect.DeepEqual(got, want.Clone()) {
			s.Errorf("the table has %+v, want %+v", got, want)
		}
		return false
	})
}

func withoutNotes(s lease.State) lease.State {
	s = s.Clone()
	for name, p := range s.Processes {
		clear(p.Notes)
		s.Processes[name] = p
	}
	for n, p := range s.Parts {
		s.Parts[n] = lease.Part{Holder: p.Holder}
	}
	return s
}

// states checks that what one process stores is what the other reads. It leaves the table empty.
func (s suite) states() {
	stored := lease.State{
		Processes: map[string]lease.Process{
			"a": {Renewal: 7, Notes: map[int]string{0: `{"session":"x"}`, 12: ""}},
			"b": {Renewal: 1, Notes: map[int]string{}},
		},
		Parts: []lease.Part{{Holder: "a"}, {Note: "left", GivenUp: true}, {Holder: "b", Note: "“before”"}},
	}
	store := func(state *lease.State) bool { *state = stored.Clone(); return true }
	s.has(lease.State{})
	s.update(s.one, store)
	s.has(stored)
	s.update(s.one, func(state *lease.State) bool { *state = lease.State{}; return false })
	s.has(stored)
	delete(stored.Processes, "b")
	stored.Processes["c"] = lease.Process{Renewal: 3, Notes: map[int]string{1: "one"}}
	stored.Parts = []lease.Part{{Holder: "c"}, {Note: "left"}}
	s.update(s.other, store)
	s.has(stored)
	s.update(s.one, func(state *lease.State) bool {
		state.Parts, state.Processes = nil, map[string]lease.Process{}
		return true
	})
	s.has(lease.State{})
}

// renewals checks that a process renews nothing that is not there any more as it has read it. It leaves the table empty.
func (s suite) renewals() {
	a := lease.Process{Renewal: 7, Notes: map[int]string{0: "seven"}}
	next := lease.Process{Renewal: 8, Notes: map[int]string{0: `{"session":"eight"}`, 3: ""}}
	parts := []lease.Part{{Holder: "a"}}
	s.update(s.one, func(state *lease.State) bool {
		state.Processes, state.Parts = map[string]lease.Process{"a": a}, parts
		return true
	})
	renewed := func(name string, last int64, want bool) {
		s.Helper()
		if got, err := s.one.Renew(s.Context(), name, last, next); got != want || err != nil {
			s.Errorf("%s renews after %d: %v, %v", name, last, got, err)
		}
	}
	renewed("a", 6, false)
	renewed("b", 0, false)
	s.has(lease.State{Processes: map[string]lease.Process{"a": a}, Parts: parts})
	renewed("a", 7, true)
	s.has(lease.State{Processes: map[string]lease.Process{"a": next}, Parts: parts})
	s.update(s.other, func(state *lease.State) bool { *state = lease.State{}; return true })
	renewed("a", 8, false)
	s.has(lease.State{})
}

const each = 25 // updates, or turns, of each process

// updates checks that no update is lost.
func (s suite) updates() {
	var running sync.WaitGroup
	for _, table := range []lease.Table{s.one, s.other} {
		running.Go(func() {
			for range each {
				s.update(table, func(state *lease.State) bool {
					n := state.Processes["counter"].Renewal
					state.Processes["counter"] = lease.Process{Renewal: n + 1}
					return true
				})
			}
		})
	}
	running.Wait()
	s.has(lease.State{Processes: map[string]lease.Process{"counter": {Renewal: 2 * each}}})
}

// turns checks that turns are apart, also those of different processes.
func (s suite) turns() {
	const apart = 2 * time.Millisecond
	begun := time.Now()
	var running sync.WaitGroup
	for _, table := range []lease.Table{s.one, s.other} {
		running.Go(func() {
			for reserved := 0; reserved < each; {
				wait, err := table.Reserve(s.Context(), 3, apart)
				if err != nil {
					s.Error(err)
					return
				}
				if wait == 0 {
					reserved++
				}
			}
		})
	}
	running.Wait()
	if took := time.Since(begun); took < (2*each-1)*apart {
		s.Errorf("%d turns took %v", 2*each, took)
	}
}

// queues checks that each queue has turns of its own, and how long a process waits for one.
func (s suite) queues() {
	for _, queue := range []int{0, 7} {
		const pause = 200 * time.Millisecond
		begun := time.Now()
		for n, table := range []lease.Table{s.one, s.other, s.one} {
			wait, err := table.Reserve(s.Context(), queue, pause)
			tooSoon := n > 0 && time.Since(begun) < pause
			if err != nil || n == 0 && wait != 0 || tooSoon && wait <= 0 || wait > pause {
				s.Errorf("turn %d in queue %d is to wait for %v: %v", n, queue, wait, err)
			}
		}
		for {
			wait, err := s.other.Reserve(s.Context(), queue, pause)
			if err != nil {
				s.Fatal(err)
			}
			if wait == 0 {
				break
			}
			time.Sleep(wait)
		}
	}
}
