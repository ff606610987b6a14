package evaluation

import (
	"math/bits"
	"slices"

	"doublecorner/game/draughts"
)

// The terms of an evaluation besides its windows, as White sees them.
const (
	man         = iota // men more than the other side
	king               // kings more
	turn               // 1 for the side to move
	opposition         // see terms.opposition
	manMoves           // moves of men more
	kingMoves          // moves of kings more
	kingSquares        // and, by the square, 1 for a king that stands there
)

// terms finds the terms of a position.
type terms struct {
	squares   draughts.Bits // all of the board
	oddRows   draughts.Bits
	manSteps  [2][]int // by side
	kingSteps []int
	far       bool // kings go any distance
	wide      bool // a step can lead out of the low word
}

func newTerms(b board) terms {
	v := b.variant
	rules := v.Rules()
	t := terms{
		manSteps: [2][]int{
			draughts.White: v.Steps(rules.Man.Moves, draughts.White),
			draughts.Black: v.Steps(rules.Man.Moves, draughts.Black),
		},
		kingSteps: v.Steps(rules.King.Moves, draughts.White),
		far:       rules.King.Range == draughts.Far,
	}
	for _, q := range b.squares() {
		at := draughts.BitsOf(v.Bit(q))
		t.squares = t.squares.Or(at)
		if b.row(q)%2 == 1 {
			t.oddRows = t.oddRows.Or(at)
		}
	}
	t.wide = int(v.Bit(draughts.Square(v.Squares())))+slices.Max(t.kingSteps) >= 64
	return t
}

// balance is by how much White has more than Black.
type balance struct{ men, kings, manMoves, kingMoves int }

// balance compares the pieces of the sides.
func (t *terms) balance(white, black, kings draughts.Bits) (b balance) {
	whiteMen, blackMen := white.Without(kings), black.Without(kings)
	b.men = whiteMen.Len() - blackMen.Len()
	empty := t.squares.Without(white.Or(black))
	b.manMoves = t.manReach(whiteMen, empty, draughts.White) - t.manReach(blackMen, empty, draughts.Black)
	if !kings.Empty() {
		whiteKings, blackKings := white.And(kings), black.And(kings)
		b.kings = whiteKings.Len() - blackKings.Len()
		b.kingMoves = t.kingReach(whiteKings, empty) - t.kingReach(blackKings, empty)
	}
	return b
}

// opposition returns 1 if the side to move has the move in the sense of the game's theory, with
// which it can keep the other side at a distance, -1 if the other side has it, and 0 if one side
// has more pieces.
func (t *terms) opposition(white, black draughts.Bits) int {
	if white.Len() != black.Len() {
		return 0
	}
	return 2*(white.Or(black).And(t.oddRows).Len()&1) - 1
}

// manReach returns how many steps men can make.
func (t *terms) manReach(men, empty draughts.Bits, side draughts.Side) (steps int) {
	if t.wide {
		for _, step := range t.manSteps[side] {
			steps += men.Shift(step).And(empty).Len()
		}
		return steps
	}
	for _, step := range t.manSteps[side] {
		steps += bits.OnesCount64(bits.RotateLeft64(men.Lo, step) & empty.Lo)
	}
	return steps
}

// kingReach returns how many moves kings have.
func (t *terms) kingReach(kings, empty draughts.Bits) (moves int) {
	if !t.wide {
		return t.narrowKingReach(kings.Lo, empty.Lo)
	}
	for _, step := range t.kingSteps {
		for at := kings.Shift(step).And(empty); !at.Empty(); at = at.Shift(step).And(empty) {
			moves += at.Len()
			if !t.far {
				break
			}
		}
	}
	return moves
}

// narrowKingReach is kingReach for boards of one word.
func (t *terms) narrowKingReach(kings, empty uint64) (moves int) {
	if kings == 0 {
		return 0
	}
	for _, step := range t.kingSteps {
		at := bits.RotateLeft64(kings, step) & empty
		moves += bits.OnesCount64(at)
		for t.far && at != 0 {
			at = bits.RotateLeft64(at, step) & empty
			moves += bits.OnesCount64(at)
		}
	}
	return moves
}
