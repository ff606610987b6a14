package bot

import (
	"bytes"
	"cmp"
	"image/png"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// Every user can flip the board for themselves, and read its moves.
func TestLook(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	board, _ := w.begins(anna, ben)
	if flipped := carl.pressesMore(board, "Flip"); !flipped.Message.Private ||
		len(flipped.Message.Files) != 1 || flipped.Placement != delivery.Beside {
		t.Errorf("flipped: %+v", flipped)
	}
	carl.pressesMore(board, "Moves").mustSay(t, "No moves.")
	anna.types("preferences", "view", "black").mustSay(t, "Black")
	if own := anna.pressesMore(board, "Flip"); !strings.Contains(customIDOf(t, own, "Flip"), "white") {
		t.Errorf("the board is first seen from another side than she prefers:\n%s", said(own))
	}
	board = anna.presses(board, "11-15")
	carl.pressesMore(board, "Moves").mustSay(t, "1 move:", "1. 11-15")
	anna.types("replay").mustSay(t, "from the start, 1 move.]")
	over := ben.presses(ben.presses(board, "Resign"), "Yes, resign").mustSay(t, "(Replay) (Review) (Export) (Moves) \n(Rematch) (More)")
	carl.presses(over, "Moves").mustSay(t, "1 move:")
	if replay := carl.presses(over, "Replay"); !replay.Message.Private || replay.Message.Files[0].Name != "replay.gif" {
		t.Errorf("replay: %+v", replay)
	}
	if record := carl.presses(over, "Export"); !record.Message.Private || !strings.HasSuffix(record.Message.Files[0].Name, ".pdn") {
		t.Errorf("record: %+v", record)
	}
}

// Boards are turned to the player to move, as pictures and as text, unless the guild's settings say otherwise.
func TestBoardsAreTurned(t *testing.T) {
	w, anna, ben := newPair(t)
	anna.types("preferences", "text-boards", true)
	ben.types("preferences", "text-boards", true)
	w.begins(anna, ben)
	whiteRow, blackRow := "```\n   b   b   b   b  1-4\n", "```\n   w   w   w   w  32-29\n"
	picture := func(row string) string {
		t.Helper()
		board := anna.types("board").mustSay(t, row, "`w` `W` White’s men and kings")
		f, _ := board.picture()
		return string(f.Data)
	}
	black := picture(blackRow)
	w.decides("bottom", "white").mustSay(t, "✅ Bottom of boards: **White** (was The player to move, in fast games the challenger)")
	white := picture(whiteRow)
	w.decides("bottom", "black")
	if picture(blackRow) != black || white == black {
		t.Error("the picture is not turned as the text is")
	}
	w.decides("bottom", "mover")
	anna.types("move", "move", "11-15")
	picture(whiteRow)
}

// In a fast game between people the challenger's side stays at the bottom, unless the guild has chosen one; in a slow one the
// board turns to the player to move.
func TestBoardsOfFastGames(t *testing.T) {
	const white, black = "```\n   b   b   b   b  1-4\n", "```\n   w   w   w   w  32-29\n"
	for _, test := range []struct{ clock, bottom, before, after string }{
		{"59m", "mover", white, white}, {"59m", "black", black, black}, {"60m", "mover", black, white}, {"none", "mover", black, white},
	} {
		w, anna, ben := newPair(t)
		w.decides("bottom", test.bottom)
		for _, s := range []*someone{anna, ben} {
			s.types("preferences", "text-boards", true)
		}
		begun := ben.presses(anna.types("challenge", "opponent", ben, "colour", "white", "clock", test.clock), "Accept")
		begun.mustSay(t, test.before)
		ben.types("move", "move", "11-15").mustSay(t, test.after)
	}
}

// Flip shows a player the other side of the board in public, with their moves.
func TestFlip(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	board, _ := w.begins(anna, ben)
	shown, _ := board.picture()
	flip := func(a answer, who *someone) answer {
		t.Helper()
		flipped := who.presses(who.presses(a, "More"), "Flip")
		if f, ok := flipped.picture(); !ok || bytes.Equal(f.Data, shown.Data) || !flipped.Message.Private {
			t.Errorf("%s does not see the other side:\n%s", who.name, said(flipped))
		}
		return flipped
	}
	for _, other := range []*someone{ben, carl} {
		if strings.Contains(said(flip(board, other)), "11-15") {
			t.Errorf("%s is offered moves", other.name)
		}
	}
	anna.types("preferences", "text-boards", true)
	flipped := flip(board, anna).mustSay(t, "1-4\n", "White’s men")
	if moved := anna.presses(flipped, "11-15").mustSay(t, "**11-15**"); !moved.showsBoard() || moved.Message.Private {
		t.Errorf("the board after it is\n%s", said(moved))
	}
}

// All private boards of a game stay as the user turned them, and those of other games and users as they were.
func TestFlipIsRemembered(t *testing.T) {
	const white, black = "```\n   b   b   b   b  1-4\n", "```\n   w   w   w   w  32-29\n"
	w, anna, ben := newPair(t)
	board, g := w.begins(anna, ben)
	for _, s := range []*someone{anna, ben} {
		s.types("preferences", "text-boards", true)
	}
	open := func(s *someone, g *game.Game) answer {
		return s.clicks(customID{action: openAction, arg: string(g.ID)}.String())
	}
	open(anna, g).mustSay(t, black)
	anna.pressesMore(board, "Flip").mustSay(t, white)
	open(anna, g).mustSay(t, white)
	anna.pressesMore(board, "Flip").mustSay(t, white)
	anna.presses(open(anna, g), "Flip").mustSay(t, black)
	anna.presses(open(anna, g), "Flip").mustSay(t, white)
	anna.types("move", "move", "11-15")
	open(ben, g).mustSay(t, white)
	_, other := w.begins(anna, ben)
	open(anna, other).mustSay(t, black)
}

// The picture of a timed game shows the time that each side had when it was drawn. It is as high when the game is over.
func TestClocksInPictures(t *testing.T) {
	w, anna, ben := newPair(t)
	board := ben.presses(anna.types("challenge", "opponent", ben, "colour", "black", "clock", "10+5"), "Accept")
	id := string(board.Board.Game.ID)
	height := 0
	for _, test := range []struct {
		later time.Duration
		black string
		low   bool
		over  bool
	}{
		{black: "9:57"}, // each command takes three seconds
		{later: 9*time.Minute + 24*time.Second, black: "0:30"},
		{black: "0:27", low: true},
		{black: "0:21", low: true, over: true},
	} {
		w.lives(test.later)
		if test.over {
			anna.presses(anna.types("resign"), "Yes, resign")
			w.lives(time.Hour)
		}
		g := w.storedGame(board.Board.Game.ID)
		view := render.View{
			Position: g.Start(), Hints: !test.over, From: draughts.Black,
			Bars: w.bot.composer.bars(t.Context(), lang.English(), g),
		}
		view.Bars.Note += " · 1"
		view.Bars.Players[draughts.White].Clock = "10:00"
		view.Bars.Players[draughts.Black].Clock, view.Bars.Players[draughts.Black].Low = test.black, test.low
		want, err := view.Picture()
		must(t, err)
		shown, _ := anna.types("board", "game", id).picture()
		if !bytes.Equal(shown.Data, want) {
			t.Errorf("the picture does not show %+v", test)
		}
		config, err := png.DecodeConfig(bytes.NewReader(shown.Data))
		must(t, err)
		if height = cmp.Or(height, config.Height); config.Height != height {
			t.Errorf("the picture is %d high, and was %d", config.Height, height)
		}
	}
}

// A player who looks at a game from elsewhere sees it privately, and the game stays where it is.
func TestLookFromElsewhere(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	_, g := w.begins(anna, w.member(2, "Ben"))
	for _, i := range []*dg.Interaction{elsewhere(anna.command("board", "game", string(g.ID))), inDirect(anna.command("board"))} {
		a := anna.do(i).mustSay(t, "<@1001>, your move.", "board.png", "(Resign)")
		if !a.Message.Private || a.Message.Mentions != nil || a.showsBoard() {
			t.Errorf("others see it, %v are mentioned, and it shows %v", a.Message.Mentions, a.Board.Game)
		}
	}
	if a := anna.do(elsewhere(anna.command("replay"))); !a.Private || !a.Message.Private {
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
