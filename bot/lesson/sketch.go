package lesson

import "doublecorner/game/draughts"

// vec is a way from one square to another: columns to the right and rows up.
type vec struct{ x, y int }

func (v vec) plus(w vec) vec     { return vec{v.x + w.x, v.y + w.y} }
func (v vec) times(n int) vec    { return vec{n * v.x, n * v.y} }
func (v vec) isAlong(w vec) bool { return v == w || v == w.times(-1) }

// turn returns the first of steps that leads neither along d nor straight back.
func turn(d vec, steps []vec) (vec, bool) {
	for _, e := range steps {
		if !e.isAlong(d) && (d.x*d.y == 0) == (e.x*e.y == 0) {
			return e, true
		}
	}
	return vec{}, false
}

// sketch is a position that is yet to be put somewhere on a board: White, who moves up,
// is to move. Everything in it is seen from one square.
type sketch struct {
	pieces []piece
	run    int // moves that the king on the first square has made running

	legal   [][]vec // ways that must be allowed: arrows
	dots    [][]vec // likewise: their ends are dots
	refused []refusal
	rays    []ray

	// holds is what else must be true.
	holds func(p draughts.Position, legal []draughts.Move) bool
}

// piece is a piece of a sketch.
type piece struct {
	at   vec
	kind draughts.Piece
}

// refusal is a way that must be refused, for one of some reasons.
type refusal struct {
	way     []vec
	jumps   bool
	reasons []draughts.Reason
}

// ray is a move from the first square without capture, as far as it goes.
type ray struct {
	towards vec
	far     bool
}
