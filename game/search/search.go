// Package search is the computer opponent: it thinks about positions of any rule set.
//
// An Engine searches with a window around the value it expects (principal variation search in ever
// greater depth), and remembers positions in a hash table. What the rules say about draws counts in
// the search as it does in a game: repetition, also with positions before the search began, counters,
// and dead balances. Draws that a player would have to claim count as draws.
package search

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
	"doublecorner/game/search/evaluation"
)

// Options are what an Engine is made of. The zero value is fine.
type Options struct {
	Hash      int                   // megabytes of hash table; 0: DefaultHash
	Evaluator *evaluation.Evaluator // nil: that of the rule set
	Endgames  *endgame.Set          // nil: none
}

// DefaultHash is how many megabytes of hash table an Engine has by default.
const DefaultHash = 16

// Limit says when to stop thinking. At least one of Time, Nodes, Depth and Level is set.
type Limit struct {
	Time  time.Duration
	Nodes uint64
	Depth int    // in plies
	Level int    // 1 to Levels, for people
	Seed  uint64 // chooses between moves of nearly equal value, at levels
	Lines int    // how many moves to value; 0 is 1
	Judge bool   // only the value is wanted, so a known draw is not searched for a move that may win
	// Yield is called all the time, if it is not nil, and may wait: thinking goes on afterwards. It returns
	// how long it waited, which Time does not include.
	Yield    func() time.Duration
	Progress func(Thought) // is called when a depth is done, but not again within 100 ms
}

// Thought is what an Engine thinks of a position.
type Thought struct {
	Lines []Line // best first; if the position has no moves, one without moves
	Depth int    // in plies
	Nodes uint64
	Time  time.Duration
	Late  bool // the time was up before anything else
}

// Line is a move with what is expected to follow, and what the position is worth to the side to move
// if it makes that move.
type Line struct {
	Moves []draughts.Move
	Value Value
}

// Beginning returns the first n moves of a line, and the captures that follow: no exchange is cut short.
func Beginning(line []draughts.Move, n int) []draughts.Move {
	for n < len(line) && line[n].IsCapture() {
		n++
	}
	return line[:min(n, len(line))]
}

// Engine thinks about positions of one rule set. It keeps what it has found out for the next time. It
// is not safe for use by several goroutines at once.
type Engine struct {
	variant   *draughts.Variant
	evaluator *evaluation.Evaluator
	generator draughts.Generator
	endgames  *endgame.Set
	pieces    int // up to how many pieces the databases are known
	table     table
	clean     bool // table and order are empty
	rules     searchRules

	path  path
	moves []draughts.NodeMove // of the nodes from the root to the one at hand, one node after another
	order orderer
	lines [maxPly + 1][]draughts.NodeMove // by ply, the best moves from there
	signs [maxPly + 1]uint16              // by ply, the signature of the best move
	roots []root

	// pressing tells that a move is looked for in a position that is known to be drawn. Then no other draw of the databases
	// counts, so that the moves which keep the draw are told apart by how the game looks.
	pressing bool

	passed draughts.Node // the position at hand if the other side were to move

	nodes uint64
	watch watch
}

// searchRules are the parts of a rule set that the search asks for.
type searchRules struct {
	object     draughts.Object
	obligatory bool // captures are
	menReturn  bool // a man can come back to a square
	repetition int
	dead       bool // there are balances that are drawn at once
}

// New returns an Engine for a rule set.
func New(v *draughts.Variant, o Options) *Engine {
	r := v.Rules()
	backward := draughts.DiagonalBackward | draughts.StraightBackward | draughts.Sideways
	e := &Engine{
		variant: v, evaluator: o.Evaluator, endgames: o.Endgames, generator: v.Generator(),
		rules: searchRules{
			object: r.Object, obligatory: r.Capture.Obligatory,
			menReturn:  r.Man.Moves&backward != 0,
			repetition: r.Draws.Repetition, dead: len(r.Draws.Dead) > 0,
		},
		moves: make([]draughts.NodeMove, 0, 4096), clean: true,
	}
	if e.evaluator == nil {
		e.evaluator = evaluation.For(v)
	}
	if o.Hash == 0 {
		o.Hash = DefaultHash
	}
	e.table.init(o.Hash)
	e.path.init(v)
	for ply := range e.lines {
		e.lines[ply] = make([]draughts.NodeMove, 0, maxPly+1-ply)
	}
	return e
}

