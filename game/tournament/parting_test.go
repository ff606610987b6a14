package tournament

import (
	"errors"
	"testing"
	"time"
)

// Who is kept apart does not meet in a Swiss while there is another pairing, also if others meet again for it, and never in
// an arena. The director keeps two players apart, and an entry all who are apart.
func TestParted(t *testing.T) {
	for _, d := range []Declaration{{Format: Swiss, Rounds: 6}, {Format: Arena, Length: time.Hour}} {
		tour := Restore(d, nil)
		for i, id := range []PlayerID{"A", "B", "C", "D"} {
			do(t, tour, Event{Kind: Entered, Player: id, Apart: i >= 2})
		}
		do(t, tour, Event{Kind: Parted, By: "director", Player: "B", Opponent: "A"})
		do(t, tour, Event{Kind: Started, By: "director"})
		for now := (Moment{}); len(tour.Pairings(0)) < 10; now.At = now.At.Add(waveGap) {
			e, ok := tour.Due(now, 1)
			if !ok || e.Kind != RoundBegan {
				t.Fatalf("after %d pairings of a %v, %v is due", len(tour.Pairings(0)), d.Format, e.Kind)
			}
			do(t, tour, e)
			for _, p := range tour.Waiting() {
				do(t, tour, Event{Kind: GameBegan, Pairing: p.Number, Game: "g", Moment: now})
				do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: Draw, Moment: now})
			}
		}
		for _, p := range tour.Pairings(0) {
			if tour.AreApart(p.White, p.Black) {
				t.Errorf("in round %d of a %v, %s meets %s", p.Round, d.Format, p.White, p.Black)
			}
		}
		do(t, tour, Event{Kind: Parted, By: "director", Player: "A", Opponent: "B"})
		if tour.AreApart("A", "B") || !tour.AreApart("C", "D") {
			t.Errorf("kept apart in a %v are %v", d.Format, tour.Parted())
		}
	}
}

// Those who are kept apart meet in a Swiss that has no other pairing.
func TestPartedWithoutOthers(t *testing.T) {
	tour := Restore(Declaration{Format: Swiss, Rounds: 1}, nil)
	for _, id := range []PlayerID{"A", "B", "C"} {
		do(t, tour, Event{Kind: Entered, Player: id, Apart: true})
	}
	do(t, tour, Event{Kind: Started, By: "director"})
	advance(t, tour)
	if got := len(tour.Pairings(1)); got != 2 {
		t.Errorf("the round has %d pairings", got)
	}
}

// A director who plays does not choose whom they avoid, and where everybody meets everybody nobody is kept apart.
func TestPartingRefused(t *testing.T) {
	for _, test := range []struct {
		format Format
		Event
		want Refusal
	}{
		{Swiss, Event{By: "A", Player: "A", Opponent: "B"}, OwnPairing},
		{Swiss, Event{By: "B", Player: "A", Opponent: "B"}, OwnPairing},
		{Swiss, Event{By: "director", Player: "A", Opponent: "A"}, NoSuchPlayer},
		{Swiss, Event{By: "director", Player: "A", Opponent: "C"}, NoSuchPlayer},
		{Swiss, Event{Player: "A", Opponent: "B"}, NotDirector},
		{RoundRobin, Event{By: "director", Player: "A", Opponent: "B"}, NotNow},
		{Knockout, Event{By: "director", Player: "A", Opponent: "B"}, NotNow},
	} {
		tour := Restore(Declaration{Format: test.format}, nil)
		do(t, tour, Event{Kind: Entered, Player: "A"})
		do(t, tour, Event{Kind: Entered, Player: "B"})
		test.Kind = Parted
		if err := tour.Do(test.Event); !errors.Is(err, test.want) {
			t.Errorf("%v of %s and %s by %q in a %v: %v", test.Kind, test.Player, test.Opponent, test.By, test.format, err)
		}
	}
}
