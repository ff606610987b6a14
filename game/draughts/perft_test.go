package draughts_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"doublecorner/game/draughts"
)

// perftNodes bounds the work per position: counts up to this many are checked.
// The longest published ones take -perft.nodes=1000000000 and a minute.
var perftNodes = flag.Uint64("perft.nodes", 2_500_000, "check perft counts up to this `number`")

// count is a position with the number of sequences of moves from there.
type count struct {
	rules, fen string
	depth      int
	nodes      uint64
}

func (c count) position(t testing.TB) draughts.Position {
	if c.fen == "start" {
		return variant(t, c.rules).Start()
	}
	return position(t, c.rules, c.fen)
}

// TestPerft holds the generator against the counts under testdata/perft.
func TestPerft(t *testing.T) {
	files, err := filepath.Glob("testdata/perft/*.perft")
	if err != nil || len(files) == 0 {
		t.Fatal("no counts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".perft"), func(t *testing.T) {
			t.Parallel()
			for _, c := range readCounts(t, file) {
				if c.nodes > *perftNodes {
					continue
				}
				if got := c.position(t).Perft(c.depth); got != c.nodes {
					t.Errorf("%s, %s: %d sequences of depth %d, want %d", c.rules, c.fen, got, c.depth, c.nodes)
				}
			}
		})
	}
}

func readCounts(t testing.TB, file string) []count {
	t.Helper()
	f, err := os.Open(file)
	must(t, err)
	defer f.Close()
	var counts []count
	var now count
	for lines := bufio.NewScanner(f); lines.Scan(); {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		switch word {
		case "", "#":
		case "rules":
			now.rules = rest
		case "fen":
			now.fen = rest
		case "perft":
			if _, err := fmt.Sscan(rest, &now.depth, &now.nodes); err != nil {
				t.Fatalf("%s: %q: %v", file, lines.Text(), err)
			}
			counts = append(counts, now)
		default:
			t.Fatalf("%s: %q is not a line of such a file", file, lines.Text())
		}
	}
	return counts
}

// How fast the generator is: the moves of the last ply are listed and not played.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []count{
		{rules: "american", depth: 9},
		{rules: "gamezer", depth: 9},
		{rules: "russian", depth: 9},
		{rules: "international", depth: 8},
		{rules: "canadian", depth: 6},
		{rules: "frisian", depth: 7},
		{rules: "turkish", depth: 5},
	} {
		b.Run(c.rules, func(b *testing.B) {
			p := variant(b, c.rules).Start()
			b.ReportAllocs()
			var nodes uint64
			for b.Loop() {
				nodes += p.Perft(c.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}

// What callers outside the package pay for the moves of one position.
func BenchmarkAppendMoves(b *testing.B) {
	for _, key := range []string{"american", "international", "canadian"} {
		b.Run(key, func(b *testing.B) {
			p := variant(b, key).Start()
			buf := make([]draughts.Move, 0, 64)
			b.ReportAllocs()
			for b.Loop() {
				buf = p.AppendMoves(buf[:0])
			}
		})
	}
}
