package search_test

import (
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/search"
)

var (
	levelGames = flag.Int("levels.games", 0, "how many games each level plays against the one below")
	levelRules = flag.String("levels.rules", "american", "by which rules")
	levelMost  = flag.Int("levels.most", 6, "the highest level that plays")
	levelLeast = flag.Int("levels.least", 2, "the lowest level that plays against the one below")
)

// Each level beats the one below.
func TestLevels(t *testing.T) {
	v := draughtstest.Variant(t, *levelRules)
	games := *levelGames
	if games == 0 { // only the weakest, to see that it works
		games, *levelMost = 6, 2
	}
	for level := *levelLeast; level <= *levelMost; level++ {
		won, drawn, lost := match(t, v, level, level-1, games)
		score := (float64(won) + float64(drawn)/2) / float64(games)
		t.Logf("%s: level %d against %d: +%d =%d -%d, %.0f %% ± %.0f", *levelRules, level, level-1, won, drawn, lost,
			100*score, 100*math.Sqrt(score*(1-score)/float64(games)))
		if *levelGames > 0 && score < 0.5 {
			t.Errorf("level %d is weaker than level %d", level, level-1)
		}
	}
}

// match lets two levels play, both colours of each opening. It counts as a does.
func match(t *testing.T, v *draughts.Variant, a, b, games int) (won, drawn, lost int) {
	t.Helper()
	random := rand.New(rand.NewPCG(7, 8))
	engines := map[int]*search.Engine{a: search.New(v, search.Options{Hash: 4}), b: search.New(v, search.Options{Hash: 4})}
	var opening uint64
	for i := range games {
		if i%2 == 0 {
			opening = random.Uint64()
		}
		h := draughts.NewHistory(v.Start())
		choice := rand.New(rand.NewPCG(opening, 1))
		for h.Len() < 4 {
			moves := h.Position().Moves()
			must(t, h.Play(moves[choice.IntN(len(moves))]))
		}
		sideOfA := draughts.Sides[i%2]
		for h.Len() < 240 {
			_, over := h.Ending()
			if _, claim := h.Claim(h.Position().Turn()); over || claim {
				break
			}
			level := a
			if h.Position().Turn() != sideOfA {
				level = b
			}
			got, err := engines[level].Think(context.Background(), h, search.Limit{Level: level, Seed: opening + uint64(i)})
			must(t, err)
			must(t, h.Play(got.Lines[0].Moves[0]))
		}
		switch end, over := h.Ending(); {
		case !over || end.Drawn:
			drawn++
		case end.Winner == sideOfA:
			won++
		default:
			lost++
		}
	}
	return won, drawn, lost
}
