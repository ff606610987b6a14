package search

import "doublecorner/game/draughts"

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
	defer func() { e.moves = e.moves[:first] }()
	var ok bool
	e.moves, ok = e.generator.AppendMoves(n, e.moves)
	last := len(e.moves)
	switch {
	case !ok:
		return 0
	case first == last:
		return e.ended(n, ply)
	}
	captures := e.moves[first].IsCapture()
	if s.left == 0 || e.path.repeats(ply) || e.rules.dead && !captures && e.variant.IsDead(n) {
		return 0
	}
	if ply >= maxPly {
		return e.evaluate(n)
	}
	// No result can be better than to win with the next move, or worse than to have lost already.
	alpha, beta = max(alpha, -won+ply), min(beta, won-ply-1)
	if alpha >= beta {
		return alpha
	}

	best := uint16(0)
	if depth > 0 {
		if found := e.table.find(s.key); found != nil {
			best = found.move
			if score := fromTable16(found.score, ply); !open && int(found.depth) >= depth && e.counts(score, ply, s.left) {
				if found.bound&atLeast != 0 && score >= beta || found.bound&atMost != 0 && score <= alpha {
					return score
				}
			}
		}
	}
	result, original := -infinite, alpha
	if depth <= 0 && !(captures && e.rules.obligatory) {
		if before := e.path.at(ply - 1).threats; before == 0 && !captures && e.threatened(n) {
			s.threats = 1
		} else {
			result = e.evaluate(n)
			if result >= beta || !captures {
				return result
			}
			alpha = max(alpha, result)
			for last > first && !e.moves[last-1].IsCapture() {
				last--
			}
			e.moves = e.moves[:last]
		}
	}
	if depth <= 0 && s.threats == 0 {
		s.threats = e.path.at(ply - 1).threats
	}
	e.order.rate(e.moves, first, n, best, ply)
	next := depth - 1
	if last-first == 1 && depth > 0 {
		next++
	}
	var bestMove draughts.NodeMove
	for i := first; i < last; i++ {
		e.order.next(e.moves[:last], i)
		m := e.moves[i]
		e.path.play(e.generator, ply, m)
		score := 0
		if i == first || !open {
			score = -e.search(ply+1, next, -beta, -alpha, verifying)
		} else {
			score = -e.search(ply+1, next, -alpha-1, -alpha, verifying)
			if score > alpha && score < beta {
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
		bestMove, alpha = m, score
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
	if depth > 0 {
		found := entry{key: s.key, score: toTable16(result, ply), depth: int8(min(depth, 127)), bound: exact}
		if result <= original {
			found.bound = atMost
		} else {
			found.move = signature(bestMove)
			if result >= beta {
				found.bound = atLeast
			}
		}
		e.table.put(found)
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
