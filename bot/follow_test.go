package bot

import (
	"slices"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// A user who watches a game can follow it from "More". The board of each move, or of the end, mentions them, unless
// they want no mentions.
func TestFollow(t *testing.T) {
	w := newWorld(t)
	anna, ben, cleo, dan, eve := w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Cleo"), w.member(4, "Dan"), w.member(5, "Eve")
	board, g := w.begins(anna, ben)
	if text := said(anna.presses(board, "More")); strings.Contains(text, "Follow") {
		t.Errorf("a player reads\n%s", text)
	}
	more := cleo.presses(board, "More").mustSay(t, "(Export) (Step through) \n(Flip) (Moves) \n",
		"Follow this game?", "(Ping at the end) (Ping every move)")
	press := cleo.click(customIDOf(t, more, "Ping every move"))
	press.Message = &dg.Message{Flags: dg.MessageFlagsEphemeral}
	if now := cleo.do(press).mustSay(t, "I’ll ping you at every move",
		"(Ping at the end) (Stop following)"); now.Placement != delivery.Replace ||
		!now.Message.Private {
		t.Errorf("the response has placement %d, private: %v", now.Placement, now.Message.Private)
	}
	dan.pressesMore(board, "Ping at the end").mustSay(t, "I’ll ping you when it ends.")
	eve.pressesMore(board, "Ping every move")
	eve.types("preferences", "pings", false)
	eve.presses(board, "More").mustSay(t, "Pings are off")
	cleo.types("games", "whose", "followed").mustSay(t, "Games you follow here", string(g.ID))
	ben.types("games", "whose", "followed").mustSay(t, "You don’t follow a game here.")

	mentions := func(a answer, want ...*someone) answer {
		t.Helper()
		var ids []string
		for _, s := range want {
			ids = append(ids, s.id)
		}
		if !slices.Equal(a.Message.Mentions, ids) {
			t.Errorf("mentioned are %v, want %v, in\n%s", a.Message.Mentions, ids, said(a))
		}
		w.arrives(a, 78)
		return a
	}
	mentions(anna.types("move", "move", "11-15"), ben, cleo).mustSay(t, "-# Following this game: <@1003>\n")
	mentions(anna.types("draw"), ben)
	if shown, err := w.bot.composer.ComposeBoard(t.Context(), g, delivery.Mentions{}); err != nil ||
		strings.Contains(said(answerOf(shown)), "Following") {
		t.Errorf("a board that is edited names followers, %v", err)
	}
	mentions(ben.types("move", "move", "22-18"), anna, cleo)
	cleo.pressesMore(board, "Stop following").mustSay(t, "Follow this game?")
	cleo.pressesMore(board, "Ping at the end")
	mentions(anna.types("move", "move", "15x22"), ben)
	mentions(ben.presses(ben.types("resign"), "Yes, resign"), anna, dan, cleo).mustSay(t, "<@1004> and <@1003>")
	if now := w.storedGame(g.ID); now.Followers != nil {
		t.Errorf("there are followers left: %v", now.Followers)
	}
}

// The board of a game against the computer is edited, so its followers are mentioned at the end alone.
func TestFollowComputerGame(t *testing.T) {
	w := newWorld(t)
	cleo := w.member(3, "Cleo")
	tt := w.playsBot("level", "1", "colour", "black")
	if text := said(cleo.presses(tt.board, "More")); strings.Contains(text, "every move") {
		t.Errorf("a follower reads\n%s", text)
	}
	cleo.pressesMore(tt.board, "Ping at the end")
	g := tt.game()
	resigns := game.GameRequest{Request: game.Request{ID: "r", By: game.Actor{Person: game.Computer}, Place: g.Place},
		Game: g.ID, Ply: g.Ply()}
	if _, err := w.bot.referee.Resign(t.Context(), resigns); err != nil {
		t.Fatal(err)
	}
	if w.announce(0); !slices.Contains(w.discord.mentioned, cleo.id) {
		t.Errorf("mentioned are %v", w.discord.mentioned)
	}
}

// What no response told is announced to followers, too, also after a restart.
func TestFollowersAreTold(t *testing.T) {
	w := newWorld(t)
	anna, ben, cleo := w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Cleo")
	board, _ := w.begins(anna, ben)
	cleo.pressesMore(board, "Ping at the end")
	ben.presses(ben.types("resign"), "Yes, resign") // the response does not arrive
	w.restart()
	if w.announce(delivery.ResponseTimeout); !slices.Equal(w.discord.mentioned, []string{anna.id, cleo.id}) {
		t.Errorf("mentioned are %v", w.discord.mentioned)
	}
}

// Where boards are edited, which mentions nobody, the end of a game with followers is a new message.
func TestFollowInPlace(t *testing.T) {
	w := newWorld(t)
	w.decides("boards", "in-place")
	anna, ben, cleo := w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Cleo")
	board, _ := w.begins(anna, ben)
	if text := said(cleo.presses(board, "More")); strings.Contains(text, "every move") {
		t.Errorf("a follower reads\n%s", text)
	}
	cleo.pressesMore(board, "Ping at the end")
	ended := ben.presses(ben.types("resign"), "Yes, resign")
	if !ended.showsBoard() || !slices.Equal(ended.Message.Mentions, []string{anna.id, cleo.id}) {
		t.Errorf("mentioned are %v", ended.Message.Mentions)
	}
}
