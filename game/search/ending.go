package search

import (
	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
)

// prospect is what the databases say of a position on the path, with regard to draw counters.
type prospect uint8

const (
	unknown   prospect = iota
	likelyWon          // but a counter may run out before
	likelyLost
	slowlyWon // a counter that runs is faster, if nothing stops it
	slowlyLost
)

// probe returns between which scores a position is, by the databases.
func (e *Engine) probe(s *step, ply int) (low, high int) {
	low, high = -infinite, infinite
	s.prospect = unknown
	r, ok := e.known(&s.node)
	switch {
	case !ok || e.pressing && r.Outcome == endgame.Drawn:
		return low, high
	case r.Outcome == endgame.Drawn:
		return 0, 0
	}
	worn := e.path.worn(ply)
	plies := r.Plies
	if plies == 0 {
		plies = nearlyDrawn // more than nothing
	}
	switch {
	case !e.pressing && plies > e.variant.PliesRunning(s.counters):
		s.prospect, low = slowlyWon, 0
	case r.Plies > 0 && r.Plies <= s.left && !worn:
		low = won - ply - r.Plies
		high = low
	case r.Plies > 0:
		low = hopeful + 1500 - r.Plies
		high = low
	default:
		s.prospect, low = likelyWon, hopeful-1000
	}
	if r.Outcome == endgame.Lost {
		low, high = -high, -low
		switch s.prospect {
		case likelyWon:
			s.prospect = likelyLost
		case slowlyWon:
			s.prospect = slowlyLost
		}
	}
	return low, high
}

// known returns what the databases know of a position.
func (e *Engine) known(n *draughts.Node) (r endgame.Result, ok bool) {
	if e.pieces == 0 || n.Us.Len()+n.Them.Len() > e.pieces {
		return r, false
	}
	return e.endgames.Probe(n)
}

// isKnownDraw reports whether the databases know that a position is drawn.
func (e *Engine) isKnownDraw(n *draughts.Node) bool {
	r, ok := e.known(n)
	return ok && r.Outcome == endgame.Drawn
}

// follow appends to a line of moves from the root those that lead from its end to the end of the game,
// as far as the databases know them.
func (e *Engine) follow(line []draughts.NodeMove) []draughts.NodeMove {
	n := e.path.at(0).node
	for _, m := range line {
		n = e.generator.Play(&n, m)
	}
	for len(line) < maxPly {
		r, ok := e.known(&n)
		if !ok || r.Plies == 0 {
			break
		}
		e.moves = e.generator.AppendMoves(&n, e.moves[:0])
		found := false
		for _, m := range e.moves {
			next := e.generator.Play(&n, m)
			after, ok := e.known(&next)
			if found = ok && after.Outcome == -r.Outcome && after.Plies == r.Plies-1; found {
				line, n = append(line, m), next
				break
			}
		}
		if !found {
			break
		}
	}
	e.moves = e.moves[:0]
	return line
}
