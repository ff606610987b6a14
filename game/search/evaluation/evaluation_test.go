package evaluation

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

var variant = draughtstest.Variant

// families are the keys of all built-in rule sets without modifiers.
func families() (keys []string) {
	for _, r := range draughts.Families() {
		keys = append(keys, r.Key)
	}
	return keys
}

// boards are rule sets of every board, with kings of every reach.
var boards = []string{"american", "russian", "italian", "international", "frisian", "canadian", "turkish"}

// nodes returns positions of games with random moves.
func nodes(t testing.TB, v *draughts.Variant, games int) (all []draughts.Node) {
	random := rand.New(rand.NewPCG(1, 2))
	g := v.Generator()
	var moves []draughts.NodeMove
	for range games {
		n := v.Start().Node()
		for range 150 {
			all = append(all, n)
			moves = g.AppendMoves(&n, moves[:0])
			if len(moves) == 0 {
				break
			}
			n = g.Play(&n, moves[random.IntN(len(moves))])
		}
	}
	if len(all) < games*10 {
		t.Fatal("random games are short")
	}
	return all
}

// randomEvaluator returns an Evaluator with random weights.
func randomEvaluator(v *draughts.Variant) *Evaluator { return New(FeaturesOf(v), randomWeights(v)) }

// randomWeights returns random weights, the same ones each time.
func randomWeights(v *draughts.Variant) []Pair {
	random := rand.New(rand.NewPCG(3, 4))
	weights := make([]Pair, FeaturesOf(v).Len())
	for i := range weights {
		if i < len(weights)-widePatterns || random.IntN(16) == 0 { // few wide ones are worth anything
			weights[i] = Pair{int16(random.IntN(4000) - 2000), int16(random.IntN(4000) - 2000)}
		}
	}
	return weights
}

// turned returns a position turned by 180 degrees with the sides exchanged.
func turned(v *draughts.Variant, n draughts.Node) draughts.Node {
	b := newBoard(v)
	turn := func(squares draughts.Bits) (all draughts.Bits) {
		for q := draughts.Square(1); v.Has(q); q++ {
			if !squares.And(draughts.BitsOf(v.Bit(q))).Empty() {
				all = all.Or(draughts.BitsOf(v.Bit(b.turned[q])))
			}
		}
		return all
	}
	return draughts.Node{Us: turn(n.Us), Them: turn(n.Them), Kings: turn(n.Kings), Turn: n.Turn.Opponent()}
}

func TestTurnedBoard(t *testing.T) {
	for _, key := range boards {
		v := variant(t, key)
		for _, e := range []*Evaluator{Material(v), randomEvaluator(v)} {
			for _, n := range nodes(t, v, 5) {
				other := turned(v, n)
				if got, want := e.Value(&other), e.Value(&n); got != want {
					t.Fatalf("%s: %+v is worth %d, and turned %d", key, n, want, got)
				}
			}
		}
	}
}

// The value is the sum of the weights of the features, and the indices are as the windows say.
func TestFeatures(t *testing.T) {
	for _, key := range boards {
		v := variant(t, key)
		f, weights := FeaturesOf(v), randomWeights(v)
		e := New(f, weights)
		b := newBoard(v)
		kinds := []struct {
			finder   *finder
			declared []blocks
			pairs    int
		}{{&f.windows, b.layout().windows, windowPairs}, {&f.wide, b.layout().wide, widePairs}}
		for _, k := range kinds {
			own, other := b.windows(k.declared)
			seen := map[draughts.Square]bool{}
			different := map[string]bool{}
			for i := range own {
				different[fmt.Sprint(own[i])], different[fmt.Sprint(other[i])] = true, true
				for _, q := range own[i] {
					seen[q], seen[b.turned[q]] = true, true
				}
			}
			if len(own) != k.pairs || len(different) != 2*k.pairs || len(seen) != v.Squares() {
				t.Errorf("%s: %d pairs, %d different windows see %d squares", key, len(own), len(different), len(seen))
			}
		}
		inside := 0
		for _, windows := range f.inside {
			inside += len(windows)
		}
		if inside != windowPairs {
			t.Errorf("%s: %d windows are part of wide ones", key, inside)
		}
		for _, n := range nodes(t, v, 5) {
			features := f.Append(&n, nil)
			p := v.OfNode(n)
			white, black := n.Us, n.Them
			if n.Turn == draughts.Black {
				white, black = black, white
			}
			for _, k := range kinds {
				got, gotTurned := k.finder.list(k.finder.find(white.Without(n.Kings), black.Without(n.Kings)))
				own, other := b.windows(k.declared)
				for i := range own {
					want := naiveIndex(p, own[i], draughts.WhiteMan, draughts.BlackMan)
					wantTurned := naiveIndex(p, other[i], draughts.BlackMan, draughts.WhiteMan)
					if got[i] != want || gotTurned[i] != wantTurned {
						t.Fatalf("%s: indices %v and %v, want %v and %v", key, got[i], gotTurned[i], want, wantTurned)
					}
				}
			}
			sum := 0.0
			for _, x := range features {
				w := weights[x.ID]
				share := f.Share(&n)
				sum += float64(x.Times) * (share*float64(w.Many) + (1-share)*float64(w.Few))
			}
			if got := float64(e.Value(&n)); math.Abs(got-sum/Unit) > 1 {
				t.Fatalf("%s: value %v, but the features sum to %v", key, got, sum/Unit)
			}
		}
	}
}

