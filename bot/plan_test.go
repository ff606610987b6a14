package bot

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

func TestTypedMoves(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                 nil,
		"hello":                            nil,
		"22-18 15x22":                      {"22-18", "15x22"},
		"if 22-18 then 15x22, if 25x18 11": {"22-18", "15x22", "25x18", "11"},
		"22 to 18 15,22; 25 - 18":          {"22-18", "15-22;", "25-18"},
		"c3 nach d4 e5 a c3":               {"c3-d4", "e5-c3"},
		"1. 22-18 15x22 2... 25 x 18 x 9":  {"22-18", "15x22", "25x18x9"},
		"1… 22\u201118 2. 15x22":           {"22\u201118", "15x22"}, // as the bot's messages have it
		"3.c3-d4: e5:c3":                   {"c3-d4:", "e5:c3"},
		"wenn 22 – 18, dann (15x22)":       {"22–18", "15x22"},
		"22.18 1.22.15.8 12…15":            {"22.18", "1.22.15.8", "12…15"}, // which Position.Read reads, or says what is wrong
		"1.\u00a022\u202f—\u00a018\u00a015\u00a0Х\u00a022": {"22—18", "15Х22"},
		"１．２２－１８ １５×２２":                                    {"２２－１８", "１５×２２"},
	} {
		if got := typedMoves(text); !slices.Equal(got, want) {
			t.Errorf("%q: the moves are %q, want %q", text, got, want)
		}
	}
}

// A semicolon or the end of a line ends a branch of typed moves.
func TestTypedBranches(t *testing.T) {
	for text, want := range map[string][][]string{
		" ; ":                             nil,
		"22-18 15x22":                     {{"22-18", "15x22"}},
		"moves: 22-18 15x22; 23-18 14x23": {{"22-18", "15x22"}, {"23-18", "14x23"}},
		"1. 22-18 15x22;\n1. 23-18 14x23": {{"22-18", "15x22"}, {"23-18", "14x23"}},
		"wenn 22 – 18; dann (15x22)":      {{"22–18"}, {"15x22"}},
		"22-18 15x22; hello there":        {{"22-18", "15x22"}, {"hello there"}},
	} {
		if got := typedBranches(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: the branches are %q, want %q", text, got, want)
		}
	}
}

