package mind

import (
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
	"doublecorner/game/search"
)

// A rule set that was read anew has the engine that it had before, and one that only renames a built-in one has the
// engine of that.
func TestEngineOfEqualRules(t *testing.T) {
	library := endgame.NewLibrary("", nil)
	defer library.Close()
	o := Options{Hash: 1, Library: library}
	own := american(t).Start().Variant().Rules()
	own.Key = "house"
	compile := func(r draughts.Rules) *draughts.Variant {
		v, err := draughts.Compile(r)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	var e engines
	first := e.of(compile(own), false, o)
	if e.of(compile(own), false, o) != first || e.of(american(t).Start().Variant(), false, o) != first {
		t.Error("equal rules have two engines")
	}
	own.Man.Captures = own.Man.Moves
	own.Capture.Obligatory = false
	if e.of(compile(own), false, o) == first {
		t.Error("other rules have the same engine")
	}
}

// However short the time, each move is looked at.
func TestLeastThought(t *testing.T) {
	var e engines
	h := american(t)
	thought, err := e.of(h.Position().Variant(), false, Options{Hash: 1}).think(t.Context(), h, search.Limit{Level: 8, Time: 1})
	if err != nil || thought.Depth < 1 {
		t.Errorf("the depth is %d, %v", thought.Depth, err)
	}
}
