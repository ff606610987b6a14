package search

import (
	"slices"
	"time"

	"doublecorner/game/draughts"
)

// root is a move at the root.
type root struct {
	move   draughts.NodeMove
	score  int                 // at the depth at hand; an upper bound for the moves behind those wanted
	before int                 // the score when the last depth was done
	line   []draughts.NodeMove // with the move
	probed bool                // draws is known
	draws  bool                // it leads to a draw at once
}

// begin sets up the root. If the position has no moves, it returns what it is worth.
func (e *Engine) begin(h *draughts.History, judge bool) (over bool, value Value) {
	e.path.begin(h, e.rules)
	e.order.age()
	e.roots = e.roots[:0]
	if e.endgames != nil {
		e.pieces = e.endgames.Pieces()
	}
	n := &e.path.at(0).node
	e.pressing = !judge && e.isKnownDraw(n)
	e.moves = e.generator.AppendMoves(n, e.moves[:0])
	if len(e.moves) == 0 {
		return true, valueOf(e.ended(n, 0))
	}
	for _, m := range e.moves {
		e.roots = append(e.roots, root{move: m, score: -infinite, before: -infinite})
	}
	e.moves = e.moves[:0]
	return false, Value{}
}

// wanted says which moves at the root are to be valued.
type wanted struct {
	lines  int // that are shown
	margin int // a level chooses from moves that are worth at most so much less than the best; 0: it does not choose
	valued int // how many lines are searched: more, if a level chooses
}

// linesFor returns what is wanted at a level.
func (e *Engine) linesFor(l Limit, lv level) wanted {
	lines := max(1, min(l.Lines, len(e.roots)))
	if lv.margin > 0 {
		return wanted{lines, lv.margin, min(max(lines, mostChoices), len(e.roots))}
	}
	return wanted{lines, 0, lines}
}

// deepen searches in ever greater depth. Behind the lines that are shown, only those matter from which a level
// chooses: within its margin of the best.
func (e *Engine) deepen(l Limit, w wanted, started time.Time) Thought {
	thought := Thought{Lines: []Line{{}}}
	shown := started
	for depth := 1; depth <= l.Depth; depth++ {
		line := 0 // how many are done
		for ; line < w.valued; line++ {
			floor := -infinite
			if line >= w.lines { // only a level wants it, if it is near enough
				floor = e.roots[0].score - w.margin - 1
			}
			e.aspire(depth, line, floor)
			if e.watch.stopped {
				return e.interrupted(w, line, thought)
			}
			if e.roots[line].score <= floor {
				for i := line; i < w.valued; i++ {
					e.roots[i].score = min(e.roots[i].score, floor)
				}
				break
			}
		}
		sortRoots(e.roots[:w.valued])
		for i := range e.roots {
			e.roots[i].before = e.roots[i].score
		}
		thought = e.thought(w, depth)
		thought.Nodes, thought.Time = e.nodes, time.Since(started)
		if l.Progress != nil && time.Since(shown) >= progressEvery {
			shown = time.Now()
			l.Progress(thought)
		}
		if e.settled(w.valued, depth) {
			break
		}
	}
	return thought
}

// interrupted returns what is thought when a depth is not done, but some lines are, given what was thought
// before. The move that is best so far comes first; of those behind it only upper bounds are known, and it is one
// of them. If the first move turned out to lose, it gives way to one that is not known to lose, or else to the one
// that loses latest. A level that chooses does so from the last depth that is done: an upper bound says of no move
// that it is nearly as good.
func (e *Engine) interrupted(w wanted, done int, before Thought) Thought {
	if before.Depth > 0 {
		if w.margin > 0 {
			return before
		}
		for i := max(1, done); i < len(e.roots); i++ {
			e.roots[i].score = min(e.roots[i].score, e.roots[i].before)
		}
	}
	anotherIsBetter := false
	if e.roots[0].loses() {
		if first := slices.IndexFunc(e.roots, func(r root) bool { return !r.loses() }); first > 0 {
			e.roots[0], e.roots[first] = e.roots[first], e.roots[0]
			anotherIsBetter = true
		} else {
			sortRoots(e.roots) // the one that loses latest
		}
	}
	if best := e.roots[0].score; !anotherIsBetter {
		for i := range e.roots {
			e.roots[i].score = min(e.roots[i].score, best)
		}
	}
	sortRoots(e.roots[1:w.valued])
	t := e.thought(w, before.Depth)
	if anotherIsBetter {
		if t.Lines[0].Value = before.Lines[0].Value; t.Lines[0].Value.Proven {
			t.Lines[0].Value = Value{}
		}
	}
	return t
}

