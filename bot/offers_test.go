package bot

import (
	"testing"

	"doublecorner/game"
)

// A pending offer has buttons that answer it; the player who made it withdraws it with the same.
func TestOffersAreAnswered(t *testing.T) {
	w := newWorld(t)
	anna, ben, carl := w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Carl")
	board, _ := w.begins(anna, ben)
	board = anna.presses(board, "11-15")
	board = ben.presses(board, "22-18")

	offered := anna.presses(board, "Draw").mustSay(t, "<@1001> offers a draw. <@1002>, press “Draw”", "(No draw)")
	carl.presses(offered, "No draw").mustSay(t, "Only the two players")
	declined := ben.presses(offered, "No draw")
	if g := declined.Board.Game; g == nil || g.IsOver() || g.Offered(g.Turn(), game.OfferDraw) {
		t.Errorf("the draw is not declined:\n%s", said(declined))
	}
	anna.presses(declined, "Draw").mustSay(t, "already asked since the last move")

	back := ben.presses(declined, "Take back").mustSay(t, "<@1002> asks to take their last move back.", "(No take-back)")
	back = ben.presses(back, "No take-back") // it was a slip
	if g := back.Board.Game; g == nil || g.Offered(g.Turn().Opponent(), game.OfferTakeBack) {
		t.Errorf("the offer stands:\n%s", said(back))
	}

	w.underway(anna, ben, back)
	ended := anna.types("abort").mustSay(t, "<@1001> would like to end this game", "(End without a result) (Play on)")
	ben.presses(ended, "End without a result").mustSay(t, "Game canceled.")
}
