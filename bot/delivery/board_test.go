package delivery

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/game"
)

// boards has a Discord in which Anna and Ben have begun a game.
func boards(t *testing.T) (w *world, g *game.Game, shown *dg.Message) {
	w = newWorld(t)
	g, shown = w.begin()
	w.pass(time.Minute)
	return w, g, shown
}

// An announcement is not posted while an edit of the board delivers it.
func TestDeliveredOnceWhileEditing(t *testing.T) {
	w, g, shown := boards(t)
	edit := w.discord.hold("edit", channel)
	w.send(w.boardIn(InMessage, w.move(anna, g, "11-15")))
	<-edit.reached
	w.pass(ResponseTimeout + time.Second)
	w.must(w.courier.Announce(t.Context()))
	edit.release()
	w.courier.Wait()
	if posts, edits := w.discord.take("post"), w.discord.take("edit"); len(posts) != 0 || len(edits) != 1 {
		t.Errorf("posted: %+v, edits: %+v", posts, edits)
	}
	w.shows(g, shown)
	w.pending(0)
}

// A move that is made while a board is edited is shown by another edit.
func TestEditedAgain(t *testing.T) {
	w, g, shown := boards(t)
	edit := w.discord.hold("edit", channel)
	w.send(w.boardIn(InMessage, w.move(anna, g, "11-15")))
	<-edit.reached
	w.send(w.boardIn(InMessage, w.move(ben, g, "22-18")))
	edit.release()
	w.courier.Wait()
	if edits := w.discord.take("edit"); len(edits) != 2 || w.discord.text(shown) != "board, [11 15], [22 18]" {
		t.Errorf("edits: %+v", edits)
	}
	w.shows(g, shown)
	w.pending(0)
}

// If another message shows the game before the edit is made, that message is edited.
func TestEditedWhereItIs(t *testing.T) {
	w, g, old := boards(t)
	free := w.occupy(lane{channel, true})
	w.send(w.boardIn(InMessage, w.move(anna, g, "11-15")))
	requested := w.send(w.boardResponse(game.Answer{Game: w.game(g.ID)}, 1))
	w.send(w.boardIn(InMessage, w.move(ben, g, "22-18")))
	free()
	w.courier.Wait()
	w.shows(g, requested)
	w.pending(0)
	if w.discord.text(requested) != "board, [11 15], [22 18]" || !w.discord.hasControls(requested) || w.discord.hasControls(old) {
		t.Errorf("it shows %q", w.discord.text(requested))
	}
}

// If another message shows the game while Discord makes the edit wait, that message is edited.
func TestEditedWhereItMoved(t *testing.T) {
	w, g, old := boards(t)
	moved := w.move(anna, g, "11-15")
	var requested *dg.Message
	w.discord.once("edit", channel, func() { requested = w.send(w.boardResponse(game.Answer{Game: w.game(g.ID)}, 1)) })
	w.done(w.boardIn(InMessage, moved))
	w.shows(g, requested)
	w.pending(0)
	if w.discord.hasControls(old) || !w.discord.hasControls(requested) || w.discord.text(old) != "line 0" {
		t.Errorf("the old board has buttons, or the new one has none; the old one shows %q", w.discord.text(old))
	}
}

// A board that is to be in another channel is posted there, and mentions the player to move, also while an edit of the one
// before waits.
func TestPostedWhileAnEditWaits(t *testing.T) {
	w, g, old := boards(t)
	free := w.occupy(lane{channel, true})
	w.send(w.boardIn(InMessage, w.move(anna, g, "11-15")))
	r := w.boardIn(InChannel, w.move(ben, g, "22-18"))
	r.Board.Game.Room = threadIn(channel)
	w.send(r)
	free()
	w.courier.Wait()
	posts := w.discord.take("post")
	if len(posts) != 1 || posts[0].channel != threadIn(channel) || !slices.Equal(posts[0].mentions, []string{anna.String()}) {
		t.Fatalf("posted: %+v", posts)
	}
	if now := w.game(g.ID); now.Post.String() != posts[0].id || now.Shown != now.Seq() || w.discord.hasControls(old) {
		t.Errorf("the game is in %d, and shows %q in the old message", now.Post, w.discord.text(old))
	}
	w.pending(0)
}

