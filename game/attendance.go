package game

import (
	"slices"
	"sync"
	"time"
)

// attendance is what a referee knows of its own absences. A referee is absent while its
// process does not run, and while its store cannot write. It is not absent while
// its store is slow, because then a player could stop everybody's clock with many requests.
type attendance struct {
	mu       sync.Mutex
	ran      time.Time // when the process was last seen to run
	wrote    time.Time // when the store was last seen to write
	absences []span    // those the store may not know yet; they do not overlap
}

// span is the time from one moment to another.
type span struct{ from, to time.Time }

// pulse returns the time and notes that the process runs. If the last pulse is too long
// ago, the process was stopped in between.
func (a *attendance) pulse(clock func() time.Time) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := clock().UTC().Truncate(time.Millisecond)
	if !a.ran.IsZero() && now.Sub(a.ran) > absence {
		a.add(span{a.ran, now})
	}
	a.ran = now
	return now
}

// stored notes that the store contains the attendance s, and that it could write at a time.
func (a *attendance) stored(s Service, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.wrote = at
	a.absences = slices.DeleteFunc(a.absences, func(known span) bool { return !known.to.After(s.Alive) })
}

// failed notes that the store could not write from its last write to a time.
func (a *attendance) failed(at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.wrote.IsZero() && at.After(a.wrote) {
		a.add(span{a.wrote, at})
	}
}

// add notes an absence and merges it with those that it overlaps.
func (a *attendance) add(s span) {
	a.absences = slices.DeleteFunc(a.absences, func(other span) bool {
		if other.to.Before(s.from) || s.to.Before(other.from) {
			return false
		}
		s = span{earlier(s.from, other.from), later(s.to, other.to)}
		return true
	})
	a.absences = append(a.absences, s)
}

// at brings an attendance from the store up to date, to a time.
func (a *attendance) at(s Service, now time.Time) Service {
	a.mu.Lock()
	defer a.mu.Unlock()
	return s.at(now, a.absences)
}

// earlier returns the earlier of two times.
func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
