package bot

import (
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
)

// Every user can flip the board for themselves, and read the moves so far.
func TestLook(t *testing.T) {
	w := newWorld(t)
	anna, ben, carl := w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Carl")
	board, _ := w.begins(anna, ben)
	if flipped := carl.pressesMore(board, "Flip"); !flipped.Message.Private || len(flipped.Message.Files) != 1 || flipped.Placement != delivery.Beside {
		t.Errorf("flipped: %+v", flipped)
	}
	carl.pressesMore(board, "Moves").mustSay(t, "No moves yet.")
	anna.types("preferences", "view", "black").mustSay(t, "Black")
	if own := anna.pressesMore(board, "Flip"); !strings.Contains(customIDOf(t, own, "Flip"), "white") {
		t.Errorf("the board is first seen from another side than she prefers:\n%s", said(own))
	}
	board = anna.presses(board, "11-15")
	carl.pressesMore(board, "Moves").mustSay(t, "1 move so far", "1. 11-15")
	over := ben.presses(ben.presses(board, "Resign"), "Yes, resign").mustSay(t, "(Replay) (Export) (Moves) (Rematch)")
	if replay := carl.presses(over, "Replay"); !replay.Message.Private || replay.Message.Files[0].Name != "replay.gif" {
		t.Errorf("replay: %+v", replay)
	}
	if record := carl.presses(over, "Export"); !record.Message.Private || !strings.HasSuffix(record.Message.Files[0].Name, ".pdn") {
		t.Errorf("record: %+v", record)
	}
}

// A player who looks at a game from elsewhere sees it privately, and the game stays where it is.
func TestLookFromElsewhere(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	_, g := w.begins(anna, w.member(2, "Ben"))
	elsewhere := anna.command("board", "game", string(g.ID))
	elsewhere.GuildID, elsewhere.ChannelID = "99", "98"
	for _, i := range []*dg.Interaction{elsewhere, inDirect(anna.command("board"))} {
		a := anna.do(i).mustSay(t, "<@1001>, it’s your turn.", "board.png", "(Resign)")
		if !a.Message.Private || a.Message.Mentions != nil || a.showsBoard() {
			t.Errorf("others see it, %v are mentioned, and it shows %v", a.Message.Mentions, a.Board.Game)
		}
	}
	replay := anna.command("replay")
	replay.GuildID, replay.ChannelID = "99", "98"
	if a := anna.do(replay); !a.Private || !a.Message.Private {
		t.Error("others see the replay")
	}
}

// In its guild a spectator shows a game to others, and mentions and moves nothing.
func TestSpectatorsTouchNothing(t *testing.T) {
	w := newWorld(t)
	anna, carl := w.member(1, "Anna"), w.member(3, "Carl")
	_, g := w.begins(anna, w.member(2, "Ben"))
	i := carl.command("board", "game", string(g.ID))
	i.ChannelID = "79"
	if a := carl.do(i); a.Message.Private || a.Message.Mentions != nil || a.showsBoard() || strings.Contains(said(a), "(Resign)") {
		t.Errorf("%v are mentioned, it shows %v:\n%s", a.Message.Mentions, a.Board.Game, said(a))
	}
	i = anna.command("board")
	i.ChannelID = "79"
	if a := anna.do(i); a.Message.Private || !a.showsBoard() {
		t.Errorf("a player does not move it:\n%s", said(a))
	}
}