// An edit shows what it delivers, and no move that another message is about to announce.
func TestEditedToShowWhatItDelivers(t *testing.T) {
	w, g, shown := boards(t)
	free := w.occupy(lane{channel, true})
	w.send(w.boardIn(InMessage, w.move(anna, g, "11-15")))
	moved := w.move(ben, g, "22-18")
	free()
	w.courier.Wait()
	if text := w.discord.text(shown); text != "board, [11 15]" {
		t.Errorf("it shows %q", text)
	}
	w.done(w.boardIn(InChannel, moved))
	if posts := w.discord.take("post"); len(posts) != 1 || !slices.Equal(posts[0].mentions, []string{anna.String()}) {
		t.Errorf("posted: %+v", posts)
	}
	w.pending(0)
}

// A board that waits for its turn in the channel is not posted once the game has gone on: the response to the next move
// shows that.
func TestPostedBeforeTheNextMove(t *testing.T) {
	w, g, _ := boards(t)
	free := w.occupy(lane{channel: channel})
	w.send(w.boardIn(InChannel, w.move(anna, g, "11-15")))
	moved := w.move(ben, g, "22-18")
	free()
	w.courier.Wait()
	if posts := w.discord.take("post"); len(posts) != 0 {
		t.Errorf("posted: %+v", posts)
	}
	w.pending(1)
	w.shows(g, w.done(w.boardResponse(moved, 1)))
	w.pending(0)
}

// What a process did not announce before it was killed is posted, and shown by no edit that gives time back before that.
func TestAnnouncedAfterAbsence(t *testing.T) {
	w := newWorld(t)
	g, _ := w.begin()
	w.move(anna, g, "11-15")
	w.pass(20 * time.Second)
	w.clock.Add(int64(2 * maxDrift)) // while no process runs
	w.restart()
	w.announce()
	if edits := w.discord.take("edit"); len(edits) != 1 || edits[0].text != "board" {
		t.Errorf("edits: %+v", edits)
	}
	if posts := w.announces(ResponseTimeout, "[11 15]"); !slices.Equal(posts[0].mentions, []string{ben.String()}) {
		t.Errorf("posted: %+v", posts)
	}
	w.pending(0)
}

// A board in a message that cannot be edited any more is followed by another at once.
func TestTooOldToEdit(t *testing.T) {
	w, g, old := boards(t)
	w.discord.fail("edit", channel, errGone)
	w.done(w.boardIn(InMessage, w.move(anna, g, "11-15")))
	posts := w.discord.take("post")
	if len(posts) != 1 || posts[0].text != "board, [11 15]" {
		t.Fatalf("posted: %+v", posts)
	}
	if now := w.game(g.ID); now.Post.String() != posts[0].id || posts[0].id == old.ID {
		t.Errorf("the game is in %d", now.Post)
	}
	w.pending(0)
}

// A board is not posted if an edit that was not known to arrive has shown it already, when the message cannot be edited any more.
func TestEditedUnheardAtLast(t *testing.T) {
	w, g, old := boards(t)
	w.tick(10 * time.Minute)
	w.discord.fail("edit", channel, errBusy)
	w.done(w.boardIn(InMessage, w.move(anna, g, "11-15")))
	arrived, err := w.composer.ComposeBoard(t.Context(), w.game(g.ID), Mentions{})
	w.must(err)
	w.discord.find(channel, old.ID).Components = w.discord.received(arrived.Build())
	w.discord.fail("edit", channel, errGone)
	w.announces(0)
	if now := w.game(g.ID); now.Post.String() != old.ID || now.Shown != now.Seq() {
		t.Errorf("event %d of the game is in %d", now.Shown, now.Post)
	}
	if looks := w.discord.take("recent"); len(looks) > 0 {
		t.Error("it looks for the message among all since then, which are many in a busy channel")
	}
	w.pending(0)
}

// If a board can be neither edited nor posted, the announcement is left to Announce.
func TestNeitherEditedNorPosted(t *testing.T) {
	w, g, _ := boards(t)
	w.discord.fail("edit", channel, errGone)
	w.discord.fail("post", channel, errBusy)
	for _, move := range []string{"11-15", "22-18"} {
		by := map[string]game.PersonID{"11-15": anna, "22-18": ben}[move]
		w.done(w.boardIn(InMessage, w.move(by, g, move)))
	}
	w.pending(2)
	w.discord.fail("post", channel, nil)
	w.announces(ResponseTimeout, "[11 15], [22 18]")
	w.pending(0)
}

