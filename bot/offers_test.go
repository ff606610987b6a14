package bot

import (
	"strings"
	"testing"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// A pending offer has buttons that answer it. The player who made it is told to wait for an answer, or to withdraw it.
func TestOffersAreAnswered(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	board, _ := w.begins(anna, ben)
	board = anna.presses(board, "11-15")
	board = ben.presses(board, "22-18")

	offered := anna.presses(board, "Draw").mustSay(t, "<@1001> offers a draw. <@1002>, do you accept?", "(Accept the draw) (Decline)")
	carl.presses(offered, "Decline").mustSay(t, "Only the two players")
	declined := ben.presses(offered, "Decline").mustSay(t, "<@1002> declined the draw.")
	if g := declined.Board.Game; g == nil || g.IsOver() || g.Offered(g.Turn(), game.OfferDraw) {
		t.Errorf("the draw is not declined:\n%s", said(declined))
	}
	anna.presses(board, "Draw").mustSay(t, "already asked")

	back := ben.do(ben.inPanel(ben.click(customIDOf(t, ben.presses(board, "More"), "Take back")))).
		mustSay(t, "<@1002> wants to take back their last move.", "(Allow the take-back) (Decline)")
	if says := said(answer{delivery.Response{Message: back.Before}}); !strings.Contains(says, "(Withdraw)") {
		t.Errorf("the other buttons became %q", says)
	}
	ben.presses(board, "More").mustSay(t, "<@1002> wants to take back their last move.", "(Withdraw)")
	if more := said(anna.presses(board, "More")); strings.Contains(more, "(Withdraw)") {
		t.Errorf("the opponent can withdraw it:\n%s", more)
	}
	ben.presses(back, "Allow the take-back").mustSay(t, "your own offer", "(Withdraw)") // a slip
	back = ben.presses(ben.presses(back, "Decline").mustSay(t, "your own offer", "(Withdraw)"), "Withdraw").
		mustSay(t, "<@1002> no longer wants to take back a move.")
	if g := back.Board.Game; g == nil || g.Offered(g.Turn().Opponent(), game.OfferTakeBack) {
		t.Errorf("the offer stands:\n%s", said(back))
	}

	w.underway(anna, ben, board)
	ended := anna.types("abort").mustSay(t, "<@1001> wants to cancel this game", "(Agree to cancel) (Decline)")
	ben.presses(ended, "Agree to cancel").mustSay(t, "Game canceled.")
}

// A player confirms that a game of more than ten moves is cancelled.
func TestLongGamesAreCancelledOnPurpose(t *testing.T) {
	w, anna, ben, _ := newTrio(t)
	_, g := w.begins(anna, ben)
	for ply := range 21 {
		h, err := g.History()
		if err != nil {
			t.Fatal(err)
		}
		if ply == 20 {
			anna.types("abort").mustSay(t, "<@1001> wants to cancel this game")
		}
		p := h.Position()
		g = []*someone{anna, ben}[ply%2].types("move", "move", p.Text(p.Moves()[0])).Board.Game
	}
	ben.presses(ben.types("abort").mustSay(t, "Cancel this game after 11 moves?"), "Yes, cancel").
		mustSay(t, "<@1002> wants to cancel this game", "(Agree to cancel)")
}
