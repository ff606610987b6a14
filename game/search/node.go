package search

import "doublecorner/game/draughts"

// tune holds what is being tried out.
type Tune struct{ LMR, LMRDeep, Prob, ProbDepth, ProbMargin, ProbMul, ETC, Ext, Threat, QHash, Low int }

var DefaultTune = Tune{LMR: 2, LMRDeep: 3, Prob: 1, ProbDepth: 3, ProbMargin: 8, ProbMul: 5, ETC: 3, Ext: 3, Threat: 1}

// search returns what the position at a ply is worth, searched to a depth: exactly, if that is
// between alpha and beta; else a bound. A verifying search is one that decides about pruning, and does
// not prune in that way itself.
func (e *Engine) search(ply, depth, alpha, beta int, verifying bool) int {
	e.nodes++
	e.lines[ply] = e.lines[ply][:0]
	if e.watch.stop(e.nodes) {
		return 0
	}
	s := e.path.at(ply)
	n := &s.node
	open := beta-alpha > 1

	first := len(e.moves)
	var ok bool
	e.moves, ok = e.generator.AppendMoves(n, e.moves)
	last := len(e.moves)
	result := 0
	captures := last > first && e.moves[first].IsCapture()
	switch {
	case !ok:
	case first == last:
		result = e.ended(n, ply)
	case s.left == 0 || e.path.repeats(ply) || e.rules.dead && e.variant.IsDead(n):
	case ply >= maxPly:
		result = e.evaluate(n)
	default:
		if depth <= 0 {
			result = e.quiet(s, ply, alpha, beta, first, captures)
		} else {
			s.threats = 0
			result = e.inner(s, ply, depth, alpha, beta, first, verifying, captures, open)
		}
	}
	e.moves = e.moves[:first]
	return result
}

// quiet searches captures only, and one ply more where the opponent threatens to capture.
func (e *Engine) quiet(s *step, ply, alpha, beta, first int, captures bool) int {
	n := &s.node
	s.threats = e.path.at(ply - 1).threats
	if captures && e.rules.obligatory {
		return e.try(s, ply, 0, alpha, beta, first, 0, false, true)
	}
	if e.Tune.Threat > s.threats && !captures && e.threatened(n) {
		s.threats++
		return e.try(s, ply, 0, alpha, beta, first, 0, false, false)
	}
	stand := e.evaluate(n)
	if stand >= beta || !captures {
		return stand
	}
	last := len(e.moves)
	for !e.moves[last-1].IsCapture() {
		last--
	}
	e.moves = e.moves[:last]
	return max(stand, e.try(s, ply, 0, max(alpha, stand), beta, first, 0, false, true))
}

func (e *Engine) inner(s *step, ply, depth, alpha, beta, first int, verifying, captures, open bool) int {
	// No result can be better than to win with the next move, or worse than to have lost already.
	alpha, beta = max(alpha, -won+ply), min(beta, won-ply-1)
	if alpha >= beta {
		return alpha
	}
	best := uint16(0)
	if found := e.table.find(s.key); found != nil {
		best = found.move
		if score := fromTable16(found.score, ply); !open && int(found.depth) >= depth && e.counts(score, ply, s.left) {
			if found.bound&atLeast != 0 && score >= beta || found.bound&atMost != 0 && score <= alpha {
				return score
			}
		}
	}
	if e.Tune.ETC > 0 && !open && depth >= e.Tune.ETC {
		for i := first; i < len(e.moves); i++ {
			e.path.play(e.generator, ply, e.moves[i])
			c := e.path.at(ply + 1)
			if found := e.table.find(c.key); found != nil && found.bound&atMost != 0 && int(found.depth) >= depth-1 {
				if score := -fromTable16(found.score, ply+1); score >= beta && e.counts(score, ply+1, c.left) && c.left > 0 && !e.path.repeats(ply+1) {
					return score
				}
			}
		}
	}
	if e.Tune.Prob > 0 && !open && !verifying && !captures && depth >= e.Tune.ProbDepth && beta > -good && beta < good {
		margin := e.Tune.ProbMargin + e.Tune.ProbMul*depth
		shallow := depth * 2 / 5
		score := e.search(ply, shallow, beta+margin-1, beta+margin, true)
		if e.watch.stopped {
			return 0
		}
		if score >= beta+margin {
			return beta
		}
		if e.Tune.Low > 0 {
			score := e.search(ply, shallow, alpha-margin, alpha-margin+1, true)
			if e.watch.stopped {
				return 0
			}
			if score <= alpha-margin {
				return alpha
			}
		}
	}
	original := alpha
	result := e.try(s, ply, depth, alpha, beta, first, best, verifying, captures)
	if e.watch.stopped {
		return 0
	}
	found := entry{key: s.key, score: toTable16(result, ply), depth: int8(min(depth, 127)), bound: exact}
	if result <= original {
		found.bound = atMost
	} else {
		found.move = e.bestSign[ply]
		if result >= beta {
			found.bound = atLeast
		}
	}
	e.table.put(found)
	return result
}