// A board that could not be edited for a while is edited later, which delivers its announcements.
func TestEditedLater(t *testing.T) {
	w, g, shown := boards(t)
	w.discord.fail("edit", channel, errBusy)
	w.done(w.boardIn(InMessage, w.move(anna, g, "11-15")))
	w.pending(1)
	w.discord.fail("edit", channel, nil)
	w.announces(0)
	w.shows(g, shown)
	w.pending(0)
}

// An edit that could not be recorded is made again, and delivers its announcements once.
func TestEditIsNotRecorded(t *testing.T) {
	w, g, shown := boards(t)
	r := w.boardIn(InMessage, w.move(anna, g, "11-15"))
	w.store.fails.Store(true)
	w.done(r)
	w.store.fails.Store(false)
	w.pending(1)
	w.announces(0) // the edit, and no other message
	w.shows(g, shown)
	w.pending(0)
}

// If an edit cannot be composed, it is left to Announce after some tries.
func TestEditIsNotComposed(t *testing.T) {
	w, g, _ := boards(t)
	w.composer.fails = errBusy
	w.done(w.boardIn(InMessage, w.move(anna, g, "11-15")))
	for range maxDeliveryTries - 1 {
		w.announces(firstBackoff << maxDeliveryTries)
	}
	w.composer.fails = nil
	w.announces(firstBackoff, "[11 15]")
	w.pending(0)
}

// After an outage of hours, all channels show what is true, and while it lasts, Discord gets few requests.
func TestOutage(t *testing.T) {
	w, g, old := boards(t)
	w.discord.fail("", channel, errBusy)
	edits := 0
	count := func() { edits++ }
	asked := w.send(w.boardResponse(w.move(anna, g, "11-15"), 0)) // interactions are answered
	w.courier.Wait()
	w.send(w.boardIn(InMessage, w.move(ben, g, "22-18")))
	w.courier.Wait()
	for range 4 * 60 * 60 / 20 {
		w.discord.once("edit", channel, count)
		w.announces(20 * time.Second)
	}
	if edits > 150 {
		t.Errorf("%d times of 720 an edit was tried", edits)
	}
	w.discord.fail("", channel, nil)
	w.pass(maxBackoff)
	w.announce()
	if text := w.discord.text(old); text != "line 0" || w.discord.hasControls(old) {
		t.Errorf("the old board shows %q", text)
	}
	if posts := w.discord.take("post"); len(posts) != 1 || posts[0].text != "board, [11 15], [22 18]" {
		t.Errorf("posted: %+v", posts)
	}
	if w.discord.hasControls(asked) {
		t.Errorf("the board before has buttons: %q", w.discord.text(asked))
	}
	w.pending(0)
}

// Boards that are edited can arrive in another order than that of their events: in the end the
// message shows the last.
func TestEditsArriveLate(t *testing.T) {
	for _, busy := range []bool{false, true} {
		w, g, shown := boards(t)
		first, second := w.boardIn(InMessage, w.move(anna, g, "11-15")), w.boardIn(InMessage, w.move(ben, g, "22-18"))
		w.done(second)
		if busy {
			w.discord.fail("edit", channel, errBusy)
		}
		w.done(first)
		w.discord.fail("edit", channel, nil)
		w.announces(0)
		if w.discord.text(shown) != "board, [11 15], [22 18]" {
			t.Errorf("busy: %v; it shows %q", busy, w.discord.text(shown))
		}
		w.shows(g, shown)
		w.pending(0)
	}
}

// A message that was edited to show less than is recorded is edited again.
func TestEditedToShowLess(t *testing.T) {
	w, g, shown := boards(t)
	first, second := w.move(anna, g, "11-15"), w.move(ben, g, "22-18")
	for _, a := range []game.Answer{second, first} { // two responses replaced the message
		r := w.boardResponse(a, 0)
		r.Placement = Replace
		w.courier.Shown(t.Context(), &dg.Interaction{Message: shown}, r, shown, nil)
		w.courier.Wait()
	}
	if w.discord.text(shown) != "board, [11 15], [22 18]" {
		t.Errorf("it shows %q", w.discord.text(shown))
	}
	w.shows(g, shown)
	w.pending(0)
}

