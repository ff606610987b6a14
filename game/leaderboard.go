package game

import (
	"context"
	"slices"
)

// Row is one line of a leaderboard.
type Row struct {
	Standing
	// Rank is one more than the number of people who stand higher, so that people who stand
	// equally high have the same rank. It is 0 if the standing is not listed.
	Rank int
}

// IsListed tells whether a standing is on its leaderboard. A place's leaderboard lists all
// ratings, the one of Everywhere lists no provisional ones.
func (s *Standing) IsListed() bool { return s.Height() > unlisted(s.Board) }

// unlisted returns the greatest height that is not on a leaderboard.
func unlisted(b Board) Height {
	if b.Place == Everywhere {
		return established - 1
	}
	return 0
}

// Rows is a page of a leaderboard.
type Rows struct {
	Page[Row]
	Total int // how many are on the whole board
}

// Leaderboard lists a board, the highest first, a page at a time. Provisional ratings come
// after all others, and are not listed everywhere.
func (r *Referee) Leaderboard(ctx context.Context, b Board, from Cursor, most int) (Rows, error) {
	return look(ctx, r, func(tx Reader) (Rows, error) {
		page, err := listedPage(tx, b, from, most)
		if err != nil {
			return Rows{}, err
		}
		rows := Rows{Page: Page[Row]{Next: page.Next}}
		if rows.Total, err = tx.Above(b, unlisted(b)); err != nil {
			return Rows{}, err
		}
		for i, s := range page.Items {
			row := Row{Standing: *s}
			if i > 0 && s.Height() == page.Items[i-1].Height() {
				row.Rank = rows.Items[i-1].Rank
			} else if row.Rank, err = rank(tx, s); err != nil {
				return Rows{}, err
			}
			rows.Items = append(rows.Items, row)
		}
		return rows, nil
	})
}

// listedPage returns a page of a leaderboard. It ends the list where the standings that are
// not listed begin: they come after all others.
func listedPage(tx Reader, b Board, from Cursor, most int) (Page[*Standing], error) {
	page, err := tx.Leaderboard(b, from, most)
	if err != nil {
		return page, err
	}
	all := len(page.Items)
	page.Items = slices.DeleteFunc(page.Items, func(s *Standing) bool { return !s.IsListed() })
	if len(page.Items) < all {
		page.Next = ""
	}
	if page.Next == "" {
		return page, nil
	}
	next, err := tx.Leaderboard(b, page.Next, 1)
	if len(next.Items) > 0 && !next.Items[0].IsListed() {
		page.Next = ""
	}
	return page, err
}

// rank returns the rank of a standing, or 0 if it is not listed.
func rank(tx Reader, s *Standing) (int, error) {
	if !s.IsListed() {
		return 0, nil
	}
	above, err := tx.Above(s.Board, s.Height())
	return above + 1, err
}

// Rank returns a person's own line of a leaderboard, wherever it is, and how many lines
// there are; false if the person is not on it. Somebody whose standing is not listed has
// a line without a rank.
func (r *Referee) Rank(ctx context.Context, p PersonID, b Board) (row Row, total int, ok bool, err error) {
	err = r.store.View(ctx, func(tx Reader) error {
		if total, err = tx.Above(b, unlisted(b)); err != nil {
			return err
		}
		s, err := tx.Standing(p, b)
		if missing(err) {
			return nil
		} else if err != nil {
			return err
		}
		row.Standing, ok = *s, s.IsListed()
		row.Rank, err = rank(tx, s)
		return err
	})
	return row, total, ok, err
}

// Profile is how somebody stands in every pool, in one place and everywhere.
type Profile struct {
	Person  PersonID
	Rows    []Row // of all time and of this month
	Running int   // games being played in the place
}

// Profile returns how somebody stands, as far as it is seen from a place.
func (r *Referee) Profile(ctx context.Context, p PersonID, place PlaceID) (Profile, error) {
	month := MonthOf(r.now())
	return look(ctx, r, func(tx Reader) (Profile, error) {
		profile := Profile{Person: p}
		standings, err := tx.Standings(p)
		if err != nil {
			return Profile{}, err
		}
		for _, s := range standings {
			if s.Board.Place != place && s.Board.Place != Everywhere || s.Board.Month != AllTime && s.Board.Month != month {
				continue
			}
			row := Row{Standing: *s}
			if row.Rank, err = rank(tx, s); err != nil {
				return Profile{}, err
			}
			profile.Rows = append(profile.Rows, row)
		}
		profile.Running, err = tx.CountGames(RunningGamesOf(p).In(place), r.limits.GamesPerPerson)
		return profile, err
	})
}

// RatingHistory lists what somebody's rating was after each rated game in a pool and
// place, newest first.
func (r *Referee) RatingHistory(ctx context.Context, p PersonID, pool Pool, place PlaceID, from Cursor, most int) (Page[RatingPoint], error) {
	return look(ctx, r, func(tx Reader) (Page[RatingPoint], error) {
		return tx.RatingHistory(p, pool, place, from, most)
	})
}
