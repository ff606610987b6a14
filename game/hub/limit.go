package hub

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"doublecorner/game/draughts/pdn"
)

// limit is what a level line says about how long to think. The zero value is no limit.
type limit struct {
	depth    int
	nodes    uint64
	moveTime time.Duration // for this move
	left     time.Duration // for the game, or for some moves of it
	increase time.Duration // with every move
	moves    int           // that left is for; 0: the game
}

// parseLimit reads a level line.
func parseLimit(l Line) (limit, error) {
	var parsed limit
	read := map[string]func(string) error{
		"depth":     func(s string) (err error) { parsed.depth, err = parseInt(s); return err },
		"nodes":     func(s string) (err error) { parsed.nodes, err = parseCount(s); return err },
		"moves":     func(s string) (err error) { parsed.moves, err = parseInt(s); return err },
		"move-time": func(s string) (err error) { parsed.moveTime, err = parseSeconds(s); return err },
		"time":      func(s string) (err error) { parsed.left, err = parseSeconds(s); return err },
		"inc":       func(s string) (err error) { parsed.increase, err = parseSeconds(s); return err },
		"infinite":  func(string) error { return nil },
	}
	known := false
	for _, a := range l.Args {
		f, ok := read[a.Name]
		if !ok {
			continue // as the protocol has it
		}
		if err := f(a.Value); err != nil {
			return limit{}, fmt.Errorf("%s of a level is a number above zero, and not %q", a.Name, pdn.Excerpt(a.Value))
		}
		known = known || a.Name != "moves" // which limits nothing
	}
	if !known {
		return limit{}, errors.New("level needs depth, nodes, move-time, time, inc or infinite")
	}
	if parsed.left == 0 {
		parsed.left = parsed.increase // which is added before every move
	}
	return parsed, nil
}

var errNumber = errors.New("not a number above zero")

func parseCount(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 63)
	if n == 0 {
		err = errNumber
	}
	return n, err
}

// parseInt is parseCount for numbers that may be cut to an int32.
func parseInt(text string) (int, error) {
	n, err := parseCount(text)
	return int(min(n, math.MaxInt32)), err
}

// parseSeconds reads a time. None at all is as short as can be.
func parseSeconds(text string) (time.Duration, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(seconds) || seconds < 0 {
		return 0, errNumber
	}
	seconds = min(seconds, forever.Seconds())
	return max(time.Duration(seconds*float64(time.Second)), time.Nanosecond), nil
}

const (
	// usualMoves is how many moves the time of a game has to last for.
	usualMoves = 30
	// overhead is lost between the programs with every move.
	overhead = 10 * time.Millisecond
)

// share returns how long to think about the next move, or 0 if there is no limit of time.
func (l limit) share() time.Duration {
	switch {
	case l.moveTime > 0:
		return l.moveTime
	case l.left == 0:
		return 0
	}
	moves := usualMoves
	if l.moves > 0 {
		moves = min(l.moves, usualMoves)
	}
	// The increment has been added already.
	share := (l.left-l.increase)/time.Duration(moves) + l.increase
	return max(min(share, l.left-l.left/8)-overhead, time.Millisecond)
}