// try searches the moves from index first on.
func (e *Engine) try(s *step, ply, depth, alpha, beta, first int, best uint16, verifying, captures bool) int {
	n := &s.node
	open := beta-alpha > 1
	last := len(e.moves)
	e.order.rate(e.moves, first, n, best, ply)
	next := depth - 1
	if e.Tune.Ext > 0 && last-first == 1 && depth > 0 && (e.Tune.Ext == 1 || e.Tune.Ext == 2 && (captures || open) || e.Tune.Ext == 3 && open || e.Tune.Ext == 4 && open && captures) {
		next++
	}
	result := -infinite
	for i := first; i < last; i++ {
		e.order.next(e.moves, i)
		m := e.moves[i]
		e.path.play(e.generator, ply, m)
		score := 0
		reduce := 0
		if e.Tune.LMR > 0 && depth >= 2 && !captures && !m.Crowns {
			if k := i - first; k >= e.Tune.LMR || k > 0 && !open && k >= e.Tune.LMR-1 {
				reduce = 1
				if e.Tune.LMRDeep > 0 && !open && k >= 2*e.Tune.LMR && depth >= 4 {
					reduce = 1 + depth/4
				}
				if e.Tune.LMRDeep == 2 && !open {
					reduce = 1 + depth/8 + min(2, k/6)
				}
				if e.Tune.LMRDeep == 3 && !open {
					reduce = 1 + depth/5 + min(2, k/4)
				}
				if e.Tune.LMRDeep == 4 && !open {
					reduce = 1 + depth/3
				}
			}
		}
		if i == first {
			score = -e.search(ply+1, next, -beta, -alpha, verifying)
		} else {
			score = -e.search(ply+1, next-reduce, -alpha-1, -alpha, verifying)
			if reduce > 0 && score > alpha && !e.watch.stopped {
				score = -e.search(ply+1, next, -alpha-1, -alpha, verifying)
			}
			if score > alpha && score < beta && !e.watch.stopped {
				score = -e.search(ply+1, next, -beta, -alpha, verifying)
			}
		}
		if e.watch.stopped {
			return 0
		}
		if score <= result {
			continue
		}
		result = score
		if score <= alpha {
			continue
		}
		alpha = score
		e.bestSign[ply] = signature(m)
		if open {
			e.lines[ply] = append(append(e.lines[ply][:0], m), e.lines[ply+1]...)
		}
		if score >= beta {
			if depth > 0 {
				e.order.cut(n, e.moves[first:i], m, ply, depth)
			}
			break
		}
	}
	return result
}

// ended returns the score of a position without moves.
func (e *Engine) ended(n *draughts.Node, ply int) int {
	winning := e.rules.object == draughts.Misere
	if e.rules.object == draughts.Breakthrough && n.Kings != (draughts.Bits{}) {
		winning = and(n.Them, n.Kings) == draughts.Bits{} // the king that ended the game is the last mover's, if it has one
	}
	if winning {
		return won - ply
	}
	return -won + ply
}

// evaluate returns what a position is worth by its looks.
func (e *Engine) evaluate(n *draughts.Node) int {
	return max(-good+1, min(good-1, e.evaluator.Value(n)))
}

// threatened tells whether the other side could capture if it were to move.
func (e *Engine) threatened(n *draughts.Node) bool {
	other := draughts.Node{Us: n.Them, Them: n.Us, Kings: n.Kings, Turn: n.Turn.Opponent()}
	return e.generator.CanCapture(&other)
}

// counts tells whether a score that was found on another path holds on this one, where a counter runs
// out in so many plies.
func (e *Engine) counts(score, ply, left int) bool {
	size := max(score, -score)
	return size < leastWon || won-size-ply <= left
}

// Scores in the table are as seen from their position, not from the root.
func toTable16(score, ply int) int16 {
	switch {
	case score >= leastWon:
		score += ply
	case score <= -leastWon:
		score -= ply
	}
	return int16(score)
}

func fromTable16(score int16, ply int) int {
	switch s := int(score); {
	case s >= leastWon:
		return s - ply
	case s <= -leastWon:
		return s + ply
	default:
		return s
	}
}
