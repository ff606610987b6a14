package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

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
	declined := ben.presses(offered, "Decline")
	if declined.End != "<@1002> declined the draw." {
		t.Errorf("the note says %q instead of its buttons", declined.End)
	}
	if g := declined.Board.Game; g == nil || g.IsOver() || g.Offered(g.Turn(), game.OfferDraw) {
		t.Errorf("the draw is not declined:\n%s", said(declined))
	}
	anna.presses(board, "Draw").mustSay(t, "already asked since the last move")

	back := ben.pressesMore(board, "Take back").mustSay(t, "<@1002> wants to take back their last move.", "(Allow the take-back) (Decline)")
	back = ben.presses(ben.presses(back, "Allow the take-back").mustSay(t, "your own offer", "(Withdraw)"), "Withdraw").
		mustSay(t, "<@1002> no longer wants to take back a move.") // it was a slip
	if g := back.Board.Game; g == nil || g.Offered(g.Turn().Opponent(), game.OfferTakeBack) {
		t.Errorf("the offer stands:\n%s", said(back))
	}

	w.underway(anna, ben, board)
	ended := anna.types("abort").mustSay(t, "<@1001> wants to cancel this game", "(Agree to cancel) (Decline)")
	if a := ben.presses(ended, "Agree to cancel").mustSay(t, "Game canceled."); a.End != "<@1002> agreed to cancel the game." {
		t.Errorf("the note says %q instead of its buttons", a.End)
	}
}

// The message of an offer that is over says how that came about, instead of asking without buttons: also if a process before
// this one asked, once a user answers there.
func TestOfferIsOver(t *testing.T) {
	const lapsed = "-# This lapsed with the "
	for name, test := range map[string]struct {
		over func(w *world, anna, ben *someone, answers *dg.Interaction)
		want string
	}{
		"by a move": {func(w *world, anna, _ *someone, _ *dg.Interaction) {
			w.arrives(anna.types("move", "move", "15x22"), 78)
		}, lapsed + "next move."},
		"declined on the board": {func(w *world, _, ben *someone, _ *dg.Interaction) {
			w.arrives(ben.presses(ben.types("board"), "Decline"), 78)
		}, "<@1002> declined the draw."},
		"by a move, in another process": {func(w *world, anna, ben *someone, answers *dg.Interaction) {
			w.restart()
			w.arrives(anna.types("move", "move", "15x22"), 78)
			ben.do(answers)
		}, lapsed + "next move."},
		"by a take-back": {func(w *world, anna, ben *someone, _ *dg.Interaction) {
			back := ben.types("takeback")
			w.arrives(back, 78)
			w.arrives(anna.presses(back, "Allow the take-back"), 78)
		}, lapsed + "take-back."},
		"accepted by a command": {func(w *world, _, ben *someone, _ *dg.Interaction) {
			w.arrives(ben.types("draw"), 78)
		}, "<@1002> accepted the draw."},
		"by a resignation": {func(w *world, _, ben *someone, _ *dg.Interaction) {
			w.arrives(ben.presses(ben.types("resign"), "Yes, resign"), 78)
		}, lapsed + "end of the game."},
	} {
		w, anna, ben := newPair(t)
		board, _ := w.begins(anna, ben)
		board = ben.presses(anna.presses(board, "11-15"), "22-18")
		offered := anna.presses(board, "Draw")
		answers := ben.click(customIDOf(t, offered, "Decline"))
		answers.Message = w.arrives(offered, 78)
		w.discord.edits = nil
		test.over(w, anna, ben, answers)
		w.bot.Courier.Wait()
		said := slices.DeleteFunc(w.discord.edits, func(edit string) bool { return !strings.Contains(edit, "do you accept?") })
		if len(said) != 1 || !strings.Contains(said[0], test.want) {
			t.Errorf("%s: the edits are %s", name, w.discord.edits)
		}
	}
}

// A click on Draw just after its board appeared asks first. A copy of the click that arrives later does so, too.
func TestDrawMisclick(t *testing.T) {
	w, anna, ben := newPair(t)
	board, _ := w.begins(anna, ben)
	draw := anna.click(customIDOf(t, board, "Draw"))
	draw.Message = &dg.Message{ID: snowflake(w.at.Add(-time.Second), 0)}
	anna.do(draw).mustSay(t, "The board only just appeared.", "(Offer a draw)")
	w.at = w.at.Add(10 * time.Second)
	asked := anna.do(draw).mustSay(t, "The board only just appeared.")
	draw = anna.click(customIDOf(t, board, "Draw"))
	edited := w.at.Add(-time.Second)
	draw.Message = &dg.Message{ID: snowflake(w.at.Add(-time.Hour), 0), EditedTimestamp: &edited}
	anna.do(draw).mustSay(t, "The board only just appeared.")
	carl := w.member(3, "Carl")
	draw = carl.click(customIDOf(t, board, "Draw"))
	draw.Message = &dg.Message{ID: snowflake(w.at, 0)}
	carl.do(draw).mustSay(t, "Only the two players")
	anna.presses(asked, "Offer a draw").mustSay(t, "<@1001> offers a draw.")
}
