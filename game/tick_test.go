package game_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
)

// sick is a store in which some games cannot be read.
type sick struct {
	game.Store
	games map[game.GameID]bool
}

func (s *sick) Update(ctx context.Context, f func(game.Tx) error) error {
	return s.Store.Update(ctx, func(tx game.Tx) error { return f(sickTx{tx, s.games}) })
}

type sickTx struct {
	game.Tx
	games map[game.GameID]bool
}

func (t sickTx) Game(id game.GameID) (*game.Game, error) {
	if t.games[id] {
		return nil, errors.New("broken record")
	}
	return t.Tx.Game(id)
}

// Games that fail when their time is up do not delay others, and the error names each of them.
func TestTickPassesWhatFails(t *testing.T) {
	const failing = 250
	h := newFixture(t, game.Quotas{GamesPerPerson: 1000, ChallengesPerPerson: 1000})
	s := &sick{h.store, map[game.GameID]bool{}}
	terms := american(t)
	var err error
	terms.Clock, err = game.Live(60*time.Second, 0)
	h.must(err)
	for range failing {
		s.games[h.begin(ann, bob, terms).ID] = true
	}
	h.nap(time.Second)
	last := h.begin(ann, bob, terms)
	r := game.New(game.Config{Store: s, Now: h.now, Random: h.random})
	for range 8 {
		h.nap(10 * time.Second)
		err = r.Tick(background)
	}
	for id := range s.games {
		if err == nil || !strings.Contains(err.Error(), string(id)) {
			t.Errorf("game %s fails, and the error is %v", id, err)
		}
	}
	if g := h.game(last.ID); !g.IsOver() {
		t.Error("a game whose time is up is not over")
	}
}
