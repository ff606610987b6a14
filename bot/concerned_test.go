package bot

import (
	"slices"
	"testing"
	"time"

	"doublecorner/game"
)

// Whoever is to do something now is called, or has waited for it, and nobody else.
func TestWhoIsCalled(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	board, _ := w.begins(anna, ben)
	calls := func(what string, a answer, who ...game.PersonID) answer {
		t.Helper()
		if !slices.Equal(a.message.pings, who) {
			t.Errorf("%s: %v are called, want %v\n%s", what, a.message.pings, who, said(a))
		}
		return a
	}
	calls("the game begins", board, 1001)
	board = calls("a move", anna.presses(board, "11-15"), 1002)
	board = calls("a move of the other", ben.presses(board, "22-18"), 1001)

	board = calls("a draw offered by who is to move", anna.presses(board, "Draw"), 1002)
	calls("a look at it by who has offered", anna.types("board"), 1002)
	calls("a look at it by who is to answer", ben.types("board"), 1001)
	board = calls("a draw declined", ben.presses(board, "No draw"), 1001).mustSay(t, "<@1002> does not accept the draw.")
	board = calls("a take-back asked for", ben.presses(board, "Take back"), 1001)
	calls("a take-back withdrawn", ben.presses(board, "No take-back")).mustSay(t, "<@1002> no longer asks to take a move back.")
	calls("a look at it by who is to move", anna.types("board"))
	calls("a look at it by the other", ben.types("board"), 1001)

	board = anna.types("move", "move", "15x22")
	board = calls("a take-back asked for by who is not to move", anna.presses(board, "Take back"), 1002)
	board = calls("a take-back allowed", ben.presses(board, "Take back"), 1001).mustSay(t, "<@1001> took **15x22** back.")
	anna.presses(board, "Play 15x22")
	ben.types("move", "move", "25x18")
	board = calls("an end without a result asked for", anna.types("abort"), 1002)
	calls("that declined", ben.presses(board, "Play on"), 1001).mustSay(t, "<@1002> would like to play on.")
	board = calls("one of two moves asked for", ben.types("takeback"), 1001)
	anna.presses(board, "No take-back")
	board = anna.types("takeback")
	board = calls("and allowed", ben.presses(board, "Take back"), 1001).mustSay(t, "<@1001> took **15x22** back.", "You must capture.")
	anna.presses(board, "Play 15x22")

	anna.types("preferences", "pings", false)
	board = calls("a move, to who does not want to be called", ben.types("move", "move", "25x18"))
	board = calls("a draw offered to them", ben.presses(board, "Draw"))
	calls("their resignation", anna.presses(anna.types("resign"), "Yes, resign"), 1002)
	calls("a look at it when it is over", anna.types("board", "game", string(board.shows.ID)))
}

// News that no answer has told calls whom any of it concerns.
func TestWhoIsCalledByNews(t *testing.T) {
	for name, test := range map[string]struct {
		happens func(anna, ben *someone, board answer)
		calls   []game.PersonID
	}{
		"a move": {func(anna, ben *someone, board answer) { anna.presses(board, "11-15") }, []game.PersonID{1002}},
		"a move, and an offer that was withdrawn": {func(anna, ben *someone, board answer) {
			board = anna.presses(anna.presses(board, "11-15"), "Draw")
			anna.presses(board, "No draw")
		}, []game.PersonID{1002}},
		"an offer of who is to move": {func(anna, ben *someone, board answer) { anna.presses(board, "Draw") }, []game.PersonID{1002}},
		"an offer that was declined": {func(anna, ben *someone, board answer) {
			ben.presses(anna.presses(board, "Draw"), "No draw")
		}, []game.PersonID{1001}},
		"an end": {func(anna, ben *someone, board answer) { ben.presses(ben.types("resign"), "Yes, resign") }, []game.PersonID{1001}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
			board, _ := w.begins(anna, ben)
			test.happens(anna, ben, board)
			w.at = w.at.Add(UsualPatience + time.Minute)
			if err := w.announce(t.Context()); err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, p := range test.calls {
				want = append(want, p.String())
			}
			if !slices.Equal(w.rooms.called, want) {
				t.Errorf("%v are called, want %v", w.rooms.called, want)
			}
		})
	}
}
