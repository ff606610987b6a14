package openings

import (
	"math/rand/v2"

	"doublecorner/game/draughts"
)

// Random makes up openings of a number of moves that lead to different positions; the same seed
// gives the same ones. They are those that fair finds so. There are fewer than wanted if too few
// can be found.
func Random(v *draughts.Variant, seed uint64, moves, wanted int, fair func(*draughts.History) bool) []*draughts.History {
	random := rand.New(rand.NewPCG(seed, uint64(moves)))
	seen := map[draughts.Position]bool{}
	var all []*draughts.History
	const patience = 50 // attempts for each opening
	for attempt := 0; len(all) < wanted && attempt < patience*wanted; attempt++ {
		h := randomGame(v, random, moves)
		if h == nil || seen[h.Position()] {
			continue
		}
		seen[h.Position()] = true
		if fair(h) {
			all = append(all, h)
		}
	}
	return all
}

// randomGame returns a game of some moves that is not over, or nil.
func randomGame(v *draughts.Variant, random *rand.Rand, moves int) *draughts.History {
	h := draughts.NewHistory(v.Start())
	for range moves {
		legal := h.Position().Moves()
		if len(legal) == 0 || h.Play(legal[random.IntN(len(legal))]) != nil {
			return nil
		}
	}
	if _, over := h.Ending(); over {
		return nil
	}
	return h
}
