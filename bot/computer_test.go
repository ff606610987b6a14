package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/mind"
	"doublecorner/game/opponent"
)

// lets has the computer do what its games wait for, and delivers that.
func (w *world) lets() {
	w.t.Helper()
	w.letsUntil(func() bool { return !w.waits() })
}

// letsUntil has the computer play until something is so, and delivers that.
func (w *world) letsUntil(done func() bool) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(w.t.Context())
	o := opponent.New(w.mind, func() time.Time { return w.at }, slog.New(slog.DiscardHandler), func(game.PlaceID) bool { return true })
	var running sync.WaitGroup
	running.Go(func() { o.Run(ctx, w.bot.referee) })
	for !done() {
		time.Sleep(time.Millisecond)
	}
	cancel()
	running.Wait()
	w.announce(delivery.ResponseTimeout + time.Second)
}

// waits reports whether a game waits for the computer.
func (w *world) waits() bool {
	w.t.Helper()
	page, err := w.bot.referee.Games(w.t.Context(), game.RunningGamesOf(game.Computer), game.Viewer{Person: game.Computer}, "", 100)
	must(w.t, err)
	return slices.ContainsFunc(page.Items, func(g *game.Game) bool {
		side, _ := g.Side(game.Computer)
		offered := slices.ContainsFunc(game.Offers[:], func(o game.Offer) bool { return g.Offered(side.Opponent(), o) })
		return offered || g.Turn() == side
	})
}

// gives has the computer give up a game after two moves of each, and delivers that.
func (w *world) gives(g *game.Game) {
	w.t.Helper()
	w.ends(g, game.Computer)
	w.announce(delivery.ResponseTimeout + time.Second)
}

// ends has the players of a game make two moves each, so that it counts, and one of them resign.
func (w *world) ends(g *game.Game, loser game.PersonID) {
	w.t.Helper()
	for {
		q := game.GameRequest{Request: game.Request{
			ID: game.RequestID(fmt.Sprint("end ", g.ID, g.Ply())), By: game.Actor{Person: g.Player(g.Turn())}, Place: g.Place,
		}, Game: g.ID, Ply: g.Ply()}
		if g.IsUnderway() {
			q.By.Person = loser
			if _, err := w.bot.referee.Resign(w.t.Context(), q); err != nil {
				w.t.Fatal(err)
			}
			return
		}
		a, err := w.bot.referee.Move(w.t.Context(), game.MoveRequest{GameRequest: q, Text: firstMove(w.t, g)})
		must(w.t, err)
		g = a.Game
	}
}

// playsBot has Anna begin a game against the computer, whose board Discord shows.
func (w *world) playsBot(options ...any) *table {
	w.t.Helper()
	anna := w.member(1, "Anna")
	t := &table{world: w, players: [2]*someone{anna, anna}}
	t.responds(anna.command("challenge", options...))
	t.id = w.running(anna).ID
	return t
}

// answers has the computer answer, which edits the game's message and posts nothing.
func (t *table) answers() answer {
	t.t.Helper()
	posts := len(t.discord.posts)
	t.lets()
	if len(t.discord.posts) != posts {
		t.t.Errorf("the computer posts %s", t.discord.posts[posts:])
	}
	return t.edited()
}

// edited returns the board as it was edited.
func (t *table) edited() answer {
	t.t.Helper()
	to, text, _ := strings.Cut(t.discord.edits[len(t.discord.edits)-1], ": ")
	if want := fmt.Sprintf("78/%d", t.game().Post); to != want {
		t.t.Errorf("message %s is edited, and the board is %s", to, want)
	}
	m := &dg.Message{}
	must(t.t, json.Unmarshal([]byte(text), m))
	t.board = readMessage(t.t, m)
	return t.board
}