// A game that no message shows is announced.
func TestEditOfUnshownGame(t *testing.T) {
	w := newWorld(t)
	begun := w.accept(w.challenge(anna, ben).Challenge)
	w.done(w.boardIn(InMessage, begun))
	w.pending(2)
	if n := len(w.courier.pending); n != 0 {
		t.Errorf("boards of %d games are expected to deliver something", n)
	}
	w.announces(ResponseTimeout, "board")
	w.pending(0)
}

// Where a channel cannot keep up, only the newest board is posted.
func TestNewestIsPosted(t *testing.T) {
	w, g, _ := boards(t)
	free := w.occupy(lane{channel: channel})
	w.send(w.boardIn(InChannel, w.move(anna, g, "11-15")))
	w.send(w.boardIn(InChannel, w.move(ben, g, "22-18")))
	free()
	w.courier.Wait()
	posts := w.discord.take("post")
	if len(posts) != 1 || posts[0].text != "board, [11 15], [22 18]" || len(posts[0].mentions) != 2 {
		t.Errorf("posted: %+v", posts)
	}
	w.pending(0)
}

// A board that is made out of date while it is posted is followed by another.
func TestPostedAgain(t *testing.T) {
	w, g, _ := boards(t)
	post := w.discord.hold("post", channel)
	w.send(w.boardIn(InChannel, w.move(anna, g, "11-15")))
	<-post.reached
	w.send(w.boardIn(InChannel, w.move(ben, g, "22-18")))
	post.release()
	w.courier.Wait()
	posts := w.discord.take("post")
	if len(posts) != 2 || posts[1].text != "board, [11 15], [22 18]" {
		t.Errorf("posted: %+v", posts)
	}
	if now := w.game(g.ID); now.Post.String() != posts[1].id {
		t.Errorf("the game is in %d", now.Post)
	}
	w.pending(0)
}

// A board that cannot be posted is left to Announce.
func TestNotPosted(t *testing.T) {
	for name, fail := range map[string]func(w *world, err error){
		"busy":         func(w *world, err error) { w.discord.fail("post", channel, err) },
		"not read":     func(w *world, err error) { w.discord.fail("recent", channel, err) },
		"not composed": func(w *world, err error) { w.composer.fails = err },
	} {
		w, g, _ := boards(t)
		fail(w, errBusy)
		moved := w.move(anna, g, "11-15")
		w.done(w.boardIn(InChannel, moved))
		fail(w, nil)
		w.pending(1)
		w.announces(ResponseTimeout, "[11 15]")
		w.pending(0)
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// An announcement waits for a busy lane only so long, and is posted then.
func TestBusyLaneHoldsNoAnnouncementForever(t *testing.T) {
	w, g, _ := boards(t)
	free := w.occupy(lane{channel, true})
	w.send(w.boardIn(InMessage, w.move(anna, g, "11-15")))
	w.pass(ResponseTimeout + maxWait - time.Second)
	w.must(w.courier.Announce(t.Context()))
	if w.courier.queue.has("game " + string(g.ID)) {
		t.Error("it is posted already")
	}
	w.pending(1)
	w.pass(2 * time.Second)
	w.must(w.courier.Announce(t.Context()))
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		all, err := w.referee.PendingAnnouncements(t.Context(), 0, 10)
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("pending: %v, %v", all, err)
		} else if len(all) == 0 {
			break
		}
	}
	free()
	w.courier.Wait()
	if posts := w.discord.take("post"); len(posts) != 1 || !strings.Contains(posts[0].text, "[11 15]") {
		t.Errorf("posted: %+v", posts)
	}
}

// A courier that stops finishes what it has begun, and takes nothing more.
func TestStopFinishes(t *testing.T) {
	w, g, shown := boards(t)
	edit := w.discord.hold("edit", channel)
	w.send(w.boardIn(InMessage, w.move(anna, g, "11-15")))
	<-edit.reached
	go edit.release()
	w.courier.Stop(t.Context())
	w.shows(g, shown)
	w.pending(0)
	if w.courier.queue.add(lane{}, "more", nil) {
		t.Error("another task is added")
	}
	moved := w.move(ben, g, "22-18")
	w.done(w.boardIn(InMessage, moved)) // Announce delivers it, in the next process
	w.pending(1)
	moved = w.move(anna, g, "15x22")
	w.done(w.boardIn(InChannel, moved))
	w.pending(2)
	w.restart()
	w.announces(ResponseTimeout+graceAfterStart, "[15 22]")
	w.pending(0)
}

