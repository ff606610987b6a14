package delivery

import (
	"testing"
	"time"

	"doublecorner/game"
)

// While both players look at a game on live boards, its message is edited every ten seconds at most, and at the end a new one
// pings neither. If one of them looks away, the next move is told as ever.
func TestAttended(t *testing.T) {
	w := newWorld(t)
	attended := true
	w.courier.Attended = func(*game.Game) bool { return attended }
	g, shown := w.begin()
	moves := func(by game.PersonID, text string) {
		t.Helper()
		q := w.about(by, g)
		q.Unanswered = true
		_, err := w.referee.Move(t.Context(), game.MoveRequest{GameRequest: q, Text: text})
		w.must(err)
	}
	edits := func(after time.Duration, want int) {
		t.Helper()
		w.announces(after)
		if n := len(w.discord.take("edit")); n != want {
			t.Errorf("%d edits, want %d", n, want)
		}
	}
	moves(anna, "11-15")
	edits(time.Second, 1)
	moves(ben, "24-20")
	edits(time.Second, 0)
	moves(anna, "8-11")
	edits(attendedEvery, 1)
	w.shows(w.game(g.ID), shown)
	w.pending(0)

	moves(ben, "28-24")
	attended = false
	if posts := w.announces(time.Second, "[28 24]"); len(posts[0].mentions) != 1 {
		t.Errorf("it pings %v", posts[0].mentions)
	}

	attended = true
	q := w.about(anna, g)
	q.Unanswered = true
	_, err := w.referee.Resign(t.Context(), q)
	w.must(err)
	if posts := w.announces(time.Second, "ended"); len(posts[0].mentions) != 0 {
		t.Errorf("the end pings %v", posts[0].mentions)
	}
}

// A move that is made right after a start, before the pages of both are back, waits for them.
func TestAttendedAfterStart(t *testing.T) {
	w := newWorld(t)
	g, shown := w.begin()
	w.restart()
	attended := false
	w.courier.Attended = func(*game.Game) bool { return attended }
	q := w.about(anna, g)
	q.Unanswered = true
	_, err := w.referee.Move(t.Context(), game.MoveRequest{GameRequest: q, Text: "11-15"})
	w.must(err)
	w.announces(time.Second)
	attended = true
	w.announces(graceAfterStart)
	w.shows(w.game(g.ID), shown)
	w.pending(0)
}

// Both open their live boards while the message about a move is on its way. No edit tells of that move, too.
func TestAttendedMeanwhile(t *testing.T) {
	w := newWorld(t)
	attended := false
	w.courier.Attended = func(*game.Game) bool { return attended }
	g, _ := w.begin()
	q := w.about(anna, g)
	q.Unanswered = true
	_, err := w.referee.Move(t.Context(), game.MoveRequest{GameRequest: q, Text: "11-15"})
	w.must(err)
	w.pass(graceAfterStart)
	post := w.discord.hold("post", channel)
	w.must(w.courier.Announce(t.Context()))
	<-post.reached
	attended = true
	w.must(w.courier.Announce(t.Context()))
	if w.courier.queue.has(boardKey(g.ID)) {
		t.Error("an edit tells it as well")
	}
	post.release()
	w.courier.Wait()
	w.pending(0)
}
