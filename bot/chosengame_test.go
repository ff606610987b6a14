package bot

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// in returns an interaction as Discord sends it from a channel.
func (s *someone) in(channel string, a ...any) answer {
	s.t.Helper()
	i := s.command(a[0].(string), a[1:]...)
	i.ChannelID = channel
	return s.do(i)
}

// optionWith returns the label of the option of a message's select that contains a text.
func optionWith(t *testing.T, a answer, part string) string {
	t.Helper()
	for _, c := range a.controls() {
		menu, _ := c.(dg.SelectMenu)
		for _, o := range menu.Options {
			if strings.Contains(o.Label, part) {
				return o.Label
			}
		}
	}
	t.Fatalf("no option has %q:\n%s", part, said(a))
	return ""
}

// A command means the game that it can only mean, and otherwise asks.
func TestWhichGame(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	accepts := func(other *someone, channel string) game.GameID {
		board := other.presses(anna.in(channel, "challenge", "opponent", other, "colour", "black"), "Accept")
		return board.Board.Game.ID
	}
	moved := func(a answer, id game.GameID, plies int) {
		t.Helper()
		if a.Board == nil || a.Board.Game.ID != id || a.Board.Game.Len() != plies {
			t.Fatalf("it is not move %d of game %s:\n%s", plies, id, said(a))
		}
	}
	first, second := accepts(ben, "78"), accepts(carl, "79")

	moved(anna.in("78", "move", "move", "11-15"), first, 1)  // the only one here that waits for her
	moved(anna.in("78", "takeback"), first, 1)               // in which she moved last
	moved(anna.in("78", "move", "move", "9-13"), second, 1)  // the only one anywhere that waits for her
	moved(ben.in("79", "move", "move", "22-18"), first, 2)   // his only one
	moved(carl.in("79", "move", "move", "24-20"), second, 2) //
	moved(anna.in("80", "move", "move", "15x22"), first, 3)  // the only one in which that is legal
	moved(ben.in("78", "move", "move", "25x18"), first, 4)   //
	asked := anna.in("80", "move", "move", "12-16").mustSay(t, "Which game do you mean?", "Ben", "Carl", "your turn")
	moved(anna.presses(asked, optionWith(t, asked, "Carl")), second, 3)
	moved(carl.in("78", "board"), second, 3)
	moved(anna.in("79", "board"), second, 3) // the only one here, although the other waits for her
	moved(anna.in("79", "draw"), second, 3)  //
	for _, typed := range []string{"carl", strings.ToLower(string(second)), "their turn"} {
		if labels := anna.completes("board", "game", typed); len(labels) != 1 || !strings.Contains(labels[0], "Carl") {
			t.Errorf("%s is completed with %q", typed, labels)
		}
	}
	if g := w.storedGame(first); g.Len() != 4 || g.Turn() != draughts.Black {
		t.Errorf("the other game changed: it has %d moves", g.Len())
	}
}

// A command for a move offers only the games in which it is the user's turn, and if it is legal in some, these.
func TestOfferedGames(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	for n, name := range []string{"Ben", "Carl", "Dan", "Eve"} {
		colour := "black" // who begins
		if name == "Ben" {
			colour = "white"
		}
		w.member(n+2, name).presses(anna.types("challenge", "opponent", w.member(n+2, name), "colour", colour), "Accept")
	}
	offers := func(a answer, want string, others ...string) {
		t.Helper()
		a.mustSay(t, "Which game do you mean?", want)
		for _, other := range others {
			if strings.Contains(said(a), other) {
				t.Errorf("%s is offered, too:\n%s", other, said(a))
			}
		}
	}
	offers(anna.types("move", "move", "11-15"), "Carl", "Ben")
	offers(anna.types("move", "move", "1-2"), "Carl", "Ben") // nowhere legal
	offers(anna.types("resign"), "Ben")
	asked := anna.types("replay", "steps", true)
	anna.presses(asked, optionWith(t, asked, "Carl")).mustSay(t, "Before the first move")
	asked = anna.types("move", "move", "9-13")
	if moved := anna.presses(asked, optionWith(t, asked, "Carl")); !moved.showsBoard() {
		t.Errorf("the chosen game is not moved in:\n%s", said(moved))
	}
}

// A command that ends a game asks which one, also if only one waits for the user, and says which one it ends.
func TestWhichGameEnds(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	board, _ := w.begins(anna, ben)
	_, second := w.begins(anna, carl)
	anna.presses(board, "11-15")
	anna.types("abort").mustSay(t, "Which game do you mean?")
	asked := anna.types("resign").mustSay(t, "Which game do you mean?")
	anna.presses(asked, optionWith(t, asked, "Carl")).mustSay(t, "Resign against <@1003>?", "American checkers · ", string(second.ID))
}

