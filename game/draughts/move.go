package draughts

import "cmp"

// Move is one legal move of a position. Two captures with the same origin, the
// same end and the same set of taken pieces are one move, whatever way they
// went; Position.Ways tells the ways. The exception proves the rule: where a man
// is crowned in passing on one way and not on the other, they are two.
//
// Moves are comparable. They come from a Position only and mean something to
// that position only; the zero Move is no move.
type Move struct {
	from, to Square
	crowns   bool
	taken    Squares
}

// From returns the square the piece leaves.
func (m Move) From() Square { return m.from }

// To returns the square on which the piece ends.
func (m Move) To() Square { return m.to }

// Taken returns the squares of the pieces the move takes.
func (m Move) Taken() Squares { return m.taken }

// IsCapture tells whether the move takes a piece.
func (m Move) IsCapture() bool { return !m.taken.Empty() }

// Crowns tells whether the move makes a man a king.
func (m Move) Crowns() bool { return m.crowns }

// IsZero tells whether m is no move at all.
func (m Move) IsZero() bool { return m == Move{} }

// compare orders moves by origin, end and what they take; last by whether they crown.
func (m Move) compare(n Move) int {
	order := cmp.Or(
		cmp.Compare(m.from, n.from), cmp.Compare(m.to, n.to),
		cmp.Compare(m.taken.lo, n.taken.lo), cmp.Compare(m.taken.hi, n.taken.hi),
	)
	switch {
	case order != 0 || m.crowns == n.crowns:
		return order
	case n.crowns:
		return -1
	default:
		return 1
	}
}
