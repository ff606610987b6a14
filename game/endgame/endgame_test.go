package endgame_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/endgame"
)

var fixpointPieces = flag.Int("endgame.fixpoint", 2, "compare all positions of up to so many pieces with a plain fixpoint; 2 or 3")

var variant = draughtstest.Variant

// custom compiles a built-in rule set with a change.
func custom(t testing.TB, key string, change func(*draughts.Rules)) *draughts.Variant {
	t.Helper()
	rules, err := draughts.Find(key)
	must(t, err)
	rules.Key = "changed"
	change(&rules)
	v, err := draughts.Compile(rules)
	must(t, err)
	return v
}

// smallFrisian has runs of kings on a small board.
func smallFrisian(r *draughts.Rules) { r.Board.Size, r.Board.Rows = 8, 3 }

// built returns databases in memory.
func built(t testing.TB, v *draughts.Variant, pieces int) *endgame.Set {
	t.Helper()
	s := endgame.New(v)
	must(t, s.Build(t.Context(), pieces, endgame.BuildOptions{Workers: 2}))
	return s
}

// worth is what the plain fixpoint knows of a position.
type worth struct {
	outcome endgame.Outcome
	plies   int
	known   bool
}

// fixpoint finds what all positions of up to some pieces are worth, and all that can follow from
// them, by looking at their moves again and again.
func fixpoint(v *draughts.Variant, pieces int) map[draughts.Position]worth {
	numbers := map[draughts.Position]int{}
	var values []worth
	var after [][]int
	var visit func(p draughts.Position) int
	visit = func(p draughts.Position) int {
		if i, seen := numbers[p]; seen {
			return i
		}
		i := len(values)
		numbers[p] = i
		values, after = append(values, worth{}), append(after, nil)
		end, over := draughts.NewHistory(p).Ending()
		switch {
		case over && end.Drawn:
			values[i] = worth{known: true}
			return i
		case over && end.Winner == p.Turn():
			values[i] = worth{outcome: endgame.Won, known: true}
			return i
		case over:
			values[i] = worth{outcome: endgame.Lost, known: true}
			return i
		}
		for _, m := range p.AppendMoves(nil) {
			next := visit(p.Play(m))
			after[i] = append(after[i], next)
		}
		return i
	}
	forPositions(v, pieces, func(p draughts.Position) { visit(p) })
	for plies, found := 1, true; found || plies < 5; plies++ {
		found = false
		for i, next := range after {
			if len(next) == 0 || values[i].known {
				continue
			}
			won, lost := false, true
			for _, next := range next {
				w := values[next]
				earlier := w.known && (w.plies < plies)
				won = won || earlier && w.outcome == endgame.Lost
				lost = lost && earlier && w.outcome == endgame.Won
			}
			switch {
			case won:
				values[i], found = worth{endgame.Won, plies, true}, true
			case lost:
				values[i], found = worth{endgame.Lost, plies, true}, true
			}
		}
	}
	worths := map[draughts.Position]worth{}
	for p, i := range numbers {
		worths[p] = values[i]
	}
	return worths
}

// forPositions visits all positions of up to some pieces with White to move.
func forPositions(v *draughts.Variant, pieces int, visit func(draughts.Position)) {
	var place func(s draughts.Setup, from draughts.Square, left int)
	place = func(s draughts.Setup, from draughts.Square, left int) {
		p, err := v.Position(s)
		if err == nil && !p.Pieces(draughts.White).Empty() && !p.Pieces(draughts.Black).Empty() {
			visit(p)
		}
		for q := from; left > 0 && v.Has(q); q++ {
			for piece := draughts.WhiteMan; piece <= draughts.BlackKing; piece++ {
				with := s
				with.Pieces = append(slices.Clip(s.Pieces), draughts.Placed{Square: q, Piece: piece})
				place(with, q+1, left-1)
			}
		}
	}
	place(draughts.Setup{Turn: draughts.White}, 1, pieces)
}

// Every position is worth what a plain fixpoint of positions says.
func TestFixpoint(t *testing.T) {
	sets := map[string]*endgame.Set{
		"frisian on a small board": built(t, custom(t, "frisian", smallFrisian), *fixpointPieces),
		"american without duty":    built(t, custom(t, "american", func(r *draughts.Rules) { r.Capture.Obligatory = false }), *fixpointPieces),
	}
	keys := []string{"american", "russian-misere", "turkish", "pool-breakthrough"}
	if *fixpointPieces > 2 {
		keys = []string{"american", "italian-misere", "russian"}
	}
	for _, key := range keys {
		sets[key] = endgame.Embedded(variant(t, key))
	}
	for name, s := range sets {
		t.Run(name, func(t *testing.T) {
			compareWithFixpoint(t, s, *fixpointPieces)
		})
	}
}

