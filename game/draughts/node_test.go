package draughts_test

import (
	"testing"

	"doublecorner/game/draughts"
)

// A Generator counts the same moves as Perft, and sees a capture where one of them is one.
func TestGenerator(t *testing.T) {
	for _, key := range draughts.Keys() {
		t.Run(key, func(t *testing.T) {
			v := variant(t, key)
			p, depth := v.Start(), 4
			want := p.Perft(depth)
			n := p.Node()
			if v.OfNode(n) != p {
				t.Error("the position is another after it was a Node")
			}
			if got := countNodes(t, v, v.Generator(), n, depth, nil); got != want {
				t.Errorf("%d sequences of depth %d, want %d", got, depth, want)
			}
		})
	}
}

func countNodes(t *testing.T, v *draughts.Variant, g draughts.Generator,
	n draughts.Node, depth int, buf []draughts.NodeMove) (total uint64) {
	if depth == 0 {
		return 1
	}
	moves := g.AppendMoves(&n, buf)
	captures := g.AppendCaptures(&n, nil)
	has := len(moves) > 0 && moves[0].IsCapture()
	if g.CanCapture(&n) != has || has != (len(captures) > 0) {
		t.Fatalf("captures are there: %v, seen: %v, listed: %d", has, g.CanCapture(&n), len(captures))
	}
	for _, m := range moves {
		if depth == 1 && v.OfNode(n).Play(v.OfNodeMove(m)) != v.OfNode(g.Play(&n, m)) {
			t.Fatalf("%+v leads elsewhere than the move of the position", m)
		}
		total += countNodes(t, v, g, g.Play(&n, m), depth-1, moves[len(moves):])
	}
	return total
}

// What a search pays for the moves of a position and for playing them.
func BenchmarkGenerator(b *testing.B) {
	for _, key := range []string{"american", "international", "canadian"} {
		b.Run(key, func(b *testing.B) {
			v := variant(b, key)
			g, n := v.Generator(), v.Start().Node()
			buf := make([]draughts.NodeMove, 0, 64)
			b.ReportAllocs()
			for b.Loop() {
				buf = g.AppendMoves(&n, buf[:0])
				for _, m := range buf {
					g.Play(&n, m)
				}
			}
			b.ReportMetric(float64(b.N*len(buf))/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}
