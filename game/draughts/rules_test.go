package draughts_test

import (
	"errors"
	"testing"

	"doublecorner/game/draughts"
)

// Rules are refused just beyond their bounds, and not before; rulefile shows each fault.
func TestRuleBounds(t *testing.T) {
	counters := func(n, moves int) func(*draughts.Rules) {
		return func(r *draughts.Rules) {
			r.Draws.Counters = make([]draughts.Counter, n)
			for i := range r.Draws.Counters {
				r.Draws.Counters[i].Moves = moves
			}
		}
	}
	for _, test := range []struct {
		name, rules string
		change      func(*draughts.Rules)
		fault       string // of which field; empty: none
	}{
		{"one move", "american", counters(1, 1), ""},
		{"no move", "american", counters(1, 0), "draws.counters.moves"},
		{"500 moves", "american", counters(1, 500), ""},
		{"501 moves", "american", counters(1, 501), "draws.counters.moves"},
		{"20 counters", "american", counters(20, 5), ""},
		{"21 counters", "american", counters(21, 5), "draws.counters"},
		{"a balance of equals", "american", func(r *draughts.Rules) {
			king := draughts.Force{Kings: draughts.Span{Min: 1, Max: 1}}
			r.Draws.Counters = []draughts.Counter{{Moves: 5, By: draughts.StrongerSide, Balance: draughts.Balance{Strong: king, Weak: king}}}
		}, "draws.counters.by"},
		{"men that step diagonally on all squares", "turkish", func(r *draughts.Rules) {
			r.Man.Moves, r.King.Moves = draughts.DiagonalForward, draughts.Diagonals
		}, ""},
		{"kings that only go straight ahead", "turkish", func(r *draughts.Rules) {
			r.King.Moves = draughts.StraightForward | draughts.Sideways
		}, "king.moves"},
		{"three rows", "american", func(r *draughts.Rules) { r.Board.Rows, r.Board.Gap = 3, 0 }, ""},
		{"four rows", "american", func(r *draughts.Rules) { r.Board.Rows, r.Board.Gap = 4, 0 }, "board.rows"},
		{"rows and a gap that meet", "american", func(r *draughts.Rules) { r.Board.Rows, r.Board.Gap = 2, 2 }, "board.rows"},
	} {
		r, err := draughts.Find(test.rules)
		if err != nil {
			t.Fatal(err)
		}
		r.Key = "changed"
		test.change(&r)
		_, err = draughts.Compile(r)
		var wrong *draughts.RulesError
		switch errors.As(err, &wrong); {
		case test.fault == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.fault != "" && (wrong == nil || wrong.Faults[0].Field != test.fault):
			t.Errorf("%s: %v, want a fault of %s", test.name, err, test.fault)
		}
	}
}
