package delivery

import (
	"errors"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/tournament"
)

// The list of open challenges is edited at most every few seconds, and posted again if its message is gone.
func TestChallengeList(t *testing.T) {
	w := newWorld(t)
	const board game.RoomID = 90
	w.composer.list = &BulletinMessage{Channel: board}
	announces := func(operation string, n int) []call {
		t.Helper()
		w.must(w.courier.Announce(t.Context()))
		w.courier.Wait()
		calls := w.discord.take(operation)
		if len(calls) != n {
			t.Fatalf("there are %d calls to %s, want %d: %v", len(calls), operation, n, calls)
		}
		return calls
	}
	announces("post", 0)
	w.courier.EnsureBulletin(Bulletin{Guild: guild}, board)
	announces("post", 1)
	w.courier.EnsureBulletin(Bulletin{Guild: guild}, board)
	w.pass(bulletinPause)
	announces("edit", 0)

	// A process was killed after it posted the list and before it recorded that.
	posted := w.composer.list.Post
	w.composer.list.Post = 0
	w.courier.UpdateBulletin(Bulletin{Guild: guild}, board)
	announces("edit", 1)
	if w.composer.list.Post != posted {
		t.Errorf("the list is %d, want %d", w.composer.list.Post, posted)
	}
	w.pass(bulletinPause)

	for range 3 {
		w.courier.UpdateBulletin(Bulletin{Guild: guild}, board)
	}
	announces("edit", 1)
	w.courier.UpdateBulletin(Bulletin{Guild: guild}, board)
	w.pass(bulletinPause - time.Second)
	announces("edit", 0)
	w.pass(time.Second)
	announces("edit", 1)

	w.pass(bulletinPause)
	w.discord.fail("edit", board, errors.New("not now"))
	w.courier.UpdateBulletin(Bulletin{Guild: guild}, board)
	announces("edit", 0)
	w.discord.fail("edit", board, nil)
	w.pass(bulletinBackoff - time.Second)
	announces("edit", 0)
	w.pass(time.Second)
	announces("edit", 1)

	w.pass(time.Hour)
	w.discord.fail("edit", board, ErrUnreachable)
	before := w.composer.list.Post
	w.courier.UpdateBulletin(Bulletin{Guild: guild}, board)
	announces("post", 1)
	if w.composer.list.Post == before {
		t.Error("another message is not recorded")
	}
	w.discord.fail("post", board, ErrUnreachable)
	w.courier.UpdateBulletin(Bulletin{Guild: guild}, board)
	w.pass(bulletinPause)
	announces("post", 0)
	w.discord.fail("post", board, nil)
	w.pass(time.Hour)
	announces("post", 0) // until something happens

	w.courier.UpdateBulletin(Bulletin{Guild: guild}, board)
	w.composer.list = nil
	announces("post", 0)
}

// The message of a tournament shows its end, also if an edit from before arrives after that.
func TestEndOvertakesList(t *testing.T) {
	w := newWorld(t)
	made, err := w.referee.CreateTournament(t.Context(), game.TournamentDraft{
		Request: w.request(anna), Room: channel, Terms: w.terms(),
		Declaration: tournament.Declaration{Name: "Spring", Format: tournament.RoundRobin},
	})
	w.must(err)
	id := made.Tournament.ID
	list := Bulletin{guild, id}
	w.composer.list = &BulletinMessage{Channel: channel}
	w.courier.UpdateBulletin(list, channel)
	w.announces(ResponseTimeout, "list")
	w.must(w.referee.RecordTournamentShown(t.Context(), id, game.ShownPost{Room: channel, Post: w.composer.list.Post}))

	w.composer.listed = ", open"
	before := w.discord.hold("edit", channel)
	w.courier.UpdateBulletin(list, channel)
	w.pass(bulletinPause)
	w.must(w.courier.Announce(t.Context()))
	<-before.reached
	w.composer.listed, w.composer.list.Final = ", over", true
	_, err = w.referee.ActInTournament(t.Context(),
		game.TournamentRequest{Request: w.request(anna), Tournament: id, Act: tournament.Cancelled, Reason: "rain"})
	w.must(err)
	w.pass(ResponseTimeout)
	w.must(w.courier.Announce(t.Context()))
	for len(w.discord.take("edit")) == 0 {
		time.Sleep(time.Millisecond)
	}
	before.release()
	w.courier.Wait()
	w.pass(bulletinPause)
	w.announce()
	if text := w.discord.text(w.discord.channels[channel][0]); text != "list, over" {
		t.Errorf("in the end it shows %q", text)
	}
	if len(w.courier.bulletins) > 0 {
		t.Errorf("bulletins are kept: %v", w.courier.bulletins)
	}
}
