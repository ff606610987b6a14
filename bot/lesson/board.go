package lesson

import (
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// What is said and shown of boards, of how a game begins, and of how moves are written.

func onDark(s *stage) bool { return s.rules.Board.Playable == draughts.Dark }

func boardSize(s *stage) []any {
	return []any{"size", s.rules.Board.Size, "playable", s.rules.Board.Playable, "n", s.v.Squares()}
}

func boardCorner(s *stage) []any { return []any{"corner", s.rules.Board.Corner} }

func allPlayable(s *stage) *Scene { return s.show(sketch{}) }

// corners marks the single corner and the double corner that White has.
func corners(s *stage) *Scene {
	scene := s.show(sketch{})
	if scene == nil {
		return nil
	}
	last := s.rules.Board.Size - 1
	for _, at := range [][2]int{{0, last}, {1, last}, {0, last - 1}, {last, last}, {last - 1, last}, {last, last - 1}} {
		if q := s.v.SquareAt(at[0], at[1]); q != 0 {
			scene.mark(q, render.Goal)
		}
	}
	return scene
}

func startingMen(s *stage) []any {
	b := s.rules.Board
	return []any{"n", s.v.Start().Pieces(draughts.White).Len(), "rows", b.Rows, "gap", b.Gap}
}

func beginning(s *stage) *Scene { return &Scene{View: render.View{Position: s.v.Start()}} }

func starter(s *stage) []any { return []any{"side", s.rules.Starts} }

// firstMoves marks what can move first.
func firstMoves(s *stage) *Scene {
	return &Scene{View: render.View{Position: s.v.Start(), Hints: true}}
}

func notation(s *stage) []any {
	return []any{"notation", s.rules.Board.Notation, "n", s.v.Squares()}
}

// typed says which notation is understood besides the usual one.
func typed(s *stage) []any { return []any{"notation", s.rules.Board.Notation} }

func firstMove(s *stage) *Scene {
	p := s.v.Start()
	moves := p.Moves()
	if len(moves) == 0 {
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
