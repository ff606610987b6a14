package game

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Instant is a point in the referee's own time, in milliseconds. That time stands still while
// no referee runs, so whatever is due at an Instant becomes due later on the wall clock: see
// Service.
type Instant int64

// Add returns the instant a duration later.
func (i Instant) Add(d time.Duration) Instant { return i + Instant(d.Milliseconds()) }

// Sub returns the duration from j to i.
func (i Instant) Sub(j Instant) time.Duration { return time.Duration(i-j) * time.Millisecond }

func instantOf(at time.Time, downtime time.Duration) Instant {
	return Instant(at.UnixMilli() - downtime.Milliseconds())
}

// Service records when a referee was running. Deadlines are Instants, from which Downtime is
// subtracted. One small change therefore gives the time of an absence back to all players,
// however many games there are. The transaction that notices the absence makes it, so it cannot
// be made twice.
type Service struct {
	LastAlive time.Time     // the last time at which a referee is known to have run
	Downtime  time.Duration // all absences together
}

// Instant returns the referee's time at a time of the wall clock.
func (s Service) Instant(at time.Time) Instant { return instantOf(at, s.Downtime) }

const (
	// heartbeatInterval is the time after which a running referee stores LastAlive again.
	heartbeatInterval = 5 * time.Second
	// maxSilence is longer than LastAlive can be ago while referees run whose store can write.
	maxSilence = 3 * heartbeatInterval
	// maxPause is the longest time between two readings of the clock by a running process. After
	// a longer one, the process was stopped, or its machine slept.
	maxPause = 30 * time.Second
)

// Resume gives the time since a referee last ran back to the players whose clocks were running.
// Call it once, before anything else, unless another referee runs: see Join.
func (r *Referee) Resume(ctx context.Context) error {
	s, err := view(ctx, r, Reader.Service)
	if err != nil {
		return err
	}
	r.absences.stored(s, s.LastAlive)
	r.absences.lastRan = s.LastAlive // the clock may have been set back since
	r.absences.failed(r.now())
	return r.updateService(ctx, r.now())
}

// Join is called instead of Resume if another referee runs with the same store: then nobody was absent.
func (r *Referee) Join(ctx context.Context) error {
	s, err := view(ctx, r, Reader.Service)
	if err == nil {
		r.absences.stored(s, r.now())
	}
	return err
}

// allRan returns the time until which all referees are known to have run.
func (r *Referee) allRan() time.Time {
	return r.now().Add(-r.absences.silence().Truncate(time.Millisecond))
}

// StoreWasAway gives a time until now back to the players in which the store was away. Stores call it that try again
// meanwhile, so that nothing fails.
func (r *Referee) StoreWasAway(d time.Duration) { r.wasAway(d, false) }

// RefereeWasAway gives a time until now back to the players in which another referee was away, or nobody could reach this
// one: see Config.Silence.
func (r *Referee) RefereeWasAway(d time.Duration) { r.wasAway(d, true) }

func (r *Referee) wasAway(d time.Duration, another bool) {
	now := r.now()
	r.absences.mu.Lock()
	defer r.absences.mu.Unlock()
	r.absences.add(span{now.Add(-d), now, another})
	select {
	case r.returned <- struct{}{}:
	default:
	}
}

// updateService brings the stored service up to the moment at which the store answers, for which it may have waited, if
// referees were absent. Otherwise it brings it up to the time until which all referees are known to have run.
func (r *Referee) updateService(ctx context.Context, allRan time.Time) error {
	err := r.update(ctx, func(s *step) error {
		before, err := s.tx.Service()
		s.now, s.alive = r.now(), true
		s.service = r.absences.advance(before, s.now)
		if ran := later(before.LastAlive, allRan); s.service.Downtime == before.Downtime && ran.Before(s.service.LastAlive) {
			s.service.LastAlive = ran
		}
		return err
	})
	if errors.Is(err, ErrNotStored) {
		r.absences.failed(r.now())
	}
	return err
}

// putService stores the service of a step, and announces the months that ended since it was stored.
func (r *Referee) putService(s *step, before Service) error {
	r.absences.gives(s.service.Downtime-before.Downtime, s.service.LastAlive)
	return errors.Join(s.endMonths(before.LastAlive, s.service.LastAlive), s.tx.PutService(s.service))
}

// Service returns the service as it is now. It converts Instants to times.
func (r *Referee) Service(ctx context.Context) (Service, error) {
	return view(ctx, r, func(tx Reader) (Service, error) { return r.serviceAt(tx, r.now()) })
}

// serviceAt returns the service at a time, including absences that are not stored yet: a request
// can arrive before the Tick that stores them.
func (r *Referee) serviceAt(tx Reader, now time.Time) (Service, error) {
	s, err := tx.Service()
	return r.absences.at(now, s), err
}

// absences holds a referee's own absences. A referee is absent while its process does not run,
// and while its store cannot write. It is not absent while its store is slow, because then a
// player could stop everyone's clock with many requests. If several referees share a store, the time
// stands still only while all of them are absent: what one of them knows counts from the LastAlive that
// any of them stored, and each stores it if the others have not done so for a while.
type absences struct {
	silence func() time.Duration // as in Config

	mu        sync.Mutex
	lastRan   time.Time     // when the process last read the clock
	lastWrote time.Time     // when the store last wrote
	recent    []span        // absences that may not be stored yet; they do not overlap
	gave      time.Duration // the downtime that was added last, at gaveAt
	gaveAt    time.Time
	setBack   time.Duration // how far the clock was set back since the store last wrote
}

