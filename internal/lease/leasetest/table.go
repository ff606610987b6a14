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
	update := func(table lease.Table, f func(*lease.State) bool) {
		t.Helper()
		if err := table.Update(t.Context(), f); err != nil {
			t.Error(err)
		}
	}
	one, other := open(), open()
	has := func(want lease.State) {
		t.Helper()
		update(other, func(s *lease.State) bool {
			if got := s.Clone(); !reflect.DeepEqual(got, want.Clone()) {
				t.Errorf("the table has %+v, want %+v", got, want)
			}
			return false
		})
	}
	stored := lease.State{
		Processes: map[string]lease.Process{
			"a": {Renewal: 7, Notes: map[int]string{0: `{"session":"x"}`, 12: ""}},
			"b": {Renewal: 1, Notes: map[int]string{}},
		},
		Parts: []lease.Part{{Holder: "a"}, {Note: "left", GivenUp: true}, {Holder: "b", Note: "“before”"}},
	}
	has(lease.State{})
	update(one, func(s *lease.State) bool { *s = stored.Clone(); return true })
	has(stored)
	update(one, func(s *lease.State) bool { *s = lease.State{}; return false })
	has(stored)
	delete(stored.Processes, "b")
	stored.Processes["c"] = lease.Process{Renewal: 3, Notes: map[int]string{1: "one"}}
	stored.Parts = []lease.Part{{Holder: "c"}, {Note: "left"}}
	update(other, func(s *lease.State) bool { *s = stored.Clone(); return true })
	has(stored)
	update(one, func(s *lease.State) bool { s.Parts, s.Processes = nil, map[string]lease.Process{}; return true })
	has(lease.State{})

	// No update is lost.
	const each = 25
	var running sync.WaitGroup
	for _, table := range []lease.Table{one, other} {
		running.Go(func() {
			for range each {
				update(table, func(s *lease.State) bool {
					n := s.Processes["counter"].Renewal
					s.Processes["counter"] = lease.Process{Renewal: n + 1}
					return true
				})
			}
		})
	}
	running.Wait()
	has(lease.State{Processes: map[string]lease.Process{"counter": {Renewal: 2 * each}}})

	// Turns are apart, also those of different processes.
	const apart = 2 * time.Millisecond
	begun := time.Now()
	for _, table := range []lease.Table{one, other} {
		running.Go(func() {
			for reserved := 0; reserved < each; {
				wait, err := table.Reserve(t.Context(), 3, apart)
				if err != nil {
					t.Error(err)
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
		t.Errorf("%d turns took %v", 2*each, took)
	}

	for _, queue := range []int{0, 7} {
		const pause = 200 * time.Millisecond
		for n, table := range []lease.Table{one, other, one} {
			wait, err := table.Reserve(t.Context(), queue, pause)
			if err != nil || n == 0 && wait != 0 || n > 0 && (wait <= 0 || wait > pause) {
				t.Errorf("turn %d in queue %d is to wait for %v: %v", n, queue, wait, err)
			}
		}
		for {
			wait, err := other.Reserve(t.Context(), queue, pause)
			if err != nil {
				t.Fatal(err)
			}
			if wait == 0 {
				break
			}
			time.Sleep(wait)
		}
	}
}
