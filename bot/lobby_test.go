package bot

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/live"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// opens opens the lobby, in both guilds.
func (w *world) opens() {
	w.t.Helper()
	w.bot.OpenLobby()
	for _, guild := range []game.PlaceID{77, 99} {
		must(w.t, change(w.t.Context(), w.bot.referee, game.PlaceSettings(guild), func(s *settings) { s.Lobby = true }))
	}
}

// meet has two users begin a game through the lobby, the first of whom has Black in the guild. The other one is somewhere else, and is
// returned there, with the first board that each sees.
func (w *world) meet(anna, ben *someone, from func(*dg.Interaction) *dg.Interaction) (there *someone, board, boardThere answer) {
	w.t.Helper()
	w.opens()
	there = &someone{w, ben.id, ben.name, from}
	open := anna.types("challenge", "everywhere", true, "colour", "black", "clock", "3d")
	w.arrives(open, 78)
	boardThere = there.presses(there.types("lobby"), "Accept")
	channel, _ := message.Snowflake[game.RoomID](there.interaction(dg.InteractionPing, nil).ChannelID)
	w.arrives(boardThere, channel)
	w.announce(0)
	board = anna.types("board")
	w.arrives(board, 78)
	return there, board, boardThere
}

// pressesBlock uses the button that "More" of a board shows.
func (w *world) pressesBlock(s *someone, board answer) answer {
	w.t.Helper()
	return s.pressesMore(board, "Block")
}

// tellsOf fails if a message tells of something.
func (a answer) tellsOf(t *testing.T, things ...string) {
	t.Helper()
	text, err := json.Marshal(a.Message.Build())
	must(t, err)
	for _, thing := range things {
		if strings.Contains(string(text), thing) {
			t.Errorf("it tells of %s:\n%s", thing, said(a))
		}
	}
}

// Two strangers find each other. Until one accepts, the other is nobody; then they are called as they want, and each plays where they
// are.
func TestMeet(t *testing.T) {
	for where, from := range map[string]func(*dg.Interaction) *dg.Interaction{"another guild": elsewhere, "a DM": inDirect} {
		t.Run(where, func(t *testing.T) {
			w, anna, ben := newPair(t)
			w.opens()
			there := &someone{w, ben.id, ben.name, from}
			there.types("preferences", "name-elsewhere", "Big *Ben*").mustSay(t, "Name elsewhere: **Big \\*Ben\\***")
			open := anna.types("challenge", "everywhere", true, "colour", "black", "clock", "3d").mustSay(t, "Also in the lobby", "(Accept)")
			w.arrives(open, 78)
			lobby := there.types("lobby").mustSay(t,
				"Someone elsewhere is looking", "Someone elsewhere plays Black", "3 days per move · rated", "(Accept)")
			lobby.tellsOf(t, "Anna", "1001", "77", "78")
			board := there.presses(lobby, "Accept").mustSay(t, "<@1002> (White) vs. Anna (Black)")
			board.tellsOf(t, "1001", "\"78\"")
			if board.Message.Private || board.Before == nil || !board.Before.Private {
				t.Errorf("the board is private: %v", board.Message.Private)
			}
			w.arrives(board, 98)
			posts := w.announce(0)
			edits := strings.Join(w.discord.edits, "")
			if !strings.Contains(posts, "Big") || strings.Contains(posts, "1002") || !strings.Contains(edits, "Accepted") {
				t.Errorf("in the guild is posted %s\nand edited %s", posts, w.discord.edits)
			}
		})
	}
}

