package lesson

import (
	"math/rand/v2"
	"slices"

	"doublecorner/game/draughts"
	"doublecorner/render"
)

// What is said and shown of draws.

// canRepeat tells whether a position can ever come up again, and whether that matters.
func canRepeat(s *stage) bool {
	return s.rules.Draws.Repetition > 0 && (s.kings() || s.rules.Man.Moves&draughts.Sideways != 0)
}

func repetition(s *stage) []any {
	return []any{"n", s.rules.Draws.Repetition, "claimed", s.rules.Draws.RepetitionClaimed}
}

// toAndFro has a piece of each side go to and fro until the position has repeated.
func toAndFro(s *stage) *Scene {
	white, black, steps := draughts.WhiteKing, draughts.BlackKing, s.dirs(s.rules.King.Moves)
	if !s.kings() {
		white, black, steps = draughts.WhiteMan, draughts.BlackMan, s.dirs(s.rules.Man.Moves&draughts.Sideways)
	}
	whites, blacks := draughts.WhiteMan, draughts.BlackMan
	if limitedRun(s) { // which a king without men at its side does not have
		whites, blacks = white, black
	}
	var sketches []sketch
	for _, d := range steps {
		for _, other := range []vec{{0, 4}, {-4, 2}, {4, 2}} {
			k := sketch{pieces: []piece{
				{vec{}, white}, {vec{-2, 0}, whites}, {other, black}, {other.plus(vec{2, 0}), blacks},
			}}
			k.legal = [][]vec{{{}, d}}
			k.holds = func(p draughts.Position, legal []draughts.Move) bool { return s.repeats(p, legal[0]) != nil }
			sketches = append(sketches, k)
		}
	}
	scene := s.show(sketches...)
	if scene == nil {
		return nil
	}
	// The way there is drawn: both sides then go back.
	h := s.afresh().repeats(scene.View.Position, scene.Legal[0])
	reply := h.Moves()[1]
	scene.point([]draughts.Square{reply.From(), reply.To()}, render.Proposed)
	scene.Legal = nil
	return scene
}

// repeats plays a move, an answer, and both back, again and again, until the rules draw
// the game by repetition, or let it be claimed; nil if they do not, or if that takes too
// many plies to find out.
func (s *stage) repeats(p draughts.Position, m draughts.Move) *draughts.History {
	turned := p.Play(m)
	replies, err := turned.Moves()
	if err != nil {
		return nil
	}
	for _, reply := range replies[:min(len(replies), 8)] {
		h := draughts.NewHistory(p)
	again:
		for range p.Variant().Rules().Draws.Repetition {
			for _, way := range [][2]draughts.Square{{m.From(), m.To()}, {reply.From(), reply.To()}, {m.To(), m.From()}, {reply.To(), reply.From()}} {
				if !s.plays() {
					return nil
				}
				next, ok := moveAlong(h.Position(), way[:])
				if !ok || next.IsCapture() || h.Play(next) != nil {
					break again
				}
				end, drawn := h.Ending()
				if !drawn {
					end, drawn = h.Claim()
				}
				if drawn && end.Rule == draughts.Repeated {
					return h
				}
			}
		}
	}
	return nil
}

// counters are the points about moves in which nothing happens.
func counters(s *stage) []Point {
	var points []Point
	for i, c := range s.rules.Draws.Counters {
		if !s.kings() && c.Quiet {
			continue // every move is a man's
		}
		p := Point{Key: "lesson.draws.counter", Values: append(
			[]any{"n", c.Moves, "by", c.By, "quiet", c.Quiet, "claimed", c.Claimed, "exact", c.Exact, "lasts", c.Lasts},
			balance(c.Balance)...)}
		switch b := c.Balance; {
		case b == draughts.Balance{} && (c.Quiet || !c.Exact): // no man that moves is none that is crowned
			p.Key, p.Values = "lesson.draws.quiet", p.Values[:8]
		case b.Strong == b.Weak && !b.LongDiagonal && !b.OffLongDiagonal:
			p.Key = "lesson.draws.each"
		}
		p.shows = s.pieces(c.Balance, func(p draughts.Position) bool {
			return slices.ContainsFunc(draughts.NewHistory(p).Countdowns(), func(left draughts.Countdown) bool {
				return left.Counter == s.rules.Draws.Counters[i]
			})
		})
		points = append(points, p)
	}
	return points
}

// deadBalances are the points about pieces with which a game is drawn at once.
func deadBalances(s *stage) []Point {
	var points []Point
	for _, b := range s.rules.Draws.Dead {
		points = append(points, Point{Key: "lesson.draws.dead", Values: balance(b), shows: s.pieces(b, func(p draughts.Position) bool {
			end, over := draughts.NewHistory(p).Ending()
			return over && end.Rule == draughts.DeadBalance
		})})
	}
	return points
}

