package game

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Clock says how much time the players of a game have. The zero value is no clock. Clocks are
// comparable.
type Clock struct {
	days, spare     int // per move, and for the whole game when those are not enough
	minutes         int // per move, where people vote
	base, increment int // in seconds
}

// The bounds of clocks.
const (
	MaxDays      = 30 // also of the spare ones
	maxMinutes   = 24 * 60
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

// PerMove returns a clock that gives whole minutes for each move, up to a day. Only games in which people vote have such
// clocks.
func PerMove(d time.Duration) (Clock, error) {
	c := Clock{minutes: int(d / time.Minute)}
	if c.minutes < 1 || c.minutes >= maxMinutes {
		return Clock{}, &ClockError{c.String()}
	}
	return c, nil
}

// WithSpare returns a clock of days for each move that also gives each player spare days for the whole game. A turn that
// takes longer than its days uses them up, and they never grow.
func (c Clock) WithSpare(days int) (Clock, error) {
	c.spare = days
	if c.days == 0 || days < 0 || days > MaxDays {
		return Clock{}, &ClockError{c.String()}
	}
	return c, nil
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
func (c Clock) PerMove() time.Duration {
	return time.Duration(c.days)*24*time.Hour + time.Duration(c.minutes)*time.Minute
}

// Spare returns the time for the whole game beyond that for each move.
func (c Clock) Spare() time.Duration { return time.Duration(c.spare) * 24 * time.Hour }

// Base returns the time for the whole game, or 0 if the clock is not live.
func (c Clock) Base() time.Duration { return time.Duration(c.base) * time.Second }

// Increment returns the time that each move adds to that for the whole game.
func (c Clock) Increment() time.Duration { return time.Duration(c.increment) * time.Second }

// isOfKind reports whether a clock counts as another one does: by moves, by games or not at all.
func (c Clock) isOfKind(other Clock) bool {
	return (c.PerMove() > 0) == (other.PerMove() > 0) && (c.base > 0) == (other.base > 0)
}

// whole returns the time that a player has for the whole game.
func (c Clock) whole() time.Duration { return c.Base() + c.Spare() }

// String writes a clock as ParseClock reads it: "none", "3d", "3d+5d" with spare days, "10m" for a move, or "300+5" in seconds.
func (c Clock) String() string {
	switch {
	case c.IsNone():
		return "none"
	case c.spare != 0:
		return strconv.Itoa(c.days) + "d+" + strconv.Itoa(c.spare) + "d"
	case c.days != 0:
		return strconv.Itoa(c.days) + "d"
	case c.minutes != 0:
		return strconv.Itoa(c.minutes) + "m"
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
		days, spare, _ := strings.Cut(days, "d+")
		n, err := strconv.ParseUint(days, 10, 20)
		more, moreErr := strconv.ParseUint(cmp.Or(spare, "0"), 10, 20)
		if c, wrong := Correspondence(int(n)); err == nil && moreErr == nil && wrong == nil {
			return c.WithSpare(int(more))
		}
		return Clock{}, &ClockError{text}
	}
	if minutes, ok := strings.CutSuffix(text, "m"); ok {
		n, err := strconv.ParseUint(minutes, 10, 20)
		if c, wrong := PerMove(time.Duration(n) * time.Minute); err == nil && wrong == nil {
			return c, nil
		}
		return Clock{}, &ClockError{text}
	}
	base, increment, _ := strings.Cut(text, "+")
	b, baseErr := strconv.ParseUint(base, 10, 20)
	i, incrementErr := strconv.ParseUint(increment, 10, 20)
	if baseErr != nil || incrementErr != nil {
		return Clock{}, &ClockError{text}
	}
	return Live(time.Duration(b)*time.Second, time.Duration(i)*time.Second)
}
