package delivery

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"doublecorner/bot/message"
	"doublecorner/game"
)

// Announcements wait for the response that may deliver them; then only the last of a game is told.
func TestAnnounceAfterResponse(t *testing.T) {
	w := newWorld(t)
	begun := w.accept(w.challenge(anna, ben).Challenge)
	w.move(anna, begun.Game, "11-15")
	w.announces(ResponseTimeout - time.Second)
	posts := w.announces(time.Second, "[11 15]") // also tells that the challenge was accepted
	if !slices.Equal(posts[0].mentions, []string{ben.String()}) {
		t.Errorf("mentioned are %v", posts[0].mentions)
	}
	if now := w.game(begun.Game.ID); now.Room != channel || now.Post.String() != posts[0].id || now.Shown != now.Seq() {
		t.Errorf("the game is in %d/%d", now.Room, now.Post)
	}
	w.pending(0)
	w.announces(time.Minute)
}

// A courier can be told to wait for another time.
func TestTimeout(t *testing.T) {
	w := newWorld(t)
	w.courier.timeout = time.Hour
	w.challenge(anna, ben)
	w.announces(time.Hour - time.Second)
	w.announces(time.Second, "challenge open")
}

// What time causes has no response, and is announced at once, unless a response may still
// deliver what a request caused in the same game just before.
func TestAnnounceWhatTimeCauses(t *testing.T) {
	w := newWorld(t)
	g, _ := w.begin()
	w.tick(18*time.Hour - 20*time.Second)
	w.announces(0) // not yet
	w.tick(20 * time.Second)
	if posts := w.announces(0, "reminded"); !slices.Equal(posts[0].mentions, []string{anna.String()}) {
		t.Errorf("mentioned are %v", posts[0].mentions)
	}
	w.tick(6*time.Hour - 60*time.Second)
	w.move(anna, g, "11-15")
	w.announces(0)
	w.announces(ResponseTimeout, "[11 15]")
	w.tick(24*time.Hour + 20*time.Second)
	posts := w.announces(0, "ended")
	if slices.Sort(posts[0].mentions); !slices.Equal(posts[0].mentions, []string{anna.String(), ben.String()}) {
		t.Errorf("mentioned are %v", posts[0].mentions)
	}
}

// A reminder is delivered to nobody if the guild does not want it, and hides no announcement
// that could not be delivered before.
func TestUnwantedReminder(t *testing.T) {
	for _, moved := range []bool{false, true} {
		w := newWorld(t)
		w.composer.reminds = false
		g, _ := w.begin()
		w.discord.fail("", channel, errBusy)
		if moved {
			w.move(anna, g, "11-15")
		}
		w.tick(20 * time.Hour)
		w.discord.fail("", channel, nil)
		if moved {
			w.announces(0, "[11 15], reminded")
		} else {
			w.announces(0)
		}
		w.pending(0)
	}
}

// An announcement leaves its place to one that follows while others are delivered: a response
// may be about to deliver that.
func TestOvertaken(t *testing.T) {
	w := newWorld(t)
	first := w.accept(w.challenge(anna, ben).Challenge)
	second := w.accept(w.challenge(1003, 1004).Challenge)
	third := w.challenge(1005, 1006).Challenge
	w.pass(ResponseTimeout)
	w.discord.once("recent", channel, func() {
		w.move(1003, second.Game, "11-15")
		_, err := w.referee.Decline(t.Context(), game.ReplyRequest{Request: w.request(1006), Challenge: third.ID})
		w.must(err)
	})
	posts := w.announces(0, "board")
	if w.game(first.Game.ID).Post.String() != posts[0].id {
		t.Error("another game is shown")
	}
	w.announces(ResponseTimeout, "[11 15]", "challenge declined")
	w.pending(0)
}

// An announcement that a response delivers while it waits in the queue is not posted.
func TestDeliveredMeanwhile(t *testing.T) {
	w := newWorld(t)
	g, _ := w.begin()
	r := w.boardResponse(w.move(anna, g, "11-15"), 0)
	free := w.occupy(lane{channel: channel})
	w.pass(ResponseTimeout)
	w.must(w.courier.Announce(t.Context()))
	w.send(r)
	free()
	w.courier.Wait()
	if posts, reads := w.discord.take("post"), w.discord.take("recent"); len(posts)+len(reads) != 0 {
		t.Errorf("posted: %+v, read: %+v", posts, reads)
	}
	w.pending(0)
}

