package match

import "math"

// Score is the result of a match, as A sees it. The zero value is that of no games.
type Score struct {
	Wins, Draws, Losses int
	ByLimit             int            // draws by the limit of moves
	Forfeits            [2]int         // games that A and B forfeited
	samples             map[int]sample // by EngineGame.Sample
}

// sample is what A has of the games of an opening, in half points.
type sample struct{ games, points int }

func (s *Score) add(g *EngineGame) {
	points := g.Points()
	switch points {
	case 2:
		s.Wins++
	case 1:
		s.Draws++
	default:
		s.Losses++
	}
	switch g.Why {
	case ByLimit:
		s.ByLimit++
	case ByForfeit:
		s.Forfeits[g.contender(g.Winner.Opponent())]++
	}
	if s.samples == nil {
		s.samples = map[int]sample{}
	}
	before := s.samples[g.Sample]
	s.samples[g.Sample] = sample{before.games + 1, before.points + points}
}

// Games returns how many games have ended.
func (s *Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Share returns what part of the points A has, 0 to 1.
func (s *Score) Share() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Wins) + float64(s.Draws)/2) / float64(s.Games())
}

// certainty is how many standard deviations on both sides hold 95 % of a normal distribution.
const certainty = 1.96

// Interval returns between which shares A's true share is with a certainty of 95 %. The games of an
// opening count as one sample, however often it is played: an opening that is good for a side is so
// each time, and players may repeat a whole game.
func (s *Score) Interval() (low, high float64) {
	n, share := len(s.samples), s.Share()
	if n < 2 {
		return 0, 1
	}
	squares := 0.0 // of how far each sample is from its share of the points
	for _, one := range s.samples {
		off := float64(one.points)/2 - share*float64(one.games)
		squares += off * off
	}
	if squares == 0 {
		return wilson(share, n)
	}
	wide := certainty * math.Sqrt(squares*float64(n)/float64(n-1)) / float64(s.Games())
	return max(0, share-wide), min(1, share+wide)
}

// wilson returns the Wilson score interval, for samples that are all the same.
func wilson(share float64, samples int) (low, high float64) {
	n, z := float64(samples), certainty*certainty
	middle := (share + z/(2*n)) / (1 + z/n)
	wide := certainty / (1 + z/n) * math.Sqrt(share*(1-share)/n+z/(4*n*n))
	low, high = middle-wide, middle+wide
	switch share { // rounding leaves little less or more
	case 0:
		low = 0
	case 1:
		high = 1
	}
	return low, high
}

// Elo returns by how many points of rating a player is stronger who has a share of the points
// against another. It is infinite for 0 and 1.
func Elo(share float64) float64 { return 400 * math.Log10(share/(1-share)) }
