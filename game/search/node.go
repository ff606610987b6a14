package search

import "doublecorner/game/draughts"

const (
	// cutoffDepth is the depth from which all moves are looked up in the table before one is searched.
	cutoffDepth = 6
	// pruningDepth is the depth from which a position is pruned if its looks and a shallow search agree that one
	// side will avoid it.
	pruningDepth = 3
	// unknownDepth is the depth from which a position is searched a ply less deep if the table knows no move of it.
	unknownDepth = 4
)

// pruningMargins returns by how much more than enough, and by how much too little, a position must be worth to
// be pruned, in hundredths of a man.
func pruningMargins(depth int) (above, below int) { return 10 + 5*depth, 20 + 5*depth }

// reduction returns by how many plies less deep a quiet move that comes late is searched.
func reduction(depth, late int, open bool) int {
	switch {
	case depth < 2 || late < 1 || open && late < 2:
		return 0
	case open || late < 4:
		return 1
	}
	return 1 + depth/5 + min(2, late/4)
}

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
	first := len(e.moves)
	// Where no depth is left, quiet moves are listed only if they turn out to be searched.
	capturesOnly := depth <= 0 && e.rules.obligatory
	if capturesOnly {
		e.moves = e.generator.AppendCaptures(&s.node, e.moves)
	} else {
		e.moves = e.generator.AppendMoves(&s.node, e.moves)
	}
	e.watch.count(e.generator.Landings())
	score := 0
	switch {
	case first == len(e.moves) && !(capturesOnly && e.generator.HasQuietMove(&s.node)):
		score = e.ended(&s.node, ply)
	case e.isDrawn(s, ply):
	case ply >= maxPly:
		score = e.evaluate(s)
	default:
		low, high := e.probe(s, ply)
		switch {
		case low >= beta:
			score = low
		case high <= alpha || low == high:
			score = high
		case depth <= 0:
			score = e.quiet(s, ply, alpha, beta, first)
		default:
			score = e.inner(s, ply, depth, alpha, beta, first, verifying)
		}
	}
	e.moves = e.moves[:first]
	return score
}

// isDrawn reports whether the rules end the game as a draw in a position that has moves.
func (e *Engine) isDrawn(s *step, ply int) bool {
	return s.left == 0 || s.undoable >= 4 && e.path.repeats(ply) || e.rules.dead && e.variant.IsDead(&s.node)
}

// quiet searches captures only, and one ply more where the opponent threatens to capture. The moves
// of the position begin at first; where captures are obligatory, the quiet ones are not listed yet.
func (e *Engine) quiet(s *step, ply, alpha, beta, first int) int {
	s.threats = e.path.at(ply - 1).threats
	captures := len(e.moves) > first && e.moves[first].IsCapture()
	if captures && e.rules.obligatory {
		return e.best(s, ply, 0, alpha, beta, first, 0, false)
	}
	if s.threats == 0 && !captures && e.threatened(&s.node) {
		s.threats++
		if e.rules.obligatory {
			e.moves = e.generator.AppendMoves(&s.node, e.moves)
		}
		return e.best(s, ply, 0, alpha, beta, first, 0, false)
	}
	stand := e.evaluate(s)
	if stand >= beta || !captures {
		return stand
	}
	for !e.moves[len(e.moves)-1].IsCapture() {
		e.moves = e.moves[:len(e.moves)-1]
	}
	return max(stand, e.best(s, ply, 0, max(alpha, stand), beta, first, 0, false))
}

// inner searches a position to a depth greater than 0, unless the table or a shallow search make that
// needless.
func (e *Engine) inner(s *step, ply, depth, alpha, beta, first int, verifying bool) int {
	s.threats = 0
	// No result can be better than to win with the next move, or worse than to have lost already.
	alpha, beta = max(alpha, -won+ply), min(beta, won-ply-1)
	if alpha >= beta {
		return alpha
	}
	open := beta-alpha > 1
	known := e.table.find(s.key)
	move := uint16(0)
	if known != nil {
		move = known.move
		if !open && int(known.depth) >= depth && e.holds(known, s, ply) {
			score := known.scoreAt(ply)
			if known.bound&atLeast != 0 && score >= beta || known.bound&atMost != 0 && score <= alpha {
				return score
			}
		}
	}
	if !open && depth >= cutoffDepth {
		if score, ok := e.cutoff(ply, depth, beta, first); ok {
			return score
		}
	}
	if !open && !verifying && depth >= pruningDepth && beta > -good && beta < good && !e.moves[first].IsCapture() {
		if score, ok := e.prune(s, ply, depth, beta); ok || e.watch.stopped {
			return score
		}
	}
	if move == 0 && depth >= unknownDepth {
		depth--
	}
	score := e.best(s, ply, depth, alpha, beta, first, move, verifying)
	if e.watch.stopped {
		return 0
	}
	found := entry{key: s.key, depth: int8(min(depth, maxPly)), bound: exact}
	found.setScore(score, ply)
	switch {
	case score <= alpha:
		found.bound = atMost
	case score >= beta:
		found.bound = atLeast
	}
	if score > alpha {
		found.move = e.signs[ply]
	}
	e.table.put(found)
	return score
}