// Forget empties the hash table: what follows does not depend on what the Engine thought before.
func (e *Engine) Forget() {
	if e.clean {
		return
	}
	e.table.clear()
	e.order = orderer{}
	e.clean = true
}

// root is a move at the root.
type root struct {
	move   draughts.NodeMove
	score  int                 // at the depth at hand; an upper bound for the moves behind those wanted
	before int                 // the score when the last depth was done
	line   []draughts.NodeMove // with the move
	probed bool                // draws is known
	draws  bool                // it leads to a draw at once
}

// Thinker thinks about the position of a game within a limit, as Engine.Think does.
type Thinker func(context.Context, *draughts.History, Limit) (Thought, error)

// errNoLimit says that nothing would ever stop the search.
var errNoLimit = errors.New("thinking needs a limit: time, nodes, depth or a level")

// Think thinks about the position of a game until the limit is reached or the context is done; then
// it returns what it has found. The error says that there is no limit, or that the game is of another
// rule set.
func (e *Engine) Think(ctx context.Context, h *draughts.History, l Limit) (Thought, error) {
	started := time.Now()
	switch {
	case !e.Plays(h.Position().Variant()):
		return Thought{}, errors.New("the game is of another rule set than the engine")
	case l.Level < 0 || l.Level > Levels:
		return Thought{}, errors.New("there is no such level")
	case l.Time <= 0 && l.Nodes == 0 && l.Depth <= 0 && l.Level == 0:
		return Thought{}, errNoLimit
	}
	level := levelOf(l.Level, e.variant.Rules().Board)
	l = level.within(l)
	if over, value := e.begin(h, l.Judge); over {
		return Thought{Lines: []Line{{Value: value}}, Time: time.Since(started)}, nil
	}
	if l.Level > 0 {
		e.Forget() // a level sees less far than a table remembers
		if len(e.roots) == 1 {
			l.Depth = 1 // a person need not wait for the only move
		}
	}
	e.clean = false
	e.nodes = 0
	e.watch.start(ctx, started, l)
	e.table.age++
	thought := e.deepen(l, e.linesFor(l, level), started)
	if level.margin > 0 {
		if thought.Depth > 0 {
			choose(thought.Lines, level.margin, rand.New(rand.NewPCG(l.Seed, e.path.at(0).key)))
		}
		thought.Lines = thought.Lines[:max(1, min(l.Lines, len(thought.Lines)))]
	}
	thought.Nodes, thought.Time, thought.Late = e.nodes, time.Since(started), e.watch.late
	return thought, nil
}

// Plays reports whether the Engine can play the games of a rule set: of its own, or of one with equal rules under
// any name.
func (e *Engine) Plays(v *draughts.Variant) bool {
	return v == e.variant || reflect.DeepEqual(nameless(v.Rules()), nameless(e.variant.Rules()))
}

// nameless returns the rules without names and remarks.
func nameless(r draughts.Rules) draughts.Rules {
	r.Key, r.Name, r.GameType = "", "", 0
	return r.WithoutRemarks()
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
	var ok bool
	e.moves, ok = e.generator.AppendMoves(n, e.moves[:0])
	switch {
	case !ok:
		return true, Value{Proven: true}
	case len(e.moves) == 0:
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

// deepen searches in ever greater depth. Moves that are worth less than the best by more than a margin
// matter only if that many lines are wanted.
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
	moves, listed := e.generator.AppendMoves(&after.node, e.moves)
	e.moves = moves[:0]
	if !listed || len(moves) == 0 {
		r.draws = !listed
		return r.draws
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
