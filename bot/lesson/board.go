package lesson

import (
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// What is said and shown of boards, and of how a game begins on them.

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