// What Discord's rate limits hold up is delivered when they allow it.
func TestRateLimits(t *testing.T) {
	for name, test := range map[string]struct {
		operation string
		in        Target
	}{
		"an edit": {"edit", InMessage}, "a post": {"post", InChannel}, "the messages that are there": {"recent", InChannel},
		"an old board": {"edit", InResponse},
	} {
		t.Run(name, func(t *testing.T) {
			w, g, old := boards(t)
			moved := w.move(anna, g, "11-15")
			w.discord.fail(test.operation, channel, limitedError(time.Millisecond))
			if test.in == InResponse {
				w.done(w.boardResponse(moved, 0))
			} else {
				w.done(w.boardIn(test.in, moved))
			}
			w.pending(0)
			if now := w.game(g.ID); now.Shown != now.Seq() || w.discord.hasControls(old) != (test.in == InMessage) {
				t.Errorf("%d of %d events are shown; the old message has buttons: %v", now.Shown, now.Seq(), w.discord.hasControls(old))
			}
		})
	}
	t.Run("an announcement", func(t *testing.T) {
		w, g, _ := boards(t)
		w.move(anna, g, "11-15")
		w.discord.fail("post", channel, limitedError(time.Millisecond))
		w.announces(ResponseTimeout, "[11 15]")
		w.pending(0)
	})
}

// TestOldBoardsAreDeleted checks that a board is deleted once a newer one is shown, also if Discord is busy at first, and
// that the last one stays.
func TestOldBoardsAreDeleted(t *testing.T) {
	w, g, old := boards(t)
	w.composer.deletes = true
	w.discord.fail("delete", channel, errBusy)
	newest := w.done(w.boardResponse(w.move(anna, g, "11-15"), 0))
	w.discord.fail("delete", channel, nil)
	w.announces(0)
	resigned, err := w.referee.Resign(t.Context(), w.about(ben, w.game(g.ID)))
	w.must(err)
	last := w.done(w.boardResponse(resigned, 1))
	for _, m := range []*dg.Message{old, newest} {
		at, _ := whereIs(m)
		if _, err := w.discord.Message(t.Context(), at.channel, at.id); !errors.Is(err, ErrUnreachable) {
			t.Errorf("message %s is still there", m.ID)
		}
	}
	w.shows(g, last)
}

// TestPrivateBoardsFollow checks that a private board shows what happens in its game until that is over.
func TestPrivateBoardsFollow(t *testing.T) {
	w, g, _ := boards(t)
	shown := w.discord.show(channel, &message.Message{})
	w.courier.follow(&PrivateBoard{Game: g, Player: ben, Compose: func(_ context.Context, g *game.Game) (*message.Builder, error) {
		m := &message.Builder{Private: true}
		m.Text(boardText(g))
		return m, nil
	}}, shown)
	w.done(w.boardResponse(w.move(anna, g, "11-15"), 0))
	if text := w.discord.text(shown); text != "board, [11 15]" {
		t.Errorf("the private board shows %q", text)
	}
	resigned, err := w.referee.Resign(t.Context(), w.about(ben, w.game(g.ID)))
	w.must(err)
	w.done(w.boardResponse(resigned, 1))
	if _, follows := w.courier.privateBoards.Get(privateKey{g.ID, ben}); follows || w.discord.text(shown) != "board, [11 15], ended" {
		t.Errorf("after the game the private board shows %q, and follows: %v", w.discord.text(shown), follows)
	}
}

// A message that shows another game by now stays as it is when the first one goes on.
func TestReplacedPrivateBoard(t *testing.T) {
	w, g, _ := boards(t)
	shown := w.discord.show(channel, &message.Message{})
	other := *g
	other.ID = "ZZZZ"
	for _, of := range []*game.Game{g, &other} {
		w.courier.follow(&PrivateBoard{Game: of, Player: ben, Compose: func(context.Context, *game.Game) (*message.Builder, error) {
			t.Error("it was composed again")
			return &message.Builder{}, nil
		}}, shown)
	}
	w.done(w.boardResponse(w.move(anna, g, "11-15"), 0))
}