// A game against the computer, by buttons and by commands.
func TestPlayComputer(t *testing.T) {
	w := newWorld(t)
	tt := w.playsBot("level", "1", "colour", "white")
	anna := tt.players[0]
	tt.board.mustSay(t, "<@1001> (White) vs. Double Corner · level 1 (Black)", "Double Corner · level 1 is thinking…")
	tt.answers().mustSay(t, "Double Corner · level 1 played", "<@1001>, your move.")
	first := tt.game().Post
	if a := tt.responds(anna.click(labelledMove(t, tt.board))); !a.Message.Private {
		t.Errorf("a selected move is another message:\n%s", said(a))
	}
	tt.answers()
	if tt.game().Len() != 3 || tt.game().Post != first {
		t.Errorf("there are %d moves, in message %d", tt.game().Len(), tt.game().Post)
	}
	tt.responds(anna.command("takeback"))
	tt.answers().mustSay(t, "<@1001> took back")
	tt.responds(anna.command("draw"))
	tt.answers().mustSay(t, "Double Corner · level 1 declined the draw.")
	typed := firstMove(t, tt.game())
	tt.responds(anna.command("move", "move", typed)).mustSay(t, "<@1001> played **"+typed, "is thinking")
	if tt.game().Post == first {
		t.Error("a typed move is no other message")
	}
	tt.answers()
	before := tt.game().Post
	tt.responds(anna.command("move", "move", firstMove(t, tt.game())))
	if deleted := fmt.Sprintf("78/%d: deleted", before); !slices.Contains(tt.discord.edits, deleted) {
		t.Errorf("the board before is not deleted: %q", tt.discord.edits)
	}
	tt.answers()
	tt.responds(anna.click(customID{action: confirmResignAction, game: tt.id, ply: tt.game().Ply()}.String()))
	over := tt.edited().mustSay(t, "Double Corner · level 1 wins.", "(Rematch)")
	anna.presses(over, "Rematch").mustSay(t, "Double Corner · level 1 (White) vs. <@1001> (Black)")
	anna.presses(over, "Rematch").mustSay(t, "is in <#") // a double click shows no second board
}

// labelledMove returns the custom ID and the value of the first move of a board.
func labelledMove(t *testing.T, a answer) (id, value string) {
	t.Helper()
	for _, c := range a.controls() {
		switch c := c.(type) {
		case dg.SelectMenu:
			return c.CustomID, c.Options[0].Value
		case dg.Button:
			if strings.HasPrefix(c.Label, "Play ") {
				return c.CustomID, ""
			}
		}
	}
	t.Fatalf("there is no move on\n%s", said(a))
	return "", ""
}

// firstMove returns a legal move of a game.
func firstMove(t testing.TB, g *game.Game) string {
	t.Helper()
	h, err := g.History()
	must(t, err)
	p := h.Position()
	return p.Text(p.Moves()[0])
}

// Whole games against the computer by every rule set, in one message each.
func TestWholeGamesAgainstComputer(t *testing.T) {
	for _, key := range draughts.Keys() {
		if strings.Contains(key, "-") {
			continue
		}
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			tt := w.playsBot("level", "1", "rules", key, "colour", "white")
			dice := rand.New(rand.NewPCG(1, 2))
			for !tt.game().IsOver() {
				if tt.waits() {
					tt.answers()
					continue
				}
				h, err := tt.game().History()
				must(t, err)
				moves := h.Position().Moves()
				m := moves[dice.IntN(len(moves))]
				id := customID{action: moveAction, game: tt.id, ply: tt.game().Ply(), arg: moveValues(h.Position(), []draughts.Move{m})[0]}
				if a := tt.responds(tt.players[0].click(id.String())); !a.Message.Private {
					t.Fatalf("the response is\n%s", said(a))
				}
			}
			if g := tt.game(); g.Post != 7001 || len(tt.discord.posts) > 0 {
				t.Errorf("the board is message %d, after %d others", g.Post, len(tt.discord.posts))
			}
		})
	}
}