// A new process waits until messages of the one before have appeared, and then does not post
// them again.
func TestRestart(t *testing.T) {
	for _, arrived := range []bool{true, false} {
		w := newWorld(t)
		g, _ := w.begin()
		r := w.boardResponse(w.move(anna, g, "11-15"), 0)
		w.pass(time.Second)
		w.restart()
		w.announces(graceAfterStart - time.Second)
		if arrived {
			shown := w.discord.show(channel, r.Message.Build())
			w.announces(time.Second)
			w.shows(g, shown)
		} else {
			w.announces(time.Second, "[11 15]")
		}
		w.pending(0)
	}
}

// A board of a killed process that becomes a line, because the game goes on, while it is looked for is not posted again.
func TestGoesOnMeanwhile(t *testing.T) {
	w := newWorld(t)
	g, _ := w.begin()
	shown := w.discord.show(channel, w.boardResponse(w.move(anna, g, "11-15"), 0).Message.Build())
	w.pass(time.Second)
	w.restart()
	w.pass(graceAfterStart)
	w.discord.once("recent", channel, func() {
		w.send(w.boardResponse(w.move(ben, g, "22-18"), 1))
		id, ok := whereIs(shown)
		if !ok {
			t.Fatal("the board has no ID")
		}
		w.must(w.discord.Edit(t.Context(), channel, id.id, func() (*message.Message, error) { return notice().Build(), nil }))
	})
	w.announces(0)
	w.pending(0)
}

