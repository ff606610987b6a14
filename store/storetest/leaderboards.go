package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

func (s *suite) challenges() {
	v, err := draughts.Builtin("russian")
	s.must(err)
	clock, err := game.Correspondence(3)
	s.must(err)
	full := &game.Challenge{
		ID: "CCCC", Place: 5, Room: 6, From: 11, To: 12, Terms: game.Terms{Variant: v, Clock: clock, Rated: true, Colour: game.PlayWhite},
		Made: start, Downtime: time.Minute, State: game.Accepted, Closed: start.Add(time.Hour), Game: "GGGG", CounterTo: "DDDD", RematchOf: "HHHH",
	}
	open := &game.Challenge{ID: "DDDD", Place: 5, From: 12, To: 11, Terms: game.Terms{Variant: v}, Made: start.Add(time.Second)}
	toAll := &game.Challenge{ID: "FFFF", Place: 5, From: 11, Terms: game.Terms{Variant: v}, Made: start.Add(time.Minute)}
	for _, c := range []*game.Challenge{full, open, toAll} {
		s.update(func(tx game.Tx) error { return tx.PutChallenge(c) })
		s.view(func(tx game.Reader) error {
			got, err := tx.Challenge(c.ID)
			s.must(err)
			same(s, "rules", got.Variant.Rules(), c.Variant.Rules())
			got.Variant = c.Variant
			same(s, "challenge", got, c)
			return nil
		})
	}
	list := func(list game.ChallengeList) string {
		var ids []string
		s.view(func(tx game.Reader) error {
			page, err := tx.Challenges(list, "", 10)
			for _, c := range page.Items {
				ids = append(ids, string(c.ID))
			}
			return err
		})
		return strings.Join(ids, " ")
	}
	same(s, "by 11", list(game.OpenChallengesBy(11)), "FFFF")
	same(s, "to 11", list(game.OpenChallengesTo(11)), "DDDD")
	same(s, "to anyone", list(game.OpenChallengesTo(game.Anyone)), "")
	same(s, "here", list(game.OpenChallengesIn(5)), "FFFF DDDD")
	same(s, "with 11", list(game.AllChallengesWith(11)), "FFFF DDDD CCCC")
	same(s, "with 12", list(game.AllChallengesWith(12)), "DDDD CCCC")
	same(s, "with anyone", list(game.AllChallengesWith(game.Anyone)), "")

	s.view(func(tx game.Reader) error {
		ids, err := tx.ChallengeAlarms(open.Alarm(), 10)
		same(s, "alarms", fmt.Sprint(ids), "[DDDD]")
		return err
	})
	s.update(func(tx game.Tx) error { return tx.DeleteChallenge("DDDD") })
	same(s, "here after deleting", list(game.OpenChallengesIn(5)), "FFFF")
	same(s, "to 11 after deleting", list(game.OpenChallengesTo(11)), "")
	s.view(func(tx game.Reader) error {
		_, err := tx.Challenge("DDDD")
		s.missing(err)
		return nil
	})
}

func leaderboardEntry(p game.PersonID, b game.Leaderboard, points, deviation float64) *game.LeaderboardEntry {
	return &game.LeaderboardEntry{
		Person: p, Leaderboard: b, Rating: game.Rating{Points: points, Deviation: deviation, Volatility: 0.06},
		Best: points + 1, Played: start, Wins: 3, Draws: 2, Losses: 1, Streak: -4,
	}
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
	order := func(b game.Leaderboard) string {
		var people []string
		s.view(func(tx game.Reader) error {
			for from := game.Cursor(""); ; {
				page, err := tx.Leaderboard(b, from, 2)
				if err != nil {
					return err
				}
				for _, row := range page.Items {
					people = append(people, row.Person.String())
				}
				if from = page.Next; from == "" {
					return nil
				}
			}
		})
		return strings.Join(people, " ")
	}
	// Deviation 60 and 110 are sure enough, 200 is not.
	same(s, "leaderboard", order(board), "23 22 21 20")
	same(s, "leaderboard everywhere", order(boards[1]), "23 22 21 20")
	same(s, "nobody's leaderboard", order(game.Leaderboard{Pool: "american", Place: 6}), "")
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
	same(s, "leaderboard after deleting", order(board), "23 21 20")
	same(s, "other leaderboards", order(boards[2]), "23 22 21 20")

	// The button to the next page has room for the longest pool and 29 characters.
	long := game.Leaderboard{Pool: "zzzz", Place: 5}
	s.update(func(tx game.Tx) error {
		for p := range game.PersonID(3) {
			s.must(tx.PutLeaderboardEntry(leaderboardEntry(1<<63-5+p, long, 1500, 60)))
		}
		return nil
	})
	same(s, "leaderboard of long ids", order(long), "9223372036854775803 9223372036854775804 9223372036854775805")
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
					s.must(tx.DeleteLeaderboardEntry(p, board))
					continue
				}
				now[p] = leaderboardEntry(p, board, float64(dice.IntN(40)*100+dice.IntN(3)), float64(dice.IntN(200)))
				s.must(tx.PutLeaderboardEntry(now[p]))
				s.must(tx.PutLeaderboardEntry(leaderboardEntry(p, other, 1500, 350)))
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
