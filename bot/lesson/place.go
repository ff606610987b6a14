package lesson

import (
	"slices"
	"strconv"
	"strings"

	"doublecorner/game/draughts"
	"doublecorner/render"
)

// placing is a sketch being put on a board, or its mirror image.
type placing struct {
	*sketch
	v      *draughts.Variant
	anchor draughts.Square // where its first square is
	side   int             // 1, or -1 for the mirror image
	p      draughts.Position
	scene  *Scene
}

// place puts a sketch on the board, or its mirror image, if everything in it holds there.
func (s *stage) place(k *sketch, anchor draughts.Square, side int) *Scene {
	l := &placing{sketch: k, v: s.v, anchor: anchor, side: side}
	for _, fits := range []func() bool{l.pose, l.point, l.dot, l.send, l.refuse} {
		if !fits() {
			return nil
		}
	}
	if k.holds != nil && !k.holds(l.p, l.scene.Legal) {
		return nil
	}
	for _, m := range l.scene.Legal {
		for q := range m.Taken().All() {
			l.scene.mark(q, render.Target)
		}
	}
	return l.scene
}

// at returns a square of the sketch on the board; 0 if it is not there.
func (l *placing) at(v vec) draughts.Square {
	x, y := l.v.XY(l.anchor)
	return l.v.SquareAt(x+l.side*v.x, y-v.y)
}

// way returns a way of the sketch on the board; nil if it leaves that.
func (l *placing) way(vs []vec) []draughts.Square {
	squares := make([]draughts.Square, len(vs))
	for i, v := range vs {
		if squares[i] = l.at(v); squares[i] == 0 {
			return nil
		}
	}
	return squares
}

// allowed notes a way that must be allowed; nil if it is not.
func (l *placing) allowed(vs []vec) []draughts.Square {
	squares := l.way(vs)
	if squares == nil {
		return nil
	}
	m, ok := moveAlong(l.p, squares)
	if !ok {
		return nil
	}
	l.scene.Legal = append(l.scene.Legal, m)
	return squares
}

// pose puts the pieces on their squares.
func (l *placing) pose() bool {
	var setup draughts.Setup
	for _, p := range l.pieces {
		setup.Pieces = append(setup.Pieces, draughts.Placed{Square: l.at(p.at), Piece: p.kind})
	}
	if l.run > 0 {
		setup.Runs[draughts.White] = draughts.Run{King: l.anchor, Moves: l.run}
	}
	p, err := l.v.Position(setup)
	l.p, l.scene = p, &Scene{View: render.View{Position: p}}
	return err == nil
}

// point shows what is allowed by arrows, dot by dots.
func (l *placing) point() bool {
	for _, vs := range l.legal {
		squares := l.allowed(vs)
		if squares == nil {
			return false
		}
		l.scene.point(squares, render.Proposed)
	}
	return true
}

func (l *placing) dot() bool {
	for _, vs := range l.dots {
		squares := l.allowed(vs)
		if squares == nil {
			return false
		}
		l.scene.mark(squares[len(squares)-1], render.Goal)
	}
	return true
}

// send follows the rays: an arrow to their ends, and dots where one can stop before.
func (l *placing) send() bool {
	for _, r := range l.rays {
		end := 1
		for r.far && l.at(r.towards.times(end+1)) != 0 {
			end++
		}
		for n := 1; n < end; n++ {
			squares := l.way([]vec{{}, r.towards.times(n)})
			if squares == nil {
				return false
			}
			if _, ok := moveAlong(l.p, squares); !ok {
				return false
			}
			l.scene.mark(squares[1], render.Goal)
		}
		squares := l.allowed([]vec{{}, r.towards.times(end)})
		if squares == nil {
			return false
		}
		l.scene.point(squares, render.Proposed)
	}
	return true
}

// refuse shows what is refused, and is for the right reason.
func (l *placing) refuse() bool {
	for _, r := range l.refused {
		squares := l.way(r.way)
		if squares == nil {
			return false
		}
		refused := l.p.WhyNot(squares...)
		if refused == nil || !slices.Contains(r.reasons, refused.Reason) {
			return false
		}
		l.scene.Refused = append(l.scene.Refused, Attempt{squares, r.jumps, refused.Reason})
		l.bar(squares)
	}
	return true
}

// bar shows a way as refused, from where it leaves the allowed one, or if it ends along
// that, from the beginning of its last jump. It is drawn below arrows, whose dashes
// leave it to be seen.
func (l *placing) bar(squares []draughts.Square) {
	shared := 1
	for _, vs := range l.legal {
		n := 0
		for allowed := l.way(vs); n < min(len(squares), len(allowed)) && squares[n] == allowed[n]; n++ {
		}
		shared = max(shared, min(n, len(squares)-1))
	}
	refused := render.Arrow{Squares: squares[shared-1:], Kind: render.Refused}
	l.scene.View.Arrows = slices.Insert(l.scene.View.Arrows, 0, refused)
}

// moveAlong returns the legal move that goes a way.
func moveAlong(p draughts.Position, squares []draughts.Square) (draughts.Move, bool) {
	names := make([]string, len(squares))
	for i, q := range squares {
		names[i] = strconv.Itoa(int(q))
	}
	m, err := p.Read(strings.Join(names, "-"))
	return m, err == nil && m.From() == squares[0] && m.To() == squares[len(squares)-1]
}
