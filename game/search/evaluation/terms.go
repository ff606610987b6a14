package evaluation

import (
	"math/bits"

	"doublecorner/game/draughts"
)

// The terms of an evaluation besides its windows, as White sees them.
const (
	man         = iota // men more than the other side
	king               // kings more
	turn               // 1 for the side to move
	opposition         // 1 for the side that has the move in the sense of the game's theory, of sides with equally many pieces
	manMoves           // squares to which men can move, more
	kingMoves          // squares to which kings can move, more
	kingSquares        // and, by the square, 1 for a king that stands there
)

// terms finds the terms of a position.
type terms struct {
	squares  draughts.Bits // all of the board
	oddRows  draughts.Bits
	manSteps [2][]int // by side
	steps    []int    // of kings
	far      bool
	wide     bool // squares are in both words
}

func newTerms(b board) terms {
	v := b.variant
	rules := v.Rules()
	t := terms{
		manSteps: [2][]int{
			draughts.White: v.Steps(rules.Man.Moves, draughts.White),
			draughts.Black: v.Steps(rules.Man.Moves, draughts.Black),
		},
		steps: v.Steps(rules.King.Moves, draughts.White),
		far:   rules.King.Range == draughts.Far,
	}
	for _, q := range b.squares() {
		at := bit(v.Bit(q))
		t.squares = or(t.squares, at)
		if b.row(q)%2 == 1 {
			t.oddRows = or(t.oddRows, at)
		}
	}
	t.wide = t.squares.Hi != 0
	return t
}

// values are the terms that are not about squares, from the view of White.
type values [kingSquares]int

// find returns the terms of a position with these pieces.
func (t *terms) find(white, black, kings draughts.Bits, turnOf draughts.Side) (found values) {
	whiteMen, blackMen := without(white, kings), without(black, kings)
	whites, blacks := count(whiteMen), count(blackMen)
	found[man] = whites - blacks
	found[turn] = 1
	if turnOf == draughts.Black {
		found[turn] = -1
	}
	occupied := or(white, black)
	empty := without(t.squares, occupied)
	if t.wide {
		found[manMoves] = t.reach(whiteMen, empty, t.manSteps[draughts.White], false) -
			t.reach(blackMen, empty, t.manSteps[draughts.Black], false)
	} else {
		for _, step := range t.manSteps[draughts.White] {
			found[manMoves] += bits.OnesCount64(bits.RotateLeft64(whiteMen.Lo, step) & empty.Lo)
		}
		for _, step := range t.manSteps[draughts.Black] {
			found[manMoves] -= bits.OnesCount64(bits.RotateLeft64(blackMen.Lo, step) & empty.Lo)
		}
	}
	if kings != (draughts.Bits{}) {
		whiteKings, blackKings := and(white, kings), and(black, kings)
		ours, theirs := count(whiteKings), count(blackKings)
		found[king] = ours - theirs
		whites, blacks = whites+ours, blacks+theirs
		found[kingMoves] = t.reach(whiteKings, empty, t.steps, t.far) - t.reach(blackKings, empty, t.steps, t.far)
	}
	if whites == blacks {
		// With the move, one side can always keep the other at a distance.
		found[opposition] = found[turn] * (2*(count(and(occupied, t.oddRows))&1) - 1)
	}
	return found
}

// reach returns to how many squares some pieces can go, one step or any number of them. A square
// counts as often as it can be reached.
func (t *terms) reach(pieces, empty draughts.Bits, steps []int, far bool) (squares int) {
	for _, step := range steps {
		for at := and(shift(pieces, step), empty); at != (draughts.Bits{}); at = and(shift(at, step), empty) {
			squares += count(at)
			if !far {
				break
			}
		}
	}
	return squares
}

func bit(i uint8) draughts.Bits {
	if i < 64 {
		return draughts.Bits{Lo: 1 << i}
	}
	return draughts.Bits{Hi: 1 << (i - 64)}
}

func or(a, b draughts.Bits) draughts.Bits  { return draughts.Bits{Lo: a.Lo | b.Lo, Hi: a.Hi | b.Hi} }
func and(a, b draughts.Bits) draughts.Bits { return draughts.Bits{Lo: a.Lo & b.Lo, Hi: a.Hi & b.Hi} }
func without(a, b draughts.Bits) draughts.Bits {
	return draughts.Bits{Lo: a.Lo &^ b.Lo, Hi: a.Hi &^ b.Hi}
}
func count(a draughts.Bits) int { return bits.OnesCount64(a.Lo) + bits.OnesCount64(a.Hi) }

// shift moves squares up by a number of bits, or down if it is negative.
func shift(a draughts.Bits, by int) draughts.Bits {
	if by >= 0 {
		n := uint(by)
		return draughts.Bits{Lo: a.Lo << n, Hi: a.Hi<<n | a.Lo>>(64-n)}
	}
	n := uint(-by)
	return draughts.Bits{Lo: a.Lo>>n | a.Hi<<(64-n), Hi: a.Hi >> n}
}
