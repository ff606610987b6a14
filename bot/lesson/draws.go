package lesson

import (
	"slices"

	"doublecorner/game/draughts"
	"doublecorner/render"
)

// canRepeat reports whether a position can come up again and whether that matters.
func canRepeat(f *finder) bool {
	return f.rules.Draws.Repetition > 0 && (f.kings() || f.rules.Man.Moves&draughts.Sideways != 0)
}

func repetition(f *finder) []any {
	return []any{"n", f.rules.Draws.Repetition, "claimed", f.rules.Draws.RepetitionClaimed}
}

// toAndFro shows a piece of each side that goes to and fro until the position has repeated.
func toAndFro(f *finder) *Diagram {
	white, black, steps := draughts.WhiteKing, draughts.BlackKing, f.dirs(f.rules.King.Moves)
	if !f.kings() {
		white, black, steps = draughts.WhiteMan, draughts.BlackMan, f.dirs(f.rules.Man.Moves&draughts.Sideways)
	}
	whites, blacks := draughts.WhiteMan, draughts.BlackMan
	if limitedRun(f) { // a king's run is limited only beside men of its side
		whites, blacks = white, black
	}
	var patterns []pattern
	for _, d := range steps {
		for _, other := range []vec{{0, 4}, {-4, 2}, {4, 2}} {
			k := pattern{pieces: []piece{
				{vec{}, white}, {vec{-2, 0}, whites}, {other, black}, {other.plus(vec{2, 0}), blacks},
			}}
			k.legal = [][]vec{{{}, d}}
			k.holds = func(p draughts.Position, legal []draughts.Move) bool { return f.repeats(p, legal[0]) != nil }
			patterns = append(patterns, k)
		}
	}
	diagram := f.find(patterns...)
	if diagram == nil {
		return nil
	}
	// The reply is drawn, too; after it both sides go back.
	h := f.withBudget().repeats(diagram.View.Position, diagram.legal[0])
	reply := h.Moves()[1]
	diagram.addArrow([]draughts.Square{reply.From(), reply.To()}, render.Proposed)
	diagram.legal = nil
	return diagram
}

// repeats plays a move, a reply, and both back, again and again, until the game is drawn by
// repetition or the draw can be claimed. It returns nil if that does not happen, or if the
// budget does not suffice.
func (f *finder) repeats(p draughts.Position, m draughts.Move) *draughts.History {
	turned := p.Play(m)
	replies, err := turned.Moves()
	if err != nil {
		return nil
	}
	for _, reply := range replies[:min(len(replies), 8)] {
		h := draughts.NewHistory(p)
	again:
		for range p.Variant().Rules().Draws.Repetition {
			for _, path := range [][2]draughts.Square{{m.From(), m.To()}, {reply.From(), reply.To()}, {m.To(), m.From()}, {reply.To(), reply.From()}} {
				if !f.spendPly() {
					return nil
				}
				next, ok := moveAlong(h.Position(), path[:])
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

// counters returns the points about draws after a number of moves.
func counters(f *finder) []Point {
	var points []Point
	for i, c := range f.rules.Draws.Counters {
		if !f.kings() && c.Quiet {
			continue // every move is a man's
		}
		p := Point{key: "lesson.draws.counter", values: append(
			[]any{"n", c.Moves, "by", c.By, "quiet", c.Quiet, "claimed", c.Claimed, "exact", c.Exact, "lasts", c.Lasts},
			balance(c.Balance)...)}
		switch b := c.Balance; {
		case b == draughts.Balance{} && (c.Quiet || !c.Exact): // no man that moves means none that is crowned
			p.key, p.values = "lesson.draws.quiet", p.values[:8]
		case b.Strong == b.Weak && !b.LongDiagonal && !b.OffLongDiagonal:
			p.key = "lesson.draws.each"
		}
		p.find = f.balanceDiagram(c.Balance, func(p draughts.Position) bool {
			return slices.ContainsFunc(draughts.NewHistory(p).Countdowns(), func(left draughts.Countdown) bool {
				return left.Counter == f.rules.Draws.Counters[i]
			})
		})
		points = append(points, p)
	}
	return points
}

// deadBalances returns the points about balances of pieces that draw a game at once.
func deadBalances(f *finder) []Point {
	var points []Point
	for _, b := range f.rules.Draws.Dead {
		points = append(points, Point{key: "lesson.draws.dead", values: balance(b), find: f.balanceDiagram(b, func(p draughts.Position) bool {
			end, over := draughts.NewHistory(p).Ending()
			return over && end.Rule == draughts.DeadBalance
		})})
	}
	return points
}

// unwinnable returns the points about balances of pieces that do not win when the
// opponent's time is up.
func unwinnable(f *finder) []Point {
	var points []Point
	for _, b := range f.rules.Draws.Unwinnable {
		points = append(points, Point{key: "lesson.draws.unwinnable", values: balance(b), find: f.balanceDiagram(b, func(p draughts.Position) bool {
			return !p.CanWin(draughts.White)
		})})
	}
	return points
}
