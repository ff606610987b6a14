package draughts_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// trials is how many games and how many set-up positions of every rule set are
// looked at. CI looks at more.
var trials = flag.Int("draughts.trials", 5, "random `games` and positions of every rule set")

// forEveryRuleSet runs a test on random positions of every rule set: those of
// whole random games, and others full of kings, where generators go wrong.
func forEveryRuleSet(t *testing.T, test func(t *testing.T, p draughts.Position)) {
	for _, key := range draughts.Keys() {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			v := variant(t, key)
			random := rand.New(rand.NewPCG(20, uint64(len(key))))
			for range *trials {
				randomGame(t, v, random, test)
				for range 20 {
					test(t, randomPosition(t, v, random))
				}
			}
		})
	}
}

func randomGame(t *testing.T, v *draughts.Variant, random *rand.Rand, test func(t *testing.T, p draughts.Position)) {
	p := v.Start()
	for range 120 {
		test(t, p)
		moves := p.Moves()
		if len(moves) == 0 || t.Failed() {
			return
		}
		p = p.Play(moves[random.IntN(len(moves))])
	}
}

func randomPosition(t *testing.T, v *draughts.Variant, random *rand.Rand) draughts.Position {
	setup := draughts.Setup{Turn: draughts.Sides[random.IntN(2)]}
	density := 3 + random.IntN(8)
	count := [2]int{}
	for q := draughts.Square(1); v.Has(q); q++ {
		if random.IntN(density) > 0 {
			continue
		}
		side := draughts.Sides[random.IntN(2)]
		piece := side.Man()
		_, y := v.XY(q)
		last := side == draughts.White && y == 0 || side == draughts.Black && y == v.Rules().Board.Size-1
		if last || random.IntN(4) == 0 {
			if v.Rules().Object == draughts.Breakthrough {
				continue
			}
			piece = side.King()
		}
		if count[side]++; count[side] <= 12 {
			setup.Pieces = append(setup.Pieces, draughts.Placed{Square: q, Piece: piece})
		}
	}
	if limit := v.Rules().King.RunLimit; limit > 0 {
		for _, placed := range setup.Pieces {
			if placed.Piece.IsKing() {
				side := draughts.White
				if placed.Piece.Is(draughts.Black) {
					side = draughts.Black
				}
				setup.Runs[side] = draughts.Run{King: placed.Square, Moves: 1 + random.IntN(limit)}
			}
		}
	}
	p, err := v.Position(setup)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestAgreement compares the generator with the reference: the same moves, leading
// to the same positions.
func TestAgreement(t *testing.T) {
	forEveryRuleSet(t, func(t *testing.T, p draughts.Position) {
		want := newReference(p).moves()
		got := map[string]bool{}
		for _, m := range p.Moves() {
			text := describe(m.From(), m.To(), m.Taken(), p.Play(m).Setup())
			if got[text] {
				t.Errorf("%s: there twice: %s", pdn.FEN(p), text)
			}
			got[text] = true
			if !want[text] {
				t.Errorf("%s: not a move: %s", pdn.FEN(p), text)
			}
		}
		for text := range want {
			if !got[text] {
				t.Errorf("%s: missing: %s", pdn.FEN(p), text)
			}
		}
	})
}