// A failed delivery is tried again after a while.
func TestAnnounceAgain(t *testing.T) {
	for name, fail := range map[string]func(w *world, err error){
		"busy":         func(w *world, err error) { w.discord.fail("", channel, err) },
		"not composed": func(w *world, err error) { w.composer.fails = err },
		"not recorded": func(w *world, err error) { w.store.fails.Store(err != nil) },
	} {
		w := newWorld(t)
		w.challenge(anna, ben)
		fail(w, errBusy)
		w.pass(ResponseTimeout)
		w.announce()
		fail(w, nil)
		w.pending(1)
		w.announces(firstBackoff - time.Second)
		if name == "not recorded" { // the message is there
			w.announces(time.Second)
		} else {
			w.announces(time.Second, "challenge open")
		}
		w.pending(0)
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// A channel that does not respond holds up no other.
func TestAnnounceByChannel(t *testing.T) {
	w := newWorld(t)
	w.must(w.store.Store.Update(t.Context(), func(tx game.Tx) error {
		terms := w.terms()
		made := game.Challenge{
			ID: "THERE", Place: guild, Room: channel + 1, From: anna, To: ben,
			Rules: game.IdentifyRules(terms.Variant.Rules()), Made: w.now(), Terms: terms,
		}
		_, err := tx.Announce(game.Announcement{Kind: game.ChallengeMade, At: w.now(), Place: guild, Room: made.Room, Challenge: made.ID})
		return errors.Join(err, tx.PutChallenge(&made))
	}))
	w.challenge(1003, 1004)
	here, there := w.discord.hold("post", channel), w.discord.hold("post", channel+1)
	w.pass(ResponseTimeout)
	w.must(w.courier.Announce(t.Context()))
	<-here.reached
	<-there.reached
	there.release()
	here.release()
	w.courier.Wait()
	w.pending(0)
}

// If the channel has been unreachable for a minute, the players receive a DM; one who is unreachable, too, holds
// nobody up.
func TestDirectMessages(t *testing.T) {
	w := newWorld(t)
	g, shown := w.begin()
	w.discord.fail("", channel, errGone)
	w.discord.fail("", directChannel(anna), errGone)
	w.move(anna, g, "11-15")
	w.announces(ResponseTimeout)
	w.announces(channelPatience - 1)
	posts := w.announces(maxBackoff, "[11 15]")
	if posts[0].channel != directChannel(ben) {
		t.Errorf("posted: %+v", posts)
	}
	w.pending(0)
	if now := w.game(g.ID); now.Room != channel || now.Post.String() != shown.ID {
		t.Errorf("the game moved to %d/%d", now.Room, now.Post)
	}
}

// What happens while a channel is unreachable for less than a minute is told there.
func TestChannelOpensAgain(t *testing.T) {
	w := newWorld(t)
	g, _ := w.begin()
	w.discord.fail("", channel, errGone)
	w.move(anna, g, "11-15")
	w.announces(ResponseTimeout)
	w.announces(40 * time.Second)
	w.discord.fail("", channel, nil)
	if posts := w.announces(maxBackoff, "[11 15]"); posts[0].channel != channel {
		t.Errorf("posted: %+v", posts)
	}
	w.pending(0)
}

// If the channel is unreachable, a user who plays against the computer receives a DM, because no message can be edited.
func TestDirectMessageAboutComputer(t *testing.T) {
	w := newWorld(t)
	terms := w.terms()
	terms.Level, terms.Rated = 1, false
	begun, err := w.referee.Challenge(t.Context(), game.ChallengeRequest{
		Request: w.request(anna), Room: channel, To: game.Computer, Terms: terms,
	})
	w.must(err)
	w.done(w.boardResponse(begun, JustBegun))
	w.discord.fail("", channel, errGone)
	w.done(w.boardIn(InMessage, w.move(anna, begun.Game, "11-15")))
	w.move(game.Computer, begun.Game, "22-18")
	w.pass(ResponseTimeout)
	w.announce()
	w.announces(firstBackoff)
	if posts := w.announces(channelPatience, "[22 18]"); posts[0].channel != directChannel(anna) {
		t.Errorf("posted: %+v", posts)
	}
	w.pending(0)
}

// If neither the channel nor a DM can be reached, the bot tries again for a day.
func TestUnreachableForADay(t *testing.T) {
	w := newWorld(t)
	g, _ := w.begin()
	for _, unreachable := range []game.RoomID{channel, directChannel(anna), directChannel(ben)} {
		w.discord.fail("", unreachable, errGone)
	}
	w.move(anna, g, "11-15")
	w.pass(ResponseTimeout)
	w.announce()
	w.pending(1)
	w.pass(maxAge - ResponseTimeout - time.Second)
	w.announce()
	w.pending(1)
	w.pass(maxBackoff)
	w.announce()
	w.pending(0)
	w.discord.fail("", channel, nil)
	w.announces(time.Minute)
}

// A failed DM is tried again, and does not repeat that to the other player.
func TestDirectMessagesAreSentOnce(t *testing.T) {
	w := newWorld(t)
	g, _ := w.begin()
	w.discord.fail("", channel, errGone)
	first, second := g.Players[0], g.Players[1]
	w.discord.fail("", directChannel(second), errBusy)
	w.move(anna, g, "11-15")
	w.announces(ResponseTimeout)
	if posts := w.announces(channelPatience, "[11 15]"); posts[0].channel != directChannel(first) {
		t.Errorf("posted: %+v", posts)
	}
	w.pending(1)
	w.discord.fail("", directChannel(second), nil)
	if posts := w.announces(maxBackoff, "[11 15]"); posts[0].channel != directChannel(second) {
		t.Errorf("posted: %+v", posts)
	}
	w.pending(0)
}

// A challenge to anyone has one recipient of a DM.
func TestDirectMessageAboutOpenChallenge(t *testing.T) {
	w := newWorld(t)
	w.discord.fail("", channel, errGone)
	w.challenge(anna, game.Anyone)
	w.announces(ResponseTimeout)
	if posts := w.announces(channelPatience, "challenge open"); posts[0].channel != directChannel(anna) {
		t.Errorf("posted: %+v", posts)
	}
}

// Challenges are announced as they are, and an accepted one by its game.
func TestAnnounceChallenges(t *testing.T) {
	for want, close := range map[string]func(*world, game.ReplyRequest) (game.Answer, error){
		"declined": func(w *world, q game.ReplyRequest) (game.Answer, error) { return w.referee.Decline(w.t.Context(), q) },
		"withdrawn": func(w *world, q game.ReplyRequest) (game.Answer, error) {
			q.By.Person = anna
			return w.referee.Withdraw(w.t.Context(), q)
		},
		"": func(w *world, q game.ReplyRequest) (game.Answer, error) { return w.referee.Accept(w.t.Context(), q) },
	} {
		w := newWorld(t)
		ch := w.challenge(anna, ben).Challenge
		w.announces(ResponseTimeout, "challenge open")
		shown := w.discord.channels[channel][0]
		_, err := close(w, game.ReplyRequest{Request: w.request(ben), Challenge: ch.ID})
		w.must(err)
		if want == "" {
			w.announces(ResponseTimeout, "board")
		} else {
			w.announces(ResponseTimeout, "challenge "+want)
		}
		if w.discord.hasControls(shown) {
			t.Errorf("%q: the challenge has buttons", want)
		}
		w.pending(0)
	}
}

// What is gone is not announced.
func TestAnnounceWhatIsGone(t *testing.T) {
	w := newWorld(t)
	w.must(w.store.Store.Update(t.Context(), func(tx game.Tx) error {
		_, err := tx.Announce(game.Announcement{Kind: game.GameChanged, At: w.now(), Room: channel, Game: "NONE", Seq: 1})
		_, err2 := tx.Announce(game.Announcement{Kind: game.ChallengeMade, At: w.now(), Room: channel, Challenge: "NONE"})
		return errors.Join(err, err2)
	}))
	w.announces(0)
	w.pending(0)
}

// More announcements than are read at once are delivered, too, each game's once.
func TestManyAnnouncements(t *testing.T) {
	w := newWorld(t)
	const n = pendingPage + 1
	for i := range game.PersonID(n) {
		w.challenge(2000+2*i, 2001+2*i)
	}
	w.pass(ResponseTimeout)
	w.announce()
	if posts := w.discord.take("post"); len(posts) != n {
		t.Errorf("%d messages are posted", len(posts))
	}
	w.pending(0)
}

// What the queue has no space for is delivered later.
func TestFullQueue(t *testing.T) {
	w := newWorld(t)
	g, shown := w.begin()
	free := w.occupy(lane{channel: 1})
	for i := range maxTasks - 1 {
		w.courier.queue.add(lane{channel: 1}, fmt.Sprint(i), func(context.Context, func()) error { return nil })
	}
	w.send(w.boardIn(InChannel, w.move(anna, g, "11-15")))
	w.send(w.boardIn(InMessage, w.move(ben, g, "22-18")))
	w.pass(ResponseTimeout)
	w.must(w.courier.Announce(t.Context()))
	free()
	w.courier.Wait()
	w.pending(2)
	if posts := w.discord.take("post"); len(posts) != 0 {
		t.Errorf("posted: %+v", posts)
	}
	w.announces(firstBackoff) // it edits the board instead
	w.shows(g, shown)
	if w.discord.text(shown) != "board, [11 15], [22 18]" {
		t.Errorf("it shows %q", w.discord.text(shown))
	}
	w.announces(0) // the board shows the first move, too, which may have been known before
	w.pending(0)
}

// A guild that causes more announcements than the queue holds, in a channel that takes one now and then, delays
// those of no other guild.
func TestCrowdedGuild(t *testing.T) {
	const crowded, room = 66, 67
	w := newWorld(t)
	free := w.occupy(lane{channel: room})
	w.must(w.store.Update(t.Context(), func(tx game.Tx) error {
		for range 2 * maxTasks {
			if _, err := tx.Announce(game.Announcement{Kind: game.SeasonEnded, At: w.now(), Place: crowded, Room: room}); err != nil {
				return err
			}
		}
		return nil
	}))
	w.challenge(anna, ben)
	w.pass(ResponseTimeout)
	w.discord.take("post")
	w.must(w.courier.Announce(t.Context()))
	for began := time.Now(); len(w.discord.take("post")) == 0; time.Sleep(time.Millisecond) {
		if time.Since(began) > 10*time.Second {
			t.Fatal("the challenge of another guild is not announced")
		}
	}
	free()
	for range 2 * maxTasks / maxDue {
		w.announce()
	}
	w.pending(0)
}
