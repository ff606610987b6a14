package say

import (
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

// A line that is longer than one keeps in mind is cut, and says so.
func TestLongLine(t *testing.T) {
	h := draughts.NewHistory(draughtstest.Variant(t, "american").Start())
	var line []draughts.Move
	for p := h.Position(); len(line) < 7; p = p.Play(line[len(line)-1]) {
		line = append(line, p.Moves()[0])
	}
	const six = "1. 9-13 21-17 2. 5-9 17-14 3. 9x18 22x15"
	for n, want := range map[int]string{6: six, 7: six + " …"} {
		if got := Line(h, 0, line[:n]); got != want {
			t.Errorf("%d moves: %s, not %s", n, got, want)
		}
	}
}
