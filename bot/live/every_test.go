package live_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"doublecorner/game/draughts"
)

// A page names a move by its squares, one after another. That is the move which it means, in every rule set.
func TestEveryMoveIsNamed(t *testing.T) {
	for _, key := range draughts.Keys() {
		v, err := draughts.Builtin(key)
		if err != nil {
			t.Fatal(err)
		}
		dice := rand.New(rand.NewPCG(1, 2))
		h := draughts.NewHistory(v.Start())
		for range 60 {
			p := h.Position()
			moves := p.Moves()
			if _, over := h.Ending(); over {
				break
			}
			for _, m := range moves {
				var names []string
				for _, q := range p.Path(m) {
					names = append(names, v.Name(q))
				}
				if read, err := p.Read(strings.Join(names, "-")); err != nil || read != m {
					t.Errorf("%s: %v is read as %v, %v", key, names, read, err)
				}
			}
			if err := h.Play(moves[dice.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}
