package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// Unless the guild decides, games have threads where the bot may create them.
func TestThreadsByDefault(t *testing.T) {
	w, anna, ben := newPair(t)
	begins := func(permissions int64) (threads int) {
		accept := ben.click(customIDOf(t, anna.types("challenge", "opponent", ben), "Accept"))
		accept.AppPermissions = permissions
		before := len(w.discord.threads)
		ben.do(accept)
		return len(w.discord.threads) - before
	}
	w.decides().mustSay(t, "Thread for each game: **on**")
	if n := begins(dg.PermissionCreatePublicThreads); n != 0 {
		t.Errorf("%d threads in which the bot may not send messages", n)
	}
	if n := begins(threadPermissions | dg.PermissionSendMessages); n != 1 {
		t.Errorf("%d threads where the bot may create them", n)
	}
	w.decides("threads", false).mustSay(t, "Thread for each game: **off**")
	if n := begins(threadPermissions); n != 0 {
		t.Errorf("%d threads in a guild that wants none", n)
	}
}

// If the guild wants threads, each game has one, and only a link is shown elsewhere.
func TestThreads(t *testing.T) {
	w := newWorld(t)
	w.decides("threads", true).mustSay(t, "Thread for each game: **on**")
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	accepted, g := w.begins(anna, ben)
	accepted.mustSay(t, "Accepted · `"+string(g.ID)+"`")
	const thread = 100078
	if g.Room != thread || len(w.discord.channels[thread]) != 1 || accepted.Placement != delivery.Replace {
		t.Fatalf("the game is in %v, where %d messages are", g.Room, len(w.discord.channels[thread]))
	}
	// A user who moves elsewhere sees the board there, too.
	there := anna.types("move", "move", "11-15").mustSay(t, "played **11-15**", "board.png", "<#100078>")
	if !there.Message.Private || len(w.discord.channels[thread]) != 2 {
		t.Errorf("%d messages are in the thread", len(w.discord.channels[thread]))
	}
	if pending, _ := w.bot.referee.PendingAnnouncements(context.Background(), 0, 10); len(pending) != 1 { // that of the challenge
		t.Errorf("pending: %v", pending)
	}

	// A rematch has a thread, too.
	ben.presses(ben.types("resign"), "Yes, resign")
	w.decides("channel", "4242")
	anna.types("rematch").mustSay(t, "Games start in <#4242>.")
	w.decides("channel", "4242")
	anna.types("rematch")
	ben.types("rematch").mustSay(t, "Accepted · ")
	if n := len(w.discord.channels[thread]); n != 4 {
		t.Errorf("%d messages are in the thread", n)
	}
}

// An accepted challenge links to the board of its game, also where that has no thread.
func TestAcceptedChallengeLinksToBoard(t *testing.T) {
	w, anna, ben := newPair(t)
	made := anna.types("challenge", "opponent", ben)
	accept := ben.click(customIDOf(t, made, "Accept"))
	accept.Message = w.arrives(made, 78)
	accepted, _ := w.handle(t.Context(), accept)
	board := w.discord.show(78, accepted.FollowUp().Components)
	w.bot.Shown(t.Context(), accept, accepted, board, nil)
	w.bot.Courier.Wait()
	link := "](https://discord.com/channels/77/78/" + board.ID + ")"
	if n := len(w.discord.edits); n != 1 || !strings.HasPrefix(w.discord.edits[0], "78/"+accept.Message.ID+": ") ||
		!strings.Contains(w.discord.edits[0], "Accepted · [") || !strings.Contains(w.discord.edits[0], link) {
		t.Errorf("edits: %v", w.discord.edits)
	}
}

// If the guild wants boards edited in place, the message of the game is edited.
func TestInPlace(t *testing.T) {
	w := newWorld(t)
	w.decides("boards", "in-place").mustSay(t, "Boards: **One board, edited; no pings**")
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	_, g := w.begins(anna, ben)
	pressed := anna.interaction(dg.InteractionMessageComponent, dg.MessageComponentInteractionData{
		CustomID: customID{action: moveAction, game: g.ID, arg: "11-15"}.String(),
	})
	pressed.Message = &dg.Message{ID: g.Post.String()}
	if a := anna.do(pressed); a.Placement != delivery.Replace {
		t.Errorf("the response does not replace the board: %+v", a)
	}
	early := anna.do(inDirect(anna.command("move", "move", "9-13"))).mustSay(t, "not your turn")
	if text := said(early); strings.Contains(text, "ping") {
		t.Errorf("where nobody is mentioned it says\n%s", text)
	}
	ben.types("move", "move", "22-18").mustSay(t, "played **22-18**", "board.png")
	if len(w.discord.edits) != 1 || !strings.Contains(w.discord.edits[0], "22-18") || len(w.discord.channels[78]) != 1 {
		t.Errorf("edits %v, %d messages", w.discord.edits, len(w.discord.channels[78]))
	}
	if now := w.storedGame(g.ID); now.Post != g.Post || now.Shown != now.Seq() {
		t.Errorf("%d of %d events are shown in %v", now.Shown, now.Seq(), now.Post)
	}
	ben.types("takeback").mustSay(t, "take back", "board.png")
	agreed := anna.interaction(dg.InteractionMessageComponent, dg.MessageComponentInteractionData{
		CustomID: customID{action: agreeAction, game: g.ID, ply: 2, arg: string(takeBackAction)}.String(),
	})
	agreed.Message = pressed.Message
	if a := anna.do(agreed).mustSay(t, "took back **22-18**"); a.Placement != delivery.Replace || !a.showsBoard() {
		t.Errorf("the response does not replace the board: %+v\n%s", a, said(a))
	}
}

