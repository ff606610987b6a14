package bot

import (
	"bytes"
	"image/png"
	"strings"
	"testing"
)

// Who asks for their games sees what they could accept here, however long ago it was said,
// and can; nobody sees their own challenges, or those to others.
func TestChallengesWaitAmongGames(t *testing.T) {
	w := newWorld(t)
	anna, ben, carl := w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Carl")
	anna.types("challenge", "opponent", ben, "rules", "russian")
	carl.types("challenge", "rules", "italian")

	waiting := ben.types("games")
	waiting.mustSay(t, "You have no game going on.", "<@1001> challenges <@1002>", "Russian draughts", "<@1003> challenges anybody", "Italian draughts")
	for _, who := range []*someone{anna, carl} {
		if all := said(who.types("games")); strings.Contains(all, "<@1002>") {
			t.Errorf("%s sees what waits for another:\n%s", who.name, all)
		}
	}
	for _, other := range []answer{ben.types("games", "finished", true), ben.types("games", "whose", "here")} {
		if all := said(other); strings.Contains(all, "challenges") {
			t.Errorf("challenges wait in another list:\n%s", all)
		}
	}
	ben.presses(waiting, "Accept").mustSay(t, "The game begins.", "Russian draughts")
	if all := said(ben.types("games")); strings.Contains(all, "<@1001> challenges") {
		t.Errorf("what was accepted still waits:\n%s", all)
	}
}

// What two have against each other ends with the games they played here last.
func TestHeadToHeadShowsTheLastGames(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	w.underway(anna, ben, ben.presses(anna.types("challenge", "opponent", ben, "colour", "white"), "Accept"))
	ben.presses(ben.types("resign"), "Yes, resign")
	anna.types("head-to-head", "member", ben).mustSay(t, "<@1002> against <@1001>", "<@1001> against <@1002> · American checkers · 4 moves · <@1001> won")
	away := anna.command("head-to-head", "member", ben)
	away.GuildID = "4711"
	if all := said(anna.do(away)); strings.Contains(all, "4 moves") {
		t.Errorf("a game is shown where it was not played:\n%s", all)
	}
}

// A finished game comes with a card, which is a picture with words for who does not see it.
func TestExportComesWithACard(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	board := ben.presses(anna.types("challenge", "opponent", ben, "colour", "black"), "Accept")
	if files := anna.types("export").message.files; len(files) != 1 {
		t.Errorf("a game that goes on comes with %d files", len(files))
	}
	w.underway(anna, ben, board)
	ben.presses(ben.types("resign"), "Yes, resign")
	exported := anna.types("export").mustSay(t, "[attachment://card.png: Ben (White) against Anna (Black). Anna wins.")
	card, err := png.Decode(bytes.NewReader(exported.message.files[1].data))
	if err != nil || card.Bounds().Dx() != cardWidth {
		t.Errorf("the card is %v, %v", card.Bounds(), err)
	}
}
