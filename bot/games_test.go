package bot

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// The list of a user's games also shows the challenges that they can accept here, however old these
// are, and their own, each with its channel. The list of games here shows the challenges to anybody.
func TestChallengesWaitAmongGames(t *testing.T) {
	w := newWorld(t)
	anna, ben, carl := w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Carl")
	anna.types("challenge", "opponent", ben, "rules", "russian")
	carl.types("challenge", "rules", "italian")

	const channel = "Open in <#78>"
	waiting := ben.types("games")
	waiting.mustSay(t, "You aren’t playing a game.", "<@1001> challenges <@1002>!", "Russian draughts", "<@1003> is looking for an opponent!", "Italian draughts", channel)
	if all := said(carl.types("games")); strings.Contains(all, "<@1002>") {
		t.Errorf("Carl sees what waits for another:\n%s", all)
	}
	mine := said(anna.types("games").mustSay(t, "<@1001> challenges <@1002>", "<@1003> is looking for an opponent!", channel))
	if n := strings.Count(mine, "(Accept)"); n != 1 {
		t.Errorf("Anna can accept %d challenges:\n%s", n, mine)
	}
	if all := said(ben.types("games", "whose", "here").mustSay(t, "<@1003> is looking for an opponent!", channel)); strings.Contains(all, "<@1002>") {
		t.Errorf("a challenge to one member is listed for everybody:\n%s", all)
	}
	if all := said(ben.types("games", "finished", true)); strings.Contains(all, "Open in") {
		t.Errorf("challenges wait in another list:\n%s", all)
	}
	away := ben.command("games")
	away.GuildID = "4711"
	elsewhere := said(ben.do(away).mustSay(t, "<@1001> challenges <@1002>", channel))
	if strings.Contains(elsewhere, "<@1003>") || strings.Contains(elsewhere, "(Accept)") {
		t.Errorf("elsewhere it says:\n%s", elsewhere)
	}
	ben.presses(waiting, "Accept").mustSay(t, "The game begins!", "Russian draughts")
	if all := said(ben.types("games")); strings.Contains(all, "<@1001> challenges") {
		t.Errorf("what was accepted still waits:\n%s", all)
	}
}

// The score of two players ends with the last games that they played here.
func TestHeadToHeadShowsTheLastGames(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	w.underway(anna, ben, ben.presses(anna.types("challenge", "opponent", ben, "colour", "white"), "Accept"))
	ben.presses(ben.types("resign"), "Yes, resign")
	anna.types("head-to-head", "member", ben).mustSay(t, "<@1002> vs. <@1001>", "American checkers: <@1002> **0** – **1** <@1001>, 0 draws",
		"<@1001> vs. <@1002> · American checkers · 2 moves · <@1001> won")
	away := anna.command("head-to-head", "member", ben)
	away.GuildID = "4711"
	if all := said(anna.do(away)); strings.Contains(all, "2 moves") {
		t.Errorf("a game is shown where it was not played:\n%s", all)
	}
}

// A line of a list links to the game's board, and says when the time of the player to move runs out, when the
// last move was if there is no clock, or when the game ended.
func TestGameLines(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	_, g := w.begins(anna, ben)
	id := string(g.ID)
	in := fmt.Sprintf("<t:%d:R>", w.at.Add(24*time.Hour).Unix())
	anna.types("games").mustSay(t, "["+id+"](https://discord.com/channels/77/78/", "<@1002> vs. <@1001>", "move 1 · <@1001> to move · ⏳ "+in)
	w.underway(anna, ben, anna.types("board"))
	anna.types("games").mustSay(t, "move 3 · <@1001> to move")
	anna.presses(anna.types("resign"), "Yes, resign")
	ended := fmt.Sprintf("<t:%d:D>", w.at.Unix())
	anna.types("games", "finished", true).mustSay(t, "2 moves · <@1002> won · "+ended)

	ben.presses(anna.types("challenge", "opponent", ben, "clock", "none"), "Accept")
	begun := fmt.Sprintf("<t:%d:R>", w.at.Unix())
	anna.types("games").mustSay(t, " to move · "+begun)
}

// A link leads to a group DM, or to the channel of a guild that has the guild's ID.
func TestGameLinks(t *testing.T) {
	for guild, want := range map[string]string{"": "@me/555/", "555": "555/555/"} {
		w := newWorld(t)
		anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
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
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
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
	elsewhere := func(i *dg.Interaction) *dg.Interaction {
		i.GuildID, i.ChannelID = "500", "501"
		return i
	}
	for n := range 60 {
		other := w.member(100+n, "Other")
		asked := anna.do(elsewhere(anna.command("challenge", "opponent", other)))
		other.do(elsewhere(other.click(customIDOf(t, asked, "Accept"))))
	}
	anna.types("move", "move", "11-15").mustSay(t, "<@1001> played **11-15**.")
}
