package search_test

import (
	"math/rand/v2"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/endgame"
	"doublecorner/game/search"
)

// What is found without databases does not contradict them, and with them it is known at once.
func TestEndgames(t *testing.T) {
	for _, rules := range []string{"american", "russian", "frisian-misere", "turkish", "thai-breakthrough", "italian"} {
		v, err := draughts.Builtin(rules)
		if err != nil {
			t.Fatal(err)
		}
		set := endgame.Embedded(v)
		without := search.New(v, search.Options{Hash: 1})
		with := search.New(v, search.Options{Hash: 1, Endgames: set})
		random := rand.New(rand.NewPCG(5, 6))
		for range 30 {
			h := draughts.NewHistory(sparse(v, random))
			n := h.Position().Node()
			known, ok := set.Probe(&n)
			if _, over := h.Ending(); over || !ok {
				continue
			}
			without.Forget()
			alone, err := without.Think(t.Context(), h, search.Limit{Nodes: 5000})
			if err != nil {
				t.Fatal(err)
			}
			if got := alone.Lines[0].Value; got.Proven && (got.Score != int(known.Outcome) || got.Plies < known.Plies) {
				t.Errorf("%s, %s: %v without databases, in them %+v", rules, pdn.FEN(h.Position()), got, known)
			}
			informed, err := with.Think(t.Context(), h, search.Limit{Nodes: 5000})
			if err != nil {
				t.Fatal(err)
			}
			got := informed.Lines[0].Value
			if got.Proven && got.Score != int(known.Outcome) || got.Proven && got.Plies != known.Plies {
				t.Errorf("%s, %s: %v, in the databases %+v", rules, pdn.FEN(h.Position()), got, known)
			}
			if !got.Proven && (known.Outcome == endgame.Drawn || known.Plies < 10) {
				t.Errorf("%s, %s: %v not proven, in the databases %+v", rules, pdn.FEN(h.Position()), got, known)
			}
		}
	}
}
