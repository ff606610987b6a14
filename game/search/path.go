package search

import "doublecorner/game/draughts"

// path is the positions from before the root to the one at hand.
type path struct {
	variant *draughts.Variant
	rules   searchRules
	steps   []step
	root    int // the index of the root
	old     int // the index of the last position before the search that is drawn when it comes back, or -1
}

// step is a position on the path.
type step struct {
	node     draughts.Node
	key      uint64
	counters []draughts.Counting
	left     int // plies until a counter can run out
	undoable int // how many moves before it can be undone: only so far back can it have stood
	prospect prospect
	threats  int // how many of the last moves were searched only because of a threat
}

// longestPast is how many positions before the root can count for repetition.
const longestPast = 200

func (p *path) init(v *draughts.Variant) {
	p.variant = v
	p.steps = make([]step, longestPast+maxPly+2)
	n := len(v.Rules().Draws.Counters)
	counters := make([]draughts.Counting, n*len(p.steps))
	for i := range p.steps {
		p.steps[i].counters = counters[i*n : (i+1)*n]
	}
}

// at returns the position some plies behind the root.
func (p *path) at(ply int) *step { return &p.steps[p.root+ply] }

// begin puts the end of a game on the path: its position as the root, and before it those to which it
// can return.
func (p *path) begin(h *draughts.History, r searchRules) {
	p.rules = r
	first := max(0, h.Len()-longestPast)
	moves := h.Moves()
	undoable := 0
	for i := first; i <= h.Len(); i++ {
		s := &p.steps[i-first]
		s.node, s.threats = h.At(i).Node(), 0
		if i > first {
			m := p.variant.NodeMove(moves[i-1])
			if p.canUndo(&p.steps[i-1-first].node, m) {
				undoable++
			} else {
				undoable = 0
			}
		}
		s.undoable = undoable
	}
	p.root = h.Len() - first
	p.old = -1
	for i := p.root; i >= p.root-undoable && p.old < 0; i-- {
		if p.stood(i, i-2)+1 >= r.repetition-1 && r.repetition > 0 {
			p.old = i
		}
	}
	s := p.at(0)
	copy(s.counters, h.Counters())
	s.left = p.variant.PliesLeft(s.counters)
	s.key = keyOf(&s.node, s.left)
}

// play puts the position after a move behind that of a ply.
func (p *path) play(g draughts.Generator, ply int, m draughts.NodeMove) {
	from, to := p.at(ply), p.at(ply+1)
	to.node = g.Play(&from.node, m)
	p.variant.Count(to.counters, from.counters, &from.node, m, &to.node)
	to.left = p.variant.PliesLeft(to.counters)
	to.key = keyOf(&to.node, to.left)
	to.undoable, to.threats = 0, 0
	if p.canUndo(&from.node, m) {
		to.undoable = from.undoable + 1
	}
}

// canUndo reports whether a position can come back after a move.
func (p *path) canUndo(n *draughts.Node, m draughts.NodeMove) bool {
	if m.IsCapture() || m.Crowns {
		return false
	}
	return p.rules.menReturn || n.Kings.Has(m.From)
}

// repeats reports whether the position at a ply is drawn by repetition. Within the search once is
// enough: what can be done once can be done again.
func (p *path) repeats(ply int) bool {
	at := p.root + ply
	s := &p.steps[at]
	for i := at - 4; i >= max(p.root, at-s.undoable); i -= 2 {
		if p.steps[i].key == s.key || p.steps[i].node.Repeats(&s.node) {
			return true
		}
	}
	return p.old >= at-s.undoable && p.repeatsExactly(ply)
}

// repeatsExactly reports whether the position at a ply is drawn by repetition to the letter of the rules.
func (p *path) repeatsExactly(ply int) bool {
	at := p.root + ply
	return p.rules.repetition > 0 && p.stood(at, at-4)+1 >= p.rules.repetition
}

// stood returns how often the position at an index has stood on the board from another index back.
func (p *path) stood(at, from int) (times int) {
	s := &p.steps[at]
	for i := from; i >= at-s.undoable; i -= 2 {
		if s.node.Repeats(&p.steps[i].node) {
			times++
		}
	}
	return times
}

// worn reports whether positions can come back from a ply that are drawn then because they have stood
// on the board before the search.
func (p *path) worn(ply int) bool {
	at := p.root + ply
	return p.old >= at-p.steps[at].undoable
}

// holds reports whether what the table knows of a position is true on this path, where counters are
// different.
func (e *Engine) holds(known *entry, s *step, ply int) bool {
	size := int(max(known.score, -known.score))
	return size < leastWon || won-size <= s.left && !e.path.worn(ply)
}
