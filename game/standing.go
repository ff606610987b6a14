package game

import (
	"fmt"
	"math"
	"time"
)

// Month is a month of the calendar, in UTC. The zero value is all time.
type Month int

// AllTime is no month in particular.
const AllTime Month = 0

// MonthOf returns the month a time is in.
func MonthOf(t time.Time) Month {
	t = t.UTC()
	return Month(t.Year()*12 + int(t.Month()) - 1)
}

func (m Month) String() string {
	if m == AllTime {
		return "all time"
	}
	return fmt.Sprintf("%04d-%02d", int(m)/12, int(m)%12+1)
}

// Board is a leaderboard: who has played rated games of a pool, in a place or
// anywhere, ever or in one month.
type Board struct {
	Pool  Pool
	Place PlaceID
	Month Month
}

// Standing is how somebody stands on a board.
type Standing struct {
	Person PersonID
	Board  Board
	// Rating is the person's in the pool and place after the last game that counted
	// here. On the board of a month it is what it was at that month's last game.
	Rating Rating
	Best   float64 // the highest it has been once it was not provisional
	Played time.Time
	Wins   int
	Draws  int
	Losses int
	// Streak is how many games in a row were won, or if negative, lost.
	Streak int
}

// Games returns how many games counted.
func (s *Standing) Games() int { return s.Wins + s.Draws + s.Losses }

// Score returns the points from those games: one for a win, a half for a draw.
func (s *Standing) Score() float64 { return float64(s.Wins) + float64(s.Draws)/2 }

// Height is how high somebody stands on a board, above 0 and below 1<<24. People
// whose rating is still provisional stand below all others, by their rating. As
// long as nothing is played nothing changes: a deviation that grows moves nobody.
type Height uint32

// established is the lowest height of somebody whose rating is not provisional.
const established Height = 1 << 23

// Height returns how high the standing is.
func (s *Standing) Height() Height {
	const steps = 2048 // to a point
	points := min(max(s.Rating.Points, 0), 4095)
	h := Height(math.Round(points * steps)) // less than established
	if !s.Rating.IsProvisional() {
		h |= established
	}
	return max(h, 1)
}

// count adds a game that counted.
func (s *Standing) count(score float64, after Rating, at time.Time) {
	switch score {
	case 1:
		s.Wins++
		s.Streak = max(s.Streak, 0) + 1
	case 0:
		s.Losses++
		s.Streak = min(s.Streak, 0) - 1
	default:
		s.Draws++
		s.Streak = 0
	}
	s.Rating, s.Played = after, at
	if !after.IsProvisional() {
		s.Best = max(s.Best, after.Points)
	}
}
