package lesson

import (
	"slices"
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

// captions say which moves the picture shows as allowed, and which as not allowed.
func (s *Scene) captions(l *lang.Language) []string {
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

func (s *Scene) point(way []draughts.Square, kind render.ArrowKind) {
	s.View.Arrows = append(s.View.Arrows, render.Arrow{Squares: way, Kind: kind})
}

func (s *Scene) mark(q draughts.Square, kind render.MarkKind) {
	m := render.Mark{Square: q, Kind: kind}
	if !slices.Contains(s.View.Marks, m) {
		s.View.Marks = append(s.View.Marks, m)
	}
}
