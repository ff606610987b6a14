package tournament

import (
	"time"
	_ "time/tzdata" // systems may lack the time zones
)

// Repetition says how often a tournament is played.
type Repetition uint8

const (
	Once    Repetition = iota
	Weekly             // on the same weekday
	Monthly            // on the same weekday of the month, such as its first Saturday; the fifth is the last
)

func (r Repetition) String() string { return word(r, "once", "weekly", "monthly") }

// entryTime is how long players can at least enter a tournament that repeats another one.
const entryTime = time.Hour

// maxDeserted is how often in a row a tournament that repeats can be cancelled for lack of players. Then it does so no more.
const maxDeserted = 3

// isMissed is how late a tournament that repeats can begin after a downtime: later it waits for the next time.
const isMissed = time.Hour

// Repeats reports whether another tournament is to follow this one.
func (t *Tournament) Repeats() bool { return t.Repetition != Once && !t.unrepeated }

// Again returns the declaration of the tournament that follows this one, whose games are over; false if none does. It does not
// wait for the standings to become final: a day more would cost a weekly tournament that ends after midnight its next date.
func (t *Tournament) Again() (Declaration, bool) {
	d := t.Declaration
	if d.Deserted = 0; t.deserted {
		d.Deserted = t.Deserted + 1
	}
	if t.phase < Provisional || !t.Repeats() || d.Deserted >= maxDeserted {
		return Declaration{}, false
	}
	d.Starts = t.nextTime(t.gamesOver)
	return d, true
}

// nextTime returns the first start after a time and after the planned start, with enough time to enter.
func (t *Tournament) nextTime(after time.Time) time.Time {
	after = after.Add(max(entryTime, t.CheckIn))
	for n := 1; ; n++ {
		if at := t.repeated(n); at.After(after) && at.After(t.PlannedStart()) {
			return at
		}
	}
}

// repeated returns the start of the nth tournament after one that begins when it was declared to. The hour is the same on the
// clocks of the time zone, also when these change.
func (t *Tournament) repeated(n int) time.Time {
	zone, err := time.LoadLocation(t.Zone)
	if err != nil {
		zone = time.UTC
	}
	first := t.Starts.In(zone)
	day := first.AddDate(0, 0, 7*n)
	if t.Repetition == Monthly {
		month := time.Date(first.Year(), first.Month()+time.Month(n), 1, 0, 0, 0, 0, zone)
		day = month.AddDate(0, 0, (int(first.Weekday()-month.Weekday())+7)%7+(first.Day()-1)/7*7)
		if day.Month() != month.Month() {
			day = day.AddDate(0, 0, -7)
		}
	}
	return time.Date(day.Year(), day.Month(), day.Day(), first.Hour(), first.Minute(), first.Second(), 0, zone).UTC()
}
