package bot

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

// beginsFrom has Anna, who has White and moves first, and Ben play from a position.
func (w *world) beginsFrom(rules, fen string) (board answer, anna *someone, p draughts.Position) {
	w.t.Helper()
	p = draughtstest.Position(w.t, rules, fen)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	w.next++
	made, err := w.bot.referee.Challenge(context.Background(), game.ChallengeRequest{
		Request: game.Request{ID: game.RequestID(fmt.Sprint(w.next)), By: game.Actor{Person: 1001}, Place: 77},
		Room:    78, To: 1002, Terms: game.Terms{Variant: p.Variant(), Start: p, Colour: game.PlayWhite},
	})
	must(w.t, err)
	return ben.clicks(customID{action: acceptAction, challenge: made.Challenge.ID}.String()), anna, p
}

// lines returns the custom IDs of the buttons of a message by their args, and of the selects by the values of their options.
func (a answer) lines() map[string]string {
	all := map[string]string{}
	for _, c := range a.controls() {
		switch c := c.(type) {
		case dg.Button:
			if id, _ := parseCustomID(c.CustomID); id.arg != "" {
				all[id.arg] = c.CustomID
			}
		case dg.SelectMenu:
			for _, o := range c.Options {
				all[o.Value] = c.CustomID
			}
		}
	}
	return all
}

// Every piece that can move can be chosen, even if one select cannot hold them all.
func TestManyPieces(t *testing.T) {
	w := newWorld(t)
	board, anna, p := w.beginsFrom("canadian", "W:W13-18,25-30,37-42,49-54,61-66:B1")
	lines := board.lines()
	for _, m := range p.Moves() {
		from := p.Variant().Name(m.From())
		if lines[from] == "" {
			t.Fatalf("%s cannot be chosen:\n%s", from, said(board))
		}
		to := anna.clicks(lines[from], from).lines()
		if value := moveValues(p, []draughts.Move{m})[0]; to[value] == "" {
			t.Errorf("%s cannot be chosen", value)
		}
	}
	if n := len(lines); n != 30 {
		t.Errorf("%d pieces can be chosen", n)
	}
}

// A king with thousands of captures, most of them long, is shown, completed and moved as any other, and Discord accepts its
// messages. In the bubble no time passes meanwhile, so that a busy machine completes as much; TestEffort measures the work.
func TestThousandsOfCaptures(t *testing.T) { synctest.Test(t, testThousandsOfCaptures) }

func testThousandsOfCaptures(t *testing.T) {
	w := newWorld(t)
	board, anna, p := w.beginsFrom("canadian-free-jump", "W:WK40:B8-12,20-24,32-36,44-47")
	if n := len(p.Moves()); n < 2000 {
		t.Fatalf("there are %d moves", n)
	}
	letters := p.Short(p.Moves()[0], draughts.Letters)[:2]
	for typed, some := range map[string]bool{"": true, "4": true, "40": true,
		"40x": true, "40x29x18": true, letters: true, "5": false, "40x50x": false} {
		completed, _ := w.survives(typing(anna, "move", "move", typed))
		choices := completed.Choices
		if (len(choices) > 0) != some {
			t.Errorf("%q is completed by %d moves", typed, len(choices))
		}
		if some {
			if _, err := p.Read(choices[0].Value.(string)); err != nil {
				t.Errorf("%q is completed by %v: %v", typed, choices[0].Value, err)
			}
		}
	}
	king := anna.clicks(board.lines()["40"], "40").lines()
	if n := len(king); n != maxMenuMoves {
		t.Errorf("%d captures can be chosen", n)
	}

	// A move that is too long for a custom ID is identified by its number.
	moves := p.Moves()
	value := moveValues(p, moves[len(moves)-1:])[0]
	if want := fmt.Sprint("#", len(moves)-1); value != want {
		t.Errorf("the last move is %q, want %q", value, want)
	}
	after := anna.clicks(customID{action: moveAction, game: board.Board.Game.ID}.String(), value)
	if !after.showsBoard() || after.Board.Game.Len() != 1 {
		t.Errorf("it is not made:\n%s", said(after))
	}
}

