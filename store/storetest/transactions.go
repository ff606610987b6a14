package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"doublecorner/game"
)

func (s *suite) allOrNone() {
	broken := errors.New("broken")
	err := s.Update(background, func(tx game.Tx) error {
		if err := tx.PutGame(s.newGame("K7Q2", nil)); err != nil {
			return err
		}
		if _, err := tx.Game("K7Q2"); err != nil {
			s.Errorf("a transaction does not read what it wrote: %v", err)
		}
		return broken
	})
	if err != broken {
		s.Errorf("the error is %v, want the function's own", err)
	}
	s.view(func(tx game.Reader) error {
		_, err := tx.Game("K7Q2")
		s.missing(err)
		n, _ := tx.CountGames(game.RunningGamesOf(11), 10)
		same(s, "games in the list", n, 0)
		return nil
	})
	if err := s.View(background, func(game.Reader) error { return broken }); err != broken {
		s.Errorf("the error is %v, want the function's own", err)
	}
}

// isolation checks that a view sees one moment while updates go on, which do not wait for it.
func (s *suite) isolation() {
	s.put(s.newGame("K7Q2", nil))
	s.view(func(tx game.Reader) error {
		for i := range 50 {
			n, err := tx.CountGames(game.RunningGamesOf(11), 100)
			s.must(err)
			same(s, "games in sight", n, 1)
			s.put(s.newGame(game.GameID(fmt.Sprintf("G%02dX", i)), nil))
		}
		return nil
	})
	same(s, "games afterwards", len(strings.Fields(s.list(game.RunningGamesOf(11)))), 51)
}

// noWaiting checks that a view does not wait for an update that takes long.
func (s *suite) noWaiting() {
	s.put(s.newGame("K7Q2", nil))
	begun, goOn, done := make(chan struct{}), make(chan struct{}), make(chan error)
	var once sync.Once
	go func() {
		done <- s.Update(background, func(tx game.Tx) error {
			err := tx.PutGame(s.newGame("K7Q3", nil))
			once.Do(func() { close(begun) })
			<-goOn
			return err
		})
	}()
	<-begun
	same(s, "games meanwhile", s.list(game.AllGames()), "K7Q2")
	close(goOn)
	s.must(<-done)
	same(s, "games afterwards", s.list(game.AllGames()), "K7Q2 K7Q3")
}

// runAgain checks that functions that fail do not spoil those that share a commit with them, and
// that each of these is done once.
func (s *suite) runAgain() {
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			p := game.PersonID(1000 + i)
			err := s.Update(background, func(tx game.Tx) error {
				st := leaderboardEntry(p, game.Leaderboard{Pool: "american"}, 1500, 60)
				if old, err := tx.LeaderboardEntry(p, st.Leaderboard); err == nil {
					st.Wins = old.Wins + 1
				}
				if err := tx.PutLeaderboardEntry(st); err != nil {
					return err
				}
				if _, err := tx.Announce(game.Announcement{At: start, Seq: i}); err != nil {
					return err
				}
				if i%5 == 0 {
					return game.ErrNotFound
				}
				return nil
			})
			if (i%5 == 0) != errors.Is(err, game.ErrNotFound) {
				s.Errorf("update %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	s.view(func(tx game.Reader) error {
		for i := range 200 {
			st, err := tx.LeaderboardEntry(game.PersonID(1000+i), game.Leaderboard{Pool: "american"})
			if i%5 == 0 {
				s.missing(err)
			} else if err != nil || st.Wins != 3 {
				s.Errorf("entry %d is %+v, %v", i, st, err)
			}
		}
		n, err := tx.CountAbove(game.Leaderboard{Pool: "american"}, 0)
		same(s, "entries", n, 160)
		list, err2 := tx.Announcements(0, 1000)
		same(s, "announcements", len(list), 160)
		return errors.Join(err, err2)
	})
}

// panics checks that a panic reaches the caller of Update and leaves nothing behind.
func (s *suite) panics() {
	func() {
		defer func() {
			if recover() == nil {
				s.Error("the panic was lost")
			}
		}()
		s.Update(background, func(tx game.Tx) error {
			if err := tx.PutGame(s.newGame("K7Q2", nil)); err != nil {
				return err
			}
			panic("oh")
		})
	}()
	s.put(s.newGame("K7Q3", nil))
	same(s, "games", s.list(game.AllGames()), "K7Q3")
}

func (s *suite) contexts() {
	ctx, cancel := context.WithCancel(background)
	cancel()
	ran := false
	for _, err := range []error{
		s.Update(ctx, func(game.Tx) error { ran = true; return nil }),
		s.View(ctx, func(game.Reader) error { ran = true; return nil }),
	} {
		if !errors.Is(err, context.Canceled) {
			s.Errorf("the error is %v", err)
		}
	}
	if ran {
		s.Error("something was done though nobody wanted it any more")
	}
}

// goroutines checks that many goroutines that read and write the same records work as if one
// after another.
func (s *suite) goroutines() {
	board := game.Leaderboard{Pool: "american"}
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for range 25 {
				s.must(s.Update(background, func(tx game.Tx) error {
					st, err := tx.LeaderboardEntry(1, board)
					if errors.Is(err, game.ErrNotFound) {
						st, err = &game.LeaderboardEntry{Person: 1, Leaderboard: board, Played: start}, nil
					}
					if err != nil {
						return err
					}
					st.Wins++
					st.Rating.Points = float64(st.Wins)
					return tx.PutLeaderboardEntry(st)
				}))
				s.must(s.View(background, func(tx game.Reader) error {
					st, err := tx.LeaderboardEntry(1, board)
					if err != nil {
						return err
					}
					page, err := tx.Leaderboard(board, "", 10)
					if err != nil {
						return err
					}
					if len(page.Items) != 1 || page.Items[0].Wins != st.Wins || page.Items[0].Rating.Points != float64(st.Wins) {
						s.Errorf("goroutine %d saw half of a change: %+v and %+v", i, st, page.Items)
					}
					return nil
				}))
			}
		})
	}
	wg.Wait()
	s.view(func(tx game.Reader) error {
		st, err := tx.LeaderboardEntry(1, board)
		same(s, "wins", st.Wins, 16*25)
		return err
	})
}

// cursors checks that a changed cursor leads to some place in the list or to its beginning.
func (s *suite) cursors() {
	for i := range 4 {
		s.put(s.newGame(game.GameID(fmt.Sprintf("G%dXX", i)), nil), s.newGame(game.GameID(fmt.Sprintf("H%dXX", i)), func(h *game.Header) {
			h.Players = [2]game.PersonID{10, 13}
		}))
	}
	for _, c := range []game.Cursor{"?", "AAAA", "____", "zzzzzzzzzzzzzzzzzzzz", game.Cursor(strings.Repeat("A", 9999)), "\x00", "é"} {
		s.view(func(tx game.Reader) error {
			page, err := tx.Games(game.RunningGamesOf(11), c, 10)
			if err != nil {
				s.Errorf("cursor %q: %v", c, err)
			}
			for _, g := range page.Items {
				if g.Players[0] != 11 {
					s.Errorf("cursor %q leads to game %s", c, g.ID)
				}
			}
			return nil
		})
	}
}
