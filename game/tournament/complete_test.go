package tournament

import (
	"testing"
	"time"
)

// After the last game the standings are provisional for a day: a director can still decide, give more time, or close them.
func TestProvisional(t *testing.T) {
	at := func(after time.Duration) Moment { return Moment{At: time.Time{}.Add(after)} }
	for _, d := range []Declaration{{Format: RoundRobin}, {Format: Swiss, Rounds: 1}, {Format: Knockout}} {
		tour := begun(t, d, 2)
		if e, due := tour.Due(at(48*time.Hour), 0); due {
			t.Errorf("%v: %v is due while they play", d.Format, e.Kind)
		}
		win(t, tour, "A")
		if tour.Phase() != Provisional || tour.IsOver() || tour.Admits() {
			t.Fatalf("%v: it is %v", d.Format, tour.Phase())
		}
		closed, longer := tour.AsOf(tour.Seq()), tour.AsOf(tour.Seq())
		if do(t, closed, Event{Kind: Ended, By: "A"}); closed.Phase() != Finished {
			t.Errorf("%v: once it is closed, it is %v", d.Format, closed.Phase())
		}
		do(t, longer, Event{Kind: Extended, By: "director", Extension: time.Hour})
		last := protestTime - time.Minute
		score := Score{White: 2}
		if tour.Pairing(1).White == "A" {
			score = score.Exchanged()
		}
		do(t, tour, Event{Kind: Adjudicated, Pairing: 1, Score: score, By: "director", Moment: at(last)})
		if got := tour.Standings()[0].Player; got != "B" || tour.Phase() != Provisional {
			t.Errorf("%v: after the decision %s is the first, and it is %v", d.Format, got, tour.Phase())
		}
		for _, test := range []struct {
			*Tournament
			after time.Duration
		}{{tour, last + correctionTime}, {longer, protestTime + time.Hour}} {
			if e, due := test.Due(at(test.after-time.Second), 0); due {
				t.Errorf("%v: %v is due too early", d.Format, e.Kind)
			}
			if e, due := test.Due(at(test.after), 0); !due || e.Kind != Ended {
				t.Errorf("%v: at last it is %t that %v is due", d.Format, due, e.Kind)
			}
		}
	}
}

// A director has time to correct a win that was claimed before the next round begins.
func TestClaimedWin(t *testing.T) {
	tour := begun(t, Declaration{Format: Knockout}, 3)
	do(t, tour, Event{Kind: GameEnded, Pairing: 2, Score: WhiteWins, Claimed: true})
	if e, due := tour.Due(Moment{At: time.Time{}.Add(correctionTime - 1)}, 0); due {
		t.Errorf("%v is due at once", e.Kind)
	}
	if _, due := tour.Due(Moment{At: time.Time{}.Add(correctionTime)}, 0); !due {
		t.Error("it waits for ever")
	}
}

// What others have won on the board against a player who is removed stays as it was played; in the records from before, they had
// won it by forfeit.
func TestRemovedAfterDefeat(t *testing.T) {
	for _, kept := range []bool{true, false} {
		tour := begun(t, Declaration{Format: Swiss, Rounds: 2}, 4)
		for _, p := range tour.Pairings(1) {
			do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: WhiteWins})
		}
		advance(t, tour)
		loser, winner := tour.Pairing(1).Black, tour.Pairing(1).White
		win(t, tour, loser)
		do(t, tour, Event{Kind: Removed, Player: loser, By: "director"})
		events := tour.Events()
		events[len(events)-1].Kept = kept
		tour = Restore(tour.Declaration, events)
		lost, won := tour.PairingsOf(loser)[0], tour.PairingsOf(loser)[1]
		if lost.WasPlayed() != kept || lost.Winner != winner || won.WasPlayed() || won.Winner == loser {
			t.Errorf("kept %t: of a player who was removed, the pairings are %+v and %+v", kept, lost, won)
		}
	}
}
