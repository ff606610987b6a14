package game_test

import (
	"errors"
	"testing"

	"doublecorner/game"
)

// A review is kept with a game that is over, for those who may see the game.
func TestKeepReview(t *testing.T) {
	h := newFixture(t)
	running := h.begin(ann, bob, american(t))
	refused(t, h.KeepReview(background, running.ID, []byte("early")), game.NotOver)
	if err := h.KeepReview(background, "ZZZZ", []byte("of nothing")); !errors.Is(err, game.ErrNotFound) {
		t.Errorf("error %v", err)
	}

	finished := h.win(ann, bob, american(t))
	viewer := game.Viewer{Person: ann}
	if review, err := h.Review(background, finished.ID, viewer); review != nil || err != nil {
		t.Errorf("before it is made it is %q, %v", review, err)
	}
	h.must(h.KeepReview(background, finished.ID, []byte("made")))
	if review, err := h.Review(background, finished.ID, viewer); string(review) != "made" || err != nil {
		t.Errorf("it is %q, %v", review, err)
	}
	_, err := h.Review(background, finished.ID, game.Viewer{Person: cid, Place: club + 1})
	refused(t, err, game.NoSuchGame)
}