// unwinnable are the points about pieces that do not win when the other's time is up.
func unwinnable(s *stage) []Point {
	var points []Point
	for _, b := range s.rules.Draws.Unwinnable {
		points = append(points, Point{Key: "lesson.draws.unwinnable", Values: balance(b), shows: s.pieces(b, func(p draughts.Position) bool {
			return !p.CanWin(draughts.White)
		})})
	}
	return points
}

// balance is what sentences say of a balance of pieces.
func balance(b draughts.Balance) []any {
	diagonal := "any"
	switch {
	case b.LongDiagonal:
		diagonal = "on"
	case b.OffLongDiagonal:
		diagonal = "off"
	}
	total := Phrase{Key: "lesson.force.any"} // not said
	if b.Total != (draughts.Span{}) {
		total = amount("pieces", b.Total)
	}
	return []any{"strong", force(b.Strong), "weak", force(b.Weak), "limited", b.Total != draughts.Span{}, "total", total, "diagonal", diagonal}
}

// force is what a side has.
func force(f draughts.Force) List {
	none := draughts.Span{}
	switch {
	case f == draughts.Force{}:
		return List{{Key: "lesson.force.any"}}
	case f.Pieces == none:
		var has List
		if f.Kings != none {
			has = append(has, amount("kings", f.Kings))
		}
		if f.Men != none {
			has = append(has, amount("men", f.Men))
		}
		return has
	case f.Kings == none:
		return List{amount("pieces", f.Pieces)}
	case f.Pieces.Min <= f.Kings.Min && f.Pieces.IsOpen() && f.Kings.IsOpen():
		return List{{Key: "lesson.force.least", Values: []any{"n", f.Kings.Min}}}
	case f.Pieces == f.Kings && f.Pieces.Min == f.Pieces.Max: // else a man may be among them
		return List{amount("kings", f.Kings)}
	}
	kings := amount("kings", f.Kings)
	if f.Kings.Max >= f.Pieces.Max { // as many as there are pieces
		kings = orMore("kings", f.Kings.Min)
	}
	return List{{Key: "lesson.force.among", Values: []any{"pieces", amount("pieces", f.Pieces), "kings", kings}}}
}

// amount is a number of kings, men or pieces.
func amount(of string, n draughts.Span) Phrase {
	switch {
	case n.IsOpen():
		return orMore(of, n.Min)
	case n.Max > n.Min:
		return Phrase{Key: "lesson.force." + of, Values: []any{"n", n.Min, "most", n.Max, "up-to", "range"}}
	}
	return Phrase{Key: "lesson.force." + of, Values: []any{"n", n.Min, "most", n.Min, "up-to", "exactly"}}
}

// orMore is a number of them, or more.
func orMore(of string, n int) Phrase {
	return Phrase{Key: "lesson.force." + of, Values: []any{"n", n, "most", n, "up-to", "more"}}
}

// pieces returns what finds the scene of a balance for which something holds.
func (s *stage) pieces(b draughts.Balance, holds func(draughts.Position) bool) func() *Scene {
	if s.blind {
		return nil
	}
	return func() *Scene { return s.afresh().findPieces(b, holds) }
}

// findPieces puts pieces of a balance on the board so that nothing can be taken, as far
// apart as chance has it, and so that something holds.
func (s *stage) findPieces(b draughts.Balance, holds func(draughts.Position) bool) *Scene {
	strong, weak := men(b.Strong), men(b.Weak)
	for len(strong)+len(weak) < b.Total.Min {
		strong = append(strong, true)
	}
	if len(strong)+len(weak) > s.v.Squares() {
		return nil // which nobody will ever have
	}
	const tries = 150
	diagonal := s.v.LongDiagonal().List()
	slices.Reverse(diagonal)            // from White's corner
	dice := rand.New(rand.NewPCG(1, 1)) // the same pictures every time
	for range tries {
		var setup draughts.Setup
		squares := dice.Perm(s.v.Squares())
		for i, king := range append(slices.Clone(strong), weak...) {
			side, q := draughts.White, draughts.Square(squares[i]+1)
			if i >= len(strong) {
				side = draughts.Black
			}
			if b.LongDiagonal && i == len(strong) {
				q = diagonal[dice.IntN(len(diagonal))]
			}
			on := draughts.Placed{Square: q, Piece: side.Man()}
			if king {
				on.Piece = side.King()
			}
			setup.Pieces = append(setup.Pieces, on)
		}
		p, err := s.v.Position(setup)
		if err != nil || p.CanTake() {
			continue
		}
		setup.Turn = draughts.Black
		other, err := s.v.Position(setup)
		if err == nil && !other.CanTake() && holds(p) {
			return &Scene{View: render.View{Position: p}}
		}
	}
	return nil
}

// men returns the fewest pieces of a force, with whether each is a king. A force that
// says nothing is shown as a king and a man.
func men(f draughts.Force) []bool {
	if f == (draughts.Force{}) {
		return []bool{true, false}
	}
	pieces := slices.Repeat([]bool{true}, f.Kings.Min)
	for range f.Men.Min {
		pieces = append(pieces, false)
	}
	for len(pieces) < f.Pieces.Min {
		pieces = append(pieces, false)
	}
	return pieces
}
