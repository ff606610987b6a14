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

// IsEmpty reports whether nothing of a limit is set that would ever stop a search.
func (l Limit) IsEmpty() bool { return l.Time <= 0 && l.Nodes == 0 && l.Depth <= 0 && l.Level == 0 }

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
	case l.IsEmpty():
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
	return v == e.variant || v.Rules().Nameless().Hash() == e.variant.Rules().Nameless().Hash()
}
