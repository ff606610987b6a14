package bot

import (
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"
)

// votes has a channel play against Anna, who has White.
func votes(t *testing.T, options ...any) (w *world, anna *someone, board answer) {
	w = newWorld(t)
	anna = w.member(1, "Anna")
	return w, anna, anna.types("challenge", append([]any{"opponent", anna, "colour", "white", "vote", "10 min"}, options...)...)
}

// A channel plays against a member: its people vote, nobody sees how before the count, and the board tells it then.
func TestChannelVotes(t *testing.T) {
	w, anna, board := votes(t)
	ben, carl := w.member(2, "Ben"), w.member(3, "Carl")
	board.mustSay(t, "<@1001> (White) vs. <#78> (Black)", "<#78>: vote for your move. ⏳")
	voted := ben.presses(board, "11-15")
	voted.mustSay(t, "Your vote: **11-15**")
	if !voted.Message.Private || voted.showsBoard() {
		t.Errorf("others see the vote: %+v", voted)
	}
	carl.types("move", "move", "9-14").mustSay(t, "Your vote: **9-14**")
	ben.types("move", "move", "9-14").mustSay(t, "Your vote: **9-14**")
	anna.presses(board, "11-15").mustSay(t, "It’s not your turn.")
	w.passes(10*time.Minute + 6*time.Second)
	posts := w.announce(0)
	for _, want := range []string{
		"<#78> played **9-14**.", "🗳️ 2 votes: 9-14 ×2", "<@1001>, your move.", "Anna (White) vs. #general (Black)",
	} {
		if !strings.Contains(posts, want) {
			t.Errorf("%q is not in %s", want, posts)
		}
	}
	anna.types("move", "move", "22-18").mustSay(t, "<#78>: vote for your move")
	ben.types("games").mustSay(t, "<@1001> vs. <#78>")
}

// So many votes as are needed make the move at once, and so does one for the only move there is.
func TestVotesNeeded(t *testing.T) {
	w, anna, board := votes(t, "votes-needed", "1")
	ben := w.member(2, "Ben")
	board.mustSay(t, "The first vote decides.")
	ben.presses(board, "11-15").mustSay(t, "**11-15** it is, with 1 vote.")
	w.announce(0)
	anna.types("move", "move", "22-18").mustSay(t, "you must jump")
	ben.types("move", "move", "15x22").mustSay(t, "**15x22** it is")
}

// If nobody votes, the channel has as long again, and then the game is lost.
func TestNobodyVotes(t *testing.T) {
	w, _, _ := votes(t)
	w.passes(10*time.Minute + 6*time.Second)
	if posts := w.announce(0); !strings.Contains(posts, "Nobody in <#78> has voted yet. The time starts over") {
		t.Errorf("the channel reads %s", posts)
	}
	w.passes(10 * time.Minute)
	if posts := w.announce(0); !strings.Contains(posts, "<#78>") || !strings.Contains(posts, "resigned") {
		t.Errorf("the channel reads %s", posts)
	}
}

// Only a moderator resigns for the channel.
func TestModeratorResignsForChannel(t *testing.T) {
	w, _, board := votes(t)
	ben, mod := w.member(2, "Ben"), w.member(9, "Mod")
	ben.presses(board, "Resign").mustSay(t, "Only server admins can do that.")
	ben.types("resign").mustSay(t, "Only server admins can do that.")
	asked := mod.moderates(mod.command("resign"))
	mod.moderates(mod.click(customIDOf(t, asked, "Yes, resign"))).mustSay(t, "<#78> resigned.")
}

// A channel plays against the bot, and a member whom it challenges.
func TestChannelChallenges(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	made := anna.types("challenge", "opponent", ben, "vote", "1 day", "colour", "black")
	made.mustSay(t, "<#78> challenges <@1002>!", "1 day per move", "Everyone in <#78> plays together")
	ben.presses(made, "Accept").mustSay(t, "<@1002> (White) vs. <#78> (Black)")
}

// Members talk about the votes in one thread.
func TestTalk(t *testing.T) {
	w, _, board := votes(t)
	ben := w.member(2, "Ben")
	for range 2 {
		i := ben.click(customIDOf(t, board, "Talk"))
		i.AppPermissions = threadPermissions
		ben.do(i).mustSay(t, "Talk it over here: <#100078>")
	}
	if n := len(w.discord.threads); n != 1 {
		t.Errorf("%d threads were created", n)
	}
}

// What cannot be: a rated vote, a vote with another clock, a time that is none, and a vote outside of guilds.
func TestVotesThatCannotBe(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	for want, options := range map[string][]any{
		"can’t be rated":         {"vote", "1d", "rated", true},
		"leave the other clocks": {"vote", "1d", "clock", "5+3"},
		"I don’t know this time": {"vote", "8 days"},
		"1 to 1000 votes":        {"vote", "1d", "votes-needed", "-1"},
		"doesn’t fit here":       {"vote", "1d", "votes-needed", "many"},
	} {
		anna.types("challenge", append(options, "opponent", anna)...).mustSay(t, want)
	}
	direct := anna.command("challenge", "opponent", anna, "vote", "1d")
	direct.GuildID, direct.Context = "", dg.InteractionContextPrivateChannel
	anna.do(direct).mustSay(t, "Votes only work in server channels.")
}