// A player plans by typing and by choosing, nobody else notices, and the bot makes the answer with the move that it
// answers.
func TestPlan(t *testing.T) {
	w, anna, ben := newPair(t)
	board, g := w.begins(anna, ben)
	board = anna.presses(board, "11-15")
	w.arrives(board, 78)
	posts, edits := len(w.discord.posts), len(w.discord.edits)

	plans := anna.pressesMore(board, "Conditional moves").mustSay(t,
		"**Conditional moves**\n-# [`"+string(g.ID)+"`]", "Pick a move you expect",
		"<If your opponent plays…: ↙ 24 → 20, ↘ 24 → 19, ↙ 23 → 19,")
	answer := anna.presses(plans, "22-18").mustSay(t, "**If 22-18…**",
		"(Then 15 × 22 · jumps 1)", "(All conditional moves)", "Last move: White 22-18.")
	if text := said(answer); strings.Contains(text, "Nothing planned") {
		t.Errorf("after a move it says:\n%s", text)
	}
	next := anna.presses(answer, "Then 15 × 22 · jumps 1").mustSay(t,
		"**If 22-18, then 15x22**", "<If your opponent plays…: 26 × 17 · jumps 1, 25 × 18 · jumps 1,")
	deep := anna.presses(anna.presses(next, "25x18"), "8-11").mustSay(t, "**If 22-18, then 15x22 · If 25x18, then 8-11**")
	anna.types("plan", "moves", "if 24-19 then 15x24").mustSay(t, "**If 24-19, then 15x24**")
	anna.types("plan", "moves", "22-17").mustSay(t, "**If 22-17…**", "<Your answer to 22-17: ")
	plans = anna.presses(deep, "All conditional moves").mustSay(t,
		"- If 22-18, then 15x22 · If 25x18, then 8-11\n- If 24-19, then 15x24\n", "<Withdraw one:", "(Withdraw all)")
	if texts := thens(plans); !slices.Equal(texts, []string{"↘ 24 → 19: Then 15x24", "↙ 22 → 18: Then 15x22"}) {
		t.Errorf("the menu says %q", texts)
	}
	games := anna.types("games").mustSay(t, "-# If 22-18, then 15x22 · If 25x18, then 8-11 · 1 more")
	anna.presses(games, "Open").mustSay(t, "(Withdraw all)")
	if text := said(ben.types("games")); strings.Contains(text, "15x22") || strings.Contains(text, "onditional") {
		t.Errorf("the opponent reads:\n%s", text)
	}
	if len(w.discord.posts) != posts || len(w.discord.edits) != edits {
		t.Errorf("plans are delivered: %q, %q", w.discord.posts, w.discord.edits)
	}

	board = ben.types("move", "move", "22-18").mustSay(t,
		"<@1002> played **22-18**.\n<@1001> played **15x22**, jumping a piece.\n-# <@1001> had planned this answer.",
		"<@1002>, your move – you must jump.")
	if len(board.Message.Mentions) > 0 {
		t.Errorf("the board mentions %v", board.Message.Mentions)
	}
	shown := w.arrives(board, 78)
	anna.types("games").mustSay(t, "-# If 25x18, then 8-11 (Open)")
	anna.presses(plans, "Withdraw all").mustSay(t, "has moved on")
	id, values := labelled(t, board, "26x17")
	move := ben.click(id, values...)
	move.Message = shown
	board = ben.do(move)
	if line := said(answerOf(board.Before)); line != "**1… 22-18 2. 15x22** · <@1001> · `"+string(g.ID)+"`\n" {
		t.Errorf("the board before becomes %q", line)
	}
	const lost = "The game went another way; your plan is gone."
	anna.types("games").mustSay(t, "-# "+lost)
	anna.presses(board, "More").mustSay(t, lost)
	if text := said(ben.presses(board, "More")); strings.Contains(text, lost) {
		t.Errorf("the opponent reads:\n%s", text)
	}
	anna.types("move", "move", "8-11")
	if text := said(anna.types("games")); strings.Contains(text, lost) {
		t.Errorf("after another move it still says:\n%s", text)
	}
}

// thens returns the labels and descriptions of options that are planned.
func thens(a answer) (all []string) {
	for _, c := range a.controls() {
		menu, _ := c.(dg.SelectMenu)
		for _, o := range menu.Options {
			if o.Description != "" {
				all = append(all, o.Label+": "+o.Description)
			}
		}
	}
	return all
}

// Plans that cannot be are explained, with a picture of the position that they come to.
func TestRefusedPlans(t *testing.T) {
	w, anna, ben := newPair(t)
	board, g := w.begins(anna, ben)
	anna.types("plan").mustSay(t, "It’s your turn. Make your move first")
	anna.types("move", "move", "11-15")
	anna.types("plan", "moves", "22-18 8-11").mustSay(t,
		"**If 22-18…**\nYou must jump: 15x22.", "White: men on 18, 21,", "(📖 Must you jump?)")
	anna.types("plan", "moves", "22-18 15x22 12-16").mustSay(t, "**If 22-18, then 15x22**\nThe piece on 12 is your opponent’s")
	anna.types("plan", "moves", "hello").mustSay(t, "I can’t read “hello” as a move.")
	w.member(3, "Carl").types("plan", "game", string(g.ID)).mustSay(t, "Only the two players")
	anna.clicks(customID{action: answerAction, game: g.ID, ply: 1, arg: "0"}.String()).mustSay(t, "End with a move of your own")
	for _, arg := range []string{"x", "-1", "0.99", "0.", "99999999999999999999"} {
		for _, a := range []action{planAction, answerAction, withdrawPlanAction} {
			anna.clicks(customID{action: a, game: g.ID, ply: 1, arg: arg}.String()).mustSay(t, "out of date")
		}
	}
	ben.presses(ben.types("resign"), "Yes, resign")
	ben.presses(anna.types("challenge", "opponent", ben, "colour", "white", "clock", "5+3"), "Accept")
	anna.types("plan").mustSay(t, "Conditional moves are for games between people, with days per move")
	if text := said(anna.presses(board, "More")); strings.Contains(text, "Conditional moves") {
		t.Errorf("it offers:\n%s", text)
	}
}

