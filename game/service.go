package game

import (
	"context"
	"time"
)

// Service is the referee's attendance. Deadlines are Instants, counted in time
// during which a referee was there; Away is what watches have gone ahead of that.
// Giving time back to everybody is therefore one small change, made in the same
// transaction that notices the absence, however many games there are, and it
// cannot be made twice.
type Service struct {
	Alive time.Time     // when a referee was last known to be there
	Away  time.Duration // how long there was none, all absences together
}

// Instant returns the referee's time at a time on the wall.
func (s Service) Instant(at time.Time) Instant { return instantOf(at, s.Away) }

// Time returns the time on the wall at which an instant comes, if the referee stays.
func (s Service) Time(i Instant) time.Time {
	return time.UnixMilli(int64(i) + s.Away.Milliseconds()).UTC()
}

const (
	// beat is how often a running referee says that it is there.
	beat = 5 * time.Second
	// absence is a silence so long that the referee cannot have been there, though
	// it was never stopped: the machine slept, or nothing could be written.
	absence = 30 * time.Second
)

// Resume takes up the service: the time since a referee was last there is given
// back to whoever's clock was running. Call it once, before anything else.
func (r *Referee) Resume(ctx context.Context) error {
	return r.attend(ctx, 0)
}

// attend notes that the referee is there, and counts a silence of more than
// tolerance as absence.
func (r *Referee) attend(ctx context.Context, tolerance time.Duration) error {
	now := r.now()
	return r.store.Update(ctx, func(tx Tx) error {
		before, err := tx.Service()
		if err != nil {
			return err
		}
		if s := before.heard(now, tolerance); s != before {
			return tx.PutService(s)
		}
		return nil
	})
}

// heard returns the attendance once a referee is heard at a time, after a silence of
// which more than tolerance was absence.
func (s Service) heard(now time.Time, tolerance time.Duration) Service {
	silence := now.Sub(s.Alive)
	switch {
	case s.Alive.IsZero(): // the first referee there ever was
	case silence <= 0: // another has just been heard, or the wall clock was set back
		return s
	case silence > tolerance:
		s.Away += silence
	}
	s.Alive = now
	return s
}

// serviceAt returns the attendance as it is at a time. When a machine wakes up, a
// request can be heard before Tick has noticed that it slept: that it did counts all
// the same. It need not be written down, as whoever comes next will find the same.
func serviceAt(tx Reader, now time.Time) (Service, error) {
	s, err := tx.Service()
	return s.heard(now, absence), err
}
