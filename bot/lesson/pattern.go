package lesson

import "doublecorner/game/draughts"

// vec is the distance from one square to another: columns to the right and rows up.
type vec struct{ x, y int }

func (v vec) plus(w vec) vec     { return vec{v.x + w.x, v.y + w.y} }
func (v vec) times(n int) vec    { return vec{n * v.x, n * v.y} }
func (v vec) isAlong(w vec) bool { return v == w || v == w.times(-1) }

// turn returns the first of steps, and the first that leads neither along it nor straight
// back; false if there is none.
func turn(steps []vec) (d, e vec, ok bool) {
	d = steps[0]
	for _, e := range steps {
		if !e.isAlong(d) && (d.x*d.y == 0) == (e.x*e.y == 0) {
			return d, e, true
		}
	}
	return d, vec{}, false
}

// pattern describes a diagram by pieces and moves relative to one square. White moves up
// the board, and is to move.
type pattern struct {
	pieces []piece
	run    int // how many moves in a row the king on the first square has made

	legal   [][]vec // paths of legal moves, shown by arrows
	dots    [][]vec // paths of legal moves, shown by dots at their ends
	refused []forbidden
	rays    []ray

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
	pieces := []piece{{vec{}, kind}}
	for _, at := range blackMen {
		pieces = append(pieces, piece{at, draughts.BlackMan})
	}
	return pieces
}

// forbidden is a path that the engine must refuse, for one of some reasons.
type forbidden struct {
	path    []vec
	jumps   bool // it is meant as a capture
	reasons []draughts.Reason
}

func forbidMove(path []vec, reasons ...draughts.Reason) forbidden {
	return forbidden{path, false, reasons}
}

func forbidJump(path []vec, reasons ...draughts.Reason) forbidden {
	return forbidden{path, true, reasons}
}

// ray is a move from the first square without capture, as far as it goes.
type ray struct {
	towards vec
	far     bool
}
