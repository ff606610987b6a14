package endgame

import "doublecorner/game/draughts"

// A code is what a position is worth to the side to move: 0 is drawn, else the plies to the end
// plus 1. The winner then follows from whether the plies are even, because it is always the same
// of the two who makes the last move. Above distancePieces the plies are the fewest that mean the
// same.
type code uint16

const (
	drawn code = 0
	ended code = 1 // the game is over: the side to move has lost, or in misère has won
)

// distancePieces is up to how many pieces the databases hold distances.
const distancePieces = 4

// wins reports whether the side to move wins.
func (b *board) wins(c code) bool { return c != drawn && (c%2 == 0) != b.misere }

// loses reports whether the side to move loses.
func (b *board) loses(c code) bool { return c != drawn && (c%2 == 0) == b.misere }

// sign returns the code without distance.
func (c code) sign() code {
	if c == drawn {
		return c
	}
	return 2 - c%2
}

// outlook is what some moves of a position are worth to the side that makes them.
type outlook struct {
	won      code // the soonest win; 0: none
	lost     code // the latest loss; 0: none
	anyDrawn bool
}

// add adds a move after which the other side has a code.
func (o *outlook) add(b *board, after code) {
	switch {
	case after == drawn:
		o.anyDrawn = true
	case b.loses(after):
		if o.won == 0 || after+1 < o.won {
			o.won = after + 1
		}
	default:
		o.lost = max(o.lost, after+1)
	}
}

// best returns what a position with these moves is worth.
func (o *outlook) best() code {
	switch {
	case o.won != 0:
		return o.won
	case o.anyDrawn:
		return drawn
	}
	return o.lost
}

// end returns the outlook of a position in which the game is over.
func (b *board) end() outlook {
	if b.misere {
		return outlook{won: ended}
	}
	return outlook{lost: ended}
}

// over reports whether a move that led to a position has ended the game, as far as pieces show.
func (b *board) over(n *draughts.Node) bool {
	return n.Us.Empty() || b.kingWins && !n.Kings.Empty()
}

// trivial reports whether all positions of a material are over.
func (b *board) trivial(m Material) bool { return b.kingWins && m.Kings+m.TheirKings > 0 }
