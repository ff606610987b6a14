package game_test

import (
	"strings"
	"testing"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/pdn"
)

// Nobody is told what is best in a position of a game that they play against a person, or close to it.
func TestPlayed(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	g = h.play(g, "11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8", "25-22")
	h.play(h.begun(t, cid, 3), "11-15", "24-20")
	const (
		now        = "B:W18,21-24,26-28,30-32:B1-3,5-12"
		turned     = "W:W21-28,30-32:B1-3,5-7,9-12,15"
		afterTwo   = "B:W18,20-23,26-28,30-32:B1-3,5-11,16" // 12-16 24-20
		afterThree = "W:W18,20-23,26-28,30-32:B1-3,5-9,11,15,16"
	)
	for _, test := range []struct {
		what, rules, fen string
		want             bool
	}{
		{"as it stands", "american", now, true},
		{"with the other side to move", "american", "W" + now[1:], true},
		{"as it stood", "american", "W:W21-32:B1-10,12,15", true},
		{"at the start", "american", "B:W21-32:B1-12", true},
		{"by house rules", "american-free-jump", now, true},
		{"two moves later", "american", afterTwo, true},
		{"three moves later", "american", afterThree, false},
		{"turned", "american", turned, true},
		{"turned, and another colour begins", "russian", turned, true},
		{"with another man", "american", "B:W18,21-24,26-28,30-32:B1-3,5-12,15", false},
		{"a king for a man", "american", "B:WK18,21-24,26-28,30-32:B1-3,5-12", false},
		{"mirrored, where the board is", "italian", mirrored(t, now), true},
		{"not mirrored, where the board is", "italian", now, false},
		{"of another game", "american", "B:WK30,31:B1,2,3", false},
		{"on another board", "international", "W:W31-50:B1-20", false},
	} {
		p := draughtstest.Position(t, test.rules, test.fen)
		for person, plays := range map[game.PersonID]bool{ann: true, bob: true, cid: false} {
			played, err := h.Played(background, person)
			h.must(err)
			if got := played.Has(p); got != (plays && test.want) {
				t.Errorf("%s, person %d: %v", test.what, person, got)
			}
		}
	}
	h.lose(g, draughts.White)
	if played, err := h.Played(background, ann); err != nil || len(played) > 0 {
		t.Errorf("after the game there are %d rule sets, %v", len(played), err)
	}
}

// mirrored returns the FEN of a position of the american board on the italian one.
func mirrored(t *testing.T, fen string) string {
	t.Helper()
	v := draughtstest.Variant(t, "italian")
	p := draughtstest.Position(t, "american", fen)
	setup := p.Setup()
	for i, placed := range setup.Pieces {
		x, y := p.Variant().XY(placed.Square)
		setup.Pieces[i].Square = v.SquareAt(7-x, y)
	}
	q, err := v.Position(setup)
	must(t, err)
	return strings.TrimSpace(pdn.FEN(q))
}
