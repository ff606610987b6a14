package game

import (
	"fmt"
	"testing"

	"doublecorner/game/draughts"
)

// However many games are played, the memory of their boards is bounded.
func TestBoardsAreBounded(t *testing.T) {
	v, err := draughts.Builtin("american")
	if err != nil {
		t.Fatal(err)
	}
	var b boards
	for i := range 2 * mostBoards {
		g := Restore(Header{ID: GameID(fmt.Sprint(i)), Terms: Terms{Variant: v}}, nil)
		h, err := b.take(g)
		if err != nil {
			t.Fatal(err)
		}
		b.keep(g, h)
	}
	if len(b.known) != mostBoards {
		t.Errorf("%d boards are remembered, want %d", len(b.known), mostBoards)
	}
}
