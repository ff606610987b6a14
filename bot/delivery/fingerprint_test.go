package delivery

import (
	"testing"
	"time"

	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// A game that was restored from a backup may go on in another way than people have seen: its
// board has another fingerprint, though as many events happened.
func TestFingerprintsOfRestoredGames(t *testing.T) {
	w := newWorld(t)
	g, _ := w.begin()
	all := map[message.Fingerprint]bool{GameFingerprint(g): true}
	for i, path := range []game.Path{{11, 15}, {12, 16}} {
		e := game.Event{Kind: game.Moved, Side: draughts.Black, At: w.now().Add(time.Duration(i+1) * time.Second), Path: path}
		all[GameFingerprint(game.Restore(g.Header, []game.Event{e}))] = true
		all[GameFingerprint(game.Restore(g.Header, []game.Event{e}))] = true
	}
	if len(all) != 3 {
		t.Errorf("there are %d fingerprints of three boards", len(all))
	}
}

// A challenge has another fingerprint when it is closed, by which the open one is still known.
func TestFingerprintsOfChallenges(t *testing.T) {
	w := newWorld(t)
	open := w.challenge(anna, ben).Challenge
	closed, err := w.referee.Decline(t.Context(), game.ReplyRequest{Request: w.request(ben), Challenge: open.ID})
	w.must(err)
	if ChallengeFingerprint(closed.Challenge) == ChallengeFingerprint(open) ||
		OpenFingerprint(closed.Challenge) != ChallengeFingerprint(open) {
		t.Error("a declined challenge has the fingerprint of an open one, or that is not known")
	}
	if other := w.challenge(1003, 1004).Challenge; ChallengeFingerprint(other) == ChallengeFingerprint(open) {
		t.Error("two challenges have one fingerprint")
	}
}
