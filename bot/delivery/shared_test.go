package delivery

import (
	"io"
	"log/slog"
	"testing"
	"time"

	"doublecorner/game"
)

// share replaces the courier by one of a process that shares guilds with others. It has the guild from a time on; the
// zero time if it has not.
func (w *world) share() (since *time.Time) {
	since = &time.Time{}
	w.courier = New(Config{
		Referee: w.referee, Discord: w.discord, Composer: w.composer, Now: w.now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Holds: func(game.PlaceID) (time.Time, bool) { return *since, !since.IsZero() },
	})
	return since
}

// A process delivers what is due in its own guilds, also if another handled the request. One that has taken a guild over
// waits for messages and responses of the process before.
func TestGuildsOfProcesses(t *testing.T) {
	for _, c := range []struct {
		name        string
		taken, told time.Duration // after the move
	}{
		{"its own guild", -time.Hour, ResponseTimeout},
		{"taken over at once", time.Second, ResponseTimeout},
		{"taken over later", 30 * time.Second, 30*time.Second + graceAfterStart},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			g, _ := w.begin()
			since := w.share()
			if c.taken < 0 {
				*since = w.now().Add(c.taken)
			}
			w.move(anna, g, "11-15")
			if c.taken > 0 {
				w.announces(c.taken)
				*since = w.now()
			}
			w.announces(c.told - max(0, c.taken) - time.Second)
			w.announces(time.Second, "[11 15]")
			w.pending(0)
		})
	}
}

// What waits for Discord is not delivered by a process whose guild has gone to another one.
func TestGuildThatHasGone(t *testing.T) {
	w := newWorld(t)
	g, _ := w.begin()
	since := w.share()
	*since = w.now()
	w.move(anna, g, "11-15")
	w.pass(ResponseTimeout)
	free := w.occupy(lane{channel: channel})
	w.must(w.courier.Announce(t.Context()))
	*since = time.Time{}
	free()
	w.courier.Wait()
	w.announces(time.Hour)
	w.pending(1)
}

// A challenge that was made by another process is closed by the one that knows that it is over, when Discord is not busy any
// more.
func TestChallengeOfAnotherProcessIsClosed(t *testing.T) {
	w := newWorld(t)
	made := w.challenge(anna, ben)
	shown := w.done(Response{Message: w.composeChallenge(made.Challenge), Announcements: made.Announced})
	w.share()
	begun := w.accept(made.Challenge)
	r := w.boardResponse(begun, JustBegun)
	r.Closed = made.Challenge.ID
	w.discord.fail("recent", channel, errBusy)
	w.done(r)
	w.discord.fail("recent", channel, nil)
	w.announce()
	if edits := w.discord.take("edit"); len(edits) != 1 || edits[0].id != shown.ID || edits[0].controls {
		t.Errorf("edited are %v", edits)
	}
}
