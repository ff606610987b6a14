package lesson

import (
	"slices"
	"strconv"
	"strings"

	"doublecorner/game/draughts"
	"doublecorner/render"
)

// placement is a pattern on a board, as it is or mirrored.
type placement struct {
	*pattern
	v       *draughts.Variant
	anchor  draughts.Square // where the first square of the pattern is
	side    int             // 1, or -1 if mirrored
	p       draughts.Position
	diagram *Diagram
}

// place puts a pattern on the board. It returns nil unless everything in the pattern holds
// there.
func (f *finder) place(k *pattern, anchor draughts.Square, side int) *Diagram {
	l := &placement{pattern: k, v: f.v, anchor: anchor, side: side}
	if !l.setUp() || !l.addLegal() || !l.addRays() || !l.addRefused() {
		return nil
	}
	if k.holds != nil && !k.holds(l.p, l.diagram.legal) {
		return nil
	}
	for _, m := range l.diagram.legal {
		for q := range m.Captured().All() {
			l.diagram.addMark(q, render.Target)
		}
	}
	return l.diagram
}

// setUp puts the pieces on their squares and reports whether that gives a position.
func (l *placement) setUp() bool {
	var setup draughts.Setup
	for _, p := range l.pieces {
		setup.Pieces = append(setup.Pieces, draughts.Placed{Square: l.square(p.at), Piece: p.kind})
	}
	if l.run > 0 {
		setup.Runs[draughts.White] = draughts.Run{King: l.anchor, Moves: l.run}
	}
	p, err := l.v.Position(setup)
	l.p, l.diagram = p, &Diagram{View: render.View{Position: p}}
	return err == nil
}

// square returns a square of the pattern on the board; 0 if it is beside the board.
func (l *placement) square(v vec) draughts.Square {
	x, y := l.v.XY(l.anchor)
	return l.v.SquareAt(x+l.side*v.x, y-v.y)
}

// squares returns a path of the pattern on the board; nil if it leaves the board.
func (l *placement) squares(path []vec) []draughts.Square {
	squares := make([]draughts.Square, len(path))
	for i, v := range path {
		if squares[i] = l.square(v); squares[i] == 0 {
			return nil
		}
	}
	return squares
}

// addLegal shows the legal moves and reports whether all of them are legal.
func (l *placement) addLegal() bool {
	for _, path := range l.legal {
		if !l.addArrow(path) {
			return false
		}
	}
	for _, path := range l.dots {
		m, ok := l.addDot(path)
		if !ok {
			return false
		}
		l.diagram.legal = append(l.diagram.legal, m)
	}
	return true
}

// addRays shows each ray by an arrow to its end, and by dots where the piece can stop
// before. It reports whether all these moves are legal.
func (l *placement) addRays() bool {
	for _, r := range l.rays {
		end := 1
		for r.far && l.square(r.towards.times(end+1)) != 0 {
			end++
		}
		for n := 1; n < end; n++ {
			if _, ok := l.addDot([]vec{{}, r.towards.times(n)}); !ok {
				return false
			}
		}
		if !l.addArrow([]vec{{}, r.towards.times(end)}) {
			return false
		}
	}
	return true
}

// addArrow shows a move by an arrow and reports whether it is legal.
func (l *placement) addArrow(path []vec) bool {
	squares := l.squares(path)
	m, ok := moveAlong(l.p, squares)
	if ok {
		l.diagram.legal = append(l.diagram.legal, m)
		l.diagram.addArrow(squares, render.Proposed)
	}
	return ok
}

// addDot shows a move by a dot at its end and reports whether it is legal.
func (l *placement) addDot(path []vec) (draughts.Move, bool) {
	m, ok := moveAlong(l.p, l.squares(path))
	if ok {
		l.diagram.addMark(m.To(), render.Goal)
	}
	return m, ok
}

// addRefused shows the forbidden paths and reports whether the engine refuses each for the
// right reason.
func (l *placement) addRefused() bool {
	for _, r := range l.refused {
		squares := l.squares(r.path)
		if squares == nil {
			return false
		}
		refused := l.p.WhyNot(squares...)
		if refused == nil || !slices.Contains(r.reasons, refused.Reason) {
			return false
		}
		l.diagram.refused = append(l.diagram.refused, attempt{squares, r.jumps, refused.Reason})
		l.addBarred(squares)
	}
	return true
}

// addBarred shows a path as refused from where it leaves a legal one. If it ends along a
// legal one, it shows its last jump. The arrow lies below the others, whose dashes leave it
// to be seen.
func (l *placement) addBarred(squares []draughts.Square) {
	shared := 1
	for _, path := range l.legal {
		n := 0
		for legal := l.squares(path); n < min(len(squares), len(legal)) && squares[n] == legal[n]; n++ {
		}
		shared = max(shared, min(n, len(squares)-1))
	}
	refused := render.Arrow{Squares: squares[shared-1:], Kind: render.Refused}
	l.diagram.View.Arrows = slices.Insert(l.diagram.View.Arrows, 0, refused)
}

// moveAlong returns the legal move along a path; false if there is none.
func moveAlong(p draughts.Position, path []draughts.Square) (draughts.Move, bool) {
	if len(path) == 0 {
		return draughts.Move{}, false
	}
	names := make([]string, len(path))
	for i, q := range path {
		names[i] = strconv.Itoa(int(q))
	}
	m, err := p.Read(strings.Join(names, "-"))
	return m, err == nil && m.From() == path[0] && m.To() == path[len(path)-1]
}
