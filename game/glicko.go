package game

import (
	"math"
	"time"
)

// Rating estimates the strength of a player by Glicko-2. The steps and letters are those of Mark
// Glickman, "Example of the Glicko-2 system", 2022.
type Rating struct {
	Points     float64 // r
	Deviation  float64 // RD: the true strength is most likely within two of it
	Volatility float64 // σ: how much the strength changes
}

// InitialRating is the rating of a new player.
var InitialRating = Rating{Points: 1500, Deviation: maxDeviation, Volatility: 0.06}

const (
	tau       = 0.5      // how fast volatilities change; the paper's example has the same
	scale     = 173.7178 // between a rating and its μ and φ
	precision = 1e-6     // ε

	// A deviation grows to that of a new player at most, and shrinks no further than to where a
	// rating still moves.
	maxDeviation = 350
	minDeviation = 45

	// provisionalDeviation is the greatest deviation of a rating that is not provisional, as on
	// lichess.
	provisionalDeviation = 110

	// periodsPerDay is the number of rating periods in a day. With it the deviation of a steady
	// player grows from 60 to 110 in a year without games, as on lichess.
	periodsPerDay = 0.21436
)

// IsProvisional reports whether a rating is still uncertain.
func (r Rating) IsProvisional() bool { return r.Deviation > provisionalDeviation }

// GamesLeft estimates how many more games make a provisional rating certain: against opponents who are as strong, and
// whose ratings are as uncertain. It is 0 if the rating is not provisional.
func (r Rating) GamesLeft() (n int) {
	for ; r.IsProvisional(); n++ {
		r = r.playedOne(0, encounter{r, 0.5, 1})
	}
	return n
}

// After returns the rating after a time without games. The deviation grows as in rating periods
// without games (step 6 of the paper).
func (r Rating) After(idle time.Duration) Rating {
	r.Deviation = grown(r.Deviation, r.Volatility, periodsIn(idle))
	return r
}

func periodsIn(idle time.Duration) float64 { return max(0, idle.Hours()/24*periodsPerDay) }

func grown(deviation, volatility, periods float64) float64 {
	phi := deviation / scale
	return min(maxDeviation, scale*math.Sqrt(phi*phi+volatility*volatility*periods))
}

// encounter is one game in a rating period.
type encounter struct {
	opponent Rating
	score    float64 // 1, a half or 0
	weight   float64 // at most 1
}

// played returns the rating after some rating periods with some games at their end. In the paper
// it is one period; a part of a period adds that part of the variance (σ²) to the deviation. A game
// of weight w adds w times its information to 1/v, and w times its surprise to the new μ.
func (r Rating) played(periods float64, games ...encounter) Rating {
	mu, phi := (r.Points-1500)/scale, r.Deviation/scale
	var information, surprise float64
	for _, e := range games {
		muJ, phiJ := (e.opponent.Points-1500)/scale, e.opponent.Deviation/scale
		g := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		expected := 1 / (1 + math.Exp(-g*(mu-muJ)))
		information += e.weight * g * g * expected * (1 - expected)
		surprise += e.weight * g * (e.score - expected)
	}
	if information == 0 {
		return r
	}
	v := 1 / information
	delta := v * surprise
	volatility := volatilityAfter(delta, phi, v, r.Volatility)
	phiStar := grown(r.Deviation, volatility, periods) / scale
	newPhi := 1 / math.Sqrt(1/(phiStar*phiStar)+1/v)
	newMu := mu + newPhi*newPhi*surprise
	return Rating{scale*newMu + 1500, scale * newPhi, volatility}
}

// volatilityAfter is step 5: the root of f, by the Illinois algorithm.
func volatilityAfter(delta, phi, v, sigma float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		ex := math.Exp(x)
		d := phi*phi + v + ex
		return ex*(delta*delta-phi*phi-v-ex)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, a-tau // there f is at least 1/τ - 1/2
	if delta*delta > phi*phi+v {
		high = math.Log(delta*delta - phi*phi - v)
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > precision {
		mid := low + (low-high)*fLow/(fHigh-fLow)
		fMid := f(mid)
		if fMid*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = mid, fMid
	}
	return math.Exp(low / 2)
}

// playedOne returns the rating after a game that ends some time after the one before. Each game is
// the end of a rating period of that length, so that ratings change at once, and many games in an
// evening do not add to the deviation.
func (r Rating) playedOne(idle time.Duration, e encounter) Rating {
	after := r.played(periodsIn(idle), e)
	after.Deviation = min(max(after.Deviation, minDeviation), maxDeviation)
	return after
}
