package bot

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// slowRooms are rooms in which a change of a message can take as long as the test wants.
type slowRooms struct {
	*rooms
	slow         bool // the next change
	tooOld       bool // messages cannot be changed any more
	made, accept chan struct{}
}

func (s *slowRooms) Edit(ctx context.Context, room game.RoomID, post game.PostID, makeMessage func() (*Message, error)) error {
	if s.tooOld {
		_, err := makeMessage()
		return errors.Join(err, ErrUnreachable)
	}
	if !s.slow {
		return s.rooms.Edit(ctx, room, post, makeMessage)
	}
	s.slow = false
	return s.rooms.Edit(ctx, room, post, func() (*Message, error) {
		m, err := makeMessage()
		close(s.made)
		<-s.accept
		return m, err
	})
}

// newSlowWorld is a world in which Anna and Ben have begun a game, and boards go where a
// setting says.
func newSlowWorld(t *testing.T, setting string, value any) (w *world, s *slowRooms, anna, ben *someone, g *game.Game) {
	w = newWorld(t)
	s = &slowRooms{rooms: w.rooms, made: make(chan struct{}), accept: make(chan struct{})}
	w.bot = New(Config{Referee: w.bot.referee, Poster: s, Now: w.bot.now, Log: w.bot.log})
	w.decides(setting, value)
	anna, ben = w.member(1, "Anna"), w.member(2, "Ben")
	_, g = w.begins(anna, ben)
	w.at = w.at.Add(time.Minute)
	if err := w.announce(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.rooms.posts, w.rooms.edits = nil, nil
	return w, s, anna, ben, g
}

// answered has an interaction answered, and does not wait for what comes of it elsewhere.
func (w *world) answered(i *dg.Interaction, shown func(Reply) *dg.Message) {
	w.t.Helper()
	reply, ok := w.handle(w.t.Context(), i)
	if !ok {
		w.t.Fatal("no answer")
	}
	var m *dg.Message
	if shown != nil {
		m = shown(reply)
	}
	reply.Done(w.t.Context(), m, nil)
}

// occupy keeps a lane busy until done is called.
func (w *world) occupy(in lane) (done func()) {
	busy := make(chan struct{})
	w.bot.outbox.put(in, "busy", func(context.Context, func()) error {
		<-busy
		return nil
	})
	return func() { close(busy) }
}

// News is not told by a new board while a change of the old one that tells it is on its way.
func TestToldOnceWhileChanging(t *testing.T) {
	w, s, anna, _, g := newSlowWorld(t, "boards", "in-place")
	s.slow = true
	w.answered(anna.command("move", "move", "11-15"), nil)
	<-s.made
	w.at = w.at.Add(UsualPatience + time.Second)
	if err := w.bot.Announce(t.Context()); err != nil {
		t.Fatal(err)
	}
	close(s.accept)
	w.bot.Wait()
	now, err := w.bot.referee.UnrestrictedGame(t.Context(), g.ID)
	if err != nil || len(w.rooms.posts) != 0 || len(w.rooms.edits) != 1 || now.Post != g.Post {
		t.Errorf("posted: %v, edits: %v, %v", w.rooms.posts, w.rooms.edits, err)
	}
}

// A board that somebody asked for elsewhere meanwhile is the one that is changed.
func TestChangedWhereItIs(t *testing.T) {
	w, _, anna, ben, g := newSlowWorld(t, "boards", "in-place")
	done := w.occupy(lane{g.Room, true})
	w.answered(anna.command("move", "move", "11-15"), nil)
	var asked *dg.Message
	w.answered(ben.command("board"), func(r Reply) *dg.Message {
		asked = w.rooms.shows(78, r.Response.Data.Components)
		return asked
	})
	w.answered(ben.command("move", "move", "22-18"), nil)
	done()
	w.bot.Wait()
	now, err := w.bot.referee.UnrestrictedGame(t.Context(), g.ID)
	if err != nil || now.Post.String() != asked.ID || now.Shown != now.Seq() {
		t.Errorf("the game is in %d, not in %s, %v", now.Post, asked.ID, err)
	}
	last := ""
	for _, edit := range w.rooms.edits {
		if strings.HasPrefix(edit, "78/"+asked.ID) {
			last = edit
		}
	}
	if !strings.Contains(last, "played **22-18**") || !strings.Contains(last, "custom_id") {
		t.Errorf("edits: %v", w.rooms.edits)
	}
}

// A board in a message that cannot be changed any more is followed by another at once.
func TestTooOldToChange(t *testing.T) {
	w, s, anna, _, g := newSlowWorld(t, "boards", "in-place")
	s.tooOld = true
	w.answered(anna.command("move", "move", "11-15"), nil)
	w.bot.Wait()
	now, err := w.bot.referee.UnrestrictedGame(t.Context(), g.ID)
	if err != nil || len(w.rooms.posts) != 1 || !strings.Contains(w.rooms.posts[0], "11-15") || now.Post == g.Post {
		t.Errorf("posted: %v, %v", w.rooms.posts, err)
	}
	if news, err := w.bot.referee.Waiting(t.Context(), 0, 10); err != nil || len(news) != 0 {
		t.Errorf("waiting: %v, %v", news, err)
	}
}

// Where a channel cannot keep up, boards between are skipped, and the newest tells all.
func TestNewestIsPosted(t *testing.T) {
	w, _, anna, ben, g := newSlowWorld(t, "threads", true)
	done := w.occupy(lane{channel: g.Room})
	w.answered(anna.command("move", "move", "11-15"), nil)
	w.answered(ben.command("move", "move", "22-18"), nil)
	done()
	w.bot.Wait()
	if len(w.rooms.posts) != 1 || !strings.Contains(w.rooms.posts[0], "played **22-18**") {
		t.Errorf("posted: %v", w.rooms.posts)
	}
	if news, err := w.bot.referee.Waiting(t.Context(), 0, 10); err != nil || len(news) != 0 {
		t.Errorf("waiting: %v, %v", news, err)
	}
}

// News waits for a channel that Discord keeps closed only so long, and is told otherwise then.
func TestBusyLaneHoldsNoNewsForever(t *testing.T) {
	w, _, anna, _, g := newSlowWorld(t, "boards", "in-place")
	done := w.occupy(lane{g.Room, true})
	w.answered(anna.command("move", "move", "11-15"), nil)
	w.at = w.at.Add(UsualPatience + longestLaneWait + time.Second)
	if err := w.bot.Announce(t.Context()); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		if news, err := w.bot.referee.Waiting(t.Context(), 0, 10); err != nil || time.Now().After(deadline) {
			t.Fatalf("waiting: %v, %v", news, err)
		} else if len(news) == 0 {
			break
		}
	}
	done()
	w.bot.Wait()
	if len(w.rooms.posts) != 1 || !strings.Contains(w.rooms.posts[0], "11-15") {
		t.Errorf("posted: %v", w.rooms.posts)
	}
}

// A bot that stops finishes what is on its way.
func TestStopFinishes(t *testing.T) {
	w, s, anna, _, g := newSlowWorld(t, "boards", "in-place")
	s.slow = true
	w.answered(anna.command("move", "move", "11-15"), nil)
	<-s.made
	go close(s.accept)
	w.bot.Stop(t.Context())
	now, err := w.bot.referee.UnrestrictedGame(t.Context(), g.ID)
	news, _ := w.bot.referee.Waiting(t.Context(), 0, 10)
	if err != nil || now.Shown != now.Seq() || len(news) != 0 {
		t.Errorf("shown is %d of %d, and %d pieces of news wait, %v", now.Shown, now.Seq(), len(news), err)
	}
	if w.bot.outbox.put(lane{}, "more", nil) {
		t.Error("more is taken after that")
	}
}
