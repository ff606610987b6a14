package bot

import (
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// listed has the list of open challenges updated, and returns the messages that were posted and edited.
func (w *world) listed() (posts, edits []string) {
	w.t.Helper()
	w.discord.posts, w.discord.edits = nil, nil
	w.announce(10 * time.Second)
	return w.discord.posts, w.discord.edits
}

// wants fails the test unless there is one message, with some texts.
func wants(t *testing.T, messages []string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if len(messages) != 1 || !strings.Contains(messages[0], text) {
			t.Fatalf("the messages are %q, want one with %q", messages, text)
		}
	}
}

// A guild's open challenges stand in one message, which is edited when one is made or accepted.
func TestChallengeList(t *testing.T) {
	w, anna, ben := newPair(t)
	w.decides("challenge-list", "90").mustSay(t, "List of open challenges: **<#90>**")
	posts, _ := w.listed()
	wants(t, posts, "90: ", "Nobody is looking for an opponent.")
	id := w.discord.channels[90][0].ID

	open := anna.types("challenge", "rules", "russian")
	w.arrives(open, 78)
	_, edits := w.listed()
	wants(t, edits, "90/"+id, "is looking for an opponent!", "Russian draughts", ":join:c"+string(open.Challenge))
	if _, edits = w.listed(); len(edits) > 0 {
		t.Errorf("it is edited though nothing happened: %q", edits)
	}
	w.arrives(anna.types("challenge", "opponent", ben), 78)
	if _, edits = w.listed(); len(edits) > 0 {
		t.Errorf("a challenge to a member is listed: %q", edits)
	}

	join := func() *dg.Interaction {
		i := ben.click(customID{action: joinAction, challenge: open.Challenge}.String())
		i.ChannelID, i.Message = "90", w.discord.channels[90][0]
		return i
	}
	joined := ben.do(join()).mustSay(t, "is in <#78>")
	if !joined.Message.Private || joined.Placement != delivery.Beside || joined.Board.In != delivery.InChannel {
		t.Errorf("the response is %+v", joined.Response)
	}
	if last := w.discord.posts[len(w.discord.posts)-1]; !strings.HasPrefix(last, "78: ") || !strings.Contains(last, "Game on!") {
		t.Errorf("the board is %s", last)
	}
	_, edits = w.listed()
	wants(t, edits, "Nobody is looking")
	ben.do(join()).mustSay(t, "is in <#78>")

	w.listed()

	// The next process finds the message.
	w.restart()
	anna.types("games")
	_, edits = w.listed()
	wants(t, edits, "90/"+id)
	s, _, err := w.bot.records.settingsOf(t.Context(), 77)
	if err != nil || s.List.Channel != 90 || s.List.Post == 0 {
		t.Errorf("the settings are %+v, %v", s, err)
	}
	w.decides("challenge-list", "90").mustSay(t, "List of open challenges: **off**")
	anna.types("challenge", "rules", "italian")
	if posts, edits := w.listed(); len(posts)+len(edits) > 1 {
		t.Errorf("it is still kept: %q, %q", posts, edits)
	}
}

// The challenges of a user who is erased leave the list at once, and their messages lose their buttons.
func TestErasureLeavesTheList(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	w.decides("challenge-list", "90")
	shown := w.arrives(anna.types("challenge"), 78)
	w.listed()
	anna.clicks(customID{action: eraseAction}.String())
	w.bot.Courier.Wait()
	wants(t, w.discord.edits, "78/"+shown.ID)
	_, edits := w.listed()
	wants(t, edits, "Nobody is looking")
}

// A challenge that expires leaves the list, although nobody makes a request.
func TestExpiredChallengeLeavesTheList(t *testing.T) {
	w := newWorld(t)
	w.decides("challenge-list", "90")
	w.arrives(w.member(1, "Anna").types("challenge"), 78)
	w.listed()
	w.passes(48 * time.Hour)
	w.announce(delivery.ResponseTimeout)
	_, edits := w.listed()
	wants(t, edits, "90/", "Nobody is looking")
}

// Accepting from the list uses a thread of the channel of the challenge if the guild wants threads.
func TestJoinInThread(t *testing.T) {
	w, anna, ben := newPair(t)
	w.decides("challenge-list", "90", "threads", true)
	open := anna.types("challenge")
	i := ben.click(customID{action: joinAction, challenge: open.Challenge}.String())
	i.ChannelID = "90"
	joined := ben.do(i)
	if joined.Board.In != delivery.InThread || joined.Board.Parent != game.RoomID(78) || !joined.Message.Private {
		t.Errorf("the response is %+v", joined.Response)
	}
}

// A list has at most ten challenges, and fits into a message.
func TestLongChallengeList(t *testing.T) {
	w := newWorld(t)
	w.decides("challenge-list", "90")
	for n := range 12 {
		w.arrives(w.member(100+n, "Somebody").types("challenge"), 78)
	}
	posts, _ := w.listed()
	if len(posts) == 0 || strings.Count(posts[len(posts)-1], ":join:") != maxListed || !strings.Contains(posts[len(posts)-1], "2 more") {
		t.Errorf("the list is %q", posts)
	}
}

// Who chooses a channel in which the bot cannot post is told so at once.
func TestChannelIsClosed(t *testing.T) {
	w := newWorld(t)
	w.discord.fails[90] = delivery.ErrUnreachable
	for _, option := range []string{"challenge-list", "puzzle-channel", "month-channel"} {
		w.decides(option, "90").mustSay(t, "I can’t post in <#90>.")
		for _, channel := range []string{"90", "91"} { // removed, and open
			if text := said(w.decides(option, channel)); strings.Contains(text, "can’t post") {
				t.Errorf("%s %s: %s", option, channel, text)
			}
		}
	}
}
