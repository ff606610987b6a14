package lesson

import (
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// These functions make the points about boards, and about how a game begins on them.

func onDark(f *finder) bool { return f.rules.Board.Playable == draughts.Dark }

func boardSize(f *finder) []any {
	return []any{"size", f.rules.Board.Size, "playable", f.rules.Board.Playable, "n", f.v.Squares()}
}

func boardCorner(f *finder) []any { return []any{"corner", f.rules.Board.Corner} }

func allPlayable(f *finder) *Diagram { return f.find(pattern{}) }

// corners marks the single corner and the double corner that White has.
func corners(f *finder) *Diagram {
	diagram := f.find(pattern{})
	if diagram == nil {
		return nil
	}
	last := f.rules.Board.Size - 1
	for _, at := range [][2]int{{0, last}, {1, last}, {0, last - 1}, {last, last}, {last - 1, last}, {last, last - 1}} {
		if q := f.v.SquareAt(at[0], at[1]); q != 0 {
			diagram.addMark(q, render.Goal)
		}
	}
	return diagram
}

func startingMen(f *finder) []any {
	b := f.rules.Board
	return []any{"n", f.v.Start().Pieces(draughts.White).Len(), "rows", b.Rows, "gap", b.Gap}
}

func beginning(f *finder) *Diagram { return &Diagram{View: render.View{Position: f.v.Start()}} }

func starter(f *finder) []any { return []any{"side", f.rules.Starts} }

// firstMoves marks the pieces that can move first.
func firstMoves(f *finder) *Diagram {
	return &Diagram{View: render.View{Position: f.v.Start(), Hints: true}}
}
