package game_test

import (
	"testing"
	"time"

	"doublecorner/game"
)

// A repeated request is counted once.
func TestCounters(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	q := game.MoveRequest{GameRequest: h.at(g, ann), Text: "11-15"}
	a, err := h.Move(background, q)
	h.must(err)
	_, err = h.Move(background, q)
	h.must(err)
	_, err = h.Move(background, game.MoveRequest{GameRequest: h.at(a.Game, bob), Text: "1-32"})
	refused(t, err, game.IllegalMove)
	h.resign(a.Game, bob)
	if got, want := h.Counters(), (game.Counters{Begun: 1, Ended: 1, Moves: 1}); got != want {
		t.Errorf("counted %+v, want %+v", got, want)
	}

	// Ends by time and by erasure are counted, too.
	timed := h.begin(ann, bob, live(t, time.Minute, 0))
	h.pass(2 * time.Minute)
	h.begin(ann, bob, american(t))
	h.erase(ann)
	h.erase(ann)
	if got, want := h.Counters(), (game.Counters{Begun: 3, Ended: 3, Moves: 1}); got != want {
		t.Errorf("counted %+v with %s and one abandoned, want %+v", got, timed.ID, want)
	}
}
