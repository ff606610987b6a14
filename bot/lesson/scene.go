package lesson

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// Scene is a position that shows a point.
type Scene struct {
	View    render.View // to be given a size, a theme and a side
	Legal   []draughts.Move
	Refused []Attempt
}

// Attempt is a move that is not allowed.
type Attempt struct {
	Way    []draughts.Square
	Jumps  bool // it is meant as a capture
	Reason draughts.Reason
}

// Captions say which moves the picture shows as allowed, and which as not allowed.
func (s *Scene) Captions(l *lang.Language) []string {
	var captions []string
	p := s.View.Position
	notation := p.Variant().Rules().Board.Notation
	var moves []string
	for _, m := range s.Legal {
		moves = append(moves, p.Full(m, notation))
	}
	if len(moves) > 0 {
		captions = append(captions, l.Say("lesson.allowed", "n", len(moves), "moves", l.And(moves)))
	}
	moves = nil
	for _, a := range s.Refused {
		moves = append(moves, a.text(p.Variant()))
	}
	if len(moves) > 0 {
		captions = append(captions, l.Say("lesson.refused", "n", len(moves), "moves", l.And(moves)))
	}
	return captions
}

func (a *Attempt) text(v *draughts.Variant) string {
	names := make([]string, len(a.Way))
	for i, q := range a.Way {
		names[i] = v.Name(q)
	}
	if a.Jumps {
		return strings.Join(names, "x")
	}
	return strings.Join(names, "-")
}

// vec is a way from one square to another: columns to the right and rows up.
type vec struct{ x, y int }

func (v vec) plus(w vec) vec     { return vec{v.x + w.x, v.y + w.y} }
func (v vec) times(n int) vec    { return vec{n * v.x, n * v.y} }
func (v vec) isAlong(w vec) bool { return v == w || v == w.times(-1) }

// sketch is a position that is yet to be put somewhere on a board: White, who moves up,
// is to move. Everything in it is seen from one square.
type sketch struct {
	pieces []piece
	run    int // moves that the king on the first square has made running

	legal   [][]vec // ways that must be allowed: arrows
	dots    [][]vec // likewise: their ends are dots
	refused []refusal
	rays    []ray
	marks   []mark

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

// mark marks a square.
type mark struct {
	at   vec
	kind render.MarkKind
}

// stage is where sketches of a rule set are tried.
type stage struct {
	v       *draughts.Variant
	rules   draughts.Rules
	anchors []draughts.Square // where the first square of a sketch can be, the middle first
	blind   bool              // only the sentences are wanted
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

// turn returns the first of steps that leads neither along d nor straight back.
func turn(d vec, steps []vec) (vec, bool) {
	for _, e := range steps {
		if !e.isAlong(d) && (d.x*d.y == 0) == (e.x*e.y == 0) {
			return e, true
		}
	}
	return vec{}, false
}

// show finds the place of the first sketch that holds anywhere on the board, nearest
// to its middle; nil if none does.
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
			}
		}
	}
	return nil
}

// place puts a sketch on the board, or its mirror image, if everything in it holds there.
func (s *stage) place(k *sketch, anchor draughts.Square, side int) *Scene {
	x, y := s.v.XY(anchor)
	at := func(v vec) draughts.Square { return s.v.SquareAt(x+side*v.x, y-v.y) }
	way := func(vs []vec) []draughts.Square {
		squares := make([]draughts.Square, len(vs))
		for i, v := range vs {
			if squares[i] = at(v); squares[i] == 0 {
				return nil
			}
		}
		return squares
	}
	var setup draughts.Setup
	for _, p := range k.pieces {
		setup.Pieces = append(setup.Pieces, draughts.Placed{Square: at(p.at), Piece: p.kind})
	}
	if k.run > 0 {
		setup.Runs[draughts.White] = draughts.Run{King: anchor, Moves: k.run}
	}
	p, err := s.v.Position(setup)
	if err != nil {
		return nil
	}
	scene := &Scene{View: render.View{Position: p}}
	allowed := func(squares []draughts.Square) bool {
		m, ok := moveAlong(p, squares)
		if ok {
			scene.Legal = append(scene.Legal, m)
		}
		return ok
	}
	for _, vs := range k.legal {
		squares := way(vs)
		if squares == nil || !allowed(squares) {
			return nil
		}
		scene.point(squares, render.Proposed)
	}
	for _, vs := range k.dots {
		squares := way(vs)
		if squares == nil || !allowed(squares) {
			return nil
		}
		scene.mark(squares[len(squares)-1], render.Goal)
	}
	for _, r := range k.rays {
		end := 1
		for r.far && at(r.towards.times(end+1)) != 0 {
			end++
		}
		for n := 1; n <= end; n++ {
			squares := way([]vec{{}, r.towards.times(n)})
			if squares == nil {
				return nil
			}
			if n < end {
				if _, ok := moveAlong(p, squares); !ok {
					return nil
				}
				scene.mark(squares[1], render.Goal)
				continue
			}
			if !allowed(squares) {
				return nil
			}
			scene.point(squares, render.Proposed)
		}
	}
	for _, r := range k.refused {
		squares := way(r.way)
		if squares == nil {
			return nil
		}
		refused := p.WhyNot(squares...)
		if refused == nil || !slices.Contains(r.reasons, refused.Reason) {
			return nil
		}
		scene.Refused = append(scene.Refused, Attempt{squares, r.jumps, refused.Reason})
		scene.bar(squares, k.legal, way)
	}
	for _, m := range k.marks {
		q := at(m.at)
		if q == 0 {
			return nil
		}
		scene.mark(q, m.kind)
	}
	if k.holds != nil && !k.holds(p, scene.Legal) {
		return nil
	}
	for _, m := range scene.Legal {
		for q := range m.Taken().All() {
			scene.mark(q, render.Target)
		}
	}
	return scene
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

func (s *Scene) point(way []draughts.Square, kind render.ArrowKind) {
	s.View.Arrows = append(s.View.Arrows, render.Arrow{Squares: way, Kind: kind})
}

func (s *Scene) mark(q draughts.Square, kind render.MarkKind) {
	m := render.Mark{Square: q, Kind: kind}
	if !slices.Contains(s.View.Marks, m) {
		s.View.Marks = append(s.View.Marks, m)
	}
}

// bar shows a way as refused, from where it leaves the allowed one, or if it ends along
// that, from the beginning of its last jump. It is drawn below arrows, whose dashes
// leave it to be seen.
func (s *Scene) bar(squares []draughts.Square, legal [][]vec, way func([]vec) []draughts.Square) {
	shared := 1
	for _, vs := range legal {
		n := 0
		for allowed := way(vs); n < min(len(squares), len(allowed)) && squares[n] == allowed[n]; n++ {
		}
		shared = max(shared, min(n, len(squares)-1))
	}
	refused := render.Arrow{Squares: squares[shared-1:], Kind: render.Refused}
	s.View.Arrows = slices.Insert(s.View.Arrows, 0, refused)
}
