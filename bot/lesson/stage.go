package lesson

import (
	"cmp"
	"slices"

	"doublecorner/game/draughts"
)

// stage is where sketches of a rule set are tried.
type stage struct {
	v       *draughts.Variant
	rules   draughts.Rules
	anchors []draughts.Square // where the first square of a sketch can be, the middle first
	blind   bool              // only the sentences are wanted
	plies   int               // how many may still be played to find the picture; negative: the search is over
}

// mostPlies is how many plies may be played to find one picture. Counting them gives the
// same pictures every time, which a timeout would not.
const mostPlies = 400

// afresh returns the stage for another picture.
func (s *stage) afresh() *stage {
	again := *s
	again.plies = mostPlies
	return &again
}

// plays counts a ply and reports whether it may still be played.
func (s *stage) plays() bool {
	s.plies--
	return s.plies >= 0
}

func newStage(v *draughts.Variant) *stage {
	s := &stage{v: v, rules: v.Rules()}
	for q := draughts.Square(1); v.Has(q); q++ {
		s.anchors = append(s.anchors, q)
	}
	middle := s.rules.Board.Size - 1
	distance := func(q draughts.Square) int {
		x, y := v.XY(q)
		return (2*x-middle)*(2*x-middle) + (2*y-middle)*(2*y-middle)
	}
	slices.SortStableFunc(s.anchors, func(a, b draughts.Square) int { return cmp.Compare(distance(a), distance(b)) })
	return s
}

// kings tells whether there is anything to say of kings: where the first one ends the
// game, they never move.
func (s *stage) kings() bool { return s.rules.Object != draughts.Breakthrough }

// dirs returns single steps in directions, as White sees them. On the dark squares a
// straight step goes to the next dark square of its row or column.
func (s *stage) dirs(d draughts.Directions) []vec {
	straight := 1
	if s.rules.Board.Playable == draughts.Dark {
		straight = 2
	}
	var steps []vec
	for _, kind := range []struct {
		of    draughts.Directions
		steps []vec
	}{
		{draughts.DiagonalForward, []vec{{1, 1}, {-1, 1}}},
		{draughts.StraightForward, []vec{{0, straight}}},
		{draughts.Sideways, []vec{{straight, 0}, {-straight, 0}}},
		{draughts.DiagonalBackward, []vec{{1, -1}, {-1, -1}}},
		{draughts.StraightBackward, []vec{{0, -straight}}},
	} {
		if d&kind.of != 0 {
			steps = append(steps, kind.steps...)
		}
	}
	return steps
}

// show finds the place of the first sketch that holds anywhere on the board, nearest
// to its middle; nil if none does, or if that takes too many plies to find out.
func (s *stage) show(sketches ...sketch) *Scene {
	if s.blind {
		return nil
	}
	for i := range sketches {
		for _, anchor := range s.anchors {
			for _, side := range []int{1, -1} {
				if scene := s.place(&sketches[i], anchor, side); scene != nil {
					return scene
				}
				if s.plies < 0 {
					return nil
				}
			}
		}
	}
	return nil
}
