package draughts_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// trials is how many games and how many set-up positions of every rule set are
// looked at. CI looks at more.
var trials = flag.Int("draughts.trials", 1, "random `games` and positions of every rule set")

// forEveryRuleSet runs a test on random positions of every rule set: those of
// whole random games, and others full of kings, where generators go wrong.
func forEveryRuleSet(t *testing.T, test func(t *testing.T, p draughts.Position)) {
	for _, key := range draughts.Keys() {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			v := variant(t, key)
			random := rand.New(rand.NewPCG(20, uint64(len(key))))
			for range *trials {
				randomGame(t, v, random, test)
				for range 20 {
					test(t, randomPosition(t, v, random))
				}
			}
		})
	}
}

func randomGame(t *testing.T, v *draughts.Variant, random *rand.Rand, test func(t *testing.T, p draughts.Position)) {
	p := v.Start()
	for ply := range 120 {
		if ply%3 == 0 {
			test(t, p)
		}
		moves := p.Moves()
		if len(moves) == 0 || t.Failed() {
			return
		}
		p = p.Play(moves[random.IntN(len(moves))])
	}
}

func randomPosition(t *testing.T, v *draughts.Variant, random *rand.Rand) draughts.Position {
	setup := draughts.Setup{Turn: draughts.Sides[random.IntN(2)]}
	density := 3 + random.IntN(8)
	count := [2]int{}
	for q := draughts.Square(1); v.Has(q); q++ {
		if random.IntN(density) > 0 {
			continue
		}
		side := draughts.Sides[random.IntN(2)]
		piece := side.Man()
		_, y := v.XY(q)
		last := side == draughts.White && y == 0 || side == draughts.Black && y == v.Rules().Board.Size-1
		if last || random.IntN(4) == 0 {
			if v.Rules().Object == draughts.Breakthrough {
				continue
			}
			piece = side.King()
		}
		if count[side]++; count[side] <= 12 {
			setup.Pieces = append(setup.Pieces, draughts.Placed{Square: q, Piece: piece})
		}
	}
	if limit := v.Rules().King.RunLimit; limit > 0 {
		for _, placed := range setup.Pieces {
			if placed.Piece.IsKing() {
				side := draughts.White
				if placed.Piece.Is(draughts.Black) {
					side = draughts.Black
				}
				setup.Runs[side] = draughts.Run{King: placed.Square, Moves: 1 + random.IntN(limit)}
			}
		}
	}
	p, err := v.Position(setup)
	must(t, err)
	return p
}

// TestAgreement compares the generator with the reference: the same moves, leading
// to the same positions.
func TestAgreement(t *testing.T) { forEveryRuleSet(t, agree) }

// TestAgreementOnAnyRules does the same under rule sets that nobody has played yet, such
// as people mix.
func TestAgreementOnAnyRules(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	for range 40 * *trials {
		rules := anyRules(random)
		v, err := draughts.Compile(rules)
		if err != nil {
			continue // contradictions are many
		}
		t.Run("", func(t *testing.T) {
			for range 12 {
				agree(t, randomPosition(t, v, random))
			}
			if t.Failed() {
				t.Logf("%+v", rules)
			}
		})
	}
}

// TestAgreementOnRareRules does the same under rules that hardly ever come together.
func TestAgreementOnRareRules(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*draughts.Rules)
		fens   []string
	}{
		"a small board on which runs are limited": {func(r *draughts.Rules) { r.King.RunLimit = 3 }, nil},
		"a man that goes on as a king, which captures kings soonest": {func(r *draughts.Rules) {
			r.Man.Crowning, r.Capture.Prefer = draughts.GoesOn, []draughts.Preference{draughts.KingsSoonest}
		}, []string{
			"W:Wb6,h2:Bc7,Kf6,g3",    // the new king captures a king, the other man none
			"W:WKd6:BKe5,Ke3,c3,Kc5", // round the four, either way
		}},
	} {
		t.Run(name, func(t *testing.T) {
			v := mixed(t, "russian", test.change)
			for _, fen := range test.fens {
				p, err := pdn.ParseFEN(v, fen)
				must(t, err)
				agree(t, p)
			}
			random := rand.New(rand.NewPCG(23, 24))
			for range 100 * *trials {
				agree(t, randomPosition(t, v, random))
			}
		})
	}
}

