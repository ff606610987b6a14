package bot

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/internal/discordtest"
)

// pages are the rule sets of the five published rules pages.
var pages = []string{"american", "american-free-jump", "gamezer", "angol", "angol-free-jump"}

// table is a game as its two players see it: the newest board, and whose turn it is.
type table struct {
	*world
	players [len(draughts.Sides)]*someone
	board   answer
	id      game.GameID
}

// starts has two users begin a game. Anna has White.
func (w *world) starts(rules, clock string) *table {
	w.t.Helper()
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	t := &table{world: w, players: [2]*someone{anna, ben}}
	t.responds(anna.command("challenge", "opponent", ben, "rules", rules, "colour", "white", "clock", clock))
	t.presses(ben, "Accept")
	t.id = w.running(anna).ID
	return t
}

// responds returns the last message of the response to an interaction, as Discord receives it.
func (t *table) responds(i *dg.Interaction) answer {
	t.t.Helper()
	reply, ok := t.handle(context.Background(), i)
	if !ok {
		t.t.Fatalf("%+v is not answered", i)
	}
	initial, later := sent(i, reply)
	takes(t.t, initial)
	data := initial.Data
	for _, p := range later {
		data = p
		discordtest.Check(t.t, "POST /webhooks/{id}/{token}", p, p.Files)
	}
	c, ok := data.Components[0].(dg.Container)
	if !ok {
		t.t.Fatalf("the message has a %T", data.Components[0])
	}
	a := answer{delivery.Response{Message: &message.Builder{Parts: c.Components, Private: data.Flags&dg.MessageFlagsEphemeral != 0}}}
	var shown *dg.Message
	if !a.Message.Private {
		shown = t.discord.show(78, data.Components)
		t.board = a
	}
	t.bot.Shown(context.Background(), i, reply, shown, nil)
	t.bot.Courier.Wait()
	return a
}

// presses uses the button or option with a label on the newest board.
func (t *table) presses(s *someone, label string) answer {
	t.t.Helper()
	id, values := labelled(t.t, t.board, label)
	return t.responds(s.click(id, values...))
}

// plays makes a move: in turns by typing it, and with the buttons and selects of the board.
func (t *table) plays(n int, p draughts.Position, m draughts.Move) {
	t.t.Helper()
	mover := t.players[p.Turn()]
	if n%3 == 0 {
		if a := t.responds(mover.command("move", "move", p.Full(m, draughts.Numbers))); !a.Message.Private {
			return
		} // several moves have this text; the select distinguishes them
	}
	id, value := t.offers(t.board, p, m)
	if id == "" { // where does the piece go?
		piece, values := labelled(t.t, t.board,
			lang.English().Say("menu.piece-on", "piece", lang.PieceWord(p.At(m.From())), "square", p.Variant().Name(m.From())))
		id, value = t.offers(t.responds(mover.click(piece, values...)), p, m)
	}
	var values []string
	if value != "" {
		values = []string{value}
	}
	if a := t.responds(mover.click(id, values...)); a.Message.Private {
		t.t.Fatalf("move %d, %s, gets the response\n%s", n, p.Full(m, draughts.Numbers), said(a))
	}
}

// offers returns the custom ID and the value that make a move on a board: a button, or an option of a select.
func (t *table) offers(a answer, p draughts.Position, m draughts.Move) (id, value string) {
	wanted := moveValues(p, []draughts.Move{m})[0]
	for _, c := range a.controls() {
		switch c := c.(type) {
		case dg.Button:
			if id, _ := parseCustomID(c.CustomID); id.action == moveAction && id.arg == wanted {
				return c.CustomID, ""
			}
		case dg.SelectMenu:
			for _, o := range c.Options {
				if strings.Contains(c.CustomID, ":move:") && o.Value == wanted {
					return c.CustomID, o.Value
				}
			}
		}
	}
	return "", ""
}

// game returns the game as it is stored.
func (t *table) game() *game.Game {
	t.t.Helper()
	return t.storedGame(t.id)
}

// course is a game that ends in a certain way: its moves, and whether the draw at their
// end must be claimed.
type course struct {
	moves []draughts.Move
	end   draughts.Ending
	claim bool
}

