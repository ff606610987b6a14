package search

import "fmt"

// Value is what a position is worth to the side to move.
type Value struct {
	Proven bool // Score is then +1 for won, 0 for drawn, -1 for lost
	Plies  int  // to the end of the game, for what is won or lost; 0: it is over
	Score  int  // unless proven, in hundredths of a man
}

// Outcome returns 1 if the side to move wins, -1 if it loses, and else 0. It counts solved endings even if a draw
// counter may be faster.
func (v Value) Outcome() int {
	switch {
	case v.Proven:
		return v.Score
	case v.Score >= good:
		return 1
	case v.Score <= -good:
		return -1
	}
	return 0
}

// Number returns the value in hundredths of a man: for what is proven to be won, more than anything else.
func (v Value) Number() int {
	if v.Proven {
		return v.Score * won
	}
	return v.Score
}

func (v Value) String() string {
	switch {
	case !v.Proven:
		return fmt.Sprintf("%+.2f", float64(v.Score)/100)
	case v.Score == 0:
		return "drawn"
	}
	word := "won"
	if v.Score < 0 {
		word = "lost"
	}
	switch v.Plies {
	case 0:
		return word
	case 1:
		return word + " in 1 ply"
	}
	return fmt.Sprintf("%s in %d plies", word, v.Plies)
}

// Scores are in hundredths of a man, as the side to move sees them. What is won is worth more than
// anything else, and the more the sooner.
const (
	infinite = 32000
	won      = 30000 // the game is won; if n plies from the root, won-n
	leastWon = 28000 // won or lost in any number of plies is beyond this
	hopeful  = 10000 // within 2000: won unless a draw counter is faster
	good     = 8000  // more than any evaluation
)

// maxPly is the depth to which one line can be searched.
const maxPly = 120

// valueOf returns the value of a score at the root.
func valueOf(score int) Value {
	switch size := max(score, -score); {
	case size == infinite: // it has not been searched
		return Value{}
	case size >= leastWon && score > 0:
		return Value{Proven: true, Score: 1, Plies: won - size}
	case size >= leastWon:
		return Value{Proven: true, Score: -1, Plies: won - size}
	}
	return Value{Score: score}
}
