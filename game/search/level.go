package search

import (
	"math/rand/v2"
	"time"

	"doublecorner/game/draughts"
)

// Levels is the number of levels for people.
const Levels = 8

// level is how a level thinks. A weak one looks less far ahead, and takes moves of nearly the same worth as
// equal.
type level struct {
	depth  int
	time   time.Duration
	margin int // in hundredths of a man
}

// Where there are thousands of captures, a level without a time of its own could think for minutes.
const (
	mostChoices = 32        // from which a level chooses
	mostNodes   = 1_000_000 // that it looks at; on a usual board it is a tenth of that
)

// smallLevels and largeLevels say how each level thinks on boards of 8×8 squares and on larger ones, where
// a move more or less decides more games. On the small board five times the time decides few games more, so there also
// level 7 chooses. docs/ENGINE.md says what they achieve against each other.
var (
	smallLevels = [Levels + 1]level{
		1: {depth: 1, margin: 60},
		2: {depth: 2, margin: 55},
		3: {depth: 3, margin: 30},
		4: {depth: 4, margin: 17},
		5: {depth: 7, margin: 14},
		6: {depth: 11, margin: 7},
		7: {time: 200 * time.Millisecond, margin: 25},
		8: {time: time.Second},
	}
	largeLevels = [Levels + 1]level{
		1: {depth: 2, margin: 60},
		2: {depth: 2, margin: 20},
		3: {depth: 3, margin: 20},
		4: {depth: 4, margin: 12},
		5: {depth: 6, margin: 12},
		6: {depth: 8, margin: 5},
		7: {time: 200 * time.Millisecond},
		8: {time: time.Second},
	}
)

// levelOf returns how a level thinks on a board.
func levelOf(n int, b draughts.Board) level {
	if b.Size > 8 {
		return largeLevels[n]
	}
	return smallLevels[n]
}

// within returns the limit with what a level adds.
func (lv level) within(l Limit) Limit {
	if lv.depth > 0 && (l.Depth <= 0 || lv.depth < l.Depth) {
		l.Depth = lv.depth
	}
	if lv.depth > 0 && (l.Nodes == 0 || l.Nodes > mostNodes) {
		l.Nodes = mostNodes
	}
	if lv.time > 0 && (l.Time <= 0 || lv.time < l.Time) {
		l.Time = lv.time
	}
	if l.Depth <= 0 || l.Depth > maxPly {
		l.Depth = maxPly
	}
	return l
}

// choose puts one of the lines that are nearly as good as the first in its place. It prefers no move to
// a win, and none that loses.
func choose(lines []Line, margin int, random *rand.Rand) {
	best := lines[0].Value
	if best.Proven {
		return
	}
	near := 1
	for near < len(lines) && !lines[near].Value.Proven && lines[near].Value.Score >= best.Score-margin {
		near++
	}
	i := random.IntN(near)
	chosen := lines[i]
	copy(lines[1:i+1], lines[:i])
	lines[0] = chosen
}