// Anna makes Ben's moves against the bot. It says that it answers once she has moved against Ben, and does.
func TestCopiedMoves(t *testing.T) {
	for _, here := range []bool{true, false} {
		w := newWorld(t)
		tt := w.playsBot("level", "1", "colour", "white", "clock", "5m+3s", "opening", "W:W18,21,23-28,30-32:B1-3,5-12")
		anna, ben := tt.players[0], w.member(2, "Ben")
		channel := game.RoomID(78)
		do := func(s *someone, i *dg.Interaction) answer {
			if !here {
				i, channel = elsewhere(i), 98
			}
			return s.do(i)
		}
		challenge := do(anna, anna.command("challenge", "opponent", ben, "colour", "black"))
		do(ben, ben.click(customIDOf(t, challenge, "Accept")))
		with, err := w.bot.referee.Games(t.Context(), game.RunningGamesOf(1002), game.Viewer{Person: 1002}, "", 1)
		must(t, err)
		id := string(with.Items[0].ID)
		for i, move := range strings.Fields("11-15 22-18 15x22 25x18 8-11 29-25 4-8 25-22") {
			s := []*someone{anna, ben}[i%2]
			w.arrives(do(s, s.command("move", "move", move, "game", id)), channel)
		}
		tt.responds(anna.command("move", "move", "25-22", "game", string(tt.id)))
		w.letsUntil(func() bool { _, paused := tt.game().Paused(); return paused })
		where := map[bool]string{true: "in another game (`" + id + "`)", false: "in another game"}[here]
		paused := tt.edited().mustSay(t,
			"<@1001>, you have this position "+where+". I’ll go on once you’ve moved there.", "(Take back) (Cancel game)")
		if s := said(paused); strings.Contains(s, "<t:") || !here && strings.Contains(s, id) {
			t.Errorf("it says\n%s", s)
		}
		w.arrives(do(anna, anna.command("move", "move", "9-14", "game", id)), channel)
		tt.answers().mustSay(t, "Double Corner · level 1 played", "<@1001>, your move.", "<t:")
	}
}

// While nobody has accepted an open challenge, its user can play the computer instead.
func TestPlayInstead(t *testing.T) {
	w, anna, ben := newPair(t)
	open := anna.types("challenge", "colour", "black", "rules", "russian")
	w.arrives(open, 78)
	play := customIDOf(t, open, "Play the bot")
	ben.clicks(play).mustSay(t, "Only the challenger can do that.")
	anna.clicks(play).mustSay(t, "Russian draughts", "Double Corner · level 2 (White) vs. <@1001> (Black)")
	anna.clicks(play).mustSay(t, "The board is in")
}

// The level is that of the last game, and everybody sees which levels a user has beaten and the last games against the bot.
func TestLevels(t *testing.T) {
	w := newWorld(t)
	tt := w.playsBot("level", "5", "colour", "black")
	anna := tt.players[0]
	w.gives(tt.game())
	tt.edited().mustSay(t, "<@1001> beat level 5!")
	tt.responds(anna.command("profile")).mustSay(t, "No rated games yet.", "Levels beaten against me", "American checkers: 5",
		"Double Corner · level 5 vs. <@1001>")
	ben := w.member(2, "Ben")
	ben.presses(ben.presses(ben.types("help"), "Play the bot"), "Start").mustSay(t, "· level 2")
	anna.presses(anna.presses(anna.types("help"), "Play the bot"), "Start").mustSay(t, "· level 5")
	w.decides("channel", "4242")
	ben.presses(ben.types("help"), "Play the bot").mustSay(t, "<#4242>")
}

