package game

import (
	"context"
	"slices"
	"time"
)

// maxMissedMonths is the number of months after which their end is no news: nobody was there to tell it.
const maxMissedMonths = 12

// endMonths announces the months that ended between two times: for each leaderboard of a place that has entries.
func (s *step) endMonths(from, to time.Time) error {
	for month := max(MonthOf(from), MonthOf(to)-maxMissedMonths); !from.IsZero() && month < MonthOf(to); month++ {
		boards, err := s.tx.Leaderboards(month)
		if err != nil {
			return err
		}
		for _, b := range boards {
			if b.Place == Everywhere {
				continue
			}
			if _, err := s.tx.Announce(Announcement{Kind: SeasonEnded, At: s.now, Place: b.Place, Pool: b.Pool, Month: b.Month}); err != nil {
				return err
			}
		}
	}
	return nil
}

// What the champion of a month has played in it at least.
const (
	championGames     = 10 // rated ones
	championOpponents = 3
)

// Champion returns the champion of a month: the first on its leaderboard with a rating that is not provisional who has
// played enough, against enough opponents; Anyone if nobody has. Puzzles are no games, and have no champion.
func (r *Referee) Champion(ctx context.Context, b Leaderboard) (PersonID, error) {
	return view(ctx, r, func(tx Reader) (PersonID, error) {
		for e, err := range All(tx.Leaderboard, b) {
			if err != nil || e.Rating.IsProvisional() { // as are all after it
				return Anyone, err
			}
			if e.Games() < championGames {
				continue
			}
			if met, err := metEnough(tx, e); met || err != nil {
				return e.Person, err
			}
		}
		return Anyone, nil
	})
}

// metEnough reports whether the games of a month's entry were against enough opponents. It reads the games, the newest
// first, until they were. Former players count as one.
func metEnough(tx Reader, e *LeaderboardEntry) (bool, error) {
	b := e.Leaderboard
	ever, err := tx.LeaderboardEntry(e.Person, Leaderboard{b.Pool, b.Place, AllTime})
	if err != nil {
		return false, err
	}
	history, err := tx.RatingHistory(e.Person, b.Pool, b.Place, ever.Games())
	if err != nil {
		return false, err
	}
	var ids []GameID
	for _, point := range history {
		if MonthOf(point.At) == b.Month {
			ids = append(ids, point.Game)
		}
	}
	met := map[PersonID]bool{}
	for some := range slices.Chunk(ids, championGames) {
		games, err := readAll(tx, some, tx.Game)
		if err != nil {
			return false, err
		}
		for _, g := range games {
			side, _ := g.Side(e.Person)
			met[g.Player(side.Opponent())] = true
		}
		if len(met) >= championOpponents {
			return true, nil
		}
	}
	return false, nil
}
