package game_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// fickle is a store that runs every update twice and commits the second run, as stores may.
type fickle struct{ game.Store }

func (s fickle) Update(ctx context.Context, f func(game.Tx) error) error {
	inVain := errors.New("in vain")
	var first error
	err := s.Store.Update(ctx, func(tx game.Tx) error {
		if first = f(tx); first != nil {
			return first
		}
		return inVain
	})
	if !errors.Is(err, inVain) {
		return err
	}
	return s.Store.Update(ctx, f)
}

// Every update of the referee can run again.
func TestTransactionsCanBeRunAgain(t *testing.T) {
	h := newFixture(t)
	h.Referee = game.New(game.Config{Store: fickle{h.store}, Now: h.now, Random: h.random})
	h.must(h.Resume(background))
	dice := rand.New(rand.NewPCG(7, 8))
	for _, key := range []string{"american", "russian-breakthrough", "frisian"} {
		terms := game.Terms{Variant: rules(t, key), Rated: true}
		terms.Clock, _ = game.Correspondence(3)
		g := h.playOut(h.begin(ann, bob, terms), dice)
		moves := 0
		for _, e := range g.Events() {
			if e.Kind == game.Moved {
				moves++
			}
		}
		if moves != g.Len() {
			t.Errorf("%s: %d moves stand of %d", key, g.Len(), moves)
		}
	}
	rest := h.play(h.begin(ann, bob, days(t, 1)), "11-15", "22-18", "15x22", "25x18")
	h.leap(20 * time.Hour)
	h.leap(20 * time.Hour)
	rest = h.game(rest.ID)
	if result, over := rest.Result(); !over || result.Cause != game.ByTime || rest.Seq() != 6 {
		t.Errorf("a game with a reminder and an end has %d events: %+v", rest.Seq(), result)
	}
	h.erase(ann)
	row, _, err := h.Rank(background, bob, game.Leaderboard{Pool: "american", Place: club})
	h.must(err)
	if row.Rank == 0 || row.Games() != 2 {
		t.Errorf("the opponent stands at %+v", row)
	}
	h.inOrder()
}

// late is a store in which something happens just before the next update, before each view, or after
// the list of erasures was read.
type late struct {
	overtaken
	beforeView    func()
	afterErasures func()
}

func (s *late) View(ctx context.Context, f func(game.Reader) error) error {
	if s.beforeView != nil {
		s.beforeView()
	}
	r := lateReader{asked: new(bool)}
	err := s.Store.View(ctx, func(tx game.Reader) error {
		r.Reader = tx
		return f(r)
	})
	if after := s.afterErasures; after != nil && *r.asked {
		s.afterErasures = nil
		after()
	}
	return err
}

type lateReader struct {
	game.Reader
	asked *bool
}

func (r lateReader) Erasures(by time.Time) ([]game.PersonID, error) {
	*r.asked = true
	return r.Reader.Erasures(by)
}

// Between finding and handling a due alarm, a player may move, or another referee may handle it.
func TestAlarmThatComesTooLate(t *testing.T) {
	h := newFixture(t)
	slow := &late{overtaken: overtaken{Store: h.store}}
	second := game.New(game.Config{Store: slow, Now: h.now, Random: h.random})

	g := h.begin(ann, bob, days(t, 4))
	h.leap(3*24*time.Hour - time.Second)
	h.nap(time.Second)
	slow.before = func() { h.must(h.Tick(background)) }
	h.must(second.Tick(background))
	g = h.game(g.ID)
	if g.Seq() != 1 {
		t.Errorf("two referees reminded %d times", g.Seq())
	}

	h.leap(24*time.Hour - 2*time.Second)
	h.nap(time.Second)
	slow.before = func() {
		g = h.play(g, "11-15")
		h.nap(time.Second)
	}
	h.must(second.Tick(background))
	g = h.game(g.ID)
	if g.IsOver() || g.Turn() != draughts.White {
		t.Error("a game ended by time though the move came first")
	}
}

// Between finding and handling a due alarm, a challenge may be declined, or its challenger erased.
func TestChallengeAlarmThatComesTooLate(t *testing.T) {
	h := newFixture(t)
	slow := &late{overtaken: overtaken{Store: h.store}}
	second := game.New(game.Config{Store: slow, Now: h.now, Random: h.random})
	c := h.challenged(ann, bob, american(t))
	gone, err := h.challenge(cid, bob, american(t))
	h.must(err)
	h.leap(48*time.Hour - 4*time.Second)
	h.nap(4 * time.Second)
	slow.before = func() {
		h.nap(-time.Second) // it was in time
		_, err := h.Decline(background, game.ReplyRequest{Request: h.by(bob), Challenge: c.ID})
		h.must(err)
		h.erase(cid)
		h.nap(time.Second)
	}
	h.must(second.Tick(background))
	if c, err := h.ChallengeByID(background, c.ID); err != nil || c.State != game.Refused {
		t.Errorf("the challenge is %+v, %v", c, err)
	}
	_, err = h.ChallengeByID(background, gone.ID)
	refused(t, err, game.NoSuchChallenge)
	h.inOrder()
}

// An erasure of 10,000 games, in many transactions, is completed by the next process after a kill, within a minute.
func TestEraseALot(t *testing.T) {
	h := newFixture(t, game.Quotas{GamesPerPerson: 1 << 20, GamesPerPlace: 1 << 20, ChallengesPerPerson: 2000})
	for i := range 1100 {
		h.challenged(game.PersonID(10_000+i), ann, american(t))
	}
	for i := range 150 {
		h.begin(game.PersonID(20_000+i), ann, american(t))
	}
	h.copied(h.win(ann, bob, american(t)), 10_000)

	begun := time.Now()
	h.Referee = game.New(game.Config{Store: &dying{h.store, 50}, Now: h.now, Random: h.random})
	if _, err := h.Erase(background, ann); !errors.Is(err, errKilled) {
		t.Errorf("the erasure ends with %v", err)
	}
	h.Referee = game.New(game.Config{Store: h.store, Now: h.now, Random: h.random})
	_, err := h.challenge(ann, bob, american(t))
	refused(t, err, game.BeingErased)
	h.must(h.Tick(background))
	took := time.Since(begun)
	t.Logf("it took %v", took)
	if took > time.Minute {
		t.Errorf("it took %v", took)
	}
	h.must(h.store.View(background, func(tx game.Reader) error {
		for _, list := range []game.GameList{game.RunningGamesOf(ann), game.FinishedGamesOf(ann)} {
			if n, err := tx.CountGames(list, 1); n != 0 || err != nil {
				t.Errorf("there are games left: %v", err)
			}
		}
		left, err := tx.Challenges(game.AllChallengesWith(ann), "", 1)
		if len(left.Items) > 0 {
			t.Error("there are challenges left")
		}
		return err
	}))
	h.must(h.store.Check())
}

// copied stores a game under a number of other ids.
func (h *fixture) copied(g *game.Game, n int) {
	h.t.Helper()
	h.must(h.store.Update(background, func(tx game.Tx) error {
		for i := range n {
			header := g.Header
			header.ID = game.GameID(fmt.Sprint("COPY", i))
			if err := tx.PutGame(game.Restore(header, g.Events())); err != nil {
				return err
			}
		}
		return nil
	}))
}

// dying is a store whose process is killed after a number of updates.
type dying struct {
	game.Store
	left int
}

var errKilled = errors.New("killed")

func (s *dying) Update(ctx context.Context, f func(game.Tx) error) error {
	if s.left--; s.left < 0 {
		return errKilled
	}
	return s.Store.Update(ctx, f)
}