// span is the time from one moment to another.
type span struct {
	from, to time.Time
	another  bool // another referee was absent, so all were there until LastAlive, and not since
}

// endless is the end of an absence that lasts until the store writes again.
var endless = time.Unix(1<<40, 0)

// now reads the clock. If the last reading is longer ago than maxPause, the process was stopped
// in between.
func (a *absences) now(wallClock func() time.Time) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := wallClock().UTC().Truncate(time.Millisecond)
	switch {
	case now.Before(a.lastRan):
		a.shift(a.lastRan.Sub(now))
	case !a.lastRan.IsZero() && now.Sub(a.lastRan) > maxPause:
		a.add(span{from: a.lastRan, to: now})
	}
	a.lastRan = now
	return now
}

// shift moves what is known to the time of a clock that was set back. The players gain that time.
func (a *absences) shift(by time.Duration) {
	a.gave, a.setBack = 0, a.setBack+by
	if !a.lastWrote.IsZero() {
		a.lastWrote = a.lastWrote.Add(-by)
	}
	for i, known := range a.recent {
		a.recent[i].from = known.from.Add(-by)
		if known.to != endless {
			a.recent[i].to = known.to.Add(-by)
		}
	}
}

// stored notes that the store holds the service s and could write at a time.
func (a *absences) stored(s Service, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lastWrote, a.setBack = at, 0
	for i, known := range a.recent {
		if known.to == endless {
			a.recent[i].from, a.recent[i].to = s.LastAlive, at // the commit may have waited for the store
		}
		a.recent[i].from = later(known.from, s.LastAlive) // what was before is counted in it
	}
	a.recent = slices.DeleteFunc(a.recent, func(known span) bool { return !known.to.After(s.LastAlive) })
}

// gives notes the downtime that a step at a time adds to the service, once it is committed.
func (a *absences) gives(d time.Duration, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.gave, a.gaveAt = d, at
}

// at returns the stored service s as it is at a time.
func (a *absences) at(now time.Time, s Service) Service {
	s.Downtime -= a.gaveAfter(now, s)
	return a.advance(s, now)
}

// gaveAfter returns how much of the downtime of the service s was given last for the time after another: that of a step that
// has waited meanwhile.
func (a *absences) gaveAfter(at time.Time, s Service) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s.LastAlive.Before(a.gaveAt) {
		return 0 // it was not stored
	}
	return min(a.gave, max(0, a.gaveAt.Sub(at)))
}

// saw notes that a referee, perhaps another one, has stored the service s.
func (a *absences) saw(s Service) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lastWrote = later(a.lastWrote, s.LastAlive)
}

// failed notes that nothing was written from the last write to a time, nor will be until stored is called.
func (a *absences) failed(at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.lastWrote.IsZero() && at.After(a.lastWrote) {
		a.add(span{from: a.lastWrote, to: endless})
	}
}

// unsettled reports whether nothing was written since a write failed or the clock was set back.
func (a *absences) unsettled() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.setBack > 0 || slices.ContainsFunc(a.recent, func(known span) bool { return known.to == endless })
}

// add adds an absence and merges it with those that it overlaps.
func (a *absences) add(s span) {
	a.recent = slices.DeleteFunc(a.recent, func(other span) bool {
		if other.to.Before(s.from) || s.to.Before(other.from) {
			return false
		}
		if other.from.Before(s.from) {
			s.from = other.from
		}
		s.to = later(s.to, other.to)
		s.another = s.another || other.another
		return true
	})
	a.recent = append(a.recent, s)
}

// advance brings a stored service up to a time. It adds the parts of the absences after LastAlive,
// because the referee that ran then counted everything before. If an absence began before
// LastAlive, another referee ran during it. If the store could not write since, nobody knows whether the
// other could; the rest of a pause counts only if it is longer than maxSilence.
func (a *absences) advance(s Service, now time.Time) Service {
	a.mu.Lock()
	defer a.mu.Unlock()
	ahead := s.LastAlive.Sub(now)
	if ahead > maxSilence && a.setBack > 0 && MonthOf(s.LastAlive) == MonthOf(now) { // else a month would end twice
		s.LastAlive = s.LastAlive.Add(-max(ahead, a.setBack))
	}
	switch {
	case s.LastAlive.IsZero(): // this is the first referee
	case !now.After(s.LastAlive): // another has run since, or the wall clock was set back
		return s
	default:
		var all time.Duration
		for _, known := range a.recent {
			from := later(known.from, s.LastAlive)
			if away := min(known.to.Sub(from), now.Sub(from)); away > maxSilence || away > 0 && (known.another || from.Equal(known.from) || known.to == endless) {
				all += away
			}
		}
		if ago := now.Sub(s.LastAlive); all > 0 && ago > maxSilence { // else the rest of a silence could not be given back later
			all = max(all, min(ago, a.silence()))
		}
		s.Downtime += all
	}
	s.LastAlive = now
	return s
}

// later returns the later of two times. Two requests can be committed in another order than
// that in which they read the clock.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
