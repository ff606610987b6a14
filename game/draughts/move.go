package draughts

import "cmp"

// Move is one legal move of a position. Two captures with the same origin, the same end and
// the same set of captured pieces are one move, whatever their paths; Position.Path returns
// one. There is one exception: if a man is crowned in passing on one path and not on another,
// they are two moves.
//
// Moves are comparable. They come from a [Position] only and mean something to that position
// only; the zero Move is no move.
type Move struct {
	from, to Square
	crowns   bool
	captured Squares
}

// From returns the square the piece leaves.
func (m Move) From() Square { return m.from }

// To returns the square on which the piece ends.
func (m Move) To() Square { return m.to }

// Captured returns the squares of the pieces that the move captures.
func (m Move) Captured() Squares { return m.captured }

// IsCapture reports whether the move captures a piece.
func (m Move) IsCapture() bool { return !m.captured.Empty() }

// Crowns reports whether the move makes a man a king.
func (m Move) Crowns() bool { return m.crowns }

// IsZero reports whether m is no move at all.
func (m Move) IsZero() bool { return m == Move{} }

// compare orders moves by origin, end and what they capture; last by whether they crown.
func (m Move) compare(n Move) int {
	order := cmp.Or(
		cmp.Compare(m.from, n.from), cmp.Compare(m.to, n.to),
		cmp.Compare(m.captured.Lo, n.captured.Lo), cmp.Compare(m.captured.Hi, n.captured.Hi),
	)
	if order == 0 && m.crowns != n.crowns {
		if n.crowns {
			return -1
		}
		return 1
	}
	return order
}
