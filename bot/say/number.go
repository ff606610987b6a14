package say

import (
	"strconv"
	"time"

	"doublecorner/bot/lang"
)

// Duration writes a duration in at most two units: 2 d 4 h, 3 h 10 min, or 9:05.
func Duration(l *lang.Language, d time.Duration) string {
	minutes := int(d.Minutes())
	switch {
	case d >= 24*time.Hour:
		return l.Say("time.days", "d", minutes/(24*60), "h", minutes/60%24)
	case d >= time.Hour:
		return l.Say("time.hours", "h", minutes/60, "m", minutes%60)
	}
	seconds := strconv.Itoa(int(d.Seconds())%60 + 100)[1:]
	return strconv.Itoa(minutes) + ":" + seconds
}

// Round returns the points of a rating, or a percentage, as users see it.
func Round(points float64) int { return int(points + .5) }

// Each returns the text of each of some values.
func Each[T any](all []T, of func(T) string) []string {
	texts := make([]string, len(all))
	for i, v := range all {
		texts[i] = of(v)
	}
	return texts
}
