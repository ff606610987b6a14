package endgame

import (
	"cmp"
	"fmt"
)

// Outcome is what a position is worth to the side to move.
type Outcome int8

const (
	Lost  Outcome = -1
	Drawn Outcome = 0
	Won   Outcome = 1
)

// String returns won, drawn or lost.
func (o Outcome) String() string { return [...]string{"lost", "drawn", "won"}[o+1] }

// Result is what a database knows of a position.
type Result struct {
	Outcome Outcome
	Plies   int  // to the end, if the winner hurries and the loser delays
	Exact   bool // Plies is known
	// Doubtful: a draw counter of the rules may run out before the end.
	Doubtful bool
}

// Before returns what a move is worth to the side that makes it, and leads to r.
func (r Result) Before() Result {
	r.Outcome = -r.Outcome
	if r.Exact && r.Outcome != Drawn {
		r.Plies++
	}
	return r
}

// Compare compares two results for the side to move: soon wins are best, late losses better than
// soon ones.
func (r Result) Compare(q Result) int {
	return cmp.Or(cmp.Compare(r.Outcome, q.Outcome), -int(r.Outcome)*cmp.Compare(r.Plies, q.Plies))
}

// String returns a result as in "won in 13 plies".
func (r Result) String() string {
	text := r.Outcome.String()
	switch {
	case r.Outcome == Drawn:
		return text
	case r.Exact && r.Plies == 0:
		return text + ", the game is over"
	case r.Exact && r.Plies == 1:
		text += " in 1 ply"
	case r.Exact:
		text += fmt.Sprintf(" in %d plies", r.Plies)
	}
	if r.Doubtful {
		text += ", unless a draw counter runs out before"
	}
	return text
}

// Counts are how many positions of a material are won, lost and drawn for the side to move.
type Counts struct {
	Won, Lost, Drawn uint64
	Longest          int // plies of the longest win; 0 if the distances are not known
}

// String returns the counts of positions won, lost and drawn, and the longest win.
func (c Counts) String() string { return fmt.Sprint(c.Won, c.Lost, c.Drawn, c.Longest) }

// Add adds the counts of other positions.
func (c *Counts) Add(d Counts) {
	c.Won, c.Lost, c.Drawn = c.Won+d.Won, c.Lost+d.Lost, c.Drawn+d.Drawn
	c.Longest = max(c.Longest, d.Longest)
}
