package draughts_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// mostEffort is how long a processor may work to answer one question about a position. That
// is what there is for a whole interaction; but fuzzing makes all code slow.
const mostEffort = 50 * time.Millisecond

// worked returns how long a processor has worked for this thread.
func worked(t testing.TB) time.Duration {
	var use syscall.Rusage
	must(t, syscall.Getrusage(syscall.RUSAGE_THREAD, &use))
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// FuzzRuleSets plays whole games by rule sets that a person could mix, with players who help
// each other to have as much to choose from as can be. Whatever the position, every question
// about it is answered soon, and the same by all who are asked.
func FuzzRuleSets(f *testing.F) {
	for i := range uint64(20) {
		f.Add(i, i, byte(16*i))
	}
	f.Fuzz(func(t *testing.T, rules, play uint64, crowds byte) {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		random := rand.New(rand.NewPCG(rules, 1))
		r := anyRules(random)
		if random.IntN(2) == 0 {
			r.Board.Size = 8 + 2*random.IntN(3)
			r.Board.Rows, r.Board.Gap = 1+random.IntN(r.Board.Size/2-1), 0
		}
		if random.IntN(2) == 0 {
			r.Draws = draughts.Draws{}
		}
		v, err := draughts.Compile(r)
		if err != nil {
			return // contradictions are many
		}
		soon := func(p draughts.Position, what string, ask func()) {
			var took time.Duration
			for range 5 { // machines stutter, and threads collect garbage that others have made
				before := worked(t)
				ask()
				if took = worked(t) - before; took <= mostEffort {
					return
				}
				draughts.ForgetCrowded()
			}
			t.Errorf("%+v\n%s: %s took %v of a processor", r, pdn.FEN(p), what, took)
		}
		v.CheckCaptures() // which takes longer, and is said to
		random = rand.New(rand.NewPCG(play, 2))
		h := draughts.NewHistory(v.Start())
		for h.Len() < 150 {
			p := h.Position()
			var over bool
			soon(p, "the end", func() { _, over = h.Ending() })
			var moves []draughts.Move
			soon(p, "listing", func() { moves = p.Moves() })
			if over {
				return
			}
			random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			m := moves[0]
			if byte(random.IntN(256)) < crowds {
				m = crowding(p, moves[:min(len(moves), 8)])
			}
			var text string
			soon(p, "a text", func() { text = p.Full(m, draughts.Numbers) })
			soon(p, "reading "+text, func() {
				if got, err := p.Read(text); err != nil || got != m {
					t.Fatalf("%+v\n%s: %s is read as %v, %v", r, pdn.FEN(p), text, got, err)
				}
			})
			path := p.Path(m)
			if len(path) > 2 {
				some := slices.Concat(path[:1+random.IntN(len(path)-2)], path[len(path)-1:])
				soon(p, "a part of "+text, func() { p.WhyNot(some...) })
			}
			soon(p, "why not", func() {
				p.WhyNot(path[0], draughts.Square(1+random.IntN(v.Squares())))
			})
			if again, err := p.Along(path); err != nil || again != m {
				t.Fatalf("%+v\n%s: along %v goes %v, %v", r, pdn.FEN(p), path, again, err)
			}
			if err := h.Play(m); err != nil {
				t.Fatalf("%+v\n%s: %s: %v", r, pdn.FEN(p), text, err)
			}
		}
	})
}
