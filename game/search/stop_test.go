package search

import (
	"context"
	"fmt"
	"testing"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/endgame"
)

// crowded are positions from which a search soon comes to others with thousands of captures.
var crowded = []struct{ rules, fen string }{
	{"canadian", "W:WK19,K33,K56:B2,5-7,9,12,13,16,21,24,27-29,37-41,49,50,52-54,61-63,K1,K60,K67,K69"},
	{"canadian-free-jump", "W:WK19,K33,K56:B2,5-7,9,12,13,16,21,24,27-29,37-41,49,50,52-54,61-63,K1,K60,K67,K69"},
	{"frisian", "B:WK5,K30:B4,6,10-12,18,20,22,26,27,29,32,33,35,36,40,43,K13:+0+0"},
	{"frisian-free-jump", "W:WK44,K47:B1,4,9,11,22,23,28,30,31,35,38,K13,K17,K24,K26,K40,K48:+0+0"},
	{"frisian-free-jump", "B:WK44,K47:B1,4,9,11,22,23,28,30,31,35,38,K13,K17,K24,K26,K40,K48:+0+0"},
	{"turkish-free-jump", "W:WKc7,Kd7,Ke2:Bb8,e8,g7,d6,f6,a5,h5,b4,g4,c2,g2,h2,Ke4,Kb3,Kf3,Kc1"},
}

// canceler is a Generator that cancels the search at the node after some others, and counts what is looked
// at from then on.
type canceler struct {
	draughts.Generator
	before          int
	cancel          func()
	canceled        time.Time
	nodes, landings int
}

func (c *canceler) AppendMoves(n *draughts.Node, buf []draughts.NodeMove) []draughts.NodeMove {
	if c.before--; c.before == 0 {
		c.cancel()
		c.canceled = time.Now()
	}
	moves := c.Generator.AppendMoves(n, buf)
	if c.before <= 0 {
		c.nodes++
		c.landings += c.Landings()
	}
	return moves
}

// stop cancels a search at a node.
func stop(t testing.TB, e *Engine, h *draughts.History, l Limit, node int) *canceler {
	e.Forget()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := &canceler{Generator: e.variant.Generator(), before: node, cancel: cancel}
	e.generator = c
	got, err := e.Think(ctx, h, l)
	if err != nil || len(got.Lines) == 0 {
		t.Fatal(got, err)
	}
	if err := h.Clone().Play(got.Lines[0].Moves[0]); err != nil {
		t.Errorf("canceled at node %d: %v", node, err)
	}
	if node == 1 && got.Lines[0].Value != (Value{}) {
		t.Errorf("canceled before anything is searched: it is %v", got.Lines[0].Value)
	}
	return c
}

// After it is canceled, a search looks at few nodes, and at two at most that take long.
func TestStopsSoon(t *testing.T) {
	const most = 10_000 // landings in one node that are followed
	for _, c := range crowded {
		h := draughtstest.Game(t, c.rules, c.fen)
		v := h.Position().Variant()
		e := New(v, Options{Hash: 1, Endgames: endgame.Embedded(v)})
		for _, l := range []Limit{{Depth: 100}, {Depth: 100, Lines: 5}, {Level: 5}} {
			var nodes, landings int
			var late time.Duration
			for node := 1; node < 1000; node += 1 + node {
				c := stop(t, e, h, l, node)
				if c.canceled.IsZero() {
					break // it was done before
				}
				nodes, landings = max(nodes, c.nodes), max(landings, c.landings)
				late = max(late, time.Since(c.canceled))
			}
			t.Logf("%s, %d lines, level %d: %d nodes with %d landings, %s", c.rules, l.Lines, l.Level, nodes, landings, late)
			if nodes > mostSkipped+10 || landings > 5*most/2 {
				t.Errorf("%s, %d lines, level %d: it went on for %d nodes with %d landings", c.rules, l.Lines, l.Level, nodes, landings)
			}
		}
	}
}

// A level without a time of its own looks at so many positions at most, whatever there is to choose from.
func TestLevelsAreBounded(t *testing.T) {
	for n := 1; n <= Levels; n++ {
		for _, size := range []int{8, 10} {
			l := levelOf(n, draughts.Board{Size: size}).within(Limit{Level: n, Nodes: 2 * mostNodes})
			if l.Nodes > mostNodes && l.Time == 0 {
				t.Errorf("level %d on a board of %d squares has the limit %+v", n, size, l)
			}
			if own := levelOf(n, draughts.Board{Size: size}).within(Limit{Level: n}); own.Nodes == 0 && own.Time == 0 {
				t.Errorf("level %d on a board of %d squares has no limit", n, size)
			}
		}
	}
}

// Wherever a search is canceled, it has a legal move, and what it has remembered does no harm: a win is
// found afterwards.
func TestCanceledAtEachNode(t *testing.T) {
	h := draughtstest.Game(t, "american", "B:W16,17,25,K3:B7,26,K32")
	e := New(h.Position().Variant(), Options{Hash: 1})
	for node := 1; node < 400; node++ {
		stop(t, e, h, Limit{Depth: 100}, node)
		e.generator = e.variant.Generator()
		got, err := e.Think(t.Context(), h, Limit{Nodes: 20_000})
		if err != nil || got.Lines[0].Value != (Value{Proven: true, Score: 1, Plies: 7}) {
			t.Fatalf("canceled at node %d: %v, %v", node, got.Lines[0].Value, err)
		}
	}
}

// BenchmarkStop measures how late a search returns that is canceled, on the average and at most.
func BenchmarkStop(b *testing.B) {
	positions := append(crowded[:len(crowded):len(crowded)],
		struct{ rules, fen string }{"american", "B:W17,18,21,22,25,26,29,30,31:B1,2,3,5,8,10,11,12,13"},
		struct{ rules, fen string }{"international", "W:W26,27,28,31,32,33,36,37,38,39,42,43,48:B3,6,8,9,12,13,14,16,18,19,23,24,25"},
	)
	for i, c := range positions {
		b.Run(fmt.Sprintf("%s-%d", c.rules, i), func(b *testing.B) {
			h := draughtstest.Game(b, c.rules, c.fen)
			e := New(h.Position().Variant(), Options{Hash: 1})
			var sum, most time.Duration
			for i := range b.N {
				c := stop(b, e, h, Limit{Depth: 100}, 1+i*37%5000)
				if !c.canceled.IsZero() {
					late := time.Since(c.canceled)
					sum, most = sum+late, max(most, late)
				}
			}
			b.ReportMetric(float64(sum.Microseconds())/float64(b.N), "µs-late")
			b.ReportMetric(float64(most.Microseconds()), "µs-most")
		})
	}
}
