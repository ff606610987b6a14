package when

import (
	"strings"
	"time"

	"doublecorner/bot/lang"
)

// weekdayOf returns the weekday of an instant, counted from Monday as 0.
func weekdayOf(t time.Time) int { return (int(t.Weekday()) + 6) % 7 }

// weekdayName returns the name of a weekday, counted from Monday as 0.
func weekdayName(l *lang.Language, weekday int) string {
	return writtenName(l, "when.weekdays", weekday)
}

// writtenName returns a name as it is written in dates, the first of those that users may type.
func writtenName(l *lang.Language, key string, i int) string {
	name, _, _ := strings.Cut(strings.Split(l.Say(key), ", ")[i], "/")
	return name
}

// Example is how people type a time: Saturday 6:00 PM.
func Example(l *lang.Language) string {
	const saturday = 5
	return weekdayName(l, saturday) + " " + clock(l, time.Date(2026, time.March, 7, 18, 0, 0, 0, time.UTC))
}

// clock writes a time of day: 18:00, or 6:00 PM.
func clock(l *lang.Language, t time.Time) string { return t.Format(l.Say("when.clock")) }

// Written writes an instant in its own time zone, where there can be no timestamp of Discord.
func Written(l *lang.Language, t time.Time) string {
	return l.Say("when.written", "weekday", weekdayName(l, weekdayOf(t)), "day", t.Day(), "month", writtenName(l, "when.months", int(t.Month())-1),
		"time", clock(l, t), "zone", ZoneName(l, t.Location().String()))
}

// Date writes the day of an instant in its own time zone: March 7, 2026.
func Date(l *lang.Language, t time.Time) string {
	return l.Say("when.date", "day", t.Day(), "month", writtenName(l, "when.months", int(t.Month())-1), "year", t.Year())
}

// Month writes a month with its year: March 2026.
func Month(l *lang.Language, year int, month time.Month) string {
	return l.Say("when.month", "month", int(month), "year", year)
}

// Period writes a month or a year that is typed as 2026-03 or 2026: March 2026, or 2026.
func Period(l *lang.Language, typed string) string {
	t, err := time.Parse("2006-01", typed)
	if err != nil {
		return typed
	}
	return Month(l, t.Year(), t.Month())
}
