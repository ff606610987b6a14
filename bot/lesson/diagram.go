package lesson

import (
	"slices"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// Diagram is a position that shows a point, with moves that are legal in it and moves that
// are not.
type Diagram struct {
	View    render.View // without size, theme and side
	legal   []draughts.Move
	refused []attempt
}

// attempt is a move that is not legal.
type attempt struct {
	path   []draughts.Square
	jumps  bool // it is meant as a capture
	reason draughts.Reason
}

// captions name the moves that the diagram shows as allowed, and those it shows as not
// allowed.
func (d *Diagram) captions(l *lang.Language) []string {
	p := d.View.Position
	var legal, refused, captions []string
	for _, m := range d.legal {
		legal = append(legal, p.Full(m, p.Variant().Rules().Board.Notation))
	}
	for _, a := range d.refused {
		refused = append(refused, a.text(p.Variant()))
	}
	if len(legal) > 0 {
		captions = append(captions, l.Say("lesson.allowed", "n", len(legal), "moves", l.And(legal)))
	}
	if len(refused) > 0 {
		captions = append(captions, l.Say("lesson.refused", "n", len(refused), "moves", l.And(refused)))
	}
	return captions
}

// text writes the attempt as people write moves.
func (a *attempt) text(v *draughts.Variant) string {
	names := make([]string, len(a.path))
	for i, q := range a.path {
		names[i] = v.Name(q)
	}
	if a.jumps {
		return strings.Join(names, "x")
	}
	return strings.Join(names, "-")
}

func (d *Diagram) addArrow(path []draughts.Square, kind render.ArrowKind) {
	d.View.Arrows = append(d.View.Arrows, render.Arrow{Squares: path, Kind: kind})
}

func (d *Diagram) addMark(q draughts.Square, kind render.MarkKind) {
	m := render.Mark{Square: q, Kind: kind}
	if !slices.Contains(d.View.Marks, m) {
		d.View.Marks = append(d.View.Marks, m)
	}
}