func naiveIndex(p draughts.Position, w window, one, two draughts.Piece) (index int) {
	digit := 1
	for _, q := range w {
		switch p.At(q) {
		case one:
			index += digit
		case two:
			index += 2 * digit
		}
		digit *= 3
	}
	return index
}

// The terms count the moves that a side has where it can capture nothing.
func TestMobility(t *testing.T) {
	for _, key := range families() {
		v := variant(t, key)
		f := FeaturesOf(v)
		g := v.Generator()
		for _, n := range nodes(t, v, 5) {
			if g.CanCapture(&n) {
				continue
			}
			n.Runs = 0
			moves := g.AppendMoves(&n, nil)
			white, black := n.Us, draughts.Bits{}
			if n.Turn == draughts.Black {
				white, black = black, white
			}
			// The other side's pieces only stand in the way.
			there := f.terms
			there.squares = there.squares.Without(n.Them)
			found := there.balance(white, black, n.Kings.And(n.Us))
			if got := found.manMoves + found.kingMoves; max(got, -got) != len(moves) {
				t.Fatalf("%s: %d moves, want %d", key, got, len(moves))
			}
		}
	}
}

// Pieces counts pieces, whatever else is to be seen.
func TestPieces(t *testing.T) {
	for key, king := range map[string]int{"american": 150, "gamezer": 200, "russian": 300, "thai": 300, "turkish": 300} {
		v := variant(t, key)
		e := Pieces(v)
		for _, n := range nodes(t, v, 3) {
			count := func(side draughts.Bits) int {
				return 100*side.Without(n.Kings).Len() + king*side.And(n.Kings).Len()
			}
			if got, want := e.Value(&n), count(n.Us)-count(n.Them); got != want {
				t.Fatalf("%s: %+v is worth %d, want %d", key, n, got, want)
			}
		}
	}
}

func TestMaterial(t *testing.T) {
	for _, key := range families() {
		v := variant(t, key)
		e := Material(v)
		start := v.Start().Node()
		if got := e.Value(&start); got < 0 || got > 10 {
			t.Errorf("%s: the start is worth %d", key, got)
		}
		for _, n := range nodes(t, v, 3) {
			more := n.Us.Len() - n.Them.Len()
			moreKings := n.Us.And(n.Kings).Len() - n.Them.And(n.Kings).Len()
			if got := e.Value(&n); more > 1 && moreKings >= 0 && got <= 0 || more < -1 && moreKings <= 0 && got >= 0 {
				t.Errorf("%s: %d pieces more are worth %d", key, more, got)
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	for _, key := range []string{"american", "canadian"} {
		v := variant(t, key)
		e := For(v)
		all := nodes(t, v, 1)
		i, sum := 0, 0
		if got := testing.AllocsPerRun(100, func() { sum += e.Value(&all[i%len(all)]); i++ }); got != 0 {
			t.Errorf("%s: %v allocations", key, got)
		}
	}
}

func BenchmarkValue(b *testing.B) {
	for _, key := range []string{"american", "russian", "international", "canadian", "turkish"} {
		b.Run(key, func(b *testing.B) {
			v := variant(b, key)
			e := randomEvaluator(v)
			all := nodes(b, v, 1)
			b.ReportAllocs()
			sum, i := 0, 0
			for b.Loop() {
				sum += e.Value(&all[i])
				if i++; i == len(all) {
					i = 0
				}
			}
		})
	}
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
