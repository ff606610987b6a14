package search_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/endgame"
	"doublecorner/game/search"
)

var endgamePositions = flag.Int("endgames.positions", 0, "how many positions of the databases of every built-in rule set are searched")

// What is found without databases does not contradict them, and with them it is known at once.
func TestEndgames(t *testing.T) {
	keys, positions := []string{"american", "russian", "frisian-misere", "turkish", "thai-breakthrough", "italian"}, 30
	if *endgamePositions > 0 {
		keys, positions = draughts.Keys(), *endgamePositions
	}
	for _, rules := range keys {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			compareWithEndgames(t, draughtstest.Variant(t, rules), positions)
		})
	}
}

func compareWithEndgames(t *testing.T, v *draughts.Variant, positions int) {
	set := endgame.Embedded(v)
	without := search.New(v, search.Options{Hash: 1})
	with := search.New(v, search.Options{Hash: 1, Endgames: set})
	random := rand.New(rand.NewPCG(5, 6))
	found, proven := 0, 0
	for found < positions {
		h := draughts.NewHistory(sparse(v, 2+random.IntN(endgame.EmbeddedPieces-1), random))
		n := h.Position().Node()
		known, ok := set.Probe(&n)
		if _, over := h.Ending(); over || !ok {
			continue
		}
		found++
		without.Forget()
		alone, err := without.Think(t.Context(), h, search.Limit{Nodes: 5000})
		must(t, err)
		got := alone.Lines[0].Value
		if got.Proven && (got.Score != int(known.Outcome) || got.Plies < known.Plies) {
			t.Errorf("%s: %v without databases, in them %+v", pdn.FEN(h.Position()), got, known)
		}
		if got.Proven {
			proven++
		}
		informed, err := with.Think(t.Context(), h, search.Limit{Nodes: 5000})
		must(t, err)
		got = informed.Lines[0].Value
		if got.Proven && got.Score != int(known.Outcome) || got.Proven && got.Plies != known.Plies {
			t.Errorf("%s: %v, in the databases %+v", pdn.FEN(h.Position()), got, known)
		}
		if !got.Proven && (known.Outcome == endgame.Drawn || known.Plies < 10 && !known.Doubtful) {
			t.Errorf("%s: %v not proven, in the databases %+v", pdn.FEN(h.Position()), got, known)
		}
		if known.Outcome == endgame.Drawn {
			checkDraw(t, set, h.Position(), informed)
			if moves := h.Position().Moves(); len(moves) > 1 && informed.Depth < 2 {
				t.Errorf("%s: only %d plies are looked ahead", pdn.FEN(h.Position()), informed.Depth)
			}
			judged, err := with.Think(t.Context(), h, search.Limit{Nodes: 5000, Judge: true})
			if err != nil || judged.Lines[0].Value != drawn || judged.Nodes > 100 {
				t.Errorf("%s: judged to be %v, in %d nodes; %v", pdn.FEN(h.Position()), judged.Lines[0].Value, judged.Nodes, err)
			}
		}
	}
	t.Logf("%d positions, %d proven without databases", found, proven)
}

// checkDraw checks that what is drawn stays so.
func checkDraw(t *testing.T, set *endgame.Set, p draughts.Position, thought search.Thought) {
	t.Helper()
	n := p.Play(thought.Lines[0].Moves[0]).Node()
	if known, ok := set.Probe(&n); ok && known.Outcome != endgame.Drawn {
		t.Errorf("%s: %s makes of a draw %+v", pdn.FEN(p), p.Text(thought.Lines[0].Moves[0]), known)
	}
}
