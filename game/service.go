package game

import (
	"context"
	"errors"
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
	// absence is a gap between two pulses so long that the process cannot have run: it
	// was stopped, or its machine slept.
	absence = 30 * time.Second
)

// Resume takes up the service: the time since a referee was last there is given
// back to whoever's clock was running. Call it once, before anything else.
func (r *Referee) Resume(ctx context.Context) error {
	return r.attend(ctx, func(s Service, now time.Time) Service {
		return s.at(now, []span{{s.Alive, now}})
	})
}

// attend reads the attendance from the store, has now bring it up to date, and stores it.
func (r *Referee) attend(ctx context.Context, now func(Service, time.Time) Service) error {
	began := r.now()
	var s Service
	err := r.store.Update(ctx, func(tx Tx) error {
		before, err := tx.Service()
		if err != nil {
			return err
		}
		if s = now(before, began); s != before {
			return tx.PutService(s)
		}
		return nil
	})
	switch ended := r.now(); {
	case err == nil:
		r.attendance.stored(s, ended)
	case errors.Is(err, ErrNotKept):
		r.attendance.failed(ended)
	}
	return err
}

// at returns the attendance at a time. It adds the parts of the absences that are later than
// Alive, because a referee was there at Alive and counted everything before. If an absence
// began before Alive, another referee was there during it, and the rest counts only if it is
// longer than the constant absence. Absences must not overlap each other.
func (s Service) at(now time.Time, absences []span) Service {
	switch {
	case s.Alive.IsZero(): // the first referee there ever was
	case !now.After(s.Alive): // another was there since, or the wall clock was set back
		return s
	default:
		for _, a := range absences {
			from := later(a.from, s.Alive)
			if away := earlier(a.to, now).Sub(from); away > absence || away > 0 && from.Equal(a.from) {
				s.Away += away
			}
		}
	}
	s.Alive = now
	return s
}

// serviceAt returns the attendance as it is at a time, with absences that are not
// written down yet: a request can arrive before the Tick that writes them.
func (r *Referee) serviceAt(tx Reader, now time.Time) (Service, error) {
	s, err := tx.Service()
	return r.attendance.at(s, now), err
}
