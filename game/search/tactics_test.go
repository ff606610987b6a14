package search_test

import (
	"testing"

	"doublecorner/game/search"
	"doublecorner/game/search/evaluation"
)

// A man or more is given away to win the game, by search alone: with material for an evaluation.
func TestSacrifices(t *testing.T) {
	for _, c := range []struct {
		rules, fen, move string
		plies            int
	}{
		{"american", "W:W26,K6,K7:B5,K15,K30", "7-10", 5},
		{"american", "B:W16,17,25,K3:B7,26,K32", "26-30", 7},
		{"american", "B:W22,26,K7:B11,15,K31,K32", "31-27", 15},
		{"russian", "W:Wb4,f4,a3,d2,a1,c1:Bb8,h8,e7,g7,d6,c5", "f4-e5", 13},
		{"brazilian", "W:Wb4,f4,c3,g1,Kd8:Bf8,h8,h6,Kh4", "g1-f2", 13},
		{"brazilian", "B:Wd4,h4:Bf8,f6,c5,e3", "c5-b4", 15},
		{"pool", "B:W15,21,22:B2,4,8,14", "8-11", 11},
		{"pool", "W:W21,22,K10:B13,K16", "10-19", 5},
		{"italian", "B:W10,18,25,K11:B15,23,K30", "30-27", 13},
	} {
		h := game(t, c.rules, c.fen)
		v := h.Position().Variant()
		e := search.New(v, search.Options{Hash: 1, Evaluator: evaluation.Material(v)})
		thought, err := e.Think(t.Context(), h, search.Limit{Nodes: 200_000})
		must(t, err)
		got := thought.Lines[0]
		if move := h.Position().Text(got.Moves[0]); move != c.move || !got.Value.Proven || got.Value.Score != 1 || got.Value.Plies > c.plies {
			t.Errorf("%s, %s: %s %v, want %s that wins in %d", c.rules, c.fen, move, got.Value, c.move, c.plies)
		}
		if again := h.Clone(); again.Play(got.Moves[0]) != nil || !again.Position().CanCapture() {
			t.Errorf("%s, %s: nothing is given away", c.rules, c.fen)
		}
	}
}
