// Package endgame solves endings: it finds by retrograde analysis what every position of few
// pieces is worth, under any rule set.
//
// A Set is what is known of one rule set; Probe looks a position up. Up to four pieces it knows
// how far the end is, above only who wins. Draw counters and repetition are ignored; a
// Result tells where a counter may matter.
package endgame

import (
	"context"
	"sync"
	"sync/atomic"

	"doublecorner/game/draughts"
)

// Outcome is what a position is worth to the side to move.
type Outcome int8

const (
	Lost  Outcome = -1
	Drawn Outcome = 0
	Won   Outcome = 1
)

// Result is what a database knows of a position.
type Result struct {
	Outcome Outcome
	// Plies is how far the end is if the winner hurries and the loser delays; 0 if that is not
	// known, or if the game is over.
	Plies int
	// Doubtful: a draw counter of the rules may run out before the end.
	Doubtful bool
}

// Set is the databases of one rule set. It is safe for use by several goroutines at once.
type Set struct {
	board   *board
	pieces  atomic.Int32
	known   tables
	probers sync.Pool
}

// Embedded returns the databases that the program itself holds: three pieces of the built-in
// rule sets.
func Embedded(v *draughts.Variant) *Set {
	s := newSet(v)
	s.Build(context.Background(), 3, 1)
	return s
}

func newSet(v *draughts.Variant) *Set {
	s := &Set{board: newBoard(v)}
	s.probers.New = func() any { return &prober{Set: s, generator: v.Generator()} }
	return s
}

// Pieces returns up to how many pieces all positions are known.
func (s *Set) Pieces() int { return int(s.pieces.Load()) }

// Build solves all positions of up to some pieces that are not known, in memory.
func (s *Set) Build(ctx context.Context, pieces, workers int) error {
	for n := max(2, s.Pieces()+1); n <= pieces; n++ {
		b := &builder{board: s.board, known: &s.known, workers: workers}
		if err := b.build(ctx, Materials(n), func(uint64) {}); err != nil {
			return err
		}
		s.pieces.Store(int32(n))
	}
	return nil
}

// Probe looks a position up. It returns false if the position is not known.
func (s *Set) Probe(n *draughts.Node) (Result, bool) {
	if n.Us.Len()+n.Them.Len() > s.Pieces() {
		return Result{}, false
	}
	p := s.probers.Get().(*prober)
	defer s.probers.Put(p)
	node := *n
	if node.Turn != mover {
		node = s.board.variant.Turned(node)
	}
	if s.board.kingWins && !node.Kings.Empty() {
		if node.Them.And(node.Kings).Empty() {
			return Result{Outcome: Won}, true
		}
		return Result{Outcome: Lost}, true
	}
	if node.Them.Empty() && !node.Us.Empty() {
		return Result{}, false
	}
	c, distance := p.code(&node, p.moves[:0])
	var r Result
	switch {
	case c == drawn:
		return r, true
	case s.board.wins(c):
		r.Outcome = Won
	default:
		r.Outcome = Lost
	}
	if distance {
		r.Plies = int(c - 1)
	}
	return r, true
}

// prober probes the databases of a set. Each goroutine has its own.
type prober struct {
	*Set
	generator draughts.Generator
	moves     []draughts.NodeMove
}

// code returns the code of a position with the mover to move, and whether it holds a distance.
func (p *prober) code(n *draughts.Node, buf []draughts.NodeMove) (c code, distance bool) {
	b := p.board
	if n.Us.Empty() || b.kingWins && !n.Kings.Empty() {
		return ended, true
	}
	if !b.duty || !p.generator.CanCapture(n) {
		t := p.known[MaterialOf(n).number()]
		return t.codes.at(t.layout.index(n)), t.layout.distances()
	}
	moves, _ := p.generator.AppendCaptures(n, buf)
	if len(buf) == 0 {
		p.moves = moves // keeps what has grown
	}
	var o outlook
	distance = true
	for _, m := range moves {
		next := p.board.variant.Turned(p.generator.Play(n, m))
		after, known := p.code(&next, moves[len(moves):])
		o.add(b, after)
		distance = distance && known
	}
	return o.best(), distance
}
