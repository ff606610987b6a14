package game

import (
	"fmt"
	"testing"

	"doublecorner/game/draughts"
)

// The cache is bounded, however many games are played.
func TestHistoryCacheIsBounded(t *testing.T) {
	v, err := draughts.Builtin("american")
	if err != nil {
		t.Fatal(err)
	}
	c := historyCache{games: map[GameID]cachedHistory{}}
	for i := range 2 * maxHistories {
		g := Restore(Header{ID: GameID(fmt.Sprint(i)), Terms: Terms{Variant: v}}, nil)
		h, err := c.take(g)
		if err != nil {
			t.Fatal(err)
		}
		c.put(g, h)
	}
	if len(c.games) != maxHistories {
		t.Errorf("%d histories are cached, want %d", len(c.games), maxHistories)
	}
}
