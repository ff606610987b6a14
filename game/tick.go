package game

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

const (
	// answerMemory is how long a request that is done again gets its first answer.
	answerMemory = 24 * time.Hour
	// batch is how many things that are due are done in one transaction.
	batch = 100
)

// Run ticks whenever it is woken, until the context is done. What goes wrong is
// told to failed and tried again at the next tick. Once a second is often enough.
// While a tick waits for the store, Run still notes that the process runs.
func (r *Referee) Run(ctx context.Context, wake <-chan time.Time, failed func(error)) {
	var ticking sync.WaitGroup
	defer ticking.Wait()
	tick := make(chan struct{}, 1)
	defer close(tick)
	ticking.Go(func() {
		for range tick {
			if err := r.Tick(ctx); err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	})
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
			r.now()
			select {
			case tick <- struct{}{}:
			default: // a tick is waiting already
			}
		}
	}
}

// Tick does what time demands: it reminds players, ends games whose time ran out
// and challenges nobody answered, forgets what need no longer be known, and goes on
// with erasures that were cut short. Each thing is done once, however many
// referees tick. A thing that fails does not hold up the others.
func (r *Referee) Tick(ctx context.Context) error {
	if err := r.beat(ctx); err != nil {
		return err // nothing can be written, so time must not run out on anybody
	}
	return errors.Join(
		due(ctx, r, Reader.Alarms, (*hearing).alarm),
		due(ctx, r, Reader.ChallengeAlarms, (*hearing).challengeAlarm),
		r.forget(ctx),
		r.finishErasures(ctx),
	)
}

// beat says that the referee is there, when it has not said so for a while.
func (r *Referee) beat(ctx context.Context) error {
	r.now() // so that a sleep from here on is noticed by the next call
	s, err := look(ctx, r, Reader.Service)
	if err != nil {
		return err
	}
	if r.now().Sub(s.Alive) < beat {
		return nil
	}
	return r.attend(ctx, r.attendance.at)
}

// due finds what has an alarm that is due, and lets ring see to it. What fails is left for
// the next tick, and does not hold up the rest.
func due[ID ~string](ctx context.Context, r *Referee, alarms func(Reader, Instant, int) ([]ID, error), ring func(*hearing, ID) error) error {
	var failed []error
	broken := map[ID]bool{}
	var before []ID
	for {
		ids, err := look(ctx, r, func(tx Reader) ([]ID, error) {
			now := r.now()
			service, err := r.serviceAt(tx, now)
			if err != nil {
				return nil, err
			}
			return alarms(tx, service.Instant(now), batch+len(broken))
		})
		if err != nil {
			return err
		}
		ids = slices.DeleteFunc(ids, func(id ID) bool { return broken[id] })
		if slices.Equal(ids, before) { // nothing is left, or nothing comes of it
			return errors.Join(failed...)
		}
		if err := ringAll(ctx, r, ids, ring); errors.Is(err, ErrNotKept) {
			return err // nor could the others be
		} else if err != nil {
			for _, id := range ids { // of which one has failed
				if err := ringAll(ctx, r, []ID{id}, ring); err != nil {
					broken[id] = true
					failed = append(failed, fmt.Errorf("%s: %w", id, err))
				}
			}
		}
		before = ids
	}
}

// ringAll sees to several alarms in one transaction.
func ringAll[ID ~string](ctx context.Context, r *Referee, ids []ID, ring func(*hearing, ID) error) error {
	if len(ids) == 0 {
		return nil
	}
	return r.sit(ctx, r.now(), func(h *hearing) error {
		for _, id := range ids {
			if err := ring(h, id); err != nil && !missing(err) {
				return err
			}
		}
		return nil
	})
}

// alarm reminds the side to move, or ends the game because its time ran out.
func (h *hearing) alarm(id GameID) error {
	g, err := h.tx.Game(id)
	if err != nil {
		return err
	}
	if at, ok := g.Alarm(); !ok || at > h.instant() {
		return nil // it was seen to, or has been put off
	}
	side := g.Turn()
	if deadline, _ := g.Deadline(); deadline > h.instant() {
		return h.happen(g, Event{Kind: Reminded, Side: side})
	}
	history, err := g.History()
	if err != nil {
		return err
	}
	outcome := Drawn
	if winner := side.Opponent(); history.Position().CanWin(winner) {
		outcome = WonBy(winner)
	}
	return h.end(g, side, Result{Cause: ByTime, Outcome: outcome})
}

// challengeAlarm lets a challenge expire, or forgets one that was closed long ago.
func (h *hearing) challengeAlarm(id ChallengeID) error {
	c, err := h.tx.Challenge(id)
	switch {
	case err != nil:
		return err
	case c.Alarm() > h.instant():
		return nil
	case c.State == Open:
		return h.closeChallenge(c, Expired, ChallengeExpired)
	default:
		return h.tx.DeleteChallenge(id)
	}
}

// forget forgets answers that nobody will ask for again.
func (r *Referee) forget(ctx context.Context) error {
	before := r.now().Add(-answerMemory)
	for {
		var n int
		if err := r.store.Update(ctx, func(tx Tx) (err error) {
			n, err = tx.ForgetAnswered(before, 10*batch)
			return err
		}); err != nil || n < 10*batch {
			return err
		}
	}
}
