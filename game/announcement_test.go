package game_test

import (
	"fmt"
	"testing"

	"doublecorner/game"
)

// In whatever order posts are recorded, the newest one is stored, and every other is returned once as
// outdated.
func TestShow(t *testing.T) {
	first := game.ShownPost{Room: 7, Post: 100, Seq: 0}
	tests := map[string][]struct{ noted, outdated, kept game.ShownPost }{
		"one after another": {
			{first, game.ShownPost{}, first},
			{game.ShownPost{Room: 8, Post: 105, Seq: 1}, first, game.ShownPost{Room: 8, Post: 105, Seq: 1}},
		},
		"noted late": {
			{game.ShownPost{Room: 7, Post: 105, Seq: 1}, game.ShownPost{}, game.ShownPost{Room: 7, Post: 105, Seq: 1}},
			{first, first, game.ShownPost{Room: 7, Post: 105, Seq: 1}},
		},
		"posted late": {
			{game.ShownPost{Room: 7, Post: 105, Seq: 2}, game.ShownPost{}, game.ShownPost{Room: 7, Post: 105, Seq: 2}},
			{game.ShownPost{Room: 7, Post: 106, Seq: 1}, game.ShownPost{Room: 7, Post: 106, Seq: 1}, game.ShownPost{Room: 7, Post: 105, Seq: 2}},
		},
		"shown anew": {
			{first, game.ShownPost{}, first},
			{game.ShownPost{Room: 8, Post: 101, Seq: 0}, first, game.ShownPost{Room: 8, Post: 101, Seq: 0}},
			{first, first, game.ShownPost{Room: 8, Post: 101, Seq: 0}},
		},
		"noted twice": {
			{first, game.ShownPost{}, first},
			{first, game.ShownPost{}, first},
		},
		"changed": {
			{first, game.ShownPost{}, first},
			{game.ShownPost{Room: 7, Post: 100, Seq: 2}, game.ShownPost{}, game.ShownPost{Room: 7, Post: 100, Seq: 2}},
			{game.ShownPost{Room: 7, Post: 100, Seq: 1}, game.ShownPost{Room: 7, Post: 100, Seq: 1}, game.ShownPost{Room: 7, Post: 100, Seq: 2}},
			{game.ShownPost{Room: 7, Post: 104, Seq: 1}, game.ShownPost{Room: 7, Post: 104, Seq: 1}, game.ShownPost{Room: 7, Post: 100, Seq: 2}},
		},
	}
	for name, notes := range tests {
		h := newFixture(t)
		g := h.begin(ann, bob, american(t))
		for i, note := range notes {
			outdated, err := h.RecordShown(background, g.ID, note.noted)
			h.must(err)
			now := h.game(g.ID)
			if kept := (game.ShownPost{Room: now.Room, Post: now.Post, Seq: now.Shown}); outdated != note.outdated || kept != note.kept {
				t.Errorf("%s, note %d: %+v is out of date and %+v is shown, want %+v and %+v", name, i+1, outdated, kept, note.outdated, note.kept)
			}
			if now.Seq() != 0 {
				t.Errorf("%s: the game has %d events", name, now.Seq())
			}
		}
	}
	h := newFixture(t)
	_, err := h.RecordShown(background, "ZZZZ", first)
	refused(t, err, game.NoSuchGame)
}

// Recording a post changes nothing else in a game.
func TestShowIsNotPlay(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begin(ann, bob, american(t)), "11-15")
	before := fmt.Sprint(g.Ply(), g.Events(), g.Changed())
	_, err := h.RecordShown(background, g.ID, game.ShownPost{Room: 7, Post: 100, Seq: 1})
	h.must(err)
	now := h.game(g.ID)
	if after := fmt.Sprint(now.Ply(), now.Events(), now.Changed()); after != before {
		t.Errorf("the game is %s, was %s", after, before)
	}
	h.play(now, "22-18")
	h.inOrder()
}