// What is not possible between places is not offered, and what is possible works on both sides.
func TestBetweenPlaces(t *testing.T) {
	w, anna, ben := newPair(t)
	w.bot.ServeLive(live.Config{Address: "https://live.example"})
	ben, board, there := w.meet(anna, ben, elsewhere)
	hidden := func(a answer, labels ...string) {
		t.Helper()
		for _, label := range labels {
			if strings.Contains(said(a), "("+label+")") {
				t.Errorf("%s is offered:\n%s", label, said(a))
			}
		}
	}
	hidden(board, "Board")
	hidden(there, "Board", "11-15") // which is Anna's move
	carl := w.member(3, "Carl")
	hidden(carl.presses(board, "More"), "Ping me at the end", "Report", "Block")
	anna.presses(board, "More").mustSay(t, "(Report)", "(Block)")
	anna.types("share").mustSay(t, "Find another game with /lobby")
	anna.clicks(customID{action: liveAction, game: board.Board.Game.ID}.String()).mustSay(t, "Find another game with /lobby")
	carl.types("games", "whose", "here").mustSay(t, "Nobody is playing here.")

	w.arrives(anna.presses(board, "11-15").mustSay(t, "played **11-15**"), 78)
	w.arrives(ben.types("move", "move", "22-18").mustSay(t, "Anna", "played **22-18**"), 98)
	for _, s := range []*someone{anna, ben} {
		s.types("games").mustSay(t, map[*someone]string{anna: "Ben", ben: "Anna"}[s])
		s.types("export")
		s.types("replay")
		s.types("profile")
		s.types("plan")
	}
	offered := ben.types("draw")
	hidden(offered, "Accept the draw") // which only Anna can
	posts := w.announce(0)
	if !strings.Contains(posts, "Accept the draw") {
		t.Errorf("Anna is not asked: %s", posts)
	}
	anna.types("board").mustSay(t, "(Accept the draw)")
	w.arrives(anna.types("move", "move", "15x22"), 78)
	w.arrives(ben.types("move", "move", "25x18"), 98)
	anna.types("takeback")
	over := anna.presses(anna.types("resign"), "Yes, resign")
	over.mustSay(t, "about 12 more rated games until a rating", "(Lobby) (Report) (More)")
	hidden(over, "Rematch", "Board")
	anna.presses(over, "Lobby").mustSay(t, "Nobody’s waiting")
	ben.types("board", "game", over.Board.Game.ID.Code()).mustSay(t, "Anna resigned.", "(Lobby) (Report) (More)").tellsOf(t, "1001")
	ben.types("review").tellsOf(t, "1001")
	ben.types("rematch").mustSay(t, "Find another game with /lobby")
}

// Where there is no lobby, people read why, and nothing begins.
func TestClosedLobby(t *testing.T) {
	w, anna, ben := newPair(t)
	refuses := func(why string) {
		t.Helper()
		anna.types("lobby").mustSay(t, why)
		anna.types("challenge", "everywhere", true).mustSay(t, why)
	}
	refuses("There’s no lobby here.")
	w.bot.OpenLobby()
	refuses("The lobby is off here.")
	w.decides("lobby", true).mustSay(t, "Lobby with other servers: **on**")
	anna.types("lobby").mustSay(t, "Nobody’s waiting")
	anna.types("challenge", "everywhere", true, "opponent", ben).mustSay(t, "Leave the opponent empty")
	anna.types("challenge", "everywhere", true, "level", "1").mustSay(t, "Leave the opponent empty")
	anna.types("challenge", "as", "Me").mustSay(t, "only works with “everywhere”")
	open := anna.types("challenge", "everywhere", true, "as", "Café")
	id, _ := labelled(t, open, "Accept")
	far := &someone{w, ben.id, ben.name, elsewhere}
	join := strings.Replace(id, ":accept:", ":meet:", 1)
	far.clicks(join).mustSay(t, "The lobby is off here.")
	far.clicks(id).mustSay(t, "long gone") // as only who makes it up can
	w.decides("channel", "79")
	refuses("Games start in <#79>.")
	w.decides("any-channel", true)
	anna.presses(anna.types("lobby").mustSay(t, "(Withdraw)"), "Withdraw").mustSay(t, "withdrew it")
}

