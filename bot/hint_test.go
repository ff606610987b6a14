package bot

import (
	"strings"
	"testing"

	"doublecorner/game"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/mind"
)

// Hints in a game against the computer say more with each press, to the player only. The game counts for nothing then.
func TestHint(t *testing.T) {
	w := newWorld(t)
	tt := w.playsBot("level", "1", "colour", "black")
	anna, ben := tt.players[0], w.member(2, "Ben")
	ask := customIDOf(t, tt.board, "Hint")
	ben.clicks(ask).mustSay(t, "Only the two players")
	asked := anna.clicks(ask).mustSay(t, "won’t count as a level beaten")
	if !asked.Message.Private || tt.game().Hinted {
		t.Error("the question is the hint")
	}
	first := anna.presses(asked, "Hint").mustSay(t, "**Hint 1 of 3**", "Look at your piece", "[attachment://board.png: Look at", "(More)")
	thoughts := w.mind.Counters().Thoughts
	second := anna.presses(first, "More").mustSay(t, "**Hint 2 of 3**", "Play ", "[attachment://board.png: Play ")
	third := anna.presses(second, "More").mustSay(t, "**Hint 3 of 3**", "It could go on like this: 1. ",
		"[attachment://line-1.png: ", "%)", "(Play ")
	for _, a := range []answer{first, second, third} {
		if !a.Message.Private {
			t.Errorf("others see\n%s", said(a))
		}
	}
	if now := w.mind.Counters().Thoughts; now != thoughts || thoughts == 0 {
		t.Errorf("%d thoughts for the first step, and %d for all", thoughts, now)
	}
	if g := tt.game(); !g.Hinted || g.Len() > 0 {
		t.Error("the hint is not recorded, or a move")
	}
	tt.responds(anna.click(labelledMove(t, tt.board)))
	if s := said(tt.edited()); strings.Contains(s, "(Hint)") {
		t.Errorf("while the computer thinks there are hints:\n%s", s)
	}
	anna.clicks(ask).mustSay(t, "has moved on")
	w.gives(tt.game())
	tt.edited().mustSay(t, "Wins with take-backs or hints")
}

// Where there is only one move, the hint says so at once, without thinking, and the game counts as before.
func TestForcedHint(t *testing.T) {
	w := newWorld(t)
	tt := w.playsBot("level", "1", "colour", "black")
	for i, move := range []string{"11-15", "22-18"} {
		g := tt.game()
		who := game.Actor{Person: g.Player(g.Turn())}
		q := game.GameRequest{Request: game.Request{ID: game.RequestID(move), By: who, Place: g.Place}, Game: g.ID, Ply: game.Ply(i)}
		_, err := w.bot.referee.Move(t.Context(), game.MoveRequest{GameRequest: q, Text: move})
		must(t, err)
	}
	thoughts := w.mind.Counters().Thoughts
	a := tt.players[0].clicks(inGame(tt.game(), hintAction).String()).mustSay(t,
		"15x22 is your only move. This hint is free.", "[attachment://board.png: 15x22 is your only move.", "(Play 15x22)")
	if !a.Message.Private || tt.game().Hinted || w.mind.Counters().Thoughts != thoughts {
		t.Errorf("the hint costs something:\n%s", said(a))
	}
}

// A player against a person gets no help with a position of that game, nor one close to it: no hints, no analysis,
// and no game against the computer from there.
func TestNoHelp(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	_, finished := w.loses(carl, ben)
	alone := w.playsBot("level", "1", "colour", "black")
	set := w.playsBot("level", "1", "colour", "black", "opening", "B:W18,21,23-32:B1-10,12,15")
	anna.presses(anna.types("resign", "game", string(set.id)), "Yes, resign")
	board, g := w.begins(anna, ben)
	if strings.Contains(said(board), "(Hint)") {
		t.Errorf("in a game between people there are hints:\n%s", said(board))
	}
	for _, arg := range []string{"", "1", "3"} {
		forged := inGame(g, hintAction).with(arg).String()
		anna.clicks(forged).mustSay(t, "No hints in games between people")
		ben.clicks(forged).mustSay(t, "No hints in games between people")
		carl.clicks(forged).mustSay(t, "Only the two players")
	}
	const (
		start      = "B:W21-32:B1-12"
		stands     = "B:W18,21-24,26-28,30-32:B1-3,5-12" // after eight plies
		turned     = "W:W21-28,30-32:B1-3,5-7,9-12,15"
		crowned    = "B:WK18,21-24,26-28,30-32:B1-3,5-12"
		withCorner = "B:W18,21-24,26-28,30-32:B1-12"
		larger     = "B:W33,37-40,43-45,48-50:B12-14,17-20,22-25"
		other      = "B:WK30,31:B1,2,3"
	)
	unfair := "This is too close to a game"
	moves := strings.Fields("11-15 22-18 15x22 25x18 8-11 29-25 4-8 25-22")
	for i, move := range moves {
		anna.types("best-moves", "position", start).mustSay(t, "**Best moves**") // an opening is everybody's
		board = []*someone{anna, ben}[i%2].types("move", "move", move, "game", string(g.ID))
	}
	for _, test := range []struct {
		who    *someone
		fen    string
		rules  string
		unfair bool
	}{
		{anna, stands, "american", true}, {ben, stands, "american", true}, {carl, stands, "american", false},
		{anna, stands, "american-misere", true}, {anna, turned, "russian", true}, {anna, crowned, "american", true},
		{anna, withCorner, "american", true}, {ben, larger, "international", true},
		{carl, larger, "international", false}, {anna, other, "american", false},
	} {
		a := test.who.types("best-moves", "position", test.fen, "rules", test.rules)
		if got := strings.Contains(said(a), unfair); got != test.unfair {
			t.Errorf("%s, %s, %s:\n%s", test.who.name, test.fen, test.rules, said(a))
		}
	}
	anna.types("best-moves", "position", string(g.ID)).mustSay(t, "isn’t over")
	carl.types("best-moves", "position", string(g.ID)).mustSay(t, "isn’t over")
	anna.types("best-moves", "position", string(finished.ID)+" 0").mustSay(t, unfair)
	carl.types("best-moves", "position", string(finished.ID)+" 0").mustSay(t, "**Best moves**")
	anna.clicks(customID{action: analyseAction, game: finished.ID}.String()).mustSay(t, unfair)
	anna.clicks(customID{action: hintAction, game: alone.id, ply: alone.game().Ply(), arg: "1"}.String()).mustSay(t, unfair)
	if alone.game().Hinted {
		t.Error("a refused hint is recorded")
	}
	anna.types("challenge", "level", "8", "opening", turned).mustSay(t, unfair)
	open, _ := parseCustomID(customIDOf(t, anna.types("challenge", "opening", turned), "Accept"))
	anna.clicks(customID{action: playAction, challenge: open.challenge}.String()).mustSay(t, unfair)
	anna.types("rematch", "game", string(set.id)).mustSay(t, unfair)
	anna.presses(anna.presses(board, "Resign"), "Yes, resign")
	anna.types("best-moves", "position", stands).mustSay(t, "**Best moves**")
	anna.clicks(customID{action: hintAction, game: alone.id, ply: alone.game().Ply(), arg: "1"}.String()).mustSay(t, "**Hint 1 of 3**")
}