// Several branches are added by one command, or none of them if one cannot be, and the answer says which one.
func TestPlanSeveralBranches(t *testing.T) {
	w, anna, ben := newPair(t)
	w.begins(anna, ben)
	anna.types("move", "move", "11-15")
	for typed, want := range map[string][]string{
		"22-18 15x22; 24-19 8-11; 23-19": {"Nothing added, because of “24\\-19 8\\-11”:\n", "**If 24-19…**\nYou must jump: 15x24."},
		"22-18 15x22; 24-19":             {"Nothing added, because of “24\\-19”:\nEnd with a move of your own"},
		"22-18 15x22; *hello*":           {"Nothing added, because of “\\*hello\\*”:\nI can’t read “\\*hello\\*” as a move."},
	} {
		anna.types("plan", "moves", typed).mustSay(t, want...)
	}
	anna.types("plan").mustSay(t, "Pick a move you expect")
	anna.types("plan", "moves", "22-18 15x22; 24-19 15x24").mustSay(t,
		"**Conditional moves**", "- If 22-18, then 15x22\n- If 24-19, then 15x24\n", "(Withdraw all)")
}

// The choices for typed moves are the whole line with each move that can come next.
func TestPlanCompletion(t *testing.T) {
	w, anna, ben := newPair(t)
	_, _ = w.begins(anna, ben)
	anna.types("move", "move", "11-15")
	for typed, want := range map[string][]string{
		"22":                 {"22-17", "22-18"},
		"if 22-18 ":          {"22-18 15x22"},
		"22-18 15x22 2":      {"22-18 15x22 25x18", "22-18 15x22 26x17"},
		"22-18 8-11 25x18 1": nil,
		"22-18 15x22; 22":    {"22-18 15x22; 22-17", "22-18 15x22; 22-18"},
	} {
		if got := anna.completes("plan", "moves", typed); !slices.Equal(got, want) {
			t.Errorf("%q: the choices are %q, want %q", typed, got, want)
		}
	}
	if got := ben.completes("plan", "moves", "11"); got != nil {
		t.Errorf("the player to move gets the choices %q", got)
	}
}

// Among several games, a plan is for the one in which the user waits, and one of several such is chosen with what was
// typed.
func TestPlanInOneOfSeveralGames(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	begin := func(other *someone) *game.Game {
		return other.presses(anna.types("challenge", "opponent", other, "colour", "black"), "Accept").Board.Game
	}
	first, second := begin(ben), begin(carl)
	anna.types("move", "move", "11-15", "game", string(first.ID))
	anna.types("plan", "moves", "22-18 15x22").mustSay(t, "-# `"+string(first.ID))
	anna.types("move", "move", "11-15", "game", string(second.ID))
	begin(w.member(4, "Dan"))
	choice := anna.types("plan", "moves", "22-18 15x22").mustSay(t, "Which game do you mean?")
	if strings.Contains(said(choice), "Dan") {
		t.Errorf("a game in which it is her turn is offered:\n%s", said(choice))
	}
	anna.presses(choice, "Carl · American checkers · their turn").mustSay(t, "-# `"+string(second.ID), "**If 22-18, then 15x22**")
}

// A game that a conditional move ends mentions the player who was away.
func TestPlanEndsGame(t *testing.T) {
	_, anna, ben := newPair(t)
	ben.presses(anna.types("challenge", "opponent", ben, "colour", "black", "opening", "W:W21:B14"), "Accept")
	anna.types("plan", "moves", "21-17 14x21").mustSay(t, "That ends the game.")
	board := ben.types("move", "move", "21-17").mustSay(t, "<@1001> played **14x21**, jumping a piece.", "wins")
	if !slices.Equal(board.Message.Mentions, []string{"1001"}) {
		t.Errorf("the board mentions %v", board.Message.Mentions)
	}
}
