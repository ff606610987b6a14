// Package lease shares numbered parts of some work among processes, so that each part has one holder at
// most. The leases are kept in a Table that all processes reach. No clock of one process is compared with
// that of another, or with the table's: see lifetime.
package lease

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"
)

// Table is where the processes keep their leases.
type Table interface {
	// Read returns what is stored at one moment after its call, without notes.
	Read(ctx context.Context) (State, error)
	// Renew stores a process, if what is stored of it has the renewal last. It reports whether it did.
	Renew(ctx context.Context, name string, last int64, p Process) (renewed bool, err error)
	// Update runs f on what is stored, and if f returns true, stores what f made of it: as a whole or not
	// at all, and as if one update, or Renew, ran after the other. It may run f again, from the beginning.
	Update(ctx context.Context, f func(*State) (changed bool)) error
	// Reserve reserves the next turn in a queue, unless the last turn was reserved less than a pause ago.
	// Then it returns how long to wait before trying again; 0 if the turn is reserved.
	Reserve(ctx context.Context, queue int, pause time.Duration) (wait time.Duration, err error)
}

// State is what a Table holds.
type State struct {
	Processes map[string]Process // by their names; never nil
	Parts     []Part             // by their numbers; none before a process has said how many there are
}

// Process is a process that holds parts or waits for some.
type Process struct {
	Renewal int64          // another number with each renewal of its lease
	Notes   map[int]string // what the next holder of each of its parts is to know, if the process dies
}

// Part is one part of the work.
type Part struct {
	Holder  string // the name of a process; "" if none holds it
	Note    string // what the last holder left for the next one
	GivenUp bool   // the last holder ended its work for it, rather than died
}

// Clone returns a copy that shares nothing with the state. Its maps are not nil.
func (s *State) Clone() State {
	c := State{Processes: map[string]Process{}, Parts: append([]Part(nil), s.Parts...)}
	for name, p := range s.Processes {
		notes := map[int]string{}
		maps.Copy(notes, p.Notes)
		c.Processes[name] = Process{p.Renewal, notes}
	}
	return c
}

// held returns the numbers of the parts of a process.
func (s *State) held(name string) (parts []int) {
	for n, p := range s.Parts {
		if p.Holder == name {
			parts = append(parts, n)
		}
	}
	return parts
}

// quota returns how many parts a process is to hold if the processes of these names share them. The quotas of all of
// them add up to the parts. If they cannot be the same, those that hold more keep more, so that no part changes its
// holder in vain.
func (s *State) quota(name string, names []string) int {
	held := map[string]int{}
	for _, p := range s.Parts {
		held[p.Holder]++
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(held[b]-held[a], cmp.Compare(a, b)) })
	quota := len(s.Parts) / len(names)
	if slices.Index(names, name) < len(s.Parts)%len(names) {
		quota++
	}
	return quota
}

// remove removes a process that works no more, and makes its parts free. The notes are for the next holders, and givenUp
// says that it has ended its work for their parts, rather than died. Parts without a note stay as they were.
func (s *State) remove(name string, notes map[int]string, givenUp bool) {
	for _, n := range s.held(name) {
		s.Parts[n].Holder = ""
		if note, ok := notes[n]; ok {
			s.Parts[n].Note, s.Parts[n].GivenUp = note, givenUp
		}
	}
	delete(s.Processes, name)
}
