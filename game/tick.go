package game

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"doublecorner/game/draughts"
)

const (
	// answerMemory is the time for which a repeated request gets its first answer.
	answerMemory = 24 * time.Hour
	// answersDeletedEvery is the time between two looks for answers that are older than that.
	answersDeletedEvery = time.Minute
	// batch is the number of due things that are done in one transaction.
	batch = 100
)

// Run calls Tick whenever it receives from wake, until the context is done. Once a second is often enough. It passes
// errors to failed; the next tick tries again.
func (r *Referee) Run(ctx context.Context, wake <-chan time.Time, failed func(error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
			if err := r.Tick(ctx); err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	}
}

// Tick does what is due: it tells games whose players are away, reminds players, ends games whose time has run out and challenges
// that nobody has answered, deletes both after a while if they count for nothing, goes on with tournaments, announces
// months that are over, deletes old answers and sessions, and completes interrupted erasures. It does each thing once, however many referees tick. If one thing fails, it does the others.
func (r *Referee) Tick(ctx context.Context) error {
	if alive, err := r.heartbeat(ctx); err != nil || !alive {
		return err // while the store cannot write, or nobody can move, nobody's time must run out
	}
	return errors.Join(
		r.tellLeaves(ctx), // before deadlines pass
		handleDue(ctx, r, Reader.Alarms, (*step).gameAlarm),
		handleDue(ctx, r, Reader.ChallengeAlarms, (*step).challengeAlarm),
		handleDue(ctx, r, r.dueTournaments, (*step).tournamentAlarm),
		r.deleteOldAnswers(ctx),
		r.finishErasures(ctx),
		r.deleteOldSessions(ctx),
	)
}

// handleDue handles all due alarms of one kind, many in one transaction. It leaves those
// that fail for the next tick.
func handleDue[ID ~string](ctx context.Context, r *Referee, alarms func(Reader, Instant, int) ([]ID, error), handle func(*step, ID) error) error {
	var errs []error
	failed := map[ID]bool{}
	for before := []ID(nil); ; {
		ids, err := view(ctx, r, func(tx Reader) ([]ID, error) {
			now := r.now()
			service, err := r.serviceAt(tx, now)
			if err != nil {
				return nil, err
			}
			return alarms(tx, service.Instant(now), batch+len(failed))
		})
		if err != nil {
			return err
		}
		ids = slices.DeleteFunc(ids, func(id ID) bool { return failed[id] })
		if len(ids) == 0 || slices.Equal(ids, before) { // handling them changed nothing
			return errors.Join(errs...)
		}
		before = ids
		var id ID
		err = r.update(ctx, func(s *step) error {
			for _, id = range ids {
				if err := handle(s, id); err != nil && !isNotFound(err) {
					return err
				}
			}
			return nil
		})
		if errors.Is(err, ErrNotStored) {
			return err // the store cannot write the others either
		} else if err != nil { // the next round handles the others
			failed[id] = true
			errs = append(errs, fmt.Errorf("%s: %w", id, err))
		}
	}
}

// NextDeadlines returns running games with a clock, those first whose reminders and deadlines come next. A game between two places
// comes twice, as each of them sees it.
func (r *Referee) NextDeadlines(ctx context.Context, most int) ([]*Game, error) {
	return view(ctx, r, func(tx Reader) ([]*Game, error) {
		for n := most; ; n *= 2 { // games that are to be deleted are among them
			ids, err := tx.Alarms(math.MaxInt64, n)
			if err != nil {
				return nil, err
			}
			games, err := readAll(tx, ids, tx.Game)
			games = slices.DeleteFunc(games, func(g *Game) bool { return g.IsOver() || g.Clock.IsNone() })
			if err != nil || len(games) >= most || len(ids) < n {
				return inBothPlaces(games[:min(most, len(games))]), err
			}
		}
	})
}

// gameAlarm reminds the players, ends the game because the time of the side to move has run out, or deletes a game that
// ended a week ago and does not count.
func (s *step) gameAlarm(id GameID) error {
	g, err := s.tx.Game(id)
	if err != nil {
		return err
	}
	if at, ok := g.Alarm(); !ok || at > s.instant() {
		return nil // it was handled, or is not due any more
	}
	if g.IsOver() {
		return s.tx.DeleteGame(id)
	}
	side := g.Turn()
	if g.IsTeam(side) {
		return s.closeVote(g)
	}
	deadline, _ := g.deadline()
	if deadline.Add(grace) > s.instant() {
		return s.addEvent(g, Event{Kind: Reminded, Side: side})
	}
	s.arrived = s.service.time(deadline)
	defer func() { s.arrived = s.now }()
	switch {
	case !g.Clock.IsNone():
		return s.endByTime(g, side, ByTime)
	case g.made() < minIdleLoss:
		return s.end(g, side, Result{Cause: ByInactivity})
	}
	return s.endByTime(g, side, ByInactivity)
}

// endByTime ends a game by the action of a side because the side to move took too long: the opponent
// wins, if that side has enough left to win.
func (s *step) endByTime(g *Game, side draughts.Side, cause Cause) error {
	history, err := g.History()
	if err != nil {
		return err
	}
	outcome := Drawn
	if winner := g.Turn().Opponent(); history.Position().CanWin(winner) {
		outcome = WonBy(winner)
	}
	return s.end(g, side, Result{Cause: cause, Outcome: outcome})
}

// challengeAlarm closes an expired challenge, or deletes one that was closed long ago.
func (s *step) challengeAlarm(id ChallengeID) error {
	c, err := s.tx.Challenge(id)
	switch {
	case err != nil:
		return err
	case c.Alarm() > s.instant():
		return nil
	case c.State == Open:
		return s.setChallenge(c, Expired, ChallengeExpired)
	default:
		return s.tx.DeleteChallenge(id)
	}
}

// deleteOldAnswers deletes the answers older than answerMemory, if it has not done so lately.
func (r *Referee) deleteOldAnswers(ctx context.Context) error {
	now := r.now()
	if now.Sub(time.UnixMilli(r.answersDeleted.Load())).Abs() < answersDeletedEvery {
		return nil
	}
	err := r.untilDone(ctx, func(s *step) (done bool, err error) {
		n, err := s.tx.DeleteAnswerRecords(s.now.Add(-answerMemory), 10*batch)
		return n < 10*batch, err
	})
	if err != nil {
		return err
	}
	r.answersDeleted.Store(now.UnixMilli())
	return nil
}
