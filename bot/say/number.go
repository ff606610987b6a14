package say

import (
	"strconv"
	"time"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
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

// TimeLeft writes the time that a side has left, with what it has to spare apart: “2 d 3 h + 5 d 0 h”.
func TimeLeft(l *lang.Language, g *game.Game, s draughts.Side, left time.Duration) string {
	spare := g.Spare(s)
	if spare == 0 || left <= spare {
		return Duration(l, left)
	}
	return Duration(l, left-spare) + " + " + Duration(l, spare)
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
