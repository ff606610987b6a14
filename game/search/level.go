package search

import "time"

// Levels is the number of levels for people.
const Levels = 8

// level is how a level thinks.
type level struct {
	depth int
	time  time.Duration
}

var levels = [Levels + 1]level{
	1: {depth: 1},
	2: {depth: 2},
	3: {depth: 3},
	4: {depth: 4},
	5: {depth: 6},
	6: {depth: 8},
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
