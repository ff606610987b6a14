package draughts_test

import (
	"slices"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// Retractions are the quiet moves played backwards, no more and no less.
func TestRetractions(t *testing.T) {
	forEveryRuleSet(t, func(t *testing.T, p draughts.Position) {
		g, n := p.Variant().Generator(), p.Node()
		for _, m := range quietMoves(g, n) {
			next := g.Play(&n, m)
			want := ruled(n)
			found := 0
			for _, before := range g.AppendRetractions(&next, nil) {
				if ruled(before) == want {
					found++
				}
			}
			if found != 1 {
				t.Errorf("%s: a quiet move to %s is retracted %d times", pdn.FEN(p), pdn.FEN(p.Variant().OfNode(next)), found)
			}
		}
		for _, before := range g.AppendRetractions(&n, nil) {
			if g.CanCapture(&before) {
				continue // then it may be that no quiet move is legal
			}
			leads := slices.ContainsFunc(quietMoves(g, before), func(m draughts.NodeMove) bool {
				return ruled(g.Play(&before, m)) == ruled(n)
			})
			if !leads {
				t.Errorf("%s: no quiet move leads there from %s", pdn.FEN(p), pdn.FEN(p.Variant().OfNode(before)))
			}
		}
	})
}

// quietMoves returns the moves that neither capture nor crown.
func quietMoves(g draughts.Generator, n draughts.Node) []draughts.NodeMove {
	moves := g.AppendMoves(&n, nil)
	return slices.DeleteFunc(moves, func(m draughts.NodeMove) bool { return m.IsCapture() || m.Crowns })
}

// ruled returns a Node without the runs that mean nothing: those of a side without men.
func ruled(n draughts.Node) draughts.Node {
	usAt, us := n.Runs.Us()
	themAt, them := n.Runs.Them()
	if n.Us.Without(n.Kings).Empty() {
		us = 0
	}
	if n.Them.Without(n.Kings).Empty() {
		them = 0
	}
	n.Runs = draughts.NewRuns(usAt, us, themAt, them)
	return n
}

// A turned position has the same moves, turned; turned twice it is itself.
func TestTurned(t *testing.T) {
	forEveryRuleSet(t, func(t *testing.T, p draughts.Position) {
		v, n := p.Variant(), p.Node()
		g, turned := v.Generator(), v.Turned(n)
		if v.Turned(turned) != n || turned.Turn == n.Turn {
			t.Fatalf("%s: turned to %s", pdn.FEN(p), pdn.FEN(v.OfNode(turned)))
		}
		after := map[draughts.Node]int{}
		moves := g.AppendMoves(&n, nil)
		for _, m := range moves {
			after[v.Turned(g.Play(&n, m))]++
		}
		moves = g.AppendMoves(&turned, nil)
		for _, m := range moves {
			after[g.Play(&turned, m)]--
		}
		for next, n := range after {
			if n != 0 {
				t.Errorf("%s: %s follows %d times more often than when turned", pdn.FEN(p), pdn.FEN(v.OfNode(next)), n)
			}
		}
	})
}
