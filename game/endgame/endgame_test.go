package endgame_test

import (
	"flag"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/endgame"
)

var fixpointPieces = flag.Int("endgame.fixpoint", 2, "compare all positions of up to so many pieces with a plain fixpoint of positions")

// worth is what the plain fixpoint knows of a position.
type worth struct {
	outcome endgame.Outcome
	plies   int
	known   bool
}

// fixpoint solves all positions of up to some pieces by looking at their moves again and again.
func fixpoint(v *draughts.Variant, pieces int) map[draughts.Position]worth {
	values := map[draughts.Position]worth{}
	successors := map[draughts.Position][]draughts.Position{}
	var visit func(p draughts.Position)
	visit = func(p draughts.Position) {
		if _, seen := values[p]; seen {
			return
		}
		values[p] = worth{}
		if end, over := p.Over(); over {
			w := worth{outcome: endgame.Lost, known: true}
			if end.Winner == p.Turn() {
				w.outcome = endgame.Won
			}
			values[p] = w
			return
		}
		if end, over := draughts.NewHistory(p).Ending(); over && end.Rule == draughts.DeadBalance {
			values[p] = worth{known: true}
			return
		}
		moves, _ := p.AppendMoves(nil)
		for _, m := range moves {
			next := p.Play(m)
			successors[p] = append(successors[p], next)
			visit(next)
		}
	}
	var place func(s draughts.Setup, from draughts.Square, left int)
	place = func(s draughts.Setup, from draughts.Square, left int) {
		if p, err := v.Position(s); err == nil && !p.Pieces(0).Empty() && !p.Pieces(1).Empty() {
			visit(p)
		}
		for q := from; left > 0 && v.Has(q); q++ {
			for piece := draughts.WhiteMan; piece <= draughts.BlackKing; piece++ {
				with := s
				with.Pieces = append(s.Pieces[:len(s.Pieces):len(s.Pieces)], draughts.Placed{Square: q, Piece: piece})
				place(with, q+1, left-1)
			}
		}
	}
	place(draughts.Setup{Turn: draughts.White}, 1, pieces)
	for plies, quiet := 1, 0; quiet < 50; plies++ { // a distance follows from one less, or from none that is as low
		quiet++
		found := map[draughts.Position]worth{}
		for p, w := range values {
			if w.known {
				continue
			}
			lost := true
			for _, next := range successors[p] {
				after := values[next]
				if after.known && after.outcome == endgame.Lost && after.plies == plies-1 {
					found[p] = worth{endgame.Won, plies, true}
				}
				lost = lost && after.known && after.outcome == endgame.Won
			}
			if _, won := found[p]; lost && !won {
				found[p] = worth{endgame.Lost, plies, true}
			}
		}
		for p, w := range found {
			values[p] = w
			quiet = 0
		}
	}
	return values
}

// Every position of two pieces is worth what a plain fixpoint of positions says.
func TestFixpoint(t *testing.T) {
	for _, key := range []string{"american", "russian-misere", "turkish"} {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			v, err := draughts.Builtin(key)
			if err != nil {
				t.Fatal(err)
			}
			s := endgame.Embedded(v)
			wrong := 0
			for p, w := range fixpoint(v, *fixpointPieces) {
				n := p.Node()
				r, ok := s.Probe(&n)
				if p.Pieces(p.Turn()).Empty() {
					continue
				}
				if got := (worth{r.Outcome, r.Plies, r.Outcome != endgame.Drawn}); !ok || got != w && (w.outcome != 0 || got.outcome != 0) {
					if wrong++; wrong < 5 {
						t.Errorf("%s: %+v, %v, want %+v", pdn.FEN(p), r, ok, w)
					}
				}
			}
			if wrong > 0 {
				t.Errorf("%d are wrong", wrong)
			}
		})
	}
}
