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

// Example is how people type a time: Saturday 18:00.
func Example(l *lang.Language) string {
	const saturday = 5
	return weekdayName(l, saturday) + " 18:00"
}

// Written writes an instant in its own time zone, where there can be no timestamp of Discord.
func Written(l *lang.Language, t time.Time) string {
	return l.Say("when.written", "weekday", weekdayName(l, weekdayOf(t)), "day", t.Day(), "month", writtenName(l, "when.months", int(t.Month())-1),
		"time", t.Format("15:04"), "zone", t.Location().String())
}