// loses reports whether it is known that a move loses.
func (r root) loses() bool { return r.score <= -leastWon && r.score > -infinite }

// progressEvery is the shortest time between two calls of Progress.
const progressEvery = 100 * time.Millisecond

// settled reports whether a deeper search can find nothing better than the first lines.
func (e *Engine) settled(lines, depth int) bool {
	if low, high := e.probe(e.path.at(0), 0); low == high && e.roots[0].score == low && lines == 1 {
		return true
	}
	for _, r := range e.roots[:lines] {
		if distance := won - max(r.score, -r.score); distance > depth {
			return false
		}
	}
	return true
}

// thought returns the lines that are wanted, and those that a level can choose from besides.
func (e *Engine) thought(w wanted, depth int) Thought {
	lines := w.lines
	for depth > 0 && lines < w.valued && e.roots[lines].score >= e.roots[0].score-w.margin {
		lines++
	}
	t := Thought{Depth: depth}
	for i := range e.roots[:lines] {
		r := &e.roots[i]
		line := Line{Value: valueOf(r.score)}
		if (r.score == 0 || e.pressing) && e.draws(r) {
			line.Value = Value{Proven: true}
		}
		moves := r.line
		if len(moves) == 0 {
			moves = []draughts.NodeMove{r.move}
		}
		if line.Value.Plies > 0 {
			moves = e.follow(moves)
		}
		for _, m := range moves {
			line.Moves = append(line.Moves, e.variant.OfNodeMove(m))
		}
		t.Lines = append(t.Lines, line)
	}
	return t
}

// draws reports whether a move at the root leads to a draw by the rules or the databases.
func (e *Engine) draws(r *root) bool {
	if r.probed {
		return r.draws
	}
	r.probed = true
	e.path.play(e.generator, 0, r.move)
	after := e.path.at(1)
	moves := e.generator.AppendMoves(&after.node, e.moves)
	e.moves = moves[:0]
	if len(moves) == 0 {
		return false
	}
	r.draws = e.isKnownDraw(&after.node) || after.left == 0 || e.path.repeatsExactly(1) || e.variant.IsDead(&after.node)
	return r.draws
}

// aspire searches the root moves that come after some lines, with a window around the score of the
// depth before. Of moves worth no more than floor it finds out only that.
func (e *Engine) aspire(depth, lines, floor int) {
	expected := e.roots[lines].score
	low, high := floor, infinite
	width := 15
	if depth > 3 && expected > -good && expected < good {
		low, high = max(floor, expected-width), max(floor, expected)+width
	}
	for {
		score := e.searchRoot(depth, lines, low, high)
		switch {
		case e.watch.stopped:
			return
		case score <= low && low > floor:
			low = max(floor, low-width)
		case score >= high:
			high = min(infinite, high+width)
		default:
			return
		}
		if width *= 3; width > 400 {
			low, high = floor, infinite
		}
	}
}

// searchRoot searches the root moves that come after some lines, puts the best first among them and
// returns its score.
func (e *Engine) searchRoot(depth, lines, alpha, beta int) int {
	best := -infinite
	roots := e.roots[lines:]
	for i := range roots {
		m := roots[i].move
		e.path.play(e.generator, 0, m)
		score := 0
		if i == 0 {
			score = -e.search(1, depth-1, -beta, -alpha, false)
		} else {
			score = -e.search(1, depth-1, -alpha-1, -alpha, false)
			if score > alpha && score < beta && !e.watch.stopped {
				score = -e.search(1, depth-1, -beta, -alpha, false)
			}
		}
		if e.watch.stopped {
			return best
		}
		best = max(best, score)
		if i > 0 && score <= alpha {
			roots[i].score = score // at most
			continue
		}
		found := roots[i]
		found.score = score
		if score > alpha || len(found.line) == 0 {
			found.line = append(append(found.line[:0:0], m), e.lines[1]...)
		}
		copy(roots[1:i+1], roots[:i])
		roots[0] = found
		alpha = max(alpha, score)
		if score >= beta {
			break
		}
	}
	return best
}

// sortRoots puts moves in the order of their scores.
func sortRoots(roots []root) {
	slices.SortStableFunc(roots, func(a, b root) int { return b.score - a.score })
}
