package tournament

import (
	"strings"
	"testing"
	"time"
)

const day = 24 * time.Hour

// places returns the players of a ladder from the first place.
func places(tour *Tournament) string {
	text := ""
	for _, id := range tour.Places() {
		text += string(id)
	}
	return text
}

// Nobody challenges a player of a ladder who rests, until they challenge somebody themselves or come back. They rest again
// only after as long a time.
func TestRest(t *testing.T) {
	tour := begun(t, Declaration{Format: Ladder, Reach: 2, Reply: day, Rest: 10 * day}, 3)
	now := time.Duration(0)
	try := func(e Event, want error) {
		t.Helper()
		e.At = time.Time{}.Add(now)
		if err := tour.Do(e); err != want {
			t.Errorf("after %v: %v is refused with %v, want %v", now, e.Kind, err, want)
		}
	}
	rest := func(id PlayerID, for_ time.Duration, want error) {
		t.Helper()
		try(Event{Kind: Rested, Player: id, Extension: for_}, want)
	}
	rest("A", 0, NotNow)
	rest("A", 11*day, NotNow)
	rest("A", 10*day, nil)
	rest("A", 10*day, IsResting)
	try(Event{Kind: Challenged, Player: "B", Opponent: "A"}, IsResting)
	now = 9 * day
	if until := tour.RestsUntil("A", Moment{At: time.Time{}.Add(now)}); until != (time.Time{}).Add(10*day) {
		t.Errorf("A rests until %v", until)
	}
	now = 10 * day
	rest("A", day, RestedBefore)
	try(Event{Kind: Challenged, Player: "B", Opponent: "A"}, nil)
	rest("B", day, PlayerBusy)
	try(Event{Kind: Refused, Player: "A", Opponent: "B"}, nil)
	rest("C", 10*day, nil)
	now = 11 * day
	rest("C", 0, nil)
	try(Event{Kind: Challenged, Player: "A", Opponent: "B"}, nil)
	try(Event{Kind: Refused, Player: "B", Opponent: "A"}, nil)
	now = 20 * day
	rest("A", 10*day, nil)
	try(Event{Kind: Challenged, Player: "C", Opponent: "A"}, IsResting)
	try(Event{Kind: Challenged, Player: "A", Opponent: "B"}, OutOfReach)
}

// Those of a ladder who do not play lose a place from time to time to somebody who does, if that one is the next.
func TestIdle(t *testing.T) {
	tour := begun(t, Declaration{Format: Ladder, Reach: 3, Reply: day, Rest: 30 * day, Idle: 10 * day}, 5)
	now := Moment{At: time.Time{}}
	passes := func(d time.Duration) {
		now.At = now.At.Add(d)
		for e, due := tour.Due(now, 0); due; e, due = tour.Due(now, 0) {
			do(t, tour, e)
		}
	}
	var seen []string
	do(t, tour, Event{Kind: Rested, Player: "B", Extension: 15 * day})
	for range 4 {
		passes(5 * day)
		do(t, tour, Event{Kind: Challenged, Player: "E", Opponent: "D", Moment: now})
		do(t, tour, Event{Kind: Accepted, Player: "D", Opponent: "E", Moment: now})
		p := tour.Pairing(len(tour.Pairings(0)))
		do(t, tour, Event{Kind: GameBegan, Pairing: p.Number, Game: "g", Moment: now})
		do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: Draw, Moment: now})
		passes(5 * day)
		seen = append(seen, places(tour))
	}
	// C is below B, who rests, and then below nobody who plays; D and E play.
	if got, want := strings.Join(seen, " "), "BADCE BDAEC DBEAC DEBAC"; got != want {
		t.Errorf("the places are %s, want %s", got, want)
	}
}