// A puzzle that has come up in a game against a person waits until that is over.
func TestNoPuzzle(t *testing.T) {
	w, anna, ben := newPair(t)
	first := shownPuzzle(t, anna.types("puzzle"))
	p := puzzlePage{Puzzle: first}
	solution := p.customID(quizSolutionAction, "").String()
	board := ben.presses(anna.types("challenge", "opponent", ben, "opening", pdn.FEN(p.Start)), "Accept")
	anna.clicks(solution).mustSay(t, "too close to a game")
	if second := shownPuzzle(t, anna.types("puzzle")); second.ID == first.ID {
		t.Error("it is chosen while it is played")
	}
	w.member(3, "Carl").clicks(solution).mustSay(t, "Solution")
	anna.presses(anna.presses(board, "Resign"), "Yes, resign")
	anna.clicks(solution).mustSay(t, "Solution")
}

func TestAnalyse(t *testing.T) {
	w := newWorld(t)
	anna, carl := w.member(1, "Anna"), w.member(3, "Carl")
	over, g := w.loses(anna, w.member(2, "Ben"))
	a := carl.types("best-moves", "position", string(g.ID)+" 4").mustSay(t, "**Best moves** · <@1002> (White) vs. <@1001> (Black)",
		"**4… 26-23**", `1\. **`, "\n5. ", `2\. **`, `3\. **`, "%)", "Dashed arrow: the best move.", "[attachment://board.png: ")
	if !a.Private || !a.Message.Private {
		t.Error("others see it")
	}
	if a := carl.types("best-moves", "position", string(g.ID)+" 4", "share", true); a.Private || a.Message.Private {
		t.Error("it is not shared")
	}
	steps := carl.presses(carl.presses(over, "Replay"), "Step through")
	carl.presses(steps, "Best moves").mustSay(t, "Before the first move", "(5")
	if s := said(carl.types("best-moves", "position", "W:W31:B26")); strings.Count(s, "31x22") != 1 {
		t.Errorf("it repeats the only move:\n%s", s)
	}
	for fen, want := range map[string]string{
		string(g.ID) + " 4…": "**4… 26-23**", " " + string(g.ID) + "\u00a04...": "**4… 26-23**", string(g.ID) + ", ４": "**4… 26-23**",
		string(g.ID) + " 99":       "has no move “99”. Its last one is 5: write",
		string(g.ID) + " 4… 26-23": "**4… 26-23**", string(g.ID) + " 4. 9-13": "**4. ",
		string(g.ID) + " a4": "has no move “a4”",
		"W:WK14,K15:BK1":     "White wins in",
		"W:WK32:BK1":         "a certain draw",
		"B:W31:B":            "The game is over in this position.",
		"B:WK18:B22":         `1\. **22-2`,
		"W:Wa1-c3:Bh8":       "c3” doesn’t fit. List squares with letters one by one",
		"W:W31,99:B1":        "“99” doesn’t fit",
		"ZZZZ":               "There’s no game with that id.",
		string(g.ID) + " x":  "has no move “x”",
	} {
		carl.types("best-moves", "position", fen).mustSay(t, want)
	}
	carl.do(elsewhere(carl.command("best-moves", "position", string(g.ID)))).mustSay(t, "There’s no game with that id.")
	w.mind = mind.New(mind.Options{})
	w.restart()
	carl.types("best-moves", "position", "W:WK14,K15:BK1").mustSay(t, "Analysis is off here")
	if s := said(carl.types("replay", "steps", true, "game", string(g.ID))); strings.Contains(s, "Best moves") {
		t.Errorf("it offers an analysis:\n%s", s)
	}
}
