package game

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Clock says how much time the players of a game have. The zero value is no clock. Clocks are
// comparable.
type Clock struct {
	days            int // per move
	base, increment int // in seconds
}

// The bounds of clocks.
const (
	MaxDays      = 30
	maxBase      = 24 * time.Hour
	maxIncrement = 10 * time.Minute
)

// ClockError reports a text that is not a clock.
type ClockError struct{ Text string }

func (e *ClockError) Error() string { return fmt.Sprintf("%q is not a clock", e.Text) }

// Correspondence returns a clock that gives a number of days for each move.
func Correspondence(days int) (Clock, error) {
	if days < 1 || days > MaxDays {
		return Clock{}, &ClockError{strconv.Itoa(days) + "d"}
	}
	return Clock{days: days}, nil
}

// Live returns a clock that gives each player a time for the whole game, and an increment with each
// move. Both are counted in whole seconds.
func Live(base, increment time.Duration) (Clock, error) {
	c := Clock{base: int(base / time.Second), increment: int(increment / time.Second)}
	if base < time.Second || base > maxBase || increment < 0 || increment > maxIncrement {
		return Clock{}, &ClockError{c.String()}
	}
	return c, nil
}

// IsNone reports whether there is no clock.
func (c Clock) IsNone() bool { return c == Clock{} }

// PerMove returns the time for each move, or 0 if the clock does not count by moves.
func (c Clock) PerMove() time.Duration { return time.Duration(c.days) * 24 * time.Hour }

// Base returns the time for the whole game, or 0 if the clock is not live.
func (c Clock) Base() time.Duration { return time.Duration(c.base) * time.Second }

// Increment returns the time that each move adds to that for the whole game.
func (c Clock) Increment() time.Duration { return time.Duration(c.increment) * time.Second }

// String writes a clock as ParseClock reads it: "none", "3d", or "300+5" in seconds.
func (c Clock) String() string {
	switch {
	case c.IsNone():
		return "none"
	case c.days != 0:
		return strconv.Itoa(c.days) + "d"
	default:
		return strconv.Itoa(c.base) + "+" + strconv.Itoa(c.increment)
	}
}

// ParseClock reads what String writes.
func ParseClock(text string) (Clock, error) {
	if text == "none" {
		return Clock{}, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil {
			return Correspondence(n)
		}
	}
	base, increment, _ := strings.Cut(text, "+")
	b, baseErr := strconv.ParseUint(base, 10, 20)
	i, incrementErr := strconv.ParseUint(increment, 10, 20)
	if baseErr != nil || incrementErr != nil {
		return Clock{}, &ClockError{text}
	}
	return Live(time.Duration(b)*time.Second, time.Duration(i)*time.Second)
}