func compareWithFixpoint(t *testing.T, s *endgame.Set, pieces int) {
	wrong := 0
	counts := make([]endgame.Counts, pieces+1)
	for p, w := range fixpoint(s.Variant(), pieces) {
		n := p.Node()
		r, ok := s.Probe(&n)
		if !ok || r.Outcome != w.outcome || !r.Exact || r.Plies != w.plies {
			if wrong++; wrong <= 5 {
				t.Errorf("%s: %v (%v), want %+v", pdn.FEN(p), r, ok, w)
			}
		}
		if p.Turn() != draughts.White || p.Pieces(0).Empty() || n.Runs != 0 {
			continue
		}
		c := &counts[p.Occupied().Len()]
		switch w.outcome {
		case endgame.Won:
			c.Add(endgame.Counts{Won: 1, Longest: w.plies})
		case endgame.Lost:
			c.Lost++
		default:
			c.Drawn++
		}
	}
	if wrong > 5 {
		t.Errorf("%d are wrong", wrong)
	}
	for n := 2; n <= pieces; n++ {
		if got := total(t, s, n); got != counts[n] {
			t.Errorf("%d pieces: %v, want %v", n, got, counts[n])
		}
	}
}

// Without distances the same is won and lost, also if a build goes on from files.
func TestWithoutDistances(t *testing.T) {
	for key, near := range map[string]int{"american": 0, "russian-misere": 2, "italian-free-jump": 0, "pool-breakthrough": 2} {
		v := variant(t, key)
		exact := endgame.Embedded(v)
		dir := t.TempDir()
		build := func(pieces int) *endgame.Set {
			s := endgame.NewNear(v, near)
			err := errors.Join(s.OpenDir(dir), s.Build(t.Context(), pieces, endgame.BuildOptions{Workers: 2}))
			must(t, err)
			t.Cleanup(func() { s.Close() })
			return s
		}
		build(2)
		build(3)
		for _, name := range []string{"KKM-K", "MK-K", "K-MK", "MM-M", "M-MM"} {
			os.Remove(filepath.Join(dir, name+".endgame")) // to be solved again, from files
		}
		s := build(3)
		for _, m := range endgame.Materials(3) {
			got, _ := s.Counts(m)
			want, _ := exact.Counts(m)
			if got.Longest = want.Longest; got != want {
				t.Errorf("%s, %v: %v, want %v", key, m, got, want)
			}
		}
		wrong := func(f endgame.Fault) { t.Errorf("%s: %+v", key, f) }
		if _, err := s.Verify(t.Context(), 3, endgame.BuildOptions{Workers: 2}, wrong); err != nil {
			t.Error(err)
		}
	}
}

// total returns the counts of all positions of a number of pieces.
func total(t testing.TB, s *endgame.Set, pieces int) (all endgame.Counts) {
	t.Helper()
	for _, m := range endgame.Materials(pieces) {
		c, ok := s.Counts(m)
		if !ok {
			t.Errorf("%v is not known", m)
		}
		all.Add(c)
	}
	return all
}

// There are as many positions as others have counted.
func TestPositions(t *testing.T) {
	for key, want := range map[string][]uint64{
		"american":      {3_488, 196_032, 6_209_316, 139_450_808, 2_426_085_676},
		"italian":       {3_488, 196_032, 6_209_316},
		"international": {8_845, 806_300, 41_971_200, 1_570_600_750},
	} {
		for i, want := range want {
			if got := endgame.Positions(variant(t, key), i+2); got != want {
				t.Errorf("%s: %d positions of %d pieces, want %d", key, got, i+2, want)
			}
		}
	}
}

// The first ply of the way is the best move: the distance becomes less by one each ply.
func TestDistances(t *testing.T) {
	p := draughtstest.Position(t, "american", "W:WK31,K32:BK1")
	s := endgame.Embedded(p.Variant())
	n := p.Node()
	r, ok := s.Probe(&n)
	if !ok || r.Outcome != endgame.Won {
		t.Fatalf("two kings against one are %v, %v", r, ok)
	}
	for left := r.Plies; left > 0; left-- {
		moves := p.Moves()
		var best endgame.Result
		var then draughts.Position
		for i, m := range moves {
			next := p.Play(m)
			n := next.Node()
			after, _ := s.Probe(&n)
			if before := after.Before(); i == 0 || before.Compare(best) > 0 {
				best, then = before, next
			}
		}
		if best.Plies != left {
			t.Fatalf("the best move ends in %d plies, want %d", best.Plies, left)
		}
		p = then
	}
	if end, over := p.Over(); !over || end.Winner != draughts.White {
		t.Errorf("the way ends in %s", pdn.FEN(p))
	}
}

