// Package storetest is what every game.Store must do, as one test suite.
package storetest

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"doublecorner/game"
)

// Run tests a kind of store. open returns an empty store, which t.Cleanup closes.
func Run(t *testing.T, open func(t *testing.T) game.Store) {
	for name, test := range map[string]func(*suite){
		"empty":         (*suite).empty,
		"games":         (*suite).games,
		"reviews":       (*suite).reviews,
		"long game":     (*suite).longGame,
		"game lists":    (*suite).gameLists,
		"alarms":        (*suite).alarms,
		"deletion":      (*suite).deletion,
		"pairs":         (*suite).pairs,
		"levels":        (*suite).levels,
		"challenges":    (*suite).challenges,
		"tournaments":   (*suite).tournaments,
		"leaderboards":  (*suite).leaderboards,
		"months":        (*suite).monthlyLeaderboards,
		"long cursor":   (*suite).longCursor,
		"ranks":         (*suite).ranks,
		"puzzles":       (*suite).puzzles,
		"sessions":      (*suite).sessions,
		"announcements": (*suite).announcements,
		"answers":       (*suite).answers,
		"service":       (*suite).service,
		"settings":      (*suite).settings,
		"erasures":      (*suite).erasures,
		"all or none":   (*suite).allOrNone,
		"isolation":     (*suite).isolation,
		"no waiting":    (*suite).noWaiting,
		"run again":     (*suite).runAgain,
		"panics":        (*suite).panics,
		"contexts":      (*suite).contexts,
		"goroutines":    (*suite).goroutines,
		"cursors":       (*suite).cursors,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(&suite{t, open(t)})
		})
	}
}

var (
	background = context.Background()
	start      = time.Date(2026, time.January, 2, 3, 4, 5, 6e6, time.UTC)
)

type suite struct {
	*testing.T
	game.Store
}

func (s *suite) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *suite) update(f func(game.Tx) error) {
	s.Helper()
	s.must(s.Update(background, f))
}

func (s *suite) view(f func(game.Reader) error) {
	s.Helper()
	s.must(s.View(background, f))
}

func (s *suite) put(games ...*game.Game) {
	s.Helper()
	s.update(func(tx game.Tx) error {
		for _, g := range games {
			if err := tx.PutGame(g); err != nil {
				return err
			}
		}
		return nil
	})
}

// missing checks that none of the records is there.
func (s *suite) missing(errs ...error) {
	s.Helper()
	for i, err := range errs {
		if !errors.Is(err, game.ErrNotFound) {
			s.Errorf("look-up %d: the error is %v, want %v", i+1, err, game.ErrNotFound)
		}
	}
}

// same checks that what was read is what was written.
func same[T any](s *suite, what string, got, want T) {
	s.Helper()
	if !reflect.DeepEqual(got, want) {
		s.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

func (s *suite) empty() {
	s.view(func(tx game.Reader) error {
		_, err1 := tx.Game("K7Q2")
		_, err2 := tx.Challenge("K7Q2")
		_, err3 := tx.LeaderboardEntry(1, game.Leaderboard{Pool: "american"})
		_, err4 := tx.AnswerRecord("1")
		s.missing(err1, err2, err3, err4)
		service, err := tx.Service()
		same(s, "service", service, game.Service{})
		above, err2 := tx.CountAbove(game.Leaderboard{}, 0)
		same(s, "above", above, 0)
		page, err3 := tx.Games(game.AllGames(), "", 10)
		same(s, "games", page, game.Page[*game.Game]{})
		return errors.Join(err, err2, err3)
	})
	s.update(func(tx game.Tx) error { // deleting what is not there
		return errors.Join(tx.DeleteGame("K7Q2"), tx.DeleteChallenge("K7Q2"), tx.DeleteLeaderboardEntry(1, game.Leaderboard{}), tx.Delivered(9), tx.DeleteErasure(1), tx.DeleteAttempts(1))
	})
}
