package bot

import (
	"strings"
	"testing"
	"time"

	"doublecorner/game"
)

// Only moderators adjudicate games, and only those in their guild.
func TestRuling(t *testing.T) {
	w := newWorld(t)
	anna, ben, mod := w.member(1, "Anna"), w.member(2, "Ben"), w.member(9, "Mod")
	board := w.underway(anna, ben, ben.presses(anna.types("challenge", "opponent", ben), "Accept"))
	rule := func(s *someone, permissions int64) answer {
		return s.rules("end", permissions, "game", string(board.Board.Game.ID), "outcome", "draw", "reason", "both are *away*")
	}
	rule(mod, 0).mustSay(t, "Only server admins")
	rule(anna, manages).mustSay(t, "moderate a game you play in")
	rule(mod, manages).mustSay(t, "**It’s a draw.** A moderator decided: both are \\*away\\*")
	if text := said(rule(mod, manages)); !strings.Contains(text, "is over.") || strings.Contains(text, "rematch") {
		t.Errorf("of a game that is over, a moderator who does not play it reads\n%s", text)
	}

	board = ben.presses(anna.types("challenge", "opponent", ben), "Accept")
	rule(mod, manages).mustSay(t, "**Game canceled.** A game only counts once both players have made two moves. A moderator decided: both are")
}

// A game whose board is lost is shown again, which delivers its announcements.
func TestUnstick(t *testing.T) {
	w := newWorld(t)
	anna, ben, mod := w.member(1, "Anna"), w.member(2, "Ben"), w.member(9, "Mod")
	_, g := w.begins(anna, ben)
	anna.types("move", "move", "11-15")
	repost := func(permissions int64) answer {
		i := mod.subcommand("referee", "repost", "game", string(g.ID))
		i.Member.Permissions, i.ChannelID = permissions, "79"
		return mod.do(i)
	}
	repost(0).mustSay(t, "Only server admins")
	a := repost(manages).mustSay(t, "played **11-15**", "Choose your move", "A moderator reposted this board.")
	if len(a.Announcements) != 1 {
		t.Errorf("it delivers %v", a.Announcements)
	}
	w.arrives(a, 79)
	if now := w.storedGame(g.ID); now.Room != 79 {
		t.Errorf("the game is in %v", now.Room)
	}
	ben.presses(ben.types("resign", "game", string(g.ID)), "Yes, resign")
	if text := said(repost(manages)); strings.Contains(text, "Keep playing") {
		t.Errorf("of a game that is over it says\n%s", text)
	}
}

// Only moderators are shown the commands that are for them, and only in a guild those that DMs do not have.
func TestHelp(t *testing.T) {
	w := newWorld(t)
	anna, mod := w.member(1, "Anna"), w.member(9, "Mod")
	list := customIDOf(t, anna.types("help"), "All commands")
	help, all := said(anna.clicks(list)), said(mod.moderates(mod.click(list)))
	for _, path := range []string{"/custom-rules add", "/referee end", "/settings"} {
		if strings.Contains(help, path) || !strings.Contains(all, path) {
			t.Errorf("%s is shown to members or not to moderators:\n%s", path, all)
		}
	}
	if text := said(anna.do(inDirect(anna.click(list)))); !strings.Contains(text, "/challenge") ||
		strings.Contains(text, "/tournament") || strings.Contains(text, "/ladder") {
		t.Errorf("in a DM it shows\n%s", text)
	}
}

// A moderator cancels games that Ben has as good as lost. After the third, those that he loses count overall for his opponents
// only, and his profile says so.
func TestCancelledForFriend(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	const local = "games here don’t count overall for <@1002>"
	overall := func(s *someone) game.RankedEntry {
		t.Helper()
		row, _, err := w.bot.referee.Rank(t.Context(), person(s), game.Leaderboard{Pool: "american"})
		must(t, err)
		return row
	}
	for n := range 3 {
		if text := said(ben.types("profile")); strings.Contains(text, local) {
			t.Errorf("after %d games the profile is\n%s", n, text)
		}
		board := w.underway(anna, ben, ben.presses(anna.types("challenge", "opponent", ben, "colour", "black"), "Accept"))
		w.member(9, "Mod").rules("cancel", manages, "game", string(board.Board.Game.ID), "reason", "a favor")
	}
	ben.types("profile").mustSay(t, local)
	if text := said(anna.types("profile", "member", carl)); strings.Contains(text, "overall") {
		t.Errorf("Carl’s profile is\n%s", text)
	}
	w.finishes(carl, ben, "american")
	if lost, won := overall(ben), overall(carl); lost.Games() != 0 || won.Wins != 1 {
		t.Errorf("overall Ben has %d games, and Carl has won %d", lost.Games(), won.Wins)
	}
	w.at = w.at.Add(31 * 24 * time.Hour)
	if text := said(ben.types("profile")); strings.Contains(text, local) {
		t.Errorf("a month later the profile is\n%s", text)
	}
}