// Before a game against the bot a user chooses level, color and rules, which are offered first the next time, but rules
// only where they are known.
func TestSetUp(t *testing.T) {
	w := newWorld(t)
	own, err := newRuleSet("base: russian\nkey: ours\nname: Ours\n")
	must(t, err)
	must(t, change(t.Context(), w.bot.referee, game.PlaceSettings(77), func(s *settings) { s.Own = []ruleSet{own} }))
	anna := w.member(1, "Anna")
	chosen := func(a answer) string {
		var labels []string
		for _, c := range a.controls() {
			c, _ := c.(dg.SelectMenu)
			for _, o := range c.Options {
				if o.Default {
					labels = append(labels, o.Label)
				}
			}
		}
		return strings.Join(labels, ", ")
	}
	mustOffer := func(want string) answer {
		t.Helper()
		a := anna.presses(anna.types("help"), "Play the bot")
		if got := chosen(a); got != want {
			t.Fatalf("it offers %s, not %s", got, want)
		}
		return a
	}
	a := mustOffer("2 · Beginner, Random color, American checkers")
	for _, label := range []string{"4 · Regular", "I play Black", "Ours"} {
		a = anna.presses(a, label)
	}
	if got, want := chosen(a), "4 · Regular, I play Black, Ours"; got != want {
		t.Errorf("chosen is %s, not %s", got, want)
	}
	begun := anna.presses(a, "Start").mustSay(t, "· level 4 (White) vs. <@1001> (Black)\n-# Ours")
	answerOf(begun.Before).mustSay(t, "The board is below.")
	mustOffer("4 · Regular, I play Black, Ours")
	anna.clicks(customID{action: setUpAction, arg: "9 lot american"}.String()).mustSay(t, said(anna.clicks("1:unknown::0:")))
	there := anna.do(elsewhere(anna.click(customID{action: setUpAction}.String())))
	if got, want := chosen(there), "4 · Regular, I play Black, American checkers"; got != want {
		t.Errorf("elsewhere it offers %s, not %s", got, want)
	}
}

// In a DM, the rules that players of the user's language know best come first.
func TestRulesOfLanguage(t *testing.T) {
	for locale, rules := range map[dg.Locale]string{
		dg.Turkish: "turkish", dg.Russian: "russian", dg.Dutch: "international", dg.French: "international", dg.Polish: "international",
		dg.Italian: "italian", dg.SpanishES: "spanish", dg.PortugueseBR: "brazilian", dg.German: "american", dg.EnglishGB: "american",
	} {
		w := newWorld(t)
		w.locale = locale
		anna := w.member(1, "Anna")
		l := lang.For(string(locale))
		anna.do(inDirect(anna.command("challenge", "level", "1"))).mustSay(t, l.RulesName(rules))
		anna.types("challenge", "level", "1").mustSay(t, l.RulesName("american"))
		anna.types("preferences", "language", "fil")
		anna.do(inDirect(anna.command("challenge", "level", "2"))).mustSay(t, lang.For("fil").RulesName("filipino"))
	}
}

// In the DM with the bot nobody else can play.
func TestComputerInDM(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	set := anna.do(inDirect(anna.command("challenge")))
	anna.do(inDirect(anna.click(customIDOf(t, set, "Start")))).mustSay(t, "Double Corner · level 2", "Game on!")
}

// With thinking switched off the bot says so, and games wait.
func TestNoThinking(t *testing.T) {
	w := newWorld(t)
	tt := w.playsBot("level", "1", "colour", "white")
	w.mind = mind.New(mind.Options{})
	w.restart()
	anna := tt.players[0]
	anna.types("board").mustSay(t, "Double Corner · level 1 can’t play right now.")
	anna.types("challenge", "level", "3").mustSay(t, "I don’t play here.")
	anna.do(inDirect(anna.command("challenge"))).mustSay(t, "Nobody else can see this.")
	if text := said(anna.types("help")); strings.Contains(text, "Play the bot") {
		t.Error(text)
	}
}

// After a game against the bot, a rematch can be easier or harder, as far as there are levels.
func TestEasierHarder(t *testing.T) {
	for level, want := range map[string][]string{
		"1": {"Rematch", "Harder"}, "4": {"Rematch", "Easier", "Harder"}, "8": {"Rematch", "Easier"},
	} {
		w := newWorld(t)
		tt := w.playsBot("level", level, "colour", "black")
		w.gives(tt.game())
		over := tt.edited()
		var labels []string
		for _, c := range over.controls() {
			if c, ok := c.(dg.Button); ok && slices.Contains([]string{"Rematch", "Easier", "Harder"}, c.Label) {
				labels = append(labels, c.Label)
			}
		}
		if !slices.Equal(labels, want) {
			t.Errorf("after level %s there are %v", level, labels)
		}
		if level == "4" {
			tt.players[0].presses(over, "Easier").mustSay(t, "· level 3")
			tt.players[0].presses(over, "Harder").mustSay(t, "The board is in") // the rematch has begun
		}
	}
}
