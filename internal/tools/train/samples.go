package main

import (
	"doublecorner/game/draughts"
	"doublecorner/internal/tools/train/record"
)

// sample is a position and what became of it: from 0 if the side to move lost, to 1 if it won.
type sample struct {
	node    draughts.Node
	outcome float32
}

// samples are the positions of games: those to learn from, and some held out.
type samples struct {
	lessons, heldOut []sample
	scale            float64 // how many logits of winning a hundredth of a man is
}

// collector finds the positions of games that are of use: quiet ones, each once. Games repeat each other; what stands
// in a lesson, too, would tell nothing if it were held out.
type collector struct {
	fitting
	samples
	variant   *draughts.Variant
	generator draughts.Generator
	buffer    []draughts.NodeMove
	seen      map[draughts.Node]struct{}
	games     int
}

// collect returns the positions of games.
func (f fitting) collect(v *draughts.Variant, games []record.Game) samples {
	c := collector{fitting: f, variant: v, generator: v.Generator(), seen: map[draughts.Node]struct{}{}}
	c.scale = scaleOf(func(yield func(score, outcome float64)) {
		for _, g := range games[:min(len(games), 2000)] {
			for i, score := range g.Scores {
				yield(float64(score), g.Outcome(c.side(g.Opening+i)))
			}
		}
	})
	for _, g := range games {
		c.add(g)
	}
	return c.samples
}

// side returns the side to move after a number of moves.
func (c *collector) side(moves int) draughts.Side {
	if moves%2 == 0 {
		return c.variant.Rules().Starts
	}
	return c.variant.Rules().Starts.Opponent()
}

// outcomes returns for every move after the opening what became of the position before it, for
// White: how the game ended, and what the searches in between thought, the sooner the more.
func (c *collector) outcomes(g record.Game) []float64 {
	outcomes := make([]float64, len(g.Scores))
	later := g.Outcome(draughts.White)
	for i := len(outcomes) - 1; i >= 0; i-- {
		score := float64(g.Scores[i])
		if c.side(g.Opening+i) == draughts.Black {
			score = -score
		}
		later = c.Memory*later + (1-c.Memory)*sigmoid(c.scale*score)
		outcomes[i] = later
	}
	return outcomes
}

// add adds the positions of a game.
func (c *collector) add(g record.Game) {
	c.games++
	to := &c.lessons
	if c.games%c.HeldOut == 0 {
		to = &c.heldOut
	}
	outcomes := c.outcomes(g)
	n := c.variant.Start().Node()
	calm := 0
	for i, number := range g.Moves {
		moves := c.generator.AppendMoves(&n, c.buffer[:0])
		c.buffer = moves
		if int(number) >= len(moves) {
			return // not a game of this program
		}
		if _, again := c.seen[n]; !again && i >= g.Opening && calm < c.Calm && c.quiet(n) {
			c.seen[n] = struct{}{}
			outcome := outcomes[i-g.Opening]
			if n.Turn == draughts.Black {
				outcome = 1 - outcome
			}
			*to = append(*to, sample{n, float32(outcome)})
		}
		m := moves[number]
		calm++
		if m.IsCapture() || !n.Kings.Has(m.From) {
			calm = 0
		}
		n = c.generator.Play(&n, m)
	}
}

// quiet reports whether neither side could capture if it were to move.
func (c *collector) quiet(n draughts.Node) bool {
	other := draughts.Node{Us: n.Them, Them: n.Us, Kings: n.Kings, Turn: n.Turn.Opponent()}
	return !c.generator.CanCapture(&n) && !c.generator.CanCapture(&other)
}
