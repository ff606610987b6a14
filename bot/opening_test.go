package bot

import (
	"strings"
	"testing"

	"doublecorner/game"
)

// A game with a ballot begins with its moves, which its first board names. It is rated, its record tells the ballot,
// and the rematch has the same one with the sides exchanged.
func TestBallotGame(t *testing.T) {
	w, anna, ben := newPair(t)
	if labels := anna.completes("challenge", "opening", "ball"); len(labels) != 1 || labels[0] != "Three-move ballot, drawn by lot" {
		t.Errorf("offered are %q", labels)
	}
	anna.types("challenge", "opponent", ben, "rules", "russian", "opening", "ballot").mustSay(t, "Only American checkers has ballots to draw")
	challenge := anna.types("challenge", "opponent", ben, "opening", "ballot", "colour", "white").
		mustSay(t, "American checkers · three-move ballot · 3 days per move · rated")
	board := ben.presses(challenge, "Accept").mustSay(t, "Game on! <@1001> moves first.",
		"Ballot ", " of the three-move deck", "**1. ", "Last move: Black ")
	w.arrives(board, 78)
	g := board.Board.Game
	anna.types("takeback").mustSay(t, "You have no move to take back")
	w.underway(anna, ben, board)
	record := string(anna.types("export").Message.Files[0].Data)
	if !strings.Contains(record, "[Ballot \"") || strings.Contains(record, "FEN") || !strings.Contains(record, "rated") {
		t.Errorf("the record is\n%s", record)
	}
	ben.presses(ben.types("resign"), "Yes, resign").mustSay(t, "<@1001>: about 12 more rated games")

	rematch := ben.presses(anna.types("rematch").mustSay(t, "three-move ballot"), "Accept")
	again := rematch.Board.Game
	h, err := g.History()
	must(t, err)
	second, err := again.History()
	must(t, err)
	if second.Position() != h.Position() || again.Players != [2]game.PersonID{1002, 1001} {
		t.Errorf("the rematch of %v by %v begins with %v by %v", h.Moves(), g.Players, second.Moves(), again.Players)
	}
}

// Other terms can have another opening, and keep a position.
func TestCounterOpening(t *testing.T) {
	_, anna, ben := newPair(t)
	modal := ben.presses(anna.types("challenge", "opponent", ben), "Other terms")
	ballot := ben.fills(modal, map[string]string{"opening": "ballot"}).mustSay(t, "American checkers · three-move ballot")
	anna.fills(anna.presses(ballot, "Other terms"), nil).mustSay(t, "These are the same terms")
	anna.fills(anna.presses(ballot, "Other terms"),
		map[string]string{"rules": "italian"}).mustSay(t, "Only American checkers has ballots to draw")
	set := anna.types("challenge", "opponent", ben, "opening", "W:W31,K32:B1-3")
	kept := ben.fills(ben.presses(set, "Other terms"), map[string]string{"clock": "5d"}).mustSay(t, "from a set position · 5 days per move")
	free := anna.fills(anna.presses(kept, "Other terms"), map[string]string{"opening": "free"})
	if strings.Contains(said(free), "position") {
		t.Errorf("the position is kept:\n%s", said(free))
	}
}

// The computer plays ballots, too.
func TestBallotAgainstComputer(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	w.arrives(anna.types("challenge", "level", "1", "opening", "ballot", "colour", "black").
		mustSay(t, "three-move ballot", "Ballot ", "Double Corner · level 1 is thinking"), 78)
	w.lets()
	anna.types("board").mustSay(t, "Double Corner · level 1 played", "<@1001>, your move.")
}
