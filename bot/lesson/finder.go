package lesson

import (
	"cmp"
	"slices"

	"doublecorner/game/draughts"
)

// finder finds diagrams for the points of one rule set.
type finder struct {
	v       *draughts.Variant
	rules   draughts.Rules
	anchors []draughts.Square // for the first square of a pattern: all squares, the middle ones first
	plies   int               // how many plies the search may still play; negative: it is over
}

// searchBudget is how many plies may be played to find one diagram. A budget of plies gives
// the same diagrams every time, which a timeout would not.
const searchBudget = 400

// withBudget returns a finder for one diagram.
func (f *finder) withBudget() *finder {
	again := *f
	again.plies = searchBudget
	return &again
}

// spendPly takes a ply from the budget and reports whether there was one left.
func (f *finder) spendPly() bool {
	f.plies--
	return f.plies >= 0
}

func newFinder(v *draughts.Variant) *finder {
	f := &finder{v: v, rules: v.Rules()}
	for q := draughts.Square(1); v.Has(q); q++ {
		f.anchors = append(f.anchors, q)
	}
	middle := f.rules.Board.Size - 1
	distance := func(q draughts.Square) int {
		x, y := v.XY(q)
		return (2*x-middle)*(2*x-middle) + (2*y-middle)*(2*y-middle)
	}
	slices.SortStableFunc(f.anchors, func(a, b draughts.Square) int { return cmp.Compare(distance(a), distance(b)) })
	return f
}

// kings reports whether kings ever move: if the first one ends the game, they do not.
func (f *finder) kings() bool { return f.rules.Object != draughts.Breakthrough }

// dirs returns a single step in each of the directions, as White sees them. If only dark
// squares are played on, a straight step goes to the next dark square of its row or column.
func (f *finder) dirs(d draughts.Directions) []vec {
	straight := 1
	if f.rules.Board.Playable == draughts.Dark {
		straight = 2
	}
	var steps []vec
	for _, kind := range []struct {
		direction draughts.Directions
		steps     []vec
	}{
		{draughts.DiagonalForward, []vec{{1, 1}, {-1, 1}}},
		{draughts.StraightForward, []vec{{0, straight}}},
		{draughts.Sideways, []vec{{straight, 0}, {-straight, 0}}},
		{draughts.DiagonalBackward, []vec{{1, -1}, {-1, -1}}},
		{draughts.StraightBackward, []vec{{0, -straight}}},
	} {
		if d&kind.direction != 0 {
			steps = append(steps, kind.steps...)
		}
	}
	return steps
}

// find places the first pattern that holds anywhere on the board, as near to its middle as
// possible. It returns nil if no pattern holds, or if the budget does not suffice.
func (f *finder) find(patterns ...pattern) *Diagram {
	for i := range patterns {
		for _, anchor := range f.anchors {
			for _, side := range []int{1, -1} {
				if diagram := f.place(&patterns[i], anchor, side); diagram != nil {
					return diagram
				}
				if f.plies < 0 {
					return nil
				}
			}
		}
	}
	return nil
}
