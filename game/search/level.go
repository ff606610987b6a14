package search

import (
	"math/rand/v2"
	"time"
)

// Levels is the number of levels for people.
const Levels = 8

// level is how a level thinks. A weak one looks ahead less far, and does not tell moves apart that are
// worth nearly the same.
type level struct {
	depth  int
	time   time.Duration
	margin int // in hundredths of a man
}

// levels says how each level thinks. What they achieve against each other is in docs/PERFORMANCE.md.
var levels = [Levels + 1]level{
	1: {depth: 1, margin: 40},
	2: {depth: 2, margin: 30},
	3: {depth: 3, margin: 20},
	4: {depth: 5, margin: 15},
	5: {depth: 7, margin: 10},
	6: {depth: 9, margin: 5},
	7: {time: 200 * time.Millisecond},
	8: {time: time.Second},
}

// atLevel returns the limit with what its level adds.
func (l Limit) atLevel() Limit {
	lv := levels[l.Level]
	if lv.depth > 0 && (l.Depth <= 0 || lv.depth < l.Depth) {
		l.Depth = lv.depth
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