// A game stays in its channel, where the opponent looks, if a player acts elsewhere.
func TestActFromElsewhere(t *testing.T) {
	for _, boards := range []string{"new", "in-place"} {
		w, anna, ben := newPair(t)
		_, g := w.begins(anna, ben)
		w.decides("boards", boards, "language", "de")
		moved := anna.do(inDirect(anna.command("move", "move", "11-15"))).mustSay(t, "board.png", "<#78>")
		if !moved.Message.Private || moved.showsBoard() {
			t.Errorf("the board is shown elsewhere: %s", said(moved))
		}
		shown := strings.Join(append(w.discord.posts, w.discord.edits...), "\n")
		if !strings.Contains(shown, "11-15") || !strings.Contains(shown, "Zug") {
			t.Errorf("in the channel there is\n%s", shown)
		}
		if now := w.storedGame(g.ID); now.Room != 78 {
			t.Errorf("the game is in %v", now.Room)
		}
		pending, err := w.bot.referee.PendingAnnouncements(context.Background(), 0, 10)
		if err != nil || len(pending) != 1 { // that of the challenge
			t.Errorf("pending: %v, %v", pending, err)
		}
	}
}

// When the channel of a game is gone, two can play on in DMs.
func TestPlayOnWithoutAChannel(t *testing.T) {
	w, anna, ben := newPair(t)
	_, g := w.begins(anna, ben)
	w.discord.fails[78] = delivery.ErrUnreachable
	for i, move := range []string{"11-15", "22-18", "15x22"} {
		mover := []*someone{anna, ben}[i%2]
		mover.do(inDirect(mover.click(customID{action: moveAction, game: g.ID, ply: game.Ply(i)}.String(), move)))
		w.discord.posts = nil
		w.announce(delivery.ResponseTimeout)
		if posts := w.announce(time.Minute); strings.Count(posts, move) < 2 ||
			!strings.Contains(posts, "51001: ") || !strings.Contains(posts, "51002: ") {
			t.Errorf("after %s there is posted\n%s", move, posts)
		}
	}
}

// A move that was made is not reported as failed if its board cannot be composed: the response
// links to the game, and the board is announced.
func TestBoardIsNotComposed(t *testing.T) {
	w, anna, ben := newPair(t)
	_, g := w.begins(anna, ben)
	i := anna.command("move", "move", "11-15")
	ended, cancel := context.WithCancel(context.Background())
	c, _ := newRequest(ended, w.arriving(i))
	made, err := w.bot.referee.Move(ended, game.MoveRequest{
		GameRequest: game.GameRequest{Request: c.gameRequest(), Game: g.ID, Ply: g.Ply()}, Text: "11-15",
	})
	cancel()
	drawn := w.bot.Draw(ended, w.bot.boardResponse(c, made), false)
	text, _ := json.Marshal(drawn.Message.Build())
	if err != nil || !strings.Contains(string(text), "is in \\u003c#78") {
		t.Fatalf("it says %s, %v", text, err)
	}
	w.bot.Shown(ended, i, drawn, w.discord.show(78, nil), nil)
	if posts := w.announce(delivery.ResponseTimeout); !strings.Contains(posts, "11-15") {
		t.Errorf("posted: %s", posts)
	}
}

// The messages of responses have the fingerprints by which announcements find them.
func TestResponsesAreFound(t *testing.T) {
	w, anna, ben := newPair(t)
	found := func(a answer) answer {
		t.Helper()
		w.discord.show(78, a.Message.Build().Components) // it arrived, and the process was killed
		if posts := w.announce(delivery.ResponseTimeout); posts != "" {
			t.Fatalf("posted again: %s", posts)
		}
		if pending, err := w.bot.referee.PendingAnnouncements(t.Context(), 0, 10); err != nil || len(pending) != 0 {
			t.Errorf("pending: %v, %v", pending, err)
		}
		return a
	}
	challenge := found(anna.types("challenge", "opponent", ben, "colour", "black"))
	board := found(ben.presses(challenge, "Accept"))
	found(anna.presses(board, "11-15"))
}

