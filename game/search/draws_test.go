package search_test

import (
	"math/rand/v2"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/endgame"
	"doublecorner/game/search"
)

// Black, who is lost, makes the move by which the position stands on the board for the third time. White
// does not.
func TestRepetition(t *testing.T) {
	h := game(t, "american", "W:WK18,K27:BK1")
	play(t, h, "18-22 1-6 22-18 6-1 18-22 1-6 22-18")
	got := think(t, h, search.Limit{Depth: 5}).Lines[0]
	if move := h.Position().Text(got.Moves[0]); move != "6-1" || got.Value != drawn {
		t.Errorf("Black: %s %v", move, got.Value)
	}

	h = game(t, "american", "B:WK18,K27:BK1")
	play(t, h, "1-6 18-22 6-1 22-18 1-6 18-22 6-1")
	got = think(t, h, search.Limit{Depth: 5}).Lines[0]
	if move := h.Position().Text(got.Moves[0]); move == "22-18" || got.Value == drawn {
		t.Errorf("White: %s %v", move, got.Value)
	}
	all := think(t, h, search.Limit{Depth: 5, Lines: 20}).Lines
	last := all[len(all)-1]
	if move := h.Position().Text(last.Moves[0]); move != "22-18" || last.Value != drawn {
		t.Errorf("White, the other way: %s %v", move, last.Value)
	}
}

// A draw is not given away because a counter would run out before the loss: a capture stops it.
func TestDrawBesideCounters(t *testing.T) {
	rules, _ := draughts.Find("american")
	rules.Key, rules.Draws.Counters = "short", []draughts.Counter{{Moves: 2, By: draughts.EachSide, Quiet: true}}
	v, err := draughts.Compile(rules)
	must(t, err)
	set := endgame.Embedded(v)
	engine := search.New(v, search.Options{Hash: 1, Endgames: set})
	random := rand.New(rand.NewPCG(10, 11))
	for draws := 0; draws < 200; {
		h := draughts.NewHistory(sparse(v, 3, random))
		n := h.Position().Node()
		known, ok := set.Probe(&n)
		if _, over := h.Ending(); over || !ok || known.Outcome != endgame.Drawn {
			continue
		}
		draws++
		for depth := 1; depth <= 3; depth++ {
			thought, err := engine.Think(t.Context(), h, search.Limit{Depth: depth})
			must(t, err)
			checkDraw(t, set, h.Position(), thought)
		}
	}
}

// Where counters leave little time, a position of three kings is worth what all games from there come to,
// whatever the databases say.
func TestCounters(t *testing.T) {
	const plies = 10 // no game is longer
	for _, c := range []draughts.Counter{
		{Moves: 1, By: draughts.EachSide, Quiet: true},
		{Moves: 3, By: draughts.EitherSide, Quiet: true, Claimed: true},
		{Moves: 1, By: draughts.StrongerSide, Balance: draughts.Balance{
			Strong: draughts.Force{Kings: draughts.Span{Min: 2, Max: 2}}, Weak: draughts.Force{Kings: draughts.Span{Min: 1, Max: 1}},
		}},
	} {
		rules, _ := draughts.Find("american")
		rules.Key, rules.Draws.Counters = "short", []draughts.Counter{c}
		v, err := draughts.Compile(rules)
		must(t, err)
		set := endgame.Embedded(v)
		if set.Pieces() < 3 {
			t.Fatal("the endings of American checkers are not those of the same game with other draws")
		}
		engines := map[string]*search.Engine{
			"without databases": search.New(v, search.Options{Hash: 1}), "with databases": search.New(v, search.Options{Hash: 1, Endgames: set}),
		}
		random := rand.New(rand.NewPCG(8, 9))
		for range 60 {
			setup := draughts.Setup{Turn: draughts.Sides[random.IntN(2)]}
			for i, n := range random.Perm(v.Squares())[:3] {
				setup.Pieces = append(setup.Pieces, draughts.Placed{Square: draughts.Square(n + 1), Piece: draughts.Sides[i%2].King()})
			}
			p, err := v.Position(setup)
			must(t, err)
			h := draughts.NewHistory(p)
			if _, over := h.Ending(); over {
				continue
			}
			want := outcome(h, plies)
			for name, e := range engines {
				e.Forget()
				thought, err := e.Think(t.Context(), h, search.Limit{Depth: plies})
				must(t, err)
				got := thought.Lines[0].Value
				if want.Proven && !(got.Proven && got.Score == want.Score) || !want.Proven && got.Proven && got.Score != 0 {
					t.Errorf("%+v, %s, %s: %v, want %v", c, pdn.FEN(p), name, got, want)
				}
			}
		}
	}
}

// A draw that cannot be avoided is proven.
func TestDraws(t *testing.T) {
	for _, c := range []struct{ name, rules, fen string }{
		{"one piece each", "turkish", "W:Wa5:Ba6,Kh8"},
	} {
		got := think(t, game(t, c.rules, c.fen), search.Limit{Depth: 3}).Lines[0]
		if got.Value != drawn {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