// A challenge everywhere has rules that all know, and waits in the DM, too. There nobody but the challenger could accept
// it.
func TestChallengeEverywhere(t *testing.T) {
	w, anna, _ := newPair(t)
	w.opens()
	anna.presses(anna.types("lobby"), "Challenge everyone").mustSay(t, "Also in the lobby", "rated")
	mod := w.member(9, "Mod")
	mod.submits(mod.sub("custom-rules", "add", manages).Modal, manages, "base: russian\nkey: ours\nname: Ours\nboard:\n  rows: 2\n")
	anna.types("challenge", "everywhere", true, "rules", "ours").mustSay(t, "Only built-in rules")
	carl := w.member(3, "Carl")
	carl.types("lobby").mustSay(t, "<@1001> is looking for an opponent!", "(Accept)")
	dm := &someone{w, "1003", "Carl", inDirect}
	w.locale = dg.German
	open := dm.types("challenge", "everywhere", true).mustSay(t, "Auch in der Lobby", "(Zurückziehen)")
	if strings.Contains(said(open), "(Annehmen)") {
		t.Errorf("nobody can accept it:\n%s", said(open))
	}
}

// A player blocks the opponent with a tap. They are told by the name that they know, undo it there or in the preferences, and nothing
// tells who a stranger is.
func TestBlock(t *testing.T) {
	w, anna, ben := newPair(t)
	_, board, _ := w.meet(anna, ben, elsewhere)
	blocked := w.pressesBlock(anna, board).mustSay(t, "🚫 Ben is blocked.")
	blocked.tellsOf(t, "1002")
	anna.presses(blocked, "Unblock").mustSay(t, "Ben isn’t blocked anymore.")
	anna.presses(blocked, "Unblock").mustSay(t, "out of date")
	w.pressesBlock(anna, board)
	panel := anna.types("preferences", "text-boards", true).mustSay(t, "**1 person** blocked")
	panel.tellsOf(t, "1002")
	anna.presses(panel, "Ben").mustSay(t, "Ben isn’t blocked anymore.")
	if text := said(anna.types("preferences")); strings.Contains(text, "blocked") {
		t.Errorf("somebody is blocked:\n%s", text)
	}
	board, _ = w.begins(anna, ben)
	w.pressesBlock(ben, board).mustSay(t, "🚫 Anna is blocked.")
}

// A report reaches the log and the operator, who are told who both are. The reporter is not.
func TestReport(t *testing.T) {
	w, anna, ben := newPair(t)
	var written strings.Builder
	w.bot.log = slog.New(slog.NewTextHandler(&written, nil))
	w.bot.Operator = 1009
	_, board, _ := w.meet(anna, ben, elsewhere)
	carl := w.member(3, "Carl")
	id := customID{action: reportAction, game: board.Board.Game.ID}.String()
	carl.clicks(id).mustSay(t, "Only the two players")
	w.discord.posts = nil
	for range maxReports {
		a := anna.fills(anna.pressesMore(board, "Report"), map[string]string{reportInput: "He said\n*this*"})
		a.mustSay(t, "Thanks!").tellsOf(t, "1002")
	}
	anna.fills(anna.clicks(id), map[string]string{reportInput: "more"}).mustSay(t, "Try again in an hour")
	w.bot.Courier.Wait()
	told := strings.Join(w.discord.posts, "\n")
	reports := "<@1001> reports their opponent in game `" + board.Board.Game.ID.Code() + "`."
	for _, want := range []string{reports, "1002", `He said \\*this\\*`} {
		if !strings.Contains(told, want) {
			t.Errorf("the operator is not told %s:\n%s", want, told)
		}
	}
	who := `white=1002 "white in"=99 black=1001 "black in"=77`
	if log := written.String(); strings.Count(log, "level=WARN") != maxReports || !strings.Contains(log, who) {
		t.Errorf("the log has:\n%s", log)
	}
}

// The form for the name elsewhere has the name, and empties it.
func TestNameElsewhere(t *testing.T) {
	w, anna, _ := newPair(t)
	w.opens()
	anna.types("preferences", "name-elsewhere", "Annie")
	form := anna.presses(anna.types("preferences"), "Change")
	if in := form.Modal.Inputs[0]; in.Value != "Annie" || in.Most != maxNameElsewhere {
		t.Errorf("the form has %+v", in)
	}
	anna.fills(form, map[string]string{settingInput: ""}).mustSay(t, "Name elsewhere: **your usual name**")
}
