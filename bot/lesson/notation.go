package lesson

import (
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// What is said and shown of how moves are written.

func notation(s *stage) []any {
	return []any{"notation", s.rules.Board.Notation, "n", s.v.Squares()}
}

// typed says which notation is understood besides the usual one.
func typed(s *stage) []any { return []any{"notation", s.rules.Board.Notation} }

func firstMove(s *stage) *Scene {
	p := s.v.Start()
	moves, err := p.Moves()
	if err != nil || len(moves) == 0 {
		return nil
	}
	m := moves[len(moves)/2]
	scene := &Scene{View: render.View{Position: p}, Legal: []draughts.Move{m}}
	scene.point(p.Way(m), render.Proposed)
	return scene
}

// longCapture shows a capture of two pieces, where there can be any, else of one.
func longCapture(s *stage) *Scene {
	k, _ := s.twoJumps()
	if scene := s.show(k); scene != nil {
		return scene
	}
	return jump(s)
}

// firstText names the first move of a scene.
func firstText(scene *Scene) []any {
	p := scene.View.Position
	m := scene.Legal[0]
	n := p.Variant().Rules().Board.Notation
	return []any{"move", p.Full(m, n), "short", p.Short(m, n)}
}
