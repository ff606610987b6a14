package game_test

import (
	"context"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

var background = context.Background()

func TestWholeGame(t *testing.T) {
	h := newHall(t)
	g := h.begin(ann, bob, american(t))
	if g.Player(draughts.Black) != ann || g.Player(draughts.White) != bob {
		t.Fatalf("players are %v", g.Players)
	}
	g = h.play(g, "11-15", "22-18", "15x22", "25x18")
	if g.Len() != 4 || g.Ply() != 4 || g.Turn() != draughts.Black {
		t.Errorf("after four moves there are %d, at ply %d, with %v to move", g.Len(), g.Ply(), g.Turn())
	}
	a, err := h.Resign(background, h.at(g, bob))
	h.must(err)
	result, over := a.Game.Result()
	if !over || result.Cause != game.ByResignation || result.Outcome != game.BlackWon {
		t.Errorf("the result is %+v", result)
	}
	if _, err := h.Move(background, game.MoveRequest{GameRequest: h.at(a.Game, ann), Text: "8-11"}); true {
		refused(t, err, game.Over)
	}
	h.inOrder()
}

var _ = time.Second
