package lesson

import (
	"cmp"
	"slices"
	"strings"

	"doublecorner/game/draughts"
)

// vec is the distance from one square to another: its real part counts columns to the right,
// its imaginary part rows up. So distances can be added and multiplied.
type vec = complex64

// path is the squares on which a piece stands in the course of a move, from the first square
// of a pattern.
type path []vec

// pattern describes a diagram by pieces and moves relative to one square. White moves up
// the board.
type pattern struct {
	pieces []piece
	turn   draughts.Side
	run    path // squares on which the king on the first square stood before each of its moves in a row, and stands

	legal []path // legal moves, shown by arrows
	far   bool   // legal moves of one step go on to the edge of the board, with dots where they can stop before
	dots  []path // legal moves, shown by dots at their ends

	refused []path            // moves that the engine must refuse
	reasons []draughts.Reason // for one of these reasons
	quiet   bool              // the refused moves are not meant as captures

	// holds reports what else must be true; nil if nothing.
	holds func(p draughts.Position, legal []draughts.Move) bool
}

// piece is a piece of a pattern.
type piece struct {
	at   vec
	kind draughts.Piece
}

// white returns a white piece on the first square, with black men on others.
func white(kind draughts.Piece, blackMen ...vec) []piece {
	pieces := []piece{{0, kind}}
	for _, at := range blackMen {
		pieces = append(pieces, piece{at, draughts.BlackMan})
	}
	return pieces
}

// steps describes a white piece that makes each of some steps.
func steps(kind draughts.Piece, dirs []vec) pattern {
	k := pattern{pieces: white(kind)}
	for _, d := range dirs {
		k.legal = append(k.legal, path{0, d})
	}
	return k
}

// refuse adds a move that the engine must refuse for one of some reasons.
func (k pattern) refuse(not path, reasons ...draughts.Reason) pattern {
	k.refused, k.reasons = append(k.refused, not), reasons
	return k
}

// turn returns the first of some steps, and the first that leads neither along it nor straight
// back; if there is none, the first again, and false.
func turn(dirs []vec) (d, e vec, ok bool) {
	d = dirs[0]
	for _, e := range dirs {
		if !along(d, e) && isStraight(d) == isStraight(e) {
			return d, e, true
		}
	}
	return d, d, false
}

// along reports whether two steps lead in the same or opposite directions.
func along(d, e vec) bool { return d == e || d == -e }

func isStraight(d vec) bool { return real(d)*imag(d) == 0 }

// backward are the directions that lead back.
const backward = draughts.DiagonalBackward | draughts.StraightBackward

// directions names directions.
func directions(d draughts.Directions) list {
	if d == draughts.Diagonals|draughts.Straights {
		return list{{Key: "lesson.way.all"}}
	}
	var names list
	for name := range strings.SplitSeq(d.String(), ", ") {
		names = append(names, phrase{Key: "lesson.way." + name})
	}
	return names
}

// finder finds diagrams for the points of one rule set.
type finder struct {
	v       *draughts.Variant
	rules   draughts.Rules
	anchors []draughts.Square // for the first square of a pattern: all squares, the middle ones first
	plies   int               // how many plies the search for a repetition may still play
}

// searchBudget is how many plies may be played to find a repetition. A budget of plies gives
// the same diagrams every time, which a timeout would not.
const searchBudget = 400

func newFinder(v *draughts.Variant) *finder {
	f := &finder{v: v, rules: v.Rules(), plies: searchBudget}
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

// onDark reports whether only dark squares are played on.
func (f *finder) onDark() bool { return f.rules.Board.Playable == draughts.Dark }

// dirs returns a single step in each of the directions, as White sees them. If only dark
// squares are played on, a straight step goes to the next dark square of its row or column.
func (f *finder) dirs(d draughts.Directions) []vec {
	var straight vec = 1
	if f.onDark() {
		straight = 2
	}
	var dirs []vec
	for _, kind := range []struct {
		direction draughts.Directions
		steps     []vec
	}{
		{draughts.DiagonalForward, []vec{1 + 1i, -1 + 1i}},
		{draughts.StraightForward, []vec{straight * 1i}},
		{draughts.Sideways, []vec{straight, -straight}},
		{draughts.DiagonalBackward, []vec{1 - 1i, -1 - 1i}},
		{draughts.StraightBackward, []vec{-straight * 1i}},
	} {
		if d&kind.direction != 0 {
			dirs = append(dirs, kind.steps...)
		}
	}
	return dirs
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
