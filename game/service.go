package game

import (
	"context"
	"errors"
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
// however many games there are.
type Service struct {
	LastAlive time.Time     // the last sign of life of a referee
	Downtime  time.Duration // all absences together
}

// Instant returns the referee's time at a time of the wall clock.
func (s Service) Instant(at time.Time) Instant { return instantOf(at, s.Downtime) }

// time returns the wall clock's time at an instant.
func (s Service) time(at Instant) time.Time { return time.UnixMilli(int64(at)).Add(s.Downtime).UTC() }

const (
	// heartbeatInterval is the time after which a running referee gives the next sign of life.
	heartbeatInterval = 5 * time.Second
	// maxSilence is the longest time between two signs of life of a running referee that is no absence.
	maxSilence = 3 * heartbeatInterval
)

// at returns the service at a time while a referee runs. A time since the last sign of life that is longer than
// maxSilence was an absence: the process was stopped, its machine slept, its store could not be written, or no player
// could reach it.
func (s Service) at(now time.Time) Service {
	if s.LastAlive.IsZero() || now.Sub(s.LastAlive) <= maxSilence {
		return s
	}
	return s.resumed(now)
}

// resumed returns the service at the start of a referee: the whole time since the last sign of life was an absence.
func (s Service) resumed(now time.Time) Service {
	if !s.LastAlive.IsZero() {
		s.Downtime += max(0, now.Sub(s.LastAlive))
	}
	return s
}

// Resume has the referee give the time since a referee last ran back to the players whose clocks were running. Until
// players can reach it for the first time, their clocks stand still. Call it once, before anything else, unless another
// referee runs with the same store.
func (r *Referee) Resume(ctx context.Context) error {
	r.resuming.Store(true)
	_, err := r.heartbeat(ctx)
	return err
}

// heartbeat gives a sign of life if the last one is old, or from before Resume. It returns false if no player can reach
// this referee, and no other one has given a sign lately: then nobody's time may run out.
func (r *Referee) heartbeat(ctx context.Context) (alive bool, err error) {
	s, err := view(ctx, r, Reader.Service)
	if err != nil || !r.resuming.Load() && r.now().Sub(s.LastAlive) < heartbeatInterval {
		return err == nil, err
	}
	if !r.reachable() {
		return false, nil
	}
	if err := r.giveSign(ctx); err != nil {
		return false, err
	}
	r.resuming.Store(false)
	return true, nil
}

// giveSign stores that a referee runs, and what was an absence. It reads the clock when the store answers, for which it
// may have waited.
func (r *Referee) giveSign(ctx context.Context) error {
	return r.update(ctx, func(s *step) error {
		before, err := s.tx.Service()
		if err != nil {
			return err
		}
		s.now = r.now()
		s.service = r.counted(before, s.now)
		s.service.LastAlive = later(s.service.LastAlive, s.now)
		return errors.Join(
			s.putOffStarts(s.service.Downtime-before.Downtime),
			s.endMonths(before.LastAlive, s.service.LastAlive),
			s.passLeaves(before),
			s.tx.PutService(s.service),
		)
	})
}

// Service returns the service as it is now. It converts Instants to times.
func (r *Referee) Service(ctx context.Context) (Service, error) {
	return view(ctx, r, func(tx Reader) (Service, error) { return r.serviceAt(tx, r.now()) })
}

// serviceAt returns the service at a time, with an absence that is not stored yet: a request can arrive before the
// Tick that stores it.
func (r *Referee) serviceAt(tx Reader, now time.Time) (Service, error) {
	s, err := tx.Service()
	return r.counted(s, now), err
}

// counted returns the service at a time: until the first sign of life of this referee, no time counts.
func (r *Referee) counted(s Service, now time.Time) Service {
	if r.resuming.Load() {
		return s.resumed(now)
	}
	return s.at(now)
}

// later returns the later of two times. Two requests can be committed in another order than
// that in which they read the clock.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
