package draughts_test

import (
	"errors"
	"strings"
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
		fault       string // its field; empty: none
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
		{"kings that only move ahead", "american", func(r *draughts.Rules) { r.King.Moves = draughts.DiagonalForward }, "king.moves"},
		{"men that only go sideways", "american", func(r *draughts.Rules) {
			r.Man.Moves, r.King.Moves = draughts.Sideways, draughts.Diagonals|draughts.Sideways
		}, "man.moves"},
		{"men that move back", "american", func(r *draughts.Rules) { r.Man.Moves = draughts.Diagonals }, "man.moves"},
		{"a run of one move", "american", func(r *draughts.Rules) { r.King.RunLimit = 1 }, ""},
		{"a run of nine moves", "american", func(r *draughts.Rules) { r.King.RunLimit = 9 }, ""},
		{"a run of ten moves", "american", func(r *draughts.Rules) { r.King.RunLimit = 10 }, "king.run-limit"},
		{"a run of less than no move", "american", func(r *draughts.Rules) { r.King.RunLimit = -1 }, "king.run-limit"},
		{"a key of 40 letters", "american", func(r *draughts.Rules) { r.Key = strings.Repeat("k", 40) }, ""},
		{"a key of 41 letters", "american", func(r *draughts.Rules) { r.Key = strings.Repeat("k", 41) }, "key"},
		{"a name of 80 letters", "american", func(r *draughts.Rules) { r.Name = strings.Repeat("é", 80) }, ""},
		{"a name of 81 letters", "american", func(r *draughts.Rules) { r.Name = strings.Repeat("é", 81) }, "name"},
		{"a name of spaces", "american", func(r *draughts.Rules) { r.Name = "  " }, "name"},
		{"a side that does not exist", "american", func(r *draughts.Rules) { r.Starts = 2 }, "starts"},
		{"the second of two counters", "american", func(r *draughts.Rules) {
			counters(2, 5)(r)
			r.Draws.Counters[1].Moves = 0
		}, "draws.counters.moves #2"},
		{"a quiet counter that lasts", "american", func(r *draughts.Rules) {
			r.Draws.Counters = []draughts.Counter{{Moves: 5, Lasts: true,
				Quiet: true, Balance: draughts.Balance{Total: draughts.Span{Min: 2, Max: 2}}}}
		}, "draws.counters.lasts"},
		{"a diagonal that nobody holds", "american", func(r *draughts.Rules) {
			r.Draws.Dead = []draughts.Balance{{LongDiagonal: true}}
		}, "draws.dead"},
		{"three rows", "american", func(r *draughts.Rules) { r.Board.Rows, r.Board.Gap = 3, 0 }, ""},
		{"four rows", "american", func(r *draughts.Rules) { r.Board.Rows, r.Board.Gap = 4, 0 }, "board.rows"},
		{"one row", "american", func(r *draughts.Rules) { r.Board.Rows, r.Board.Gap = 1, 0 }, ""},
		{"no row", "american", func(r *draughts.Rules) { r.Board.Rows, r.Board.Gap = 0, 0 }, "board.rows"},
		{"one row and a gap that meet", "american", func(r *draughts.Rules) { r.Board.Rows, r.Board.Gap = 1, 3 }, "board.rows"},
		{"many rows and less than no gap", "american", func(r *draughts.Rules) { r.Board.Rows, r.Board.Gap = 5, -1 }, "board.gap"},
		{"rows and a gap that meet", "american", func(r *draughts.Rules) { r.Board.Rows, r.Board.Gap = 2, 2 }, "board.rows"},
	} {
		r, err := draughts.Find(test.rules)
		must(t, err)
		r.Key = "changed"
		test.change(&r)
		_, err = draughts.Compile(r)
		var wrong *draughts.RulesError
		switch errors.As(err, &wrong); {
		case test.fault == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.fault != "" &&
			(wrong == nil || len(wrong.Faults) != 1 || wrong.Faults[0].Field != test.fault || !strings.HasPrefix(err.Error(), test.fault+": ")):
			t.Errorf("%s: %v, want one fault, of %s", test.name, err, test.fault)
		}
	}
}
