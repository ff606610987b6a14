package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"doublecorner/game"
)

func leaderboardEntry(p game.PersonID, b game.Leaderboard, points, deviation float64) *game.LeaderboardEntry {
	return &game.LeaderboardEntry{
		Person: p, Leaderboard: b, Rating: game.Rating{Points: points, Deviation: deviation, Volatility: 0.06},
		Best: points + 1, Played: start, Wins: 3, Draws: 2, Losses: 1, Streak: -4,
	}
}

// ranking reads the people of a leaderboard from the first on, a few at a time.
func (s *suite) ranking(b game.Leaderboard) string {
	s.Helper()
	var people []string
	s.view(func(tx game.Reader) error {
		for _, row := range inPages(s, tx.Leaderboard, b, 2) {
			people = append(people, row.Person.String())
		}
		return nil
	})
	return strings.Join(people, " ")
}

func (s *suite) leaderboards() {
	board := game.Leaderboard{Pool: "american", Place: 5}
	boards := []game.Leaderboard{
		board, {Pool: "american"}, {Pool: "american", Place: 5, Month: game.MonthOf(start)},
		{Pool: "american-misere", Place: 5}, {Pool: "americana", Place: 5},
	}
	s.update(func(tx game.Tx) error {
		for i, b := range boards {
			for p := range game.PersonID(4) {
				if err := tx.PutLeaderboardEntry(leaderboardEntry(20+p, b, 1500+float64(i)+100*float64(p), 60+50*float64(p%2))); err != nil {
					return err
				}
			}
		}
		return tx.PutLeaderboardEntry(leaderboardEntry(20, board, 1650, 200)) // takes the place of the first
	})
	// Deviation 60 and 110 are sure enough, 200 is not.
	same(s, "leaderboard", s.ranking(board), "23 22 21 20")
	same(s, "leaderboard everywhere", s.ranking(boards[1]), "23 22 21 20")
	same(s, "nobody's leaderboard", s.ranking(game.Leaderboard{Pool: "american", Place: 6}), "")
	s.view(func(tx game.Reader) error {
		got, err := tx.LeaderboardEntry(20, board)
		s.must(err)
		same(s, "entry", got, leaderboardEntry(20, board, 1650, 200))
		all, err := tx.LeaderboardEntries(21)
		s.must(err)
		same(s, "entries", len(all), len(boards))
		return nil
	})
	s.update(func(tx game.Tx) error { return tx.DeleteLeaderboardEntry(22, board) })
	same(s, "leaderboard after deleting", s.ranking(board), "23 21 20")
	same(s, "other leaderboards", s.ranking(boards[2]), "23 22 21 20")
}

// monthlyLeaderboards checks which leaderboards a month has.
func (s *suite) monthlyLeaderboards() {
	s.update(func(tx game.Tx) error {
		for _, b := range []game.Leaderboard{{Pool: "zzz", Place: 9, Month: 7}, {Pool: "zz", Place: 9, Month: 7}, {Pool: "zz", Place: 9, Month: 6}, {Pool: "zz", Place: 9, Month: 8}, {Pool: "zz", Month: 7}, {Pool: "zz", Place: 10, Month: 9}} {
			for p := range game.PersonID(3) {
				if err := tx.PutLeaderboardEntry(leaderboardEntry(60+p, b, 1500, 60)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	s.view(func(tx game.Reader) error {
		boards, err := tx.Leaderboards(7)
		same(s, "boards of a month", boards, []game.Leaderboard{{Pool: "zz", Month: 7}, {Pool: "zz", Place: 9, Month: 7}, {Pool: "zzz", Place: 9, Month: 7}})
		none, err2 := tx.Leaderboards(5)
		same(s, "boards of a month without games", none, nil)
		return errors.Join(err, err2)
	})
}

// longCursor checks that the button to the next page has room for the longest pool and 29 characters.
func (s *suite) longCursor() {
	long := game.Leaderboard{Pool: "zzzz", Place: 5}
	s.update(func(tx game.Tx) error {
		for p := range game.PersonID(3) {
			if err := tx.PutLeaderboardEntry(leaderboardEntry(1<<63-5+p, long, 1500, 60)); err != nil {
				return err
			}
		}
		return nil
	})
	same(s, "leaderboard of long ids", s.ranking(long), "9223372036854775803 9223372036854775804 9223372036854775805")
	s.view(func(tx game.Reader) error {
		page, err := tx.Leaderboard(long, "", 2)
		same(s, "a short cursor", len(page.Next) <= 29, true)
		return err
	})
}

// ranks compares counts with a sorted list, after many changes.
func (s *suite) ranks() {
	dice := rand.New(rand.NewPCG(5, 6))
	board, other := game.Leaderboard{Pool: "american", Place: 5}, game.Leaderboard{Pool: "american"}
	now := map[game.PersonID]*game.LeaderboardEntry{}
	for range 40 {
		s.update(func(tx game.Tx) error {
			for range 25 {
				p := game.PersonID(1 + dice.IntN(150))
				if dice.IntN(6) == 0 {
					delete(now, p)
					if err := tx.DeleteLeaderboardEntry(p, board); err != nil {
						return err
					}
					continue
				}
				now[p] = leaderboardEntry(p, board, float64(dice.IntN(40)*100+dice.IntN(3)), float64(dice.IntN(200)))
				if err := tx.PutLeaderboardEntry(now[p]); err != nil {
					return err
				}
				if err := tx.PutLeaderboardEntry(leaderboardEntry(p, other, 1500, 350)); err != nil {
					return err
				}
			}
			return nil
		})
		s.view(func(tx game.Reader) error {
			for _, h := range []game.RankKey{0, 1, 255, 256, 65535, 65536, 1<<23 - 1, 1 << 23, 1<<24 - 1} {
				s.above(tx, board, h, now)
			}
			for _, mine := range now {
				s.above(tx, board, mine.RankKey(), now)
			}
			return nil
		})
	}
}

func (s *suite) above(tx game.Reader, board game.Leaderboard, h game.RankKey, all map[game.PersonID]*game.LeaderboardEntry) {
	s.Helper()
	want := 0
	for _, other := range all {
		if other.RankKey() > h {
			want++
		}
	}
	got, err := tx.CountAbove(board, h)
	s.must(err)
	same(s, fmt.Sprint("above ", h), got, want)
}
