package search_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/endgame"
	"doublecorner/game/search"
)

var (
	examPositions = flag.Int("exam.positions", 0, "how many positions the exam has")
	examRules     = flag.String("exam.rules", "american", "by which rules")
	examEndgames  = flag.String("exam.endgames", "", "directory of solved endings")
	examPieces    = flag.Int("exam.pieces", 6, "the most pieces on the board; the least is one less")
)

// The exam: positions with exactly one winning or one saving move, which is to be found without
// databases. Without flags it is a short one of three pieces.
func TestExam(t *testing.T) {
	v := draughtstest.Variant(t, *examRules)
	positions, least, most, nodes := *examPositions, *examPieces-1, *examPieces, []uint64{10_000, 100_000, 1_000_000}
	set := endgame.Embedded(v)
	if *examEndgames != "" {
		var err error
		if set, err = endgame.Open(v, *examEndgames); err != nil {
			t.Fatal(err)
		}
		defer set.Close()
	}
	if positions == 0 {
		positions, least, most, nodes = 20, 3, 3, nodes[:1]
	}
	if set.Pieces() < most {
		t.Fatalf("endings of %d pieces are needed, those of %d are solved", most, set.Pieces())
	}
	e := search.New(v, search.Options{Hash: 64})
	random := rand.New(rand.NewPCG(20, 5))
	questions := make([]question, positions)
	for i := range questions {
		questions[i] = ask(v, set, least+i%(most-least+1), random)
	}
	for _, n := range nodes {
		solved := 0
		for _, q := range questions {
			e.Forget()
			got, err := e.Think(t.Context(), draughts.NewHistory(q.position), search.Limit{Nodes: n})
			must(t, err)
			if got.Lines[0].Moves[0] == q.answer {
				solved++
			}
		}
		t.Logf("%s, %d to %d pieces, %d nodes: %d of %d solved, %.1f %%", *examRules, least, most, n, solved, positions,
			100*float64(solved)/float64(positions))
		if 2*solved < positions {
			t.Error("fewer than by chance")
		}
	}
}

// question is a position with the only move that wins, or that saves a draw.
type question struct {
	position draughts.Position
	answer   draughts.Move
}

// ask draws a question of so many pieces. No captures are due, and there are three moves at least.
func ask(v *draughts.Variant, set *endgame.Set, pieces int, random *rand.Rand) question {
	for {
		p, ok := scattered(v, pieces, random)
		if !ok || p.CanCapture() {
			continue
		}
		n := p.Node()
		value, known := set.Probe(&n)
		moves := p.Moves()
		if !known || len(moves) < 3 || value.Outcome == endgame.Lost {
			continue
		}
		q := question{position: p}
		answers := 0
		for _, m := range moves {
			after := p.Play(m).Node()
			if theirs, known := set.Probe(&after); !known || -theirs.Outcome == value.Outcome {
				answers++
				q.answer = m
			}
		}
		if answers == 1 {
			return q
		}
	}
}

// scattered draws a position of so many pieces, men and kings of both sides.
func scattered(v *draughts.Variant, pieces int, random *rand.Rand) (draughts.Position, bool) {
	setup := draughts.Setup{Turn: draughts.Sides[random.IntN(2)]}
	ours := (pieces + random.IntN(2)) / 2
	for i, n := range random.Perm(v.Squares())[:pieces] {
		side := draughts.White
		if i < ours {
			side = draughts.Black
		}
		piece := side.Man()
		if random.IntN(2) == 0 {
			piece = side.King()
		}
		setup.Pieces = append(setup.Pieces, draughts.Placed{Square: draughts.Square(n + 1), Piece: piece})
	}
	p, err := v.Position(setup)
	return p, err == nil
}
