package game

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"
)

// Month is a calendar month in UTC. The zero value is AllTime.
type Month int

// AllTime stands for all months together.
const AllTime Month = 0

// MonthOf returns the month of a time.
func MonthOf(t time.Time) Month {
	t = t.UTC()
	return Month(t.Year()*12 + int(t.Month()) - 1)
}

// Date returns the year and the month of the year.
func (m Month) Date() (year int, month time.Month) { return int(m) / 12, time.Month(m%12 + 1) }

func (m Month) String() string {
	if m == AllTime {
		return "all time"
	}
	year, month := m.Date()
	return fmt.Sprintf("%04d-%02d", year, month)
}

// Leaderboard identifies a leaderboard: of the rated games of a pool, in a place or Everywhere,
// in a month or of AllTime.
type Leaderboard struct {
	Pool  Pool
	Place PlaceID
	Month Month
}

// LeaderboardEntry is the rating and the results of a person in a leaderboard.
type LeaderboardEntry struct {
	Person      PersonID
	Leaderboard Leaderboard
	// Rating is the person's rating in the pool and place after their last rated game there, and
	// in the leaderboard of a month after their last game of that month.
	Rating Rating
	Best   float64   // the most points of a rating that was not provisional
	Played time.Time // the time of the last game
	Wins   int
	Draws  int
	Losses int
	// Streak is the number of games won in a row, or if negative, lost.
	Streak int
}

// Games returns the number of rated games.
func (e *LeaderboardEntry) Games() int { return e.Wins + e.Draws + e.Losses }

// RankKey orders the entries of a leaderboard, the highest first. It is above 0 and below 1<<24.
// The keys of provisional ratings are below all others. A deviation that grows with time
// changes no key.
type RankKey uint32

// established is the lowest key of a rating that is not provisional.
const established RankKey = 1 << 23

// RankKey returns the key that ranks the entry.
func (e *LeaderboardEntry) RankKey() RankKey {
	const steps = 2048 // to a point
	points := min(max(e.Rating.Points, 0), 4095)
	h := RankKey(math.Round(points * steps)) // less than established
	if !e.Rating.IsProvisional() {
		h |= established
	}
	return max(h, 1)
}

// count adds a rated game.
func (e *LeaderboardEntry) count(score float64, after Rating, at time.Time) {
	switch score {
	case 1:
		e.Wins++
		e.Streak = max(e.Streak, 0) + 1
	case 0:
		e.Losses++
		e.Streak = min(e.Streak, 0) - 1
	default:
		e.Draws++
		e.Streak = 0
	}
	e.Rating, e.Played = after, at
	if !after.IsProvisional() {
		e.Best = max(e.Best, after.Points)
	}
}

// RankedEntry is a line of a leaderboard.
type RankedEntry struct {
	LeaderboardEntry
	// Rank is one more than the number of entries with a higher key, so that entries with the
	// same key have the same rank. It is 0 if the entry is not listed.
	Rank int
}

// isListed reports whether the leaderboard lists the entry. The leaderboards of a place list all
// ratings, those of Everywhere only ratings that are not provisional.
func (e *LeaderboardEntry) isListed() bool { return e.RankKey() > e.Leaderboard.maxUnlistedKey() }

// maxUnlistedKey returns the greatest key that is not listed.
func (b Leaderboard) maxUnlistedKey() RankKey {
	if b.Place == Everywhere {
		return established - 1
	}
	return 0
}

// ranked returns an entry with its rank.
func (e *LeaderboardEntry) ranked(tx Reader) (RankedEntry, error) {
	if !e.isListed() {
		return RankedEntry{LeaderboardEntry: *e}, nil
	}
	above, err := tx.CountAbove(e.Leaderboard, e.RankKey())
	return RankedEntry{*e, above + 1}, err
}

// LeaderboardPage is a page of a leaderboard.
type LeaderboardPage struct {
	Page[RankedEntry]
	Total int // of the whole leaderboard
}

