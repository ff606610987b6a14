package storetest

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// seat is somebody on a leaderboard.
type seat struct {
	person game.PersonID
	board  game.Board
}

// counted is a game that counted for somebody.
type counted struct {
	at     time.Time
	score  float64
	change game.RatingChange
}

// Tally adds up every game that is kept, and wants all standings to say the same:
// no game counted twice, none forgotten, and every rating going on from the one before.
// It is for stores that a referee has used.
func Tally(t testing.TB, s game.Store) {
	t.Helper()
	played := map[seat][]counted{}
	err := s.View(background, func(tx game.Reader) error {
		for from := game.Cursor(""); ; {
			page, err := tx.Games(game.AllGames(), from, 100)
			if err != nil {
				return err
			}
			for _, g := range page.Items {
				tallyGame(t, played, g)
			}
			if from = page.Next; from == "" {
				break
			}
		}
		people := map[game.PersonID]bool{}
		for at, games := range played {
			standing, err := tx.Standing(at.person, at.board)
			if errors.Is(err, game.ErrMissing) {
				t.Errorf("%v has played on %+v, and does not stand there", at.person, at.board)
				continue
			} else if err != nil {
				return err
			}
			tallyStanding(t, standing, games)
			people[at.person] = true
		}
		for p := range people {
			all, err := tx.Standings(p)
			if err != nil {
				return err
			}
			for _, standing := range all {
				if _, ok := played[seat{p, standing.Board}]; !ok {
					t.Errorf("%v stands on %+v, and has not played there", p, standing.Board)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// tallyGame notes what a game counted for.
func tallyGame(t testing.TB, played map[seat][]counted, g *game.Game) {
	t.Helper()
	result, _ := g.Result()
	for _, side := range draughts.Sides {
		score := 0.5
		if winner, won := result.Outcome.Winner(); won && winner == side {
			score = 1
		} else if won {
			score = 0
		}
		for _, change := range result.Changes[side] {
			if !g.Player(side).IsSomebody() {
				continue
			}
			month := game.MonthOf(g.Ended())
			if want := g.Ended().UTC().Format("2006-01"); month.String() != want {
				t.Errorf("game %s ended in %s, and counts in %v", g.ID, want, month)
			}
			for _, m := range []game.Month{game.AllTime, month} {
				at := seat{g.Player(side), game.Board{Pool: g.Pool, Place: change.Place, Month: m}}
				played[at] = append(played[at], counted{g.Ended(), score, change})
			}
		}
	}
}

// tallyStanding compares a standing with the games it comes of.
func tallyStanding(t testing.TB, got *game.Standing, games []counted) {
	t.Helper()
	slices.SortStableFunc(games, func(a, b counted) int {
		return cmp.Or(a.at.Compare(b.at), cmp.Compare(b.change.Before.Deviation, a.change.Before.Deviation))
	})
	want := game.Standing{Person: got.Person, Board: got.Board, Rating: game.NewRating}
	for i := range games {
		// Of games that ended in the same instant, the next is the one that goes on from here.
		for j := i + 1; j < len(games) && games[j].at.Equal(games[i].at) && games[i].change.Before.Points != want.Rating.Points; j++ {
			games[i], games[j] = games[j], games[i]
		}
		g := games[i]
		before := want.Rating
		if i > 0 {
			before = before.After(g.at.Sub(want.Played))
		}
		// On the board of a month the games of the months before are missing.
		if missing := i == 0 && got.Board.Month != game.AllTime; !missing && !near(g.change.Before, before) {
			t.Errorf("%v on %+v: game %d of %d begins with %+v, want %+v", got.Person, got.Board, i+1, len(games), g.change.Before, before)
		}
		switch g.score {
		case 1:
			want.Wins, want.Streak = want.Wins+1, max(want.Streak, 0)+1
		case 0:
			want.Losses, want.Streak = want.Losses+1, min(want.Streak, 0)-1
		default:
			want.Draws, want.Streak = want.Draws+1, 0
		}
		want.Rating, want.Played = g.change.After, g.at
		if !want.Rating.IsProvisional() {
			want.Best = max(want.Best, want.Rating.Points)
		}
	}
	if *got != want {
		t.Errorf("%v stands with\n%+v, and has played\n%+v", got.Person, *got, want)
	}
}

// near tells whether two ratings are the same but for rounding.
func near(a, b game.Rating) bool {
	return a.Points == b.Points && math.Abs(a.Deviation-b.Deviation) < 1e-6 && a.Volatility == b.Volatility
}
