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

// seat is a person's place on a leaderboard.
type seat struct {
	person game.PersonID
	board  game.Leaderboard
}

// counted is a game that counted for a person.
type counted struct {
	at     time.Time
	score  float64
	change game.RatingChange
}

// CheckRatings adds up every stored game and checks that all ratings agree: no game is counted twice or
// left out, and every rating continues the one before. It is for stores that a referee has used.
func CheckRatings(t testing.TB, s game.Store) {
	t.Helper()
	played := map[seat][]counted{}
	err := s.View(background, func(tx game.Reader) error {
		for g, err := range game.All(tx.Games, game.AllGames()) {
			if err != nil {
				return err
			}
			addGame(t, played, g)
		}
		people := map[game.PersonID]bool{}
		for at, games := range played {
			entry, err := tx.LeaderboardEntry(at.person, at.board)
			if errors.Is(err, game.ErrNotFound) {
				t.Errorf("%v has played on %+v, and has no entry there", at.person, at.board)
				continue
			} else if err != nil {
				return err
			}
			checkRating(t, entry, games)
			people[at.person] = true
		}
		for p := range people {
			all, err := tx.LeaderboardEntries(p)
			if err != nil {
				return err
			}
			for _, entry := range all {
				if _, ok := played[seat{p, entry.Leaderboard}]; !ok {
					t.Errorf("%v has an entry on %+v, and has not played there", p, entry.Leaderboard)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// addGame records what a game counted for.
func addGame(t testing.TB, played map[seat][]counted, g *game.Game) {
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
			if !g.Player(side).IsPerson() {
				continue
			}
			month := game.MonthOf(g.Ended())
			if want := g.Ended().UTC().Format("2006-01"); month.String() != want {
				t.Errorf("game %s ended in %s, and counts in %v", g.ID, want, month)
			}
			for _, m := range []game.Month{game.AllTime, month} {
				at := seat{g.Player(side), game.Leaderboard{Pool: g.Pool, Place: change.Place, Month: m}}
				played[at] = append(played[at], counted{g.Ended(), score, change})
			}
		}
	}
}

// checkRating compares a rating with the games that it follows from.
func checkRating(t testing.TB, got *game.LeaderboardEntry, games []counted) {
	t.Helper()
	slices.SortStableFunc(games, func(a, b counted) int {
		return cmp.Or(a.at.Compare(b.at), cmp.Compare(b.change.Before.Deviation, a.change.Before.Deviation))
	})
	want := game.LeaderboardEntry{Person: got.Person, Leaderboard: got.Leaderboard, Rating: game.InitialRating}
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
		if missing := i == 0 && got.Leaderboard.Month != game.AllTime; !missing && !near(g.change.Before, before) {
			t.Errorf("%v on %+v: game %d of %d begins with %+v, want %+v", got.Person, got.Leaderboard, i+1, len(games), g.change.Before, before)
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
		t.Errorf("%v has the entry\n%+v, and has played\n%+v", got.Person, *got, want)
	}
}

// near reports whether two ratings are equal except for rounding.
func near(a, b game.Rating) bool {
	return a.Points == b.Points && math.Abs(a.Deviation-b.Deviation) < 1e-6 && a.Volatility == b.Volatility
}
