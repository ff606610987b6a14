package tournament

import (
	"testing"
	"time"
)

// A tournament that repeats keeps its weekday and its hour in its time zone, also when the clocks change.
func TestRepetition(t *testing.T) {
	for _, test := range []struct {
		Repetition
		zone, first, ends, want string
	}{
		{Weekly, "", "Sat 2026-11-21 18:00", "Sat 2026-11-21 21:00", "Sat 2026-11-28 18:00"},
		{Weekly, "Europe/Berlin", "Sat 2026-10-24 18:00", "Sat 2026-10-24 21:00", "Sat 2026-10-31 18:00"},
		{Weekly, "America/New_York", "Sat 2026-03-07 18:00", "Sat 2026-03-07 21:00", "Sat 2026-03-14 18:00"},
		// It takes so long that others are left out, also one that nobody would have time to enter.
		{Weekly, "Europe/Berlin", "Sat 2026-10-24 18:00", "Sat 2026-11-07 17:30", "Sat 2026-11-14 18:00"},
		{Weekly, "Europe/Berlin", "Sat 2026-10-24 18:00", "Sat 2026-11-07 16:30", "Sat 2026-11-07 18:00"},
		// It began, and ended, before its time.
		{Weekly, "Europe/Berlin", "Sat 2026-10-24 18:00", "Fri 2026-10-23 18:00", "Sat 2026-10-31 18:00"},
		{Monthly, "Europe/Berlin", "Sat 2026-10-03 18:00", "Sat 2026-10-03 21:00", "Sat 2026-11-07 18:00"},
		{Monthly, "", "Sun 2026-12-13 10:00", "Sun 2026-12-13 12:00", "Sun 2027-01-10 10:00"},
		{Monthly, "", "Sat 2026-10-31 18:00", "Sat 2026-10-31 21:00", "Sat 2026-11-28 18:00"},
	} {
		zone, err := time.LoadLocation(test.zone)
		if err != nil {
			t.Fatal(err)
		}
		const layout = "Mon 2006-01-02 15:04"
		at := func(text string) time.Time {
			at, err := time.ParseInLocation(layout, text, zone)
			if err != nil || at.Format(layout) != text {
				t.Fatal(text, err)
			}
			return at
		}
		d := Declaration{Format: Swiss, Rounds: 1, Starts: at(test.first).UTC(), Repetition: test.Repetition, Zone: test.zone}
		tour := Restore(d, nil)
		do(t, tour, Event{Kind: Cancelled, By: "director", Moment: Moment{At: at(test.ends)}})
		next, ok := tour.Again()
		if got := next.Starts.In(zone).Format(layout); !ok || got != test.want {
			t.Errorf("%+v: the next one begins on %s, %t", test, got, ok)
		}
	}
}

// One whose table becomes final after the next date does not cost it: the next one follows when the games are over.
func TestRepeatsWhileProvisional(t *testing.T) {
	tour := Restore(Declaration{Format: Knockout, Starts: start, Repetition: Weekly}, nil)
	for _, id := range []PlayerID{"a", "b"} {
		do(t, tour, Event{Kind: Entered, Player: id})
	}
	do(t, tour, Event{Kind: Started, By: "director"})
	advance(t, tour)
	do(t, tour, Event{Kind: GameEnded, Pairing: 1, Score: WhiteWins})
	if _, ok := tour.Again(); ok {
		t.Error("another one follows before")
	}
	late := Moment{At: start.Add(6*24*time.Hour + 20*time.Hour)}
	for _, e := range []Event{{Kind: Completed, Moment: late}, {Kind: Ended, Moment: Moment{At: late.At.Add(protestTime)}}} {
		do(t, tour, e)
		if next, ok := tour.Again(); !ok || !next.Starts.Equal(start.AddDate(0, 0, 7)) {
			t.Errorf("when it is %v, the next one begins %v, %t", tour.Phase(), next.Starts, ok)
		}
		if err := tour.Do(Event{Kind: Unrepeated, By: "director"}); err != NotNow {
			t.Errorf("when the next one is made, that is stopped: %v", err)
		}
	}
}

// The director ends the repetition; and nobody comes three times in a row.
func TestRepetitionEnds(t *testing.T) {
	d := Declaration{Format: Swiss, Rounds: 1, Starts: start, Repetition: Weekly}
	tour := Restore(d, nil)
	do(t, tour, Event{Kind: Unrepeated, By: "director"})
	if err := tour.Do(Event{Kind: Unrepeated, By: "director"}); err != NotNow {
		t.Errorf("it is ended twice: %v", err)
	}
	do(t, tour, Event{Kind: Cancelled, By: "director"})
	if _, ok := tour.Again(); ok {
		t.Error("another one follows")
	}
	for n := 1; n <= 3; n++ {
		tour = Restore(d, nil)
		do(t, tour, Event{Kind: Cancelled, Moment: Moment{At: d.Starts}})
		next, ok := tour.Again()
		if ok != (n < 3) {
			t.Errorf("after nobody came %d times, another one follows: %t", n, ok)
		}
		d = next
	}
}

// After a downtime, one that repeats begins a little later, or the next time if it was missed.
func TestMissed(t *testing.T) {
	for away, want := range map[time.Duration]time.Duration{
		30 * time.Minute: 40 * time.Minute, 2 * time.Hour: 7 * 24 * time.Hour, 8 * 24 * time.Hour: 14 * 24 * time.Hour,
	} {
		tour := Restore(Declaration{Format: Swiss, Rounds: 1, Starts: start, Repetition: Weekly}, nil)
		if got := tour.Delay(start.Add(away), away); got != want {
			t.Errorf("after %v it begins %v later", away, got)
		}
	}
}
