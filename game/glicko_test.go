package game

import (
	"math"
	"testing"
	"time"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within || math.IsNaN(got) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// The worked example of Glickman's paper: a player of 1500 with deviation 200 beats
// one of 1400 and loses to those of 1550 and 1700, all in one rating period.
func TestGlickmansExample(t *testing.T) {
	player := Rating{Points: 1500, Deviation: 200, Volatility: 0.06}
	after := player.played(1,
		encounter{Rating{1400, 30, 0.06}, 1, 1},
		encounter{Rating{1550, 100, 0.06}, 0, 1},
		encounter{Rating{1700, 300, 0.06}, 0, 1},
	)
	near(t, "the rating", after.Points, 1464.06, 0.01)
	near(t, "the deviation", after.Deviation, 151.52, 0.01)
	near(t, "the volatility", after.Volatility, 0.05999, 0.00001)
}

// Surprising results raise the volatility, expected ones lower it. The numbers are the root of the
// paper's equation, found by bisection.
func TestVolatility(t *testing.T) {
	for _, test := range []struct {
		before, opponent      Rating
		score                 float64
		deviation, volatility float64
	}{
		{Rating{2000, 50, 0.06}, Rating{1200, 50, 0.06}, 0, 51.05299740, 0.06001274186},
		{Rating{1500, 60, 0.06}, Rating{2300, 60, 0.06}, 1, 60.86068429, 0.06001258597},
		{Rating{1500, 45, 0.3}, Rating{1500, 45, 0.3}, 0.5, 67.51762863, 0.29960317450},
		{Rating{1800, 350, 1.2}, Rating{1700, 350, 1.2}, 1, 291.88491576, 1.19584597296},
	} {
		after := test.before.played(1, encounter{test.opponent, test.score, 1})
		near(t, "the deviation", after.Deviation, test.deviation, 1e-4)
		near(t, "the volatility", after.Volatility, test.volatility, 1e-6*test.volatility)
	}
}

// A steady player is provisional after a year without games, and no deviation grows beyond that of
// a new player.
func TestDeviationGrowsWithTime(t *testing.T) {
	const year = 365 * 24 * time.Hour
	steady := Rating{Points: 1800, Deviation: 60, Volatility: 0.06}
	near(t, "the deviation after a year", steady.After(year).Deviation, 110, 0.5)
	near(t, "the deviation at once", steady.After(0).Deviation, 60, 1e-9)
	near(t, "the deviation after a century", steady.After(100*year).Deviation, 350, 1e-9)
	if got := steady.After(year).Points; got != 1800 {
		t.Errorf("the rating changed to %v while nothing was played", got)
	}
}

// What one of two equals wins, the other loses.
func TestRatingIsConservedBetweenEquals(t *testing.T) {
	for _, deviation := range []float64{350, 110, 45} {
		r := Rating{Points: 1612, Deviation: deviation, Volatility: 0.06}
		won := r.playedOne(time.Hour, encounter{r, 1, 1})
		lost := r.playedOne(time.Hour, encounter{r, 0, 1})
		drew := r.playedOne(time.Hour, encounter{r, 0.5, 1})
		near(t, "the sum", won.Points+lost.Points, 2*1612, 1e-9)
		near(t, "the rating after a draw", drew.Points, 1612, 1e-9)
		if won.Points <= 1612 {
			t.Errorf("a win with deviation %v makes %v of 1612", deviation, won.Points)
		}
	}
}

// A game of weight w moves a rating less than one of full weight, and a game of no
// weight not at all.
func TestWeight(t *testing.T) {
	r := Rating{Points: 1500, Deviation: 80, Volatility: 0.06}
	full := r.playedOne(0, encounter{r, 1, 1})
	half := r.playedOne(0, encounter{r, 1, 0.5})
	none := r.playedOne(0, encounter{r, 1, 0})
	if !(full.Points > half.Points && half.Points > r.Points) || none != r {
		t.Errorf("ratings after weights 1, 1/2, 0: %v, %v, %v", full.Points, half.Points, none.Points)
	}
	// Two games of half the weight have about the effect of one.
	twice := r.played(0, encounter{r, 1, 0.5}, encounter{r, 1, 0.5})
	near(t, "the rating after two halves", twice.Points, r.played(0, encounter{r, 1, 1}).Points, 1e-9)
}

// The games of two people in a day never weigh more than six.
func TestWeightOf(t *testing.T) {
	want := []float64{1, 1, 1, 1, 1, 0.5, 0.25, 0.125}
	sum := 0.0
	for before := range 1000 {
		w := weightOf(before)
		if before < len(want) && w != want[before] {
			t.Errorf("game %d of a day weighs %v, want %v", before+1, w, want[before])
		}
		if w <= 0 {
			t.Fatalf("game %d of a day weighs %v", before+1, w)
		}
		sum += w
	}
	near(t, "the weight of a thousand games", sum, 6, 1e-6)
}

// Ratings stay within bounds, whatever is played.
func TestRatingsStayNumbers(t *testing.T) {
	strong, weak := InitialRating, InitialRating
	for i := range 3000 {
		score := 1.0
		if i%7 == 0 {
			score = 0
		}
		idle := time.Duration(i%50) * time.Hour
		strong, weak = strong.playedOne(idle, encounter{weak, score, 1}), weak.playedOne(idle, encounter{strong, 1 - score, 1})
		for _, r := range []Rating{strong, weak} {
			if math.IsNaN(r.Points) || math.Abs(r.Points) > 10_000 || r.Deviation < minDeviation || r.Deviation > maxDeviation ||
				!(r.Volatility > 0 && r.Volatility < 1) {
				t.Fatalf("after %d games: %+v", i+1, r)
			}
		}
	}
}

// A new player's rating is certain after about a dozen games, and each game brings that closer.
func TestGamesLeft(t *testing.T) {
	r := InitialRating
	for left := r.GamesLeft(); r.IsProvisional(); left = r.GamesLeft() {
		if left < 1 || left > 13 {
			t.Fatalf("%d games are left at a deviation of %.0f", left, r.Deviation)
		}
		if r = r.playedOne(time.Hour, encounter{r, 1, 1}); r.GamesLeft() >= left {
			t.Fatalf("%d games were left, and after one of them %d are", left, r.GamesLeft())
		}
	}
	if left := r.GamesLeft(); left != 0 {
		t.Errorf("%d games are left of a certain rating", left)
	}
}