// TestAgreementOnValue does the same in Frisian positions where the value of a king decides: if it
// were worth a man and a half, another capture would be worth the most.
func TestAgreementOnValue(t *testing.T) {
	v := variant(t, "frisian")
	random := rand.New(rand.NewPCG(25, 26))
	for decided := 0; decided < 20; {
		p := randomPosition(t, v, random)
		r := newReference(p)
		captures := r.allCaptures()
		worth := func(king float64) []candidate {
			return bestBy(captures, func(d candidate) float64 {
				value := 0.0
				for _, at := range d.captured {
					if r.pieces[at].IsKing() {
						value += king
					} else {
						value++
					}
				}
				return value
			})
		}
		if fmt.Sprint(worth(1.99)) != fmt.Sprint(worth(1.49)) {
			decided++
			agree(t, p)
		}
	}
}

// anyRules mixes a rule set.
func anyRules(random *rand.Rand) draughts.Rules {
	families := draughts.Families()
	r := families[random.IntN(len(families))]
	r.Key, r.Name, r.GameType = "mixed", "Mixed", 0
	yes := func() bool { return random.IntN(2) == 0 }
	directions := func(of ...draughts.Directions) draughts.Directions { return of[random.IntN(len(of))] }
	if yes() {
		r.Board.Playable = draughts.Playable(random.IntN(2))
	}
	if yes() {
		r.Man.Moves = directions(draughts.DiagonalForward, draughts.StraightForward, draughts.DiagonalForward|draughts.Sideways)
	}
	if yes() {
		r.Man.Captures = directions(draughts.DiagonalForward, draughts.Diagonals, draughts.Straights, draughts.Diagonals|draughts.Straights)
	}
	r.Man.CapturesKings = yes()
	r.Man.Crowning = draughts.Crowning(random.IntN(3))
	if yes() {
		r.King.Moves = directions(draughts.Diagonals, draughts.Straights, draughts.Diagonals|draughts.Straights)
		r.King.Captures = directions(draughts.Diagonals, draughts.Straights, draughts.Diagonals|draughts.Straights)
	}
	r.King.Moves |= r.Man.Moves | mirrored(r.Man.Moves)
	r.King.Captures |= r.Man.Captures | mirrored(r.Man.Captures)
	r.King.Range, r.King.Reach, r.King.Landing = draughts.Range(random.IntN(2)),
		draughts.Range(random.IntN(2)), draughts.Landing(random.IntN(2))
	r.Capture.Removal = draughts.Removal(random.IntN(2))
	r.King.TurnsBack = r.Capture.Removal == draughts.AtOnce && yes()
	r.Capture.Obligatory = random.IntN(4) > 0
	r.Capture.Prefer = nil
	if r.Capture.Obligatory && yes() {
		all := []draughts.Preference{
			draughts.MostPieces, draughts.MostKings, draughts.MostValue, draughts.WithKing, draughts.KingsSoonest,
		}
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		r.Capture.Prefer = all[:random.IntN(3)]
	}
	return r
}

// mirrored returns the backward directions of forward ones.
func mirrored(d draughts.Directions) draughts.Directions {
	var back draughts.Directions
	if d&draughts.DiagonalForward != 0 {
		back |= draughts.DiagonalBackward
	}
	if d&draughts.StraightForward != 0 {
		back |= draughts.StraightBackward
	}
	return back
}

// agree compares the moves of a position, and their paths.
func agree(t *testing.T, p draughts.Position) {
	want := newReference(p).moves()
	got := map[string]bool{}
	for _, m := range p.Moves() {
		text := describe(m.From(), m.To(), m.Captured(), p.Play(m).Setup())
		if got[text] {
			t.Errorf("%s: there twice: %s", pdn.FEN(p), text)
		}
		got[text] = true
		paths := map[string]bool{}
		for path := range p.Paths(m) {
			paths[fmt.Sprint(path)] = true
		}
		switch {
		case want[text] == nil:
			t.Errorf("%s: not a move: %s", pdn.FEN(p), text)
		case !maps.Equal(paths, want[text]):
			t.Errorf("%s: %s can go %v, want %v", pdn.FEN(p), text, paths, want[text])
		}
	}
	if captures := slices.ContainsFunc(p.Moves(), draughts.Move.IsCapture); p.CanCapture() != captures {
		t.Errorf("%s: CanCapture is %t", pdn.FEN(p), !captures)
	}
	for text := range want {
		if !got[text] {
			t.Errorf("%s: missing: %s", pdn.FEN(p), text)
		}
	}
}
