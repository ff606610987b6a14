package store

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/storetest"
)

var background = context.Background()

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) game.Store {
		s, err := Open(filepath.Join(t.TempDir(), "games.db"), Options{Volatile: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Check(); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		return s
	})
}

func open(t testing.TB, path string, o Options) *Store {
	t.Helper()
	s, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func referee(s *Store) *game.Referee {
	return game.New(game.Config{
		Store: s, Now: time.Now, Random: rand.Uint64,
		Limits: game.Limits{GamesPerPerson: 1 << 20, GamesPerPlace: 1 << 20, ChallengesPerPerson: 1 << 20},
	})
}

// erase erases everything about a person.
func erase(t testing.TB, r *game.Referee, p game.PersonID) {
	t.Helper()
	_, err := r.Erase(background, p)
	must(t, err)
}

const crashPlayers = 12

// listed returns moves that are known to be few enough to be listed.
func listed(moves []draughts.Move, err error) []draughts.Move {
	if err != nil {
		panic(err)
	}
	return moves
}