// prune reports whether the looks of a position and a shallow search agree that it is worth much more than beta, or
// much less, and returns a score on that side of beta.
func (e *Engine) prune(s *step, ply, depth, beta int) (score int, ok bool) {
	above, below := pruningMargins(depth)
	looks, shallow := e.evaluate(s), depth*2/5
	if enough := beta + above; looks >= enough {
		return beta, e.search(ply, shallow, enough-1, enough, true) >= enough
	}
	if little := beta - 1 - below; looks <= little {
		return beta - 1, e.search(ply, shallow, little, little+1, true) <= little
	}
	return 0, false
}

// cutoff looks for a move with which the position is worth at least beta by the table.
func (e *Engine) cutoff(ply, depth, beta, first int) (score int, ok bool) {
	for _, m := range e.moves[first:] {
		e.path.play(e.generator, ply, m)
		after := e.path.at(ply + 1)
		known := e.table.find(after.key)
		if known == nil || known.bound&atMost == 0 || int(known.depth) < depth-1 || !e.holds(known, after, ply+1) {
			continue
		}
		if score := -known.scoreAt(ply + 1); score >= beta && !e.isDrawn(after, ply+1) {
			return score, true
		}
	}
	return 0, false
}

// best searches the moves from index first on, and returns the score of the best.
func (e *Engine) best(s *step, ply, depth, alpha, beta, first int, move uint16, verifying bool) int {
	last := len(e.moves)
	open := beta-alpha > 1
	e.order.rate(e.moves, first, &s.node, move, ply)
	next := depth - 1
	if last-first == 1 && depth > 0 && e.moves[first].IsCapture() {
		next++ // a capture without choice costs no depth
	}
	best := -infinite
	for i := first; i < last; i++ {
		e.order.next(e.moves, i)
		m := e.moves[i]
		e.path.play(e.generator, ply, m)
		score := 0
		if i == first {
			score = -e.search(ply+1, next, -beta, -alpha, verifying)
		} else {
			less := 0
			if !m.IsCapture() && !m.Crowns {
				less = reduction(depth, i-first, open)
			}
			score = -e.search(ply+1, next-less, -alpha-1, -alpha, verifying)
			if less > 0 && score > alpha && !e.watch.stopped {
				score = -e.search(ply+1, next, -alpha-1, -alpha, verifying)
			}
			if score > alpha && score < beta && !e.watch.stopped {
				score = -e.search(ply+1, next, -beta, -alpha, verifying)
			}
		}
		if e.watch.stopped {
			return 0
		}
		best = max(best, score)
		if score <= alpha {
			continue
		}
		alpha = score
		e.signs[ply] = signature(m)
		if open {
			e.lines[ply] = append(append(e.lines[ply][:0], m), e.lines[ply+1]...)
		}
		if score >= beta {
			if depth > 0 {
				e.order.remember(&s.node, e.moves[first:i], m, ply, depth)
			}
			break
		}
	}
	return best
}

// ended returns the score of a position without moves.
func (e *Engine) ended(n *draughts.Node, ply int) int {
	wins := e.rules.object == draughts.Misere
	if e.rules.object == draughts.Breakthrough && !n.Kings.Empty() {
		wins = n.Them.And(n.Kings).Empty() // the king that ended the game is the last mover's, if it has one
	}
	if wins {
		return won - ply
	}
	return -won + ply
}

// evaluate returns what a position is worth by its looks.
func (e *Engine) evaluate(s *step) int {
	score := max(-good+1, min(good-1, e.evaluator.Value(&s.node)))
	switch s.prospect {
	case likelyWon:
		return hopeful + score/8
	case likelyLost:
		return -hopeful + score/8
	case slowlyWon:
		return max(1, score/4)
	case slowlyLost:
		return min(-1, score/4)
	}
	return score
}

// threatened reports whether the other side could capture if it were to move.
func (e *Engine) threatened(n *draughts.Node) bool {
	e.passed = draughts.Node{Us: n.Them, Them: n.Us, Kings: n.Kings, Turn: n.Turn.Opponent()}
	return e.generator.CanCapture(&e.passed)
}