// An old board becomes one line, when Discord is not busy any more: one that was shown again a link to the newest
// board of the same position. That of a finished game loses only its buttons.
func TestOldBoardsBecomeLines(t *testing.T) {
	for _, over := range []bool{false, true} {
		w, g, old := boards(t)
		want := ""
		if over {
			resigned, err := w.referee.Resign(t.Context(), w.about(anna, g))
			w.must(err)
			old, want = w.done(w.boardResponse(resigned, 0)), "board, ended"
		}
		w.discord.fail("edit", channel, errBusy)
		again := w.done(w.boardResponse(game.Answer{Game: w.game(g.ID)}, 0))
		if !over {
			want = "link to " + again.ID
			w.done(w.boardResponse(w.move(anna, g, "11-15"), 0))
		}
		if !w.discord.hasControls(old) {
			t.Fatal("the buttons are removed")
		}
		w.discord.fail("edit", channel, nil)
		w.announces(0)
		if text := w.discord.text(old); text != want || w.discord.hasControls(old) {
			t.Errorf("over: %v; the old board shows %q", over, text)
		}
		if text := w.discord.text(again); !over && text != "line 0" {
			t.Errorf("the newest board of the old position shows %q", text)
		}
	}
}

// The buttons of a message are removed when Discord is not busy any more.
func TestButtonsAreRemovedLater(t *testing.T) {
	for _, operation := range []string{"message", "edit"} {
		w, shown := outdated(t, operation, errBusy)
		if !w.discord.hasControls(shown) {
			t.Fatal("the buttons are removed")
		}
		w.discord.fail(operation, channel, nil)
		w.announces(0)
		if w.discord.hasControls(shown) {
			t.Error("the buttons are not removed")
		}
	}
}

// outdated has the buttons of a message be removed while an operation fails. It returns the message.
func outdated(t *testing.T, operation string, err error) (*world, *dg.Message) {
	w, _, shown := boards(t)
	w.discord.fail(operation, channel, err)
	w.courier.Shown(t.Context(), &dg.Interaction{Message: shown}, Response{Message: notice(), Outdated: true}, nil, nil)
	w.courier.Wait()
	return w, shown
}

// Removing buttons is given up after some tries, or at once if the channel is unreachable.
func TestRemovingButtonsIsGivenUp(t *testing.T) {
	for _, test := range []struct {
		err   error
		tries int
	}{{errBusy, maxUpdateTries + 1}, {errGone, 1}} {
		w, _ := outdated(t, "edit", test.err)
		for range 2 * maxUpdateTries {
			w.clock.Add(int64(maxBackoff))
			w.announce()
		}
		if read := w.discord.take("message"); len(read) != test.tries {
			t.Errorf("%v: %d tries", test.err, len(read))
		}
	}
}

// After an absence the boards that show a deadline are edited, once, to the new one.
func TestDeadlinesMove(t *testing.T) {
	w, g, shown := boards(t)
	w.announces(0)
	w.clock.Add(int64(maxDrift + time.Second)) // the process stood still
	w.announce()
	if edits := w.discord.take("edit"); len(edits) != 1 || edits[0].id != shown.ID {
		t.Errorf("edits: %+v", edits)
	}
	w.announce()
	if edits := w.discord.take("edit"); len(edits) != 0 {
		t.Errorf("it is edited again: %+v", edits)
	}
	w.shows(g, shown)
}

// Only so many messages whose update failed are remembered.
func TestOutdatedIsLimited(t *testing.T) {
	o := newWorld(t).courier
	for i := range maxOutdated {
		if !o.addOutdated(shownMessage{id: game.PostID(i + 1)}) {
			t.Fatalf("after %d no more are added", i)
		}
	}
	if !o.addOutdated(shownMessage{id: 1}) || o.addOutdated(shownMessage{}) ||
		len(o.takeOutdated()) != maxOutdated || len(o.takeOutdated()) != 0 {
		t.Error("more are added, or they are taken twice")
	}
}
