package when

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"doublecorner/bot/lang"
	"doublecorner/game"
)

// DefaultClock is the clock of challenges in a guild or DM that has set none.
const DefaultClock = "3d"

// commonClocks are the clocks that completion offers, as game.ParseClock reads them.
var commonClocks = []string{DefaultClock, "1d", "2d", "7d", "3d+5d", "180+2", "300+3", "600+5", "900+10", "1200+10", "none"}

// speeds are the clocks that have a word, by its catalogue key.
var speeds = map[string]string{"300+3": "clock.blitz", "900+10": "clock.rapid"}

// ClockName describes a clock: 3 days per move, 3 days per move + 5 spare, 5 min + 3 s, or 5 h.
func ClockName(l *lang.Language, clock game.Clock) string {
	switch {
	case clock.IsNone():
		return l.Say("clock.none")
	case clock.PerMove() > 0 && clock.PerMove()%(24*time.Hour) != 0:
		return l.Say("clock.minutes-each", "whole", clock.PerMove()%time.Hour == 0,
			"hours", int(clock.PerMove().Hours()), "minutes", int(clock.PerMove().Minutes()))
	case clock.PerMove() > 0:
		name := l.Say("clock.days", "n", int(clock.PerMove().Hours())/24)
		if clock.Spare() > 0 {
			return l.Say("clock.spare", "clock", name, "n", int(clock.Spare().Hours())/24)
		}
		return name
	default:
		return l.Say("clock.live", "whole", clock.Base()%time.Hour == 0, "hours", int(clock.Base().Hours()), "minutes", int(clock.Base().Minutes()),
			"adds", clock.Increment() > 0, "seconds", int(clock.Increment().Seconds()))
	}
}

// ShortClock writes a clock as players do: 5+3 is five minutes, and three seconds more for each move, and 3d+5d three days
// for each move, and five spare ones.
func ShortClock(clock game.Clock) string {
	if clock.Base() == 0 {
		return clock.String()
	}
	return fmt.Sprintf("%d+%d", int(clock.Base().Minutes()), int(clock.Increment().Seconds()))
}

// OfferedName describes a clock as ClockName does, after the word for its speed if it has one: blitz · 5 min + 3 s.
func OfferedName(l *lang.Language, clock game.Clock) string {
	if words := speedWords(l, clock); len(words) > 0 {
		return words[0] + " · " + ClockName(l, clock)
	}
	return ClockName(l, clock)
}

// speedWords returns the words for the speed of a clock in a language, and then in English; none if it has none.
func speedWords(l *lang.Language, clock game.Clock) []string {
	key, ok := speeds[clock.String()]
	if !ok {
		return nil
	}
	return typedWords(l, key)
}

// typedWords returns the words of a catalogue's list in a language, and then in English.
func typedWords(l *lang.Language, key string) []string {
	return strings.Split(l.Say(key)+", "+lang.English().Say(key), ", ")
}

// OfferedClocks returns the clocks that completion offers for a typed text: what it means, so many days if it is a number
// alone, and the common ones that contain it.
func OfferedClocks(l *lang.Language, typed string) (clocks []game.Clock) {
	if typed != "" {
		clocks = Clocks(l, typed)
	}
	if n, err := strconv.Atoi(lang.Fold(typed)); err == nil {
		if days, err := game.Correspondence(n); err == nil {
			clocks = append(clocks, days)
		}
	}
	for _, text := range commonClocks {
		clock, err := game.ParseClock(text)
		if err == nil && clockContains(l, clock, typed) && !slices.Contains(clocks, clock) {
			clocks = append(clocks, clock)
		}
	}
	return clocks
}