// A board that is not the newest any more is one line of a score sheet, at once if its own button was used.
func TestScoreSheet(t *testing.T) {
	w, anna, ben := newPair(t)
	board, g := w.begins(anna, ben)
	g = w.storedGame(g.ID)
	id := " · `" + string(g.ID) + "`"
	for i, want := range []string{
		"(White) vs. <@1001>", "**1. 11-15** · <@1001>" + id, "**1… 22-18** · <@1002>" + id, "**2. 15x22** · <@1001>" + id,
	} {
		if i > 0 {
			mover := []*someone{anna, ben}[(i-1)%2]
			board = mover.types("move", "move", []string{"11-15", "22-18", "15x22"}[i-1])
			w.arrives(board, 78)
			g = board.Board.Game
		}
		old, err := w.bot.composer.ComposeLine(t.Context(), g)
		if err != nil || len(old.Files) != 0 {
			t.Fatalf("%d files, %v", len(old.Files), err)
		}
		if text := said(answerOf(old)); !strings.Contains(text, want) || strings.Contains(text, "(More)") {
			t.Errorf("after %d moves it is %q, want %q", i, text, want)
		}
	}
	used := ben.click(inGame(g, moveAction).with("25x18").String())
	now := w.storedGame(g.ID)
	used.Message = &dg.Message{ID: now.Post.String()}
	moved := ben.do(used)
	if moved.Before == nil || !strings.Contains(said(answerOf(moved.Before)), "**2. 15x22**") {
		t.Errorf("the board that was used becomes %+v", moved.Before)
	}
	inThread := g.AsOf(1)
	inThread.Room = ownThread
	anna.in(inThread.Room.String(), "help")
	sheet, err := w.bot.composer.ComposeLine(t.Context(), inThread)
	if err != nil || strings.Contains(said(answerOf(sheet)), string(g.ID)) {
		t.Errorf("in the game's thread the line names the game: %v, %v", sheet, err)
	}
	link, err := w.bot.composer.ComposeLink(t.Context(), now)
	must(t, err)
	want := fmt.Sprintf("-# Newest board: [`%s`](https://discord.com/channels/77/78/%d)", g.ID, now.Post)
	if text := said(answerOf(link)); strings.TrimSpace(text) != want {
		t.Errorf("a board that was shown again becomes %q, want %q", text, want)
	}
}

// An offer is a note beside the board: its answer replaces the note, and the board stays. On a board that
// was shown since, the answer changes the board.
func TestNotesLeaveTheBoard(t *testing.T) {
	w, anna, ben := newPair(t)
	_, g := w.begins(anna, ben)
	press := func(s *someone, id customID, on string) answer {
		t.Helper()
		i := s.click(id.String())
		i.Message = &dg.Message{ID: on}
		return s.do(i)
	}
	draw := customID{action: drawAction, game: g.ID}
	decline := customID{action: declineOfferAction, game: g.ID, arg: string(drawAction)}
	offered := press(anna, draw, g.Post.String()).mustSay(t, "offers a draw", "(Accept the draw) (Decline)")
	if !offered.IsNote() || offered.Placement != delivery.Beside || len(offered.Message.Files) != 0 {
		t.Errorf("it is a note: %v; its placement is %d", offered.IsNote(), offered.Placement)
	}
	agree := customID{action: agreeAction, game: g.ID, arg: string(drawAction)}
	if own := press(anna, agree, "5").mustSay(t, "your own offer"); own.Outdated {
		t.Error("the player who offers takes the buttons from the one who is asked")
	}
	if declined := press(ben, decline, "5").mustSay(t, "declined the draw"); !declined.IsNote() || declined.Placement != delivery.Replace {
		t.Errorf("it is a note: %v; its placement is %d", declined.IsNote(), declined.Placement)
	}
	if late := press(ben, decline, "5").mustSay(t, "That offer is gone."); !late.Outdated {
		t.Error("an old note keeps its buttons")
	}
	anna.types("move", "move", "11-15")
	ben.types("draw")
	g = w.arrivesAnew(ben, g.ID)
	decline.ply = g.Ply()
	if declined := press(anna, decline, g.Post.String()).mustSay(t, "declined the draw"); !declined.showsBoard() ||
		declined.Placement != delivery.Replace {
		t.Errorf("the board is shown: %v; its placement is %d", declined.showsBoard(), declined.Placement)
	}
}

// arrivesAnew has a user show the board of a game, and returns the game.
func (w *world) arrivesAnew(s *someone, id game.GameID) *game.Game {
	w.t.Helper()
	w.arrives(s.types("board"), 78)
	return w.storedGame(id)
}