// Moves are in the order of their pieces on the board that is shown, with an arrow on that board. A few are buttons, and others
// in a select.
func TestMoveLabels(t *testing.T) {
	for _, tt := range []struct{ rules, fen, white, black string }{
		{
			"american", "W:W22,K30:B9",
			"(↖ 22 → 17) (↗ 22 → 18) (↖ 30 → 25) (↗ 30 → 26)", "(↙ 30 → 26) (↘ 30 → 25) (↙ 22 → 18) (↘ 22 → 17)",
		},
		{
			"american", "W:W22,30:B18,11,25",
			"(22 × 15 × 8 · jumps 2) (30 × 21 · jumps 1)", "(30 × 21 · jumps 1) (22 × 15 × 8 · jumps 2)",
		},
		{"turkish", "W:Wc3:Bh8", "(← c3 → b3) (↑ c3 → c4) (→ c3 → d3)", "(← c3 → d3) (↓ c3 → c4) (→ c3 → b3)"},
		{
			"russian", "W:Wb6,g7:Be7", "(↖ b6 → a7) (↗ b6 → c7) (↖ g7 → f8 · crowns) (↗ g7 → h8 · crowns)",
			"(↙ g7 → h8 · crowns) (↘ g7 → f8 · crowns) (↙ b6 → c7) (↘ b6 → a7)",
		},
	} {
		p := draughtstest.Position(t, tt.rules, tt.fen)
		for from, want := range map[draughts.Side]string{draughts.White: tt.white, draughts.Black: tt.black} {
			m := &message.Builder{}
			move := func(value string) customID { return customID{action: moveAction, arg: value} }
			addMoves(m, lang.English(), p, from, move, move)
			if got := strings.TrimSpace(said(answerOf(m))); got != want {
				t.Errorf("%s with %v below: %s, want %s", tt.fen, from, got, want)
			}
		}
	}
}

// A button of a move that is used just after its board was sent or edited does nothing, because it may be a second click.
func TestSecondClick(t *testing.T) {
	w := newWorld(t)
	board, anna, _ := w.beginsFrom("american", "W:W22,30:B1")
	id := customIDOf(t, board, "22-18")
	click := func(sent, edited time.Duration) answer {
		i := anna.click(id)
		i.Message = &dg.Message{ID: snowflake(w.at.Add(-sent), 0)}
		if edited > 0 {
			at := w.at.Add(-edited)
			i.Message.EditedTimestamp = &at
		}
		return anna.do(i)
	}
	for _, tt := range []struct{ sent, edited time.Duration }{{600 * time.Millisecond, 0}, {time.Hour, 600 * time.Millisecond}} {
		a := click(tt.sent, tt.edited)
		if i := anna.click(id); a.Initial(i).Type != dg.InteractionResponseDeferredMessageUpdate || w.running(anna).Len() > 0 {
			t.Errorf("%v after it was sent it moves, or says %s", tt.sent, said(a))
		}
	}
	if click(time.Hour, 800*time.Millisecond); w.running(anna).Len() != 1 {
		t.Error("later it does not move")
	}
}

// Every refusal of a move leads on: to the moves of that piece, or if it has none, to all.
func TestRefusalLeadsOn(t *testing.T) {
	w := newWorld(t)
	_, anna, _ := w.beginsFrom("american", "W:W22,30,29,32:B1")
	for typed, want := range map[string]string{
		"22-14": "(↖ 22 → 17) (↗ 22 → 18) \n",
		"29-30": "(Play 29-25) \n",
		"hello": "<Choose your move: ↗ 29 → 25, ",
	} {
		anna.types("move", "move", typed).mustSay(t, want)
	}
	refused := anna.types("move", "move", "22-14")
	anna.pressesOn(refused, "22-18")
	if w.running(anna).Len() != 1 {
		t.Error("the move of a refusal is not made")
	}
}

// What More shows says nothing to the opponent where a second click on More may hit it: first in the last row.
func TestMoreBeginsQuietly(t *testing.T) {
	w, anna, ben := newPair(t)
	board, _ := w.begins(anna, ben)
	more := anna.presses(board, "More").mustSay(t, "(Take back) (Cancel game)")
	rows := strings.Split(strings.TrimSpace(said(more)), "\n")
	if last := rows[len(rows)-1]; !strings.HasPrefix(last, "(Flip)") {
		t.Errorf("the last row is %s", last)
	}
}

// A move counts from when its interaction arrived, even if the time is up when its turn comes.
func TestMoveThatArrivedInTime(t *testing.T) {
	w, anna, ben := newPair(t)
	ben.presses(anna.types("challenge", "opponent", ben, "colour", "black", "clock", "1+0"), "Accept")
	w.lives(50 * time.Second)
	i := anna.command("move", "move", "11-15")
	moves := w.arriving(i)
	moves.Arrived = w.at
	w.lives(10 * time.Second)
	r, _ := w.bot.Handle(t.Context(), moves)
	answer{drawn(r)}.mustSay(t, "played **11-15**")
}