// Leaderboard returns a page of a leaderboard, the highest ranks first. The entries that are not
// listed come after all others, so the leaderboard ends where those begin.
func (r *Referee) Leaderboard(ctx context.Context, b Leaderboard, from Cursor, most int) (LeaderboardPage, error) {
	return view(ctx, r, func(tx Reader) (rows LeaderboardPage, err error) {
		if rows.Total, err = tx.CountAbove(b, b.maxUnlistedKey()); err != nil {
			return rows, err
		}
		page, err := tx.Leaderboard(b, from, most)
		for _, e := range page.Items {
			if !e.isListed() {
				return rows, nil
			}
			row, err := e.ranked(tx)
			if err != nil {
				return rows, err
			}
			rows.Items = append(rows.Items, row)
		}
		if err != nil || page.Next == "" {
			return rows, err
		}
		next, err := tx.Leaderboard(b, page.Next, 1)
		if len(next.Items) > 0 && next.Items[0].isListed() {
			rows.Next = page.Next
		}
		return rows, err
	})
}

// Rank returns a person's entry in a leaderboard, and the total number of listed entries.
func (r *Referee) Rank(ctx context.Context, p PersonID, b Leaderboard) (row RankedEntry, total int, err error) {
	row, err = view(ctx, r, func(tx Reader) (RankedEntry, error) {
		if total, err = tx.CountAbove(b, b.maxUnlistedKey()); err != nil {
			return RankedEntry{}, err
		}
		e, err := orNone(tx.LeaderboardEntry(p, b))
		if err != nil || e == nil {
			return RankedEntry{}, err
		}
		return e.ranked(tx)
	})
	return row, total, err
}

// Profile holds a person's ratings in every pool, in a place or Everywhere.
type Profile struct {
	Entries []RankedEntry // of all time
	Running int           // games being played
	// LocalUntil is until when the person's games in the place count there only; the zero time if they count everywhere.
	LocalUntil time.Time
}

// Profile returns a person's profile in a place.
func (r *Referee) Profile(ctx context.Context, p PersonID, place PlaceID) (Profile, error) {
	return view(ctx, r, func(tx Reader) (Profile, error) {
		var profile Profile
		entries, err := tx.LeaderboardEntries(p)
		if err != nil {
			return profile, err
		}
		for _, e := range entries {
			if e.Leaderboard.Place != place || e.Leaderboard.Month != AllTime {
				continue
			}
			row, err := e.ranked(tx)
			if err != nil {
				return profile, err
			}
			profile.Entries = append(profile.Entries, row)
		}
		if profile.Running, err = tx.CountGames(RunningGamesOf(p).In(place), r.quotas.GamesPerPerson); err != nil {
			return profile, err
		}
		if place == Everywhere {
			return profile, nil
		}
		until, err := localUntil(tx, p, place)
		if r.now().Before(until) {
			profile.LocalUntil = until
		}
		return profile, err
	})
}

// OverallProfile returns a person's profile Everywhere: to the person all of it, and to others the ratings that leaderboards
// list.
func (r *Referee) OverallProfile(ctx context.Context, p PersonID, v Viewer) (Profile, error) {
	profile, err := r.Profile(ctx, p, Everywhere)
	if !v.is(p) {
		profile.Entries = slices.DeleteFunc(profile.Entries, func(row RankedEntry) bool { return row.Rank == 0 })
		profile.Running = 0
	}
	return profile, err
}

// RatingHistory returns a person's ratings after each rated game in a pool and place, newest first, up to a number.
func (r *Referee) RatingHistory(ctx context.Context, p PersonID, pool Pool, place PlaceID, most int) ([]RatingPoint, error) {
	return view(ctx, r, func(tx Reader) ([]RatingPoint, error) { return tx.RatingHistory(p, pool, place, most) })
}

// HeadToHead returns the scores of two people against each other in a place, by pool. Wins are
// those of a.
func (r *Referee) HeadToHead(ctx context.Context, a, b PersonID, place PlaceID) ([]Score, error) {
	return view(ctx, r, func(tx Reader) ([]Score, error) { return tx.Scores(a, b, place) })
}
