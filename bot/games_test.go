package bot

import (
	"bytes"
	"fmt"
	"image/png"
	"slices"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// The list of a user's games also shows the challenges that they can accept here, however old these
// are, and their own, each with its channel. The list of games here shows the challenges to anybody.
func TestChallengesWaitAmongGames(t *testing.T) {
	_, anna, ben, carl := newTrio(t)
	anna.types("challenge", "opponent", ben, "rules", "russian")
	carl.types("challenge", "rules", "italian")

	const channel = "Open in <#78>"
	waiting := ben.types("games")
	waiting.mustSay(t, "You aren’t playing a game.", "<@1001> challenges <@1002>!",
		"Russian draughts", "<@1003> is looking for an opponent!", "Italian draughts", channel)
	if all := said(carl.types("games")); strings.Contains(all, "<@1002>") {
		t.Errorf("Carl sees what waits for another:\n%s", all)
	}
	mine := said(anna.types("games").mustSay(t, "<@1001> challenges <@1002>", "<@1003> is looking for an opponent!", channel))
	if n := strings.Count(mine, "(Accept)"); n != 1 {
		t.Errorf("Anna can accept %d challenges:\n%s", n, mine)
	}
	here := ben.types("games", "whose", "here").mustSay(t, "<@1003> is looking for an opponent!", channel)
	if all := said(here); strings.Contains(all, "<@1002>") {
		t.Errorf("a challenge to one member is listed for everybody:\n%s", all)
	}
	if all := said(ben.types("games", "finished", true)); strings.Contains(all, "Open in") {
		t.Errorf("challenges wait in another list:\n%s", all)
	}
	away := said(ben.do(elsewhere(ben.command("games"))).mustSay(t, "<@1001> challenges <@1002>", channel))
	if strings.Contains(away, "<@1003>") || strings.Contains(away, "(Accept)") {
		t.Errorf("elsewhere it says:\n%s", away)
	}
	ben.presses(waiting, "Accept").mustSay(t, "Game on!", "Russian draughts")
	if all := said(ben.types("games")); strings.Contains(all, "<@1001> challenges") {
		t.Errorf("what was accepted still waits:\n%s", all)
	}
}

// The score of two players ends with the last games that they played here.
func TestHeadToHeadShowsTheLastGames(t *testing.T) {
	w, anna, ben := newPair(t)
	w.underway(anna, ben, ben.presses(anna.types("challenge", "opponent", ben, "colour", "white"), "Accept"))
	ben.presses(ben.types("resign"), "Yes, resign")
	anna.types("head-to-head", "member", ben).mustSay(t, "<@1002> vs. <@1001>", "American checkers: <@1002> **0** – **1** <@1001>, 0 draws",
		"<@1001> vs. <@1002> · American checkers · 2 moves · <@1001> won")
	anna.types("head-to-head", "member", anna).mustSay(t, "Name two different members,")
	if all := said(anna.do(elsewhere(anna.command("head-to-head", "member", ben)))); strings.Contains(all, "2 moves") {
		t.Errorf("a game is shown where it was not played:\n%s", all)
	}
}

// A line of a game without a clock says when its last move was.
func TestGameLineWithoutClock(t *testing.T) {
	w, anna, ben := newPair(t)
	ben.presses(anna.types("challenge", "opponent", ben, "clock", "none"), "Accept")
	begun := fmt.Sprintf("<t:%d:R>", w.at.Unix())
	anna.types("games").mustSay(t, " turn · "+begun)
}

// A link leads to a group DM, or to the channel of a guild that has the guild's ID.
func TestGameLinks(t *testing.T) {
	for guild, want := range map[string]string{"": "@me/555/", "555": "555/555/"} {
		w, anna, ben := newPair(t)
		in := func(s *someone, i *dg.Interaction) answer {
			i = inDirect(i)
			i.GuildID, i.Context = guild, dg.InteractionContextPrivateChannel
			return s.do(i)
		}
		challenge := in(anna, anna.command("challenge", "opponent", ben))
		w.arrives(in(ben, ben.click(customIDOf(t, challenge, "Accept"))), 555)
		in(anna, anna.command("games")).mustSay(t, "](https://discord.com/channels/"+want)
		w.restart()
		in(anna, anna.command("draw")).mustSay(t, "](https://discord.com/channels/"+want)
	}
}

// A finished game is exported with a card, which is a picture with alt text.
func TestExportComesWithACard(t *testing.T) {
	w, anna, ben := newPair(t)
	board := ben.presses(anna.types("challenge", "opponent", ben, "colour", "black"), "Accept")
	if files := anna.types("export").Message.Files; len(files) != 1 {
		t.Errorf("a game that goes on comes with %d files", len(files))
	}
	w.underway(anna, ben, board)
	ben.presses(ben.types("resign"), "Yes, resign")
	exported := anna.types("export").mustSay(t, "[attachment://card.png: Ben (White) vs. Anna (Black). Anna wins.")
	card, err := png.Decode(bytes.NewReader(exported.Message.Files[1].Data))
	if err != nil || card.Bounds().Dx() != cardWidth {
		t.Errorf("the card is %v, %v", card.Bounds(), err)
	}
}

// A game in this guild is found among any number of games elsewhere.
func TestTheGameHere(t *testing.T) {
	w := newWorldWithin(t, game.Quotas{GamesPerPerson: 200})
	anna := w.member(1, "Anna")
	w.begins(anna, w.member(2, "Ben"))
	for n := range 60 {
		other := w.member(100+n, "Other")
		asked := anna.do(elsewhere(anna.command("challenge", "opponent", other)))
		other.do(elsewhere(other.click(customIDOf(t, asked, "Accept"))))
	}
	anna.types("move", "move", "11-15").mustSay(t, "<@1001> played **11-15**.")
}

// Of a user's many games, those that wait for the user come first, the most urgent of them first. Notes tell what they
// wait for, and a button shows one of them privately.
func TestManyGames(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	var games []game.GameID
	opponents := map[game.GameID]*someone{}
	for n := range 20 {
		other := w.member(100+n, fmt.Sprint("Player", n))
		clock := []string{"3d", "1d", "2d", "none"}[n%4]
		board := other.presses(anna.types("challenge", "opponent", other, "colour", "black", "clock", clock), "Accept")
		w.arrives(board, 78)
		id := board.Board.Game.ID
		games, opponents[id] = append(games, id), other
		if n%2 == 0 { // the other games wait for her
			anna.types("move", "move", "11-15", "game", string(id))
		}
	}
	first := anna.types("games").mustSay(t, "**Your games** · 20 games, 10 wait for you\n▶ Black vs. ", "(Next page)")
	order := gamesOf(t, first)
	if want := []game.GameID{games[1], games[5], games[9], games[13], games[17],
		games[3], games[7], games[11], games[15], games[19]}; !slices.Equal(order, want) {
		t.Errorf("the games are in the order %v, want %v", order, want)
	}
	second := anna.presses(first, "Next page")
	if text := said(second); strings.Contains(text, "▶") || gamesOf(t, second)[0] != games[2] {
		t.Errorf("the second page is\n%s", text)
	}

	waiting := games[18] // it is the last
	opponents[waiting].types("draw", "game", string(waiting))
	offered := anna.types("games").mustSay(t, "20 games, 11 wait for you", "-# <@1118> offers a draw. <@1001>, do you accept?")
	if order := gamesOf(t, offered); order[0] != games[1] {
		t.Errorf("the first game is %v", order[0])
	}
	open := anna.presses(offered, "Open").mustSay(t, "<Choose your move: ↗ 12 → 16,", "(Flip)")
	if !open.Message.Private || open.Placement != delivery.Beside {
		t.Errorf("a game that is opened is shown as %+v", open.Response)
	}
	anna.presses(open, "11-15").mustSay(t, "<@1001> played **11-15**.")
	anna.presses(second, "Open").mustSay(t, "**Conditional moves**\n-# [`"+string(games[2]), "Pick a move you expect")

	for _, id := range games { // as much as a page can say
		opponents[id].types("draw", "game", string(id))
		anna.types("plan", "game", string(id), "moves", "22-18 15x22 25x18 8-11")
		anna.types("plan", "game", string(id), "moves", "24-19 15x24")
		anna.types("takeback", "game", string(id))
	}
	for range 5 {
		w.member(200, "Someone").types("challenge", "rules", []string{"russian", "italian", "thai", "frisian", "turkish"}[w.next%5])
	}
	anna.types("games").mustSay(t, "(Accept)")
}

// Each row of a list opens its game: to move, to look on, or from its start once it is over.
func TestOpenGames(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	w.begins(anna, ben)
	anna.presses(anna.types("games"), "Open").mustSay(t, "<Choose your move: ")
	carl.presses(carl.types("games", "whose", "here"), "Open").mustSay(t, "<@1002> (White) vs. <@1001> (Black)", "Before the first move")
	for i, move := range []string{"11-15", "22-18", "15x22", "25x18"} {
		[]*someone{anna, ben}[i%2].types("move", "move", move)
	}
	anna.presses(anna.types("resign"), "Yes, resign")
	anna.presses(anna.types("games", "finished", true), "Open").mustSay(t, "(▶)")
}

// A page of games whose rules have the longest names has as many open challenges as fit.
func TestMostOpenChallenges(t *testing.T) {
	w := newWorld(t)
	mod, anna := w.member(9, "Mod"), w.member(1, "Anna")
	mod.submits(mod.sub("custom-rules", "add", manages).Modal, manages,
		fmt.Sprintf("base: russian\nkey: ours\nname: %q", strings.Repeat("*", draughts.LongestName)))
	for n := range pageSize {
		asked := w.member(100+n, fmt.Sprint("Player", n)).types("challenge", "opponent", anna, "rules", "ours")
		w.arrives(anna.presses(asked, "Accept"), 78)
	}
	for n := range maxOpenChallenges {
		w.member(200+n, "Someone").types("challenge", "opponent", anna, "rules", "ours")
	}
	list := anna.types("games").mustSay(t, "(Accept)")
	if shown := strings.Count(said(list), "challenges <@1001>!"); shown == 0 || shown == maxOpenChallenges {
		t.Errorf("%d challenges are shown", shown)
	}
	if n := list.Message.Len(); n > message.MaxParts {
		t.Errorf("the message has %d components", n)
	}
}

// gamesOf returns the games of a list in their order.
func gamesOf(t *testing.T, a answer) (ids []game.GameID) {
	t.Helper()
	for _, line := range strings.Split(said(a), "\n") {
		if _, rest, ok := strings.Cut(line, "[`"); ok && strings.Contains(line, " turn · ") && !strings.HasPrefix(line, "<") {
			id, _, _ := strings.Cut(rest, "`]")
			ids = append(ids, game.GameID(id))
		}
	}
	return ids
}