// The menu of games does not stay without its select: a private response replaces it, and otherwise it says where
// the board is.
func TestMenuOfGamesSaysWhatWasDone(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	w.begins(anna, ben)
	w.begins(anna, carl)
	becomes := func(asked answer, want string) {
		t.Helper()
		id, values := labelled(t, asked, optionWith(t, asked, "Carl"))
		i := anna.click(id, values...)
		i.Message = &dg.Message{ID: "9001", ChannelID: "78", Flags: dg.MessageFlagsEphemeral}
		r, _ := w.handle(t.Context(), i)
		if initial := r.Initial(i); initial.Type != dg.InteractionResponseUpdateMessage {
			t.Errorf("the menu stays: %v", initial)
		} else if text, err := json.Marshal(initial.Data); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("the menu becomes %s, %v", text, err)
		}
	}
	becomes(anna.types("resign"), "Resign against")
	becomes(anna.types("move", "move", "11-15"), "The board is in")
}

// A move that the user has typed shows the board of a game against the computer at the end, also if the user was asked
// for the game.
func TestChosenGameAgainstComputer(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	for range 2 {
		w.arrives(anna.types("challenge", "level", "1", "colour", "black"), 78)
	}
	asked := anna.types("move", "move", "11-15")
	if moved := anna.presses(asked, optionWith(t, asked, "level 1")); !moved.showsBoard() {
		t.Errorf("the board is above:\n%s", said(moved))
	}
}

// A refused command says which game it is about if the user plays several.
func TestRefusalNamesItsGame(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	_, g := w.begins(anna, ben)
	refused := func() string {
		t.Helper()
		return said(anna.types("move", "move", "1-2", "game", string(g.ID))) + said(anna.types("takeback", "game", string(g.ID)))
	}
	if text := refused(); strings.Contains(text, string(g.ID)) {
		t.Errorf("the only game is named:\n%s", text)
	}
	w.begins(anna, carl)
	if text := refused(); strings.Count(text, "\n-# [`"+string(g.ID)+"`](https://discord.com/") != 2 {
		t.Errorf("the game is not named:\n%s", text)
	}
}

// In its thread a command means the game of that thread, also when it is over, and to show it also for those who
// do not play.
func TestGameOfThread(t *testing.T) {
	w := newWorld(t)
	anna, ben, carl, dan := w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Carl"), w.member(4, "Dan")
	w.decides("threads", true)
	_, g := w.begins(anna, ben)
	w.decides("threads", false)
	const thread = "100078"
	carl.in(thread, "board").mustSay(t, string(g.ID))
	w.begins(anna, carl)
	w.begins(anna, dan)
	anna.in(thread, "move", "move", "11-15").mustSay(t, string(g.ID))
	anna.in(thread, "draw").mustSay(t, string(g.ID))
	anna.presses(anna.in(thread, "resign"), "Yes, resign")
	for _, s := range []*someone{anna, ben, dan} {
		s.in(thread, "board").mustSay(t, string(g.ID))
		if file := s.in(thread, "export").Message.Files[0].Name; file != string(g.ID)+".pdn" {
			t.Errorf("%s exports %s", s.name, file)
		}
	}
	for _, command := range []string{"draw", "abort", "resign", "takeback"} {
		anna.in(thread, command).mustSay(t, string(g.ID), "over")
	}
}

// /move completes the moves of all games that wait for the user, that of the channel first, and plays the one that is chosen.
func TestMovesOfAllGames(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	_, here := w.begins(anna, ben)
	carl.presses(anna.in("79", "challenge", "opponent", carl, "colour", "black"), "Accept")
	want := []string{"11-15 · Ben", "11-16 · Ben", "11-15 · Carl", "11-16 · Carl"}
	if got := anna.completes("move", "move", "11 to 1"); !slices.Equal(got, want) {
		t.Errorf("11 to 1 is completed by %q", got)
	}
	anna.types("move", "move", "11 to 15 #"+strings.ToLower(string(here.ID)))
	if n := w.storedGame(here.ID).Len(); n != 1 {
		t.Errorf("%d moves are made in the game that is named", n)
	}
	if got := anna.completes("move", "move", "11-1"); !slices.Equal(got, []string{"11-15", "11-16"}) {
		t.Errorf("of one game, 11-1 is completed by %q", got)
	}
}
