package game_test

import (
	"fmt"
	"testing"

	"doublecorner/game"
)

// Wherever boards are shown and in whatever order that is noted, the newest counts, and
// every other is named once as out of date.
func TestShow(t *testing.T) {
	first := game.Showing{Room: 7, Post: 100, Seq: 0}
	tests := map[string][]struct{ noted, outdated, kept game.Showing }{
		"one after another": {
			{first, game.Showing{}, first},
			{game.Showing{Room: 8, Post: 105, Seq: 1}, first, game.Showing{Room: 8, Post: 105, Seq: 1}},
		},
		"noted late": {
			{game.Showing{Room: 7, Post: 105, Seq: 1}, game.Showing{}, game.Showing{Room: 7, Post: 105, Seq: 1}},
			{first, first, game.Showing{Room: 7, Post: 105, Seq: 1}},
		},
		"posted late": {
			{game.Showing{Room: 7, Post: 105, Seq: 2}, game.Showing{}, game.Showing{Room: 7, Post: 105, Seq: 2}},
			{game.Showing{Room: 7, Post: 106, Seq: 1}, game.Showing{Room: 7, Post: 106, Seq: 1}, game.Showing{Room: 7, Post: 105, Seq: 2}},
		},
		"shown anew": {
			{first, game.Showing{}, first},
			{game.Showing{Room: 8, Post: 101, Seq: 0}, first, game.Showing{Room: 8, Post: 101, Seq: 0}},
			{first, first, game.Showing{Room: 8, Post: 101, Seq: 0}},
		},
		"noted twice": {
			{first, game.Showing{}, first},
			{first, game.Showing{}, first},
		},
		"changed": {
			{first, game.Showing{}, first},
			{game.Showing{Room: 7, Post: 100, Seq: 2}, game.Showing{}, game.Showing{Room: 7, Post: 100, Seq: 2}},
			{game.Showing{Room: 7, Post: 100, Seq: 1}, game.Showing{Room: 7, Post: 100, Seq: 1}, game.Showing{Room: 7, Post: 100, Seq: 2}},
			{game.Showing{Room: 7, Post: 104, Seq: 1}, game.Showing{Room: 7, Post: 104, Seq: 1}, game.Showing{Room: 7, Post: 100, Seq: 2}},
		},
	}
	for name, notes := range tests {
		h := newHall(t)
		g := h.begin(ann, bob, american(t))
		for i, note := range notes {
			outdated, err := h.Show(background, g.ID, note.noted)
			h.must(err)
			now, err := h.Game(background, g.ID)
			h.must(err)
			if kept := (game.Showing{Room: now.Room, Post: now.Post, Seq: now.Shown}); outdated != note.outdated || kept != note.kept {
				t.Errorf("%s, note %d: %+v is out of date and %+v is shown, want %+v and %+v", name, i+1, outdated, kept, note.outdated, note.kept)
			}
			if now.Seq() != 0 {
				t.Errorf("%s: the game has %d events", name, now.Seq())
			}
		}
	}
	h := newHall(t)
	_, err := h.Show(background, "ZZZZ", first)
	refused(t, err, game.NoSuchGame)
}

// What comes of a game does not depend on where it is shown.
func TestShowIsNotPlay(t *testing.T) {
	h := newHall(t)
	g := h.play(h.begin(ann, bob, american(t)), "11-15")
	before := fmt.Sprint(g.Ply(), g.Events(), g.Changed())
	_, err := h.Show(background, g.ID, game.Showing{Room: 7, Post: 100, Seq: 1})
	h.must(err)
	now, err := h.Game(background, g.ID)
	h.must(err)
	if after := fmt.Sprint(now.Ply(), now.Events(), now.Changed()); after != before {
		t.Errorf("the game is %s, was %s", after, before)
	}
	h.play(now, "22-18")
	h.inOrder()
}
