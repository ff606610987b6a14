package tournament

import (
	"math"
	"slices"
	"time"
)

// Points are counted in half points, so that a won game gives two and a drawn one gives one.
type Points int

// Whole returns whole points.
func Whole(n int) Points { return Points(2 * n) }

// Float returns the points as a number.
func (p Points) Float() float64 { return float64(p) / 2 }

func (p Points) String() string { return Fractional(p.Float()) }

// Fractional writes points or the value of a tie-break, with fractions for halves and quarters.
func Fractional(value float64) string {
	whole, part := math.Modf(value)
	fraction := map[float64]string{.25: "¼", .5: "½", .75: "¾"}[part]
	switch {
	case fraction == "":
		return number(value)
	case whole == 0:
		return fraction
	}
	return number(whole) + fraction
}

// Score is the result of a game or a pairing: what each side has won.
type Score struct {
	White, Black Points
	Forfeit      bool // it was not played
	Quick        bool // it was a draw after few moves, which an arena does not always count
}

// The scores of a game.
var (
	WhiteWins = Score{White: 2}
	Draw      = Score{White: 1, Black: 1}
	BlackWins = Score{Black: 2}

	WhiteForfeits = Score{Black: 2, Forfeit: true}
	BlackForfeits = Score{White: 2, Forfeit: true}
	BothForfeit   = Score{Forfeit: true}
)

// Exchanged returns the score from the other side.
func (s Score) Exchanged() Score {
	s.White, s.Black = s.Black, s.White
	return s
}

// plus adds two scores.
func (s Score) plus(other Score) Score {
	s.White, s.Black = s.White+other.White, s.Black+other.Black
	return s
}

// match returns a score as that of one game.
func (s Score) match() Score {
	switch {
	case s.White > s.Black:
		s.White, s.Black = 2, 0
	case s.White < s.Black:
		s.White, s.Black = 0, 2
	case s.White > 0:
		s.White, s.Black = 1, 1
	}
	return s
}

// ScoredGame is one game of a pairing, with its score.
type ScoredGame struct {
	ID    string
	White PlayerID
	Over  bool
	Score Score
}

// of returns the score from the sides of the pairing's first game.
func (g *ScoredGame) of(p *Pairing) Score {
	if g.White == p.White {
		return g.Score
	}
	return g.Score.Exchanged()
}

// Pairing is two players who meet for one game or more, or one who has a bye.
type Pairing struct {
	Number int // counts the pairings of the tournament from 1
	Round  int // from 1; the wave of an arena, and 0 on a ladder
	Board  int // counts the pairings of the round from 1; 0 on a ladder
	Pair
	Lot   uint64
	Games []ScoredGame
	// Over reports whether the pairing has its Score: that of its games together, in which White and
	// Black are those of the first game.
	Over  bool
	Score Score
	// Winner is the player who won, by the rules of a knockout if it is one, or "".
	Winner PlayerID
	// Ruling tells that the director gave the score.
	Ruling bool
	// Annulled tells that the pairing counts for nothing, because a player left a round robin early.
	Annulled bool
	// Requested tells that it is a bye for which the player or a director has asked.
	Requested bool

	ended      int       // counts the pairings in the order in which they ended
	endedAt    time.Time // in the time of the tournament
	challenger PlayerID  // on a ladder
	climbed    bool      // the challenger took the other's place
	voided     int       // games that did not count
}

// CanReplay reports whether a game of the pairing that does not count is played again. Without end, it is not.
func (p *Pairing) CanReplay() bool { return p.voided < maxVoided }

// For returns the score with a player's points first.
func (p *Pairing) For(id PlayerID) Score {
	if p.White == id {
		return p.Score
	}
	return p.Score.Exchanged()
}

// WasPlayed reports whether a game of the pairing was played.
func (p *Pairing) WasPlayed() bool { return p.Over && !p.IsBye() && !p.Score.Forfeit && !p.Annulled }

// wasOnBoard reports whether a game of the pairing was played to its end, whatever its score is now.
func (p *Pairing) wasOnBoard() bool {
	return slices.ContainsFunc(p.Games, func(g ScoredGame) bool { return g.Over && !g.Score.Forfeit })
}

// results returns the scores of a pairing's games that count as wins, draws and losses, from the sides of the first
// game.
func (p *Pairing) results() []Score {
	var results []Score
	for _, g := range p.Games {
		if g.Over && !g.Score.Forfeit {
			results = append(results, g.of(p))
		}
	}
	if len(results) == 0 || p.Ruling {
		return []Score{p.Score.match()}
	}
	return results
}

// running returns the game that is being played, or nil.
func (p *Pairing) running() *ScoredGame {
	if n := len(p.Games); n > 0 && !p.Games[n-1].Over && !p.Over {
		return &p.Games[n-1]
	}
	return nil
}
