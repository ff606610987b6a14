package game_test

import (
	"errors"
	"testing"

	"doublecorner/game"
)

// A review is kept with a game that is over.
func TestKeepReview(t *testing.T) {
	h := newFixture(t)
	running := h.begin(ann, bob, american(t))
	refused(t, h.KeepReview(background, running.ID, []byte("early")), game.NotOver)
	if err := h.KeepReview(background, "ZZZZ", []byte("of nothing")); !errors.Is(err, game.ErrNotFound) {
		t.Errorf("error %v", err)
	}

	finished := h.win(ann, bob, american(t))
	if review, err := h.Review(background, finished); review != nil || err != nil {
		t.Errorf("before it is made it is %q, %v", review, err)
	}
	h.must(h.KeepReview(background, finished.ID, []byte("made")))
	if review, err := h.Review(background, finished); string(review) != "made" || err != nil {
		t.Errorf("it is %q, %v", review, err)
	}
}