// courses returns a game for each ending by the rules: no pieces left, no moves left, and a draw. Players
// move at random, or back and forth with kings.
func courses(t *testing.T, v *draughts.Variant) map[string]course {
	t.Helper()
	found := map[string]course{}
	keep := func(name string, c course) {
		if old, ok := found[name]; !ok || len(c.moves) < len(old.moves) {
			found[name] = c
		}
	}
	for seed := uint64(0); seed < 4000 && (len(found) < 3 || seed < 40); seed++ {
		dice := rand.New(rand.NewPCG(seed, 9))
		h := draughts.NewHistory(v.Start())
		for h.Len() < 160 {
			if end, over := h.Ending(); over {
				name := "drawn"
				if !end.Drawn {
					name = end.Rule.String()
				}
				keep(name, course{h.Moves(), end, false})
				break
			}
			if end, ok := h.Claim(h.Position().Turn()); ok {
				keep("drawn", course{h.Moves(), end, true})
				break
			}
			must(t, h.Play(pick(dice, h, seed%2 == 0)))
		}
	}
	return found
}

// pick returns a random move, or one back and forth with a king if dull.
func pick(dice *rand.Rand, h *draughts.History, dull bool) draughts.Move {
	p := h.Position()
	moves := p.Moves()
	if dull {
		if n := h.Len(); n >= 2 {
			last := h.Moves()[n-2]
			for _, m := range moves {
				if p.At(m.From()).IsKing() && m.From() == last.To() && m.To() == last.From() && !m.IsCapture() {
					return m
				}
			}
		}
		for _, m := range moves {
			if p.At(m.From()).IsKing() && !m.IsCapture() {
				return m
			}
		}
	}
	return moves[dice.IntN(len(moves))]
}

// Whole games under the rules of each page, with typed and selected moves, reach every ending, and the last
// board says which.
func TestWholeGames(t *testing.T) {
	for _, key := range pages {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			v := draughtstest.Variant(t, key)
			games := courses(t, v)
			for _, name := range []string{draughts.NoPieces.String(), draughts.NoMoves.String(), "drawn"} {
				c, ok := games[name]
				if !ok {
					t.Errorf("no game ends with %s", name)
					continue
				}
				t.Run(name, func(t *testing.T) { playThrough(t, key, v, c) })
			}
			t.Run("decided", func(t *testing.T) { decide(t, key, v) })
		})
	}
}

// playThrough plays a game that the rules end.
func playThrough(t *testing.T, key string, v *draughts.Variant, c course) {
	tt := newWorld(t).starts(key, "none")
	p := v.Start()
	for n, m := range c.moves {
		tt.plays(n, p, m)
		p = p.Play(m)
	}
	if c.claim {
		tt.board.mustSay(t, "You can claim a draw")
		tt.presses(tt.players[p.Turn()], "Draw")
	}
	result, over := tt.game().Result()
	if !over || result.Rule != c.end.Rule || (result.Outcome == game.Drawn) != c.end.Drawn {
		t.Fatalf("after %d moves the result is %+v, want %+v; it says\n%s", len(c.moves), result, c.end, said(tt.board))
	}
	tt.ended(t, outcomeText(result.Outcome),
		lang.English().Say(lang.Key("result.rule.", c.end.Rule), "player", say.Mention(tt.game().Player(p.Turn()))), true)
	if _, _, says, ok := lesson.DrawPage(lang.English(), v, c.end); ok {
		tt.board.mustSay(t, says, "(📖 Draws)")
		tt.presses(tt.players[0], "📖 Draws").mustSay(t, says)
	}
}

