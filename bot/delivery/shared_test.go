package delivery

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// share replaces the courier by one of a process that shares guilds with others. It has the guild from a time on; the
// zero time if it has not.
func (w *world) share(patience time.Duration) (since *time.Time) {
	since = &time.Time{}
	w.courier = New(Config{
		Referee: w.referee, Discord: w.discord, Composer: w.composer, Now: w.now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Patience: patience,
		Holds:    func(game.PlaceID) (time.Time, bool) { return *since, !since.IsZero() },
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
			since := w.share(0)
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
	since := w.share(0)
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

// A process that takes a guild over has its challenges wait as long as they would have.
func TestChallengesOfAGuildThatIsTakenOver(t *testing.T) {
	w := newWorld(t)
	made := w.challenge(anna, game.Anyone)
	shown := w.done(Response{Message: w.composeChallenge(made.Challenge), Announcements: made.Announced})
	since := w.share(time.Minute)
	w.announces(50 * time.Second)
	*since = w.now()
	w.courier.Recall()
	w.announces(time.Second)
	w.announces(20 * time.Second)
	if edits := w.discord.take("edit"); len(edits) != 1 || edits[0].id != shown.ID {
		t.Errorf("edited are %v", edits)
	}
	w.courier.Recall() // another guild was taken over
	w.announces(time.Minute)
	if edits := w.discord.take("edit"); len(edits) > 0 {
		t.Errorf("edited are %v", edits)
	}
}

// A challenge that is accepted while Discord has the update of its message wait is not shown as an open one again.
func TestAcceptedDuringAnUpdate(t *testing.T) {
	w := newWorld(t)
	*w.share(time.Minute) = w.now()
	made := w.challenge(anna, game.Anyone)
	w.done(Response{Message: w.composeChallenge(made.Challenge), Announcements: made.Announced, Challenge: made.Challenge.ID})
	w.discord.once("edit", channel, func() {
		_, err := w.referee.Accept(t.Context(), game.ReplyRequest{Request: w.request(ben), Challenge: made.Challenge.ID})
		w.must(err)
	})
	w.announces(time.Minute)
	if edits := w.discord.take("edit"); len(edits) != 1 || edits[0].controls {
		t.Errorf("edited are %+v", edits)
	}
}

// Nor is one that is withdrawn while its update is on its way to Discord.
func TestWithdrawnDuringAnUpdate(t *testing.T) {
	w := newWorld(t)
	*w.share(time.Minute) = w.now()
	made := w.challenge(anna, game.Anyone)
	shown := w.done(Response{Message: w.composeChallenge(made.Challenge), Announcements: made.Announced, Challenge: made.Challenge.ID})
	w.pass(time.Minute)
	edit := w.discord.hold("edit", channel)
	w.must(w.courier.Announce(t.Context()))
	<-edit.reached
	a, err := w.referee.Withdraw(t.Context(), game.ReplyRequest{Request: w.request(anna), Challenge: made.Challenge.ID})
	w.must(err)
	r := Response{Message: w.composeChallenge(a.Challenge), Announcements: a.Announced, Closed: a.Challenge.ID, Placement: Replace}
	w.courier.Plan(&dg.Interaction{Message: shown}, r).Done(t.Context(), shown, nil) // Discord shows it before the edit
	edit.release()
	w.courier.Wait()
	if text := w.discord.text(shown); text != "challenge "+game.Retracted.String() || w.discord.hasControls(shown) {
		t.Errorf("the challenge says %q", text)
	}
	w.announces(ResponseTimeout)
}

// A challenge that was made by another process is closed by the one that knows that it is over, when Discord is not busy any
// more.
func TestChallengeOfAnotherProcessIsClosed(t *testing.T) {
	w := newWorld(t)
	made := w.challenge(anna, ben)
	shown := w.done(Response{Message: w.composeChallenge(made.Challenge), Announcements: made.Announced})
	w.share(0)
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

// The message of a challenge that nobody accepts is composed anew also if the queue was full, and then Discord was busy.
func TestChallengeIsUpdatedLater(t *testing.T) {
	w := newWorld(t)
	*w.share(time.Minute) = w.now()
	made := w.challenge(anna, game.Anyone)
	w.done(Response{Message: w.composeChallenge(made.Challenge), Announcements: made.Announced, Challenge: made.Challenge.ID})
	free := w.occupy(lane{channel: 1})
	for i := range maxTasks - 1 {
		w.courier.queue.add(lane{channel: 1}, fmt.Sprint(i), func(context.Context, func()) error { return nil })
	}
	w.pass(time.Minute)
	w.must(w.courier.Announce(t.Context()))
	free()
	w.courier.Wait()
	w.discord.fail("edit", channel, errBusy)
	w.announces(0)
	w.discord.fail("edit", channel, nil)
	w.announces(time.Minute)
	w.announces(time.Minute)
	if edits := w.discord.take("edit"); len(edits) != 1 {
		t.Errorf("edited are %v", edits)
	}
}
