package bot

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/bot/delivery"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/render"
)

// A board bears the number of the move to be made; one of a finished game, that of the last.
func TestMoveNumber(t *testing.T) {
	w, anna, ben := newPair(t)
	board, _ := w.begins(anna, ben)
	number := func(g *game.Game, want int) {
		t.Helper()
		if got := say.MoveNumber(g); got != want {
			t.Errorf("after %d moves it is %d, want %d", g.Len(), got, want)
		}
	}
	number(board.Board.Game, 1)
	number(anna.presses(board, "11-15").Board.Game, 1)
	board = ben.types("move", "move", "22-18")
	number(board.Board.Game, 2)
	number(ben.presses(ben.types("resign"), "Yes, resign").Board.Game, 1)

	w.begins(anna, ben)
	number(anna.types("abort").Board.Game, 1)
}

// A board mentions the players who are to act or waited for what happened, and nobody else.
func TestMentions(t *testing.T) {
	w, anna, ben := newPair(t)
	board, _ := w.begins(anna, ben)
	mentions := func(what string, a answer, who ...string) answer {
		t.Helper()
		if !slices.Equal(a.Message.Mentions, who) {
			t.Errorf("%s: %v are mentioned, want %v\n%s", what, a.Message.Mentions, who, said(a))
		}
		return a
	}
	mentions("the game begins", board, "1001")
	board = mentions("a move", anna.presses(board, "11-15"), "1002")
	board = mentions("a move of the other", ben.presses(board, "22-18"), "1001")

	note := mentions("a draw offered by the player to move", anna.presses(board, "Draw"), "1002")
	mentions("a look at it by the player who offered it", anna.types("board"), "1002")
	mentions("a look at it by the player who is to answer", ben.types("board"), "1001")
	mentions("a draw declined", ben.presses(note, "Decline"), "1001").mustSay(t, "<@1002> declined the draw.")
	note = mentions("a take-back asked for", ben.pressesMore(board, "Take back"), "1001")
	mentions("a take-back withdrawn", ben.presses(ben.presses(note, "Decline"), "Withdraw")).mustSay(t,
		"<@1002> no longer wants to take back a move.")
	mentions("a look at it by the player to move", anna.types("board"))
	mentions("a look at it by the other", ben.types("board"), "1001")

	board = anna.types("move", "move", "15x22")
	note = mentions("a take-back asked for by the player who is not to move", anna.pressesMore(board, "Take back"), "1002")
	mentions("a take-back allowed", ben.presses(note, "Allow the take-back"), "1001").mustSay(t, "<@1001> took back **15x22**.")
	anna.types("move", "move", "15x22")
	ben.types("move", "move", "25x18")
	note = mentions("an end without a result asked for", anna.types("abort"), "1002")
	mentions("that declined", ben.presses(note, "Decline"), "1001").mustSay(t, "<@1002> wants to play on.")
	note = mentions("one of two moves asked for", ben.types("takeback"), "1001")
	anna.presses(note, "Decline")
	note = anna.types("takeback")
	mentions("and allowed", ben.presses(note, "Allow the take-back"), "1001").mustSay(t, "<@1001> took back **15x22**.", "you must jump.")
	anna.types("move", "move", "15x22")

	anna.types("preferences", "pings", false)
	board = mentions("a move, to a player who does not want to be mentioned", ben.types("move", "move", "25x18"))
	board = mentions("a draw offered to them", ben.presses(board, "Draw"))
	mentions("their resignation", anna.presses(anna.types("resign"), "Yes, resign"), "1002")
	mentions("a look at it when it is over", anna.types("board", "game", string(board.Board.Game.ID)))
}

// Announced boards say what happened, and mention the player who is to act or did not end the game.
func TestAnnouncedBoards(t *testing.T) {
	w, anna, ben := newPair(t)
	announces := func(after time.Duration, want string, mentions ...string) {
		t.Helper()
		w.discord.posts = nil
		w.announce(after)
		if posts := w.discord.posts; len(posts) != 1 || !strings.Contains(posts[0], want) {
			t.Fatalf("posted: %v, want %q", posts, want)
		}
		if slices.Sort(w.discord.mentioned); !slices.Equal(w.discord.mentioned, mentions) {
			t.Errorf("%s: %v are mentioned, want %v", want, w.discord.mentioned, mentions)
		}
	}
	ben.presses(anna.types("challenge", "opponent", ben, "colour", "black", "clock", "1d"), "Accept")
	announces(delivery.ResponseTimeout, "Game on!", anna.id)
	w.passes(18 * time.Hour)
	announces(0, "<@1001>, your time is running out", anna.id)
	anna.types("move", "move", "11-15")
	announces(delivery.ResponseTimeout, "played **11-15**", ben.id)
	w.passes(24*time.Hour + 20*time.Second)
	announces(0, "ran out of time.", anna.id, ben.id)
}

// The guild's settings say whether players are reminded of their time.
func TestReminders(t *testing.T) {
	for _, wanted := range []bool{true, false} {
		w := newWorld(t)
		w.decides("reminders", wanted)
		w.begins(w.member(1, "Anna"), w.member(2, "Ben"))
		w.passes(20 * time.Hour)
		if reminded := strings.Contains(w.announce(0), "your time is running out."); reminded != wanted {
			t.Errorf("wanted: %v, posted: %v", wanted, w.discord.posts)
		}
	}
}

// A count of moves that goes on through captures is not said to need that nothing happens.
func TestCountdown(t *testing.T) {
	_, anna, ben := newPair(t)
	for start, want := range map[string]string{
		"W:WK1,K2:BK50":    "5 more moves, and the game is a draw.",
		"W:WK1,K2,K3:BK46": "5 more moves without progress, and the game is a draw.",
	} {
		asked := anna.types("challenge", "opponent", ben, "rules", "international", "opening", start, "rated", false)
		ben.presses(asked, "Accept").mustSay(t, want)
	}
}

// The picture of an illegal move marks as wrong only what cannot be done.
func TestIllustration(t *testing.T) {
	for _, test := range []struct {
		rules, fen, text string
		refused          []draughts.Square // the arrow
		marks            []render.Mark
	}{
		{"american", "W:W22:B1", "22x15", []draughts.Square{22, 15}, []render.Mark{{Square: 18, Kind: render.Wrong}}},
		{"italian", "W:W22:BK19", "22x15", []draughts.Square{22, 15}, []render.Mark{{Square: 19, Kind: render.Wrong}}},
		{"american", "W:W27:B23,15", "27x18", nil, []render.Mark{{Square: 11, Kind: render.Goal}, {Square: 15, Kind: render.Target}}},
		{"thai", "W:WK29:B18", "29x11", []draughts.Square{29, 11},
			[]render.Mark{{Square: 15, Kind: render.Goal}, {Square: 18, Kind: render.Target}}},
		{"american", "W:W9:B6,7", "9x2x11", []draughts.Square{2, 11}, nil},
		{"american", "W:W24:B1", "24-20-16", []draughts.Square{20, 16}, nil},
	} {
		p := draughtstest.Position(t, test.rules, test.fen)
		_, err := p.Read(test.text)
		illegal, ok := errors.AsType[*draughts.IllegalMove](err)
		if !ok {
			t.Fatalf("%s: %v", test.text, err)
		}
		view := illustration(illegal)
		var refused []draughts.Square
		for _, a := range view.Arrows {
			refused = append(refused, a.Squares...)
		}
		if !slices.Equal(refused, test.refused) || !slices.Equal(view.Marks, test.marks) {
			t.Errorf("%s %s: the arrow is %v, the marks are %v", test.rules, test.text, refused, view.Marks)
		}
	}
}
