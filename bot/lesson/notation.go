package lesson

import (
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// These functions make the points about how moves are written.

func notation(f *finder) []any {
	return []any{"notation", f.rules.Board.Notation, "n", f.v.Squares()}
}

// typed says in which other notation moves can be typed.
func typed(f *finder) []any { return []any{"notation", f.rules.Board.Notation} }

func firstMove(f *finder) *Diagram {
	p := f.v.Start()
	moves, err := p.Moves()
	if err != nil || len(moves) == 0 {
		return nil
	}
	m := moves[len(moves)/2]
	diagram := &Diagram{View: render.View{Position: p}, legal: []draughts.Move{m}}
	diagram.addArrow(p.Path(m), render.Proposed)
	return diagram
}

// longCapture shows a capture of two pieces, or of one if two are not possible.
func longCapture(f *finder) *Diagram {
	k, _ := f.twoJumps()
	if diagram := f.find(k); diagram != nil {
		return diagram
	}
	return jump(f)
}

// firstText writes the first move of a diagram.
func firstText(diagram *Diagram) []any {
	p := diagram.View.Position
	m := diagram.legal[0]
	n := p.Variant().Rules().Board.Notation
	return []any{"move", p.Full(m, n), "short", p.Short(m, n)}
}