// A win that takes longer than a draw counter allows is doubtful: with three pieces or less and a
// king on both sides, Russian draughts allow five moves.
func TestDoubtful(t *testing.T) {
	s := endgame.Embedded(variant(t, "russian"))
	forPositions(s.Variant(), 2, func(p draughts.Position) {
		n := p.Node()
		if r, ok := s.Probe(&n); !ok || r.Doubtful != (r.Plies > 10) {
			t.Errorf("%s: %+v, %v", pdn.FEN(p), r, ok)
		}
	})
}

// A position of more pieces than the databases have is not known.
func TestUnknown(t *testing.T) {
	v := variant(t, "american")
	n := v.Start().Node()
	if r, ok := endgame.Embedded(v).Probe(&n); ok {
		t.Errorf("the start is %v", r)
	}
	n.Us, n.Them = n.Us.And(draughts.BitsOf(v.Bit(1))), draughts.Bits{}
	if r, ok := endgame.New(v).Probe(&n); ok {
		t.Errorf("an empty set knows %v", r)
	}
}

// Results read as sentences do.
func TestResult(t *testing.T) {
	for want, r := range map[string]endgame.Result{
		"drawn":                  {Exact: true},
		"won":                    {Outcome: endgame.Won},
		"won in 1 ply":           {Outcome: endgame.Won, Plies: 1, Exact: true},
		"lost in 12 plies":       {Outcome: endgame.Lost, Plies: 12, Exact: true},
		"lost, the game is over": {Outcome: endgame.Lost, Exact: true},
		"won in 31 plies, unless a draw counter runs out before": {Outcome: endgame.Won, Plies: 31, Exact: true, Doubtful: true},
	} {
		if got := r.String(); got != want {
			t.Errorf("%+v is %q, want %q", r, got, want)
		}
	}
	best := []endgame.Result{
		{Outcome: endgame.Won, Plies: 1, Exact: true}, {Outcome: endgame.Won, Plies: 9, Exact: true}, {Exact: true},
		{Outcome: endgame.Lost, Plies: 10, Exact: true}, {Outcome: endgame.Lost, Plies: 2, Exact: true},
	}
	if !slices.IsSortedFunc(best, func(r, q endgame.Result) int { return q.Compare(r) }) {
		t.Error("results are not in order")
	}
}

// A set can be probed by many at once while it is being built.
func TestTogether(t *testing.T) {
	s, err := endgame.Open(custom(t, "italian", withFarKings), t.TempDir())
	must(t, err)
	defer s.Close()
	var nodes []draughts.Node
	forPositions(s.Variant(), 2, func(p draughts.Position) { nodes = append(nodes, p.Node()) })
	var built atomic.Bool
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for complete := false; !complete; {
				complete = built.Load()
				for j := i; j < len(nodes); j += 4 {
					if _, ok := s.Probe(&nodes[j]); !ok && complete {
						t.Errorf("%s is not known", pdn.FEN(s.Variant().OfNode(nodes[j])))
					}
				}
			}
		})
	}
	if err := s.Build(t.Context(), 2, endgame.BuildOptions{Workers: 2}); err != nil {
		t.Error(err)
	}
	built.Store(true)
	group.Wait()
}

func BenchmarkProbe(b *testing.B) {
	for _, key := range []string{"american", "international"} {
		s := endgame.Embedded(variant(b, key))
		var nodes []draughts.Node
		forPositions(s.Variant(), 2, func(p draughts.Position) { nodes = append(nodes, p.Node()) })
		b.Run(key, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s.Probe(&nodes[i%len(nodes)])
			}
		})
	}
}

func BenchmarkBuild(b *testing.B) {
	for b.Loop() {
		s := endgame.New(variant(b, "american"))
		if err := s.Build(context.Background(), 3, endgame.BuildOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// The numbers of positions go from 0 up without gaps, runs of kings included.
func TestLayouts(t *testing.T) {
	for _, v := range []*draughts.Variant{variant(t, "american"), variant(t, "turkish"), custom(t, "frisian", smallFrisian)} {
		s := endgame.New(v)
		for n := 2; n <= 3; n++ {
			for _, m := range endgame.Materials(n) {
				s.EachPosition(m, func(i, index uint64) {
					if i != index {
						t.Fatalf("%s, %v: position %d has number %d", v.Rules().Key, m, i, index)
					}
				})
			}
		}
	}
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