// Clocks returns the clocks that a typed text may mean. 5, 5+3, 10 minutes and 5 h + 30 s are one clock: numbers without
// units are minutes and seconds. A whole name means its clock only; a text without numbers must be one.
func Clocks(l *lang.Language, typed string) []game.Clock {
	for _, inWords := range []func(*lang.Language, string) (game.Clock, bool){clockInWords, daysInWords} {
		if clock, ok := inWords(l, typed); ok {
			return []game.Clock{clock}
		}
	}
	var n []int
	for _, digits := range numbers.FindAllString(typed, 3) {
		number, _ := strconv.Atoi(digits)
		n = append(n, min(number, 1e6)) // which no clock has
	}
	var named, found []game.Clock
	add := func(clock game.Clock, err error) {
		switch {
		case err != nil:
		case slices.Contains(clockNames(l, clock), lang.Fold(typed)):
			named = append(named, clock)
		case len(n) > 0 && clockContains(l, clock, typed):
			found = append(found, clock)
		}
	}
	switch len(n) {
	case 0:
		add(game.Clock{}, nil)
		for speed := range speeds {
			add(game.ParseClock(speed))
		}
	case 1:
		add(game.Correspondence(n[0]))
		add(game.Live(time.Duration(n[0])*time.Minute, 0))
	case 2:
		for _, unit := range []time.Duration{time.Minute, time.Hour} {
			add(game.Live(time.Duration(n[0])*unit, time.Duration(n[1])*time.Second))
		}
	}
	if len(named) > 0 {
		return named
	}
	return found
}

// startingNumber splits a text into the number that it begins with and the rest.
var startingNumber = regexp.MustCompile(`^(\d{1,4})(.*)$`)

// clockInWords returns the clock that a text names as the minutes or hours of each player, and perhaps the seconds that
// each move adds: “2 hours each”, “5 minutes + 3 seconds”, “5+3”, “5”.
func clockInWords(l *lang.Language, typed string) (game.Clock, bool) {
	base, increment, adds := strings.Cut(lang.Fold(typed), "+")
	seconds, ok := numberOf(increment, append(typedWords(l, "clock.seconds"), ""), []string{""})
	if adds && !ok {
		return game.Clock{}, false
	}
	each := append(typedWords(l, "clock.each"), "")
	unit := time.Minute
	n, ok := numberOf(base, append(typedWords(l, "clock.minutes"), ""), each)
	if !ok {
		unit = time.Hour
		n, ok = numberOf(base, typedWords(l, "clock.hours"), each)
	}
	clock, err := game.Live(time.Duration(n)*unit, time.Duration(seconds)*time.Second)
	return clock, ok && err == nil
}

// daysInWords returns the clock that a text names as the days for each move, and the spare ones: “3 days + 5”, “3d+5d”.
func daysInWords(l *lang.Language, typed string) (game.Clock, bool) {
	days, spare, adds := strings.Cut(typed, "+")
	if !adds {
		return game.Clock{}, false
	}
	clocks := Clocks(l, days)
	if len(clocks) != 1 {
		return game.Clock{}, false
	}
	n, ok := numberOf(lang.Fold(spare), append(typedWords(l, "when.days"), ""), append(typedWords(l, "clock.spare-words"), ""))
	clock, err := clocks[0].WithSpare(n)
	return clock, ok && n > 0 && err == nil
}

// numberOf returns the number that a text begins with, if one of some units and one of some words follow.
func numberOf(typed string, units, words []string) (n int, ok bool) {
	parts := startingNumber.FindStringSubmatch(typed)
	if parts == nil || strings.HasPrefix(parts[2], ".") { // 1.5 hours are not 15
		return 0, false
	}
	n, _ = strconv.Atoi(parts[1])
	unitAndWord := strings.ReplaceAll(parts[2], ".", "") // of short forms
	return n, slices.ContainsFunc(units, func(unit string) bool {
		rest, ok := strings.CutPrefix(unitAndWord, lang.Fold(unit))
		return ok && slices.ContainsFunc(words, func(word string) bool { return lang.Fold(word) == rest })
	})
}

var numbers = regexp.MustCompile(`\d+`)

// clockContains reports whether a name of a clock contains a typed text.
func clockContains(l *lang.Language, clock game.Clock, typed string) bool {
	return slices.ContainsFunc(clockNames(l, clock), func(name string) bool { return lang.Includes(name, typed) })
}

// clockNames returns the names of a clock in a language and in English, its short form, and the words for its speed.
func clockNames(l *lang.Language, clock game.Clock) []string {
	names := []string{lang.Fold(ClockName(l, clock)), lang.Fold(ClockName(lang.English(), clock)), ShortClock(clock)}
	for _, word := range speedWords(l, clock) {
		names = append(names, lang.Fold(word))
	}
	return names
}
