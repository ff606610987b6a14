package bot

import (
	"testing"

	"doublecorner/game"
)

// A board bears the number of the move to be made; one of a finished game, that of the last.
func TestMoveNumber(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	board, _ := w.begins(anna, ben)
	number := func(g *game.Game, want int) {
		t.Helper()
		if got := moveNumber(g); got != want {
			t.Errorf("after %d moves it is %d, want %d", g.Len(), got, want)
		}
	}
	number(board.shows, 1)
	number(anna.presses(board, "11-15").shows, 1)
	board = ben.types("move", "move", "22-18")
	number(board.shows, 2)
	number(ben.presses(ben.types("resign"), "Yes, resign").shows, 1)

	w.begins(anna, ben)
	number(anna.types("abort").shows, 1)
}