// decide ends games by the players, by a moderator and by time.
func decide(t *testing.T, key string, v *draughts.Variant) {
	first := v.Rules().Starts
	begin := func(clock string, moves int) *table {
		tt := newWorld(t).starts(key, clock)
		p := v.Start()
		for n := range moves {
			m := p.Moves()[0]
			tt.plays(n, p, m)
			p = p.Play(m)
		}
		return tt
	}
	tt := begin("3d", 4)
	tt.responds(tt.players[first].click(customIDOf(t, tt.presses(tt.players[first], "Resign"), "Yes, resign")))
	tt.ended(t, outcomeText(game.WonBy(first.Opponent())), say.Mention(tt.game().Player(first))+" resigned.", true)

	tt = begin("none", 5)
	tt.presses(tt.players[1], "Draw").mustSay(t, "<@1002> offers a draw.")
	tt.presses(tt.players[0], "Accept the draw")
	tt.ended(t, "It’s a draw.", "By agreement.", true)

	tt = begin("3+2", 4)
	tt.passes(200 * time.Second)
	tt.announced(t)
	tt.ended(t, outcomeText(game.WonBy(first.Opponent())), say.Mention(tt.game().Player(first))+" ran out of time.", true)

	tt = begin("none", 4)
	mod := tt.member(9, "Mod")
	tt.shows(mod.rules("end", manages, "game", string(tt.id), "outcome", "white", "reason", "the other one is away"))
	tt.ended(t, "<@1001> wins.", "A moderator decided: the other one is away", true)

	tt = begin("none", 4)
	tt.shows(tt.member(9, "Mod").rules("cancel", manages, "game", string(tt.id), "reason", "spam"))
	tt.ended(t, "Game canceled.", "A moderator decided: spam", false)

	tt = begin("none", 1)
	tt.responds(tt.players[1].command("abort"))
	tt.ended(t, "Game canceled.", "<@1002> called it off.", false)
}

func outcomeText(o game.Outcome) string {
	return lang.English().Say(lang.Key("result.", o), "white", "<@1001>", "black", "<@1002>")
}

// shows makes a response the newest board.
func (t *table) shows(a answer) { t.board = a }

// announced delivers announcements, and makes the last of them the newest board.
func (t *table) announced(tt *testing.T) {
	tt.Helper()
	t.announce(delivery.ResponseTimeout + time.Second)
	there := t.discord.channels[78]
	t.board = readMessage(tt, there[len(there)-1])
}

// readMessage returns a message that Discord shows.
func readMessage(t testing.TB, m *dg.Message) answer {
	t.Helper()
	c := m.Components[0].(*dg.Container)
	parts := make([]dg.MessageComponent, len(c.Components))
	for i, part := range c.Components {
		switch part := part.(type) {
		case *dg.TextDisplay:
			parts[i] = *part
		case *dg.ActionsRow:
			row := dg.ActionsRow{}
			for _, c := range part.Components {
				switch c := c.(type) {
				case *dg.Button:
					row.Components = append(row.Components, *c)
				case *dg.SelectMenu:
					row.Components = append(row.Components, *c)
				}
			}
			parts[i] = row
		case *dg.MediaGallery:
			parts[i] = *part
		default:
			t.Fatalf("a message has a %T", part)
		}
	}
	return answer{delivery.Response{Message: &message.Builder{Parts: parts}}}
}

// ended checks what the board of a finished game says, and that no action changes the game.
func (t *table) ended(tt *testing.T, outcome, why string, rated bool) {
	tt.Helper()
	t.board.mustSay(tt, "**"+outcome+"** "+why, "[attachment://board.png: ", "(Replay) (Review) (Export) (Moves) \n(Rematch) (More)")
	g := t.game()
	for _, side := range draughts.Sides {
		if strings.Contains(said(t.board), "<@"+t.players[side].id+">: about 12 more rated games") != rated {
			tt.Errorf("ratings, rated %v:\n%s", rated, said(t.board))
		}
	}
	if strings.Contains(said(t.board), "atings don’t change.") == rated {
		tt.Errorf("ratings, rated %v:\n%s", rated, said(t.board))
	}
	for _, text := range []string{"Choose your move", "(Draw)", "(Resign)", "your move"} {
		if strings.Contains(said(t.board), text) {
			tt.Errorf("it still says %s:\n%s", text, said(t.board))
		}
	}
	seq := g.Seq()
	for _, action := range []action{moveAction, drawAction, takeBackAction,
		abortAction, agreeAction, confirmResignAction, declineOfferAction} {
		a := t.responds(t.players[0].click(inGame(g, action).with("draw").String()))
		if !a.Message.Private || !strings.Contains(said(a), "is over") && !strings.Contains(said(a), "Time ran out.") {
			tt.Errorf("the response to %s is\n%s", action, said(a))
		}
	}
	if now := t.game(); now.Seq() != seq {
		tt.Error("a game went on that is over")
	}
}
