package game_test

import (
	"testing"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// The operator is told who both players are. Nobody else can report them, and nobody reports whom they know.
func TestReportOpponent(t *testing.T) {
	h := newFixture(t)
	_, there := h.meet(american(t))
	report, err := h.ReportOpponent(background, there.ID, game.Viewer{Person: bob, Place: other})
	h.must(err)
	want := game.Report{
		Game: there.ID[:len(there.ID)-1], By: bob, Side: draughts.White, Players: [2]game.PersonID{draughts.White: bob, draughts.Black: ann},
		Places: [2]game.PlaceID{draughts.White: other, draughts.Black: club}, Names: [2]string{draughts.White: "Bob", draughts.Black: "Anna"},
	}
	if report != want {
		t.Errorf("the operator is told %+v", report)
	}
	_, err = h.ReportOpponent(background, there.ID, game.Viewer{Person: cid, Place: other})
	if told := tells(t, refused(t, err, game.NotAPlayer).Game, ann, club, table); len(told) > 0 {
		t.Errorf("who asks is told of %v", told)
	}
	_, err = h.ReportOpponent(background, h.begin(ann, bob, american(t)).ID, game.Viewer{Person: ann, Place: club})
	refused(t, err, game.NotAPlayer)
}
