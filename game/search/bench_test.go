package search

import (
	"testing"

	"doublecorner/game/draughts/draughtstest"
)

// BenchmarkNodes measures the nodes a second on one core, and that none of them allocates.
func BenchmarkNodes(b *testing.B) {
	for _, c := range []struct{ name, rules, fen string }{
		{"american", "american", "B:W17,18,21,22,25,26,29,30,31:B1,2,3,5,8,10,11,12,13"},
		{"american kings", "american", "W:W20,21,30,K6,K15:B3,12,13,K18,K26"},
		{"international", "international", "W:W26,27,28,31,32,33,36,37,38,39,42,43,48:B3,6,8,9,12,13,14,16,18,19,23,24,25"},
		{"international kings", "international", "W:W28,32,37,38,K5:B8,13,16,19,K46"},
	} {
		b.Run(c.name, func(b *testing.B) {
			h := draughtstest.Game(b, c.rules, c.fen)
			e := New(h.Position().Variant(), Options{})
			think := func(nodes int) {
				if _, err := e.Think(b.Context(), h, Limit{Nodes: uint64(nodes)}); err != nil {
					b.Fatal(err)
				}
			}
			think(10_000)
			b.ReportAllocs()
			b.ResetTimer()
			think(b.N)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
