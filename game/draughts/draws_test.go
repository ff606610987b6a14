package draughts_test

import (
	"slices"
	"strings"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// Each counter of each rule set draws the game when it should, and not a move
// sooner. Moves are those of kings, by either side, or of men where kings alone would
// end it before.
func TestCounters(t *testing.T) {
	drawn := map[string]map[draughts.Counter]bool{}
	for _, test := range []struct {
		name, rules, fen string
		plies            int                            // after which the counter has run out
		while            func(p draughts.Position) bool // what the moves keep to, if anything
	}{
		{"40 moves of kings each", "american", "W:WK29,K30,22:BK3,K4,11", 80, nil},
		{"40 moves of kings each", "gamezer", "W:WK29,K30,20:BK3,K4,12", 80, nil},
		{"40 moves of kings each", "italian", "W:WK32,K31,20:BK1,K2,12", 80, nil},

		{"20 moves of kings each", "angol", "W:WK29,K30,21:BK3,K4,12", 40, nil},
		{"three kings against one", "angol", "W:WK29,K30,K31:BK4", 39, nil},

		{"15 moves of kings each", "russian", "W:WKa1,Kc1,h4:BKf8,Kh8,a5", 30, nil},
		{"three pieces against a king on the main road", "russian", "W:WKb8,Kg1,Kh2:BKa1", 9, holdsTheLongDiagonal},
		{"three kings against one off the main road", "russian", "W:WKa1,Kc1,Ke1:BKa7", 29, nil},
		{"two kings against one", "russian", "W:WKa1,Kc1:BKa7", 10, nil},
		{"four pieces, of kings and men", "russian", "W:WKc1,h2:BKf8,a7", 60, nil},
		{"six pieces, of kings and men", "russian", "W:WKc1,h2,a3:BKf8,a7,h6", 120, nil},

		{"20 moves of kings each", "brazilian", "W:WKa1,Kc1,h4:BKf8,Kh8,a5", 40, nil},
		{"two kings against two", "brazilian", "W:WKa1,Kc1:BKa7,Kb8", 10, nil},
		{"two kings against one", "brazilian", "W:WKa1,Kc1:BKa7", 10, nil},
		{"two kings against a king and a man", "brazilian", "W:WKa1,Kc1:BKf8,a5", 10, nil},
		{"a king against a king", "brazilian", "W:WKc1:BKa7", 10, nil},
		{"a king and a man against a king", "brazilian", "W:WKc1,h4:BKa7", 10, nil},

		{"three kings against one", "pool", "W:WK29,K30,K31:BK5", 26, nil},
		{"15 moves of kings each", "pool", "W:WK29,K30:BK3,K4", 30, nil},

		{"20 moves of kings each", "spanish", "W:WK31,K32,17:BK1,K2,16", 40, nil},
		{"three kings against one", "spanish", "W:WK1,K17,K20:BK2", 23, heldByWhite},

		// The lone king's twelfth move ends the game.
		{"three kings against one", "filipino", "W:WK7,K17,K20:BK2", 24, nil},
		{"20 moves of kings each", "filipino", "W:WK31,K32,17:BK1,K2,16", 40, nil},

		{"15 moves of kings each", "czech", "W:WKa1,Kc1,h4:BKf8,Kh8,a5", 30, nil},
		{"25 moves of kings each", "thai", "W:WK29,K30,20:BK3,K4,13", 50, nil},

		{"25 moves of kings each", "international", "W:WK46,K47,25:BK4,K5,26", 50, nil},
		{"three pieces against one king", "international", "W:WK46,K47,K48:BK6", 32, nil},
		{"three pieces against a king on the long diagonal", "international", "W:WK1,K2,K3:BK46", 10, holdsTheLongDiagonal},
		{"two kings against one", "international", "W:WK46,K47:BK6", 10, nil},
		{"a king against a king", "international", "W:WK47:BK6", 10, nil},

		{"25 moves of kings each", "canadian", "W:WK67,K68,30:BK5,K6,43", 50, nil},
		{"three pieces against one king", "canadian", "W:WK67,K68,K69:BK7", 32, nil},
		{"three pieces against a king on the long diagonal", "canadian", "W:WK1,K2,K3:BK67", 10, holdsTheLongDiagonal},
		{"two kings against one", "canadian", "W:WK67,K68:BK7", 10, nil},

		{"two kings against one", "frisian", "W:WK1,K2:BK9", 14, nil},
		{"a king against a king", "frisian", "W:WK47:BK16", 4, nil},
		{"25 moves of kings each", "frisian", "W:WK46,K47:BK4,K5", 50, nil},

		{"25 moves of kings each", "turkish", "W:WKa1,Kb1:BKg8,Kh8", 50, nil},
	} {
		t.Run(test.rules+", "+test.name, func(t *testing.T) {
			h := draughts.NewHistory(position(t, test.rules, test.fen))
			if !walk(h, test.plies, test.while, true) {
				t.Fatalf("there are no %d such moves", test.plies)
			}
			ending := h.Ending
			end, ok := ending()
			if !ok {
				ending = func() (draughts.Ending, bool) { return h.Claim(h.Position().Turn().Opponent()) }
				end, ok = ending()
			}
			if !ok || end.Rule != draughts.CounterRanOut || !end.Drawn {
				t.Fatalf("after %d moves: %+v, %v", h.Len(), end, ok)
			}
			if _, over := h.Ending(); over == end.Counter.Claimed {
				t.Errorf("over by itself is %v: %+v", over, end)
			}
			if drawn[test.rules] == nil {
				drawn[test.rules] = map[draughts.Counter]bool{}
			}
			drawn[test.rules][end.Counter] = true
			h.TakeBack()
			if end, ok := ending(); ok {
				t.Errorf("drawn after %d moves already: %+v", h.Len(), end)
			}
		})
	}
	// A counter that is never the first to run out says nothing.
	for _, r := range draughts.Families() {
		for _, c := range r.Draws.Counters {
			if !drawn[r.Key][c] {
				t.Errorf("%s: no game is shown that this counter ends: %+v", r.Key, c)
			}
		}
	}
}

// heldByWhite reports whether a king of White's stands on the long diagonal.
func heldByWhite(p draughts.Position) bool {
	kings := p.Kings(draughts.White)
	return kings.Without(p.Variant().LongDiagonal()) != kings
}

// holdsTheLongDiagonal reports whether Black's king does.
func holdsTheLongDiagonal(p draughts.Position) bool {
	for q := range p.Kings(draughts.Black).All() {
		if x, y := p.Variant().XY(q); x+y != p.Variant().Rules().Board.Size-1 {
			return false
		}
	}
	return true
}

// left returns what is left of the running counter of so many moves, or -1.
func left(h *draughts.History, moves int) int {
	for _, c := range h.Countdowns() {
		if c.Counter.Moves == moves {
			return c.Left
		}
	}
	return -1
}

// A capture, a man's move or another balance of pieces starts a counter anew.
func TestCountersStartAnew(t *testing.T) {
	h := draughts.NewHistory(position(t, "international", "W:WK47,35:BK4,16"))
	if got := left(h, 25); got != 25 {
		t.Errorf("at the start %d moves are left, want 25", got)
	}
	play(t, h, "47-42", "4-10")
	if got := left(h, 25); got != 24 {
		t.Errorf("after a move of a king each %d moves are left, want 24", got)
	}
	play(t, h, "35-30")
	if got := left(h, 25); got != 25 {
		t.Errorf("after a man's move %d moves are left, want 25", got)
	}
	if got := left(h, 16); got != -1 {
		t.Errorf("the counter for three pieces against a king runs while there is a man more: %d", got)
	}
	h.TakeBack()
	if got := left(h, 25); got != 24 {
		t.Errorf("taken back, %d moves are left, want 24", got)
	}
}

// Three kings do not get more time against one because some of them are captured: the draw
// comes 16 moves from the beginning, not 5 from the capture.
func TestCountersLastThroughCaptures(t *testing.T) {
	h := draughts.NewHistory(position(t, "international", "W:WK46,K47,K48:BK3"))
	moves := strings.Fields(`47-38 3-9 46-23 9-22 38-24 22-17 48-31 17-39 24-38 39-17 31-42 17-22 38-15 22-6
		42-31 6-1 31-18 1-6 18-13 6-17 15-20 17-39 13-18 39-17 20-33 17x39 18-13 39-33 13-27 33-17 23-19 17-12`)
	for i, move := range moves {
		if end, over := h.Ending(); over {
			t.Fatalf("over after %d moves: %+v", i, end)
		}
		if got, want := left(h, 16), 16-i/2; got != want {
			t.Errorf("after %d moves %d are left, want %d", i, got, want)
		}
		if next := h.Countdowns()[0]; i > 25 && next.Counter.Moves != 16 {
			t.Errorf("after %d moves it is not said first that 16 come to their end: %+v", i, next)
		}
		play(t, h, move)
		if move == "17x39" && left(h, 5) != 5 {
			t.Errorf("two kings against one begin with %d moves, want 5", left(h, 5))
		}
	}
	if end := ended(t, h, draughts.CounterRanOut); !end.Drawn || end.Counter.Moves != 16 {
		t.Errorf("%+v", end)
	}

	for _, test := range []struct {
		name, rules, fen, moves string
		counter, left           int
	}{
		{"two kings against one become one against one", "international", "W:WK46,K47:BK6",
			"47-20 6-39 20-42 39-17 42-33 17x50 46-19 50-22 19-14 22-9", 5, 0},
		{"so do Black's", "international", "W:WK6:BK1,K2",
			"6-22 1-23 22-33 23-7 33-38 7-29 38x20 2-19 20-15 19-46", 5, 0},
		{"on the larger board", "canadian", "W:WK67,K68:BK7",
			"68-35 7-1 35-2 1-47 2-41 47x36 67-17 36-52 17-6 52-72", 5, 0},
		{"two men are left without their king", "international", "W:WK46,35,40:BK6",
			"40-34 6-11 46-19 11-22 19-13 22x4 34-30 4-18 30-24 18-31", 16, 11},
		{"a king on the long diagonal is counted anew", "international", "W:WK50,K6,K1:BK5",
			"50-45 5-10 45-50 10-5 50-28 5x46", 5, 5},
		{"what a capture brings about has only begun", "international", "W:WK46,K47:B41,K6",
			"46x37 6-1", 5, 5},
		{"a capture that leaves other pieces begins nothing", "international", "W:WK46,35:B41,K3,26",
			"46x37", 16, -1},
	} {
		h := draughts.NewHistory(position(t, test.rules, test.fen))
		play(t, h, strings.Fields(test.moves)...)
		if got := left(h, test.counter); got != test.left {
			t.Errorf("%s: %d moves are left, want %d", test.name, got, test.left)
		}
		if _, over := h.Ending(); over != (test.left == 0) {
			t.Errorf("%s: over is %v", test.name, over)
		}
	}
}

// TestForces checks that conditions on pieces are written as they are read.
func TestForces(t *testing.T) {
	for text, open := range map[string]bool{"1 king": false, "3+ kings": true, "4-5 kings, 1 man": false, "7 pieces, 1+ kings": true} {
		var f draughts.Force
		if err := f.UnmarshalText([]byte(text)); err != nil || f.String() != text || f.Kings.IsOpen() != open {
			t.Errorf("%s is read as %v, %+v, %v", text, f, f, err)
		}
	}
}

// TestLastingCounterEnds checks that a counter that lasts ends with its balance, unless a capture changed that.
func TestLastingCounterEnds(t *testing.T) {
	kings := func(n int) draughts.Span { return draughts.Span{Min: n, Max: n} }
	v := mixed(t, "american", func(r *draughts.Rules) {
		r.Draws.Counters = []draughts.Counter{{Moves: 10, Lasts: true, Balance: draughts.Balance{
			Strong: draughts.Force{Kings: kings(2)}, Weak: draughts.Force{Kings: kings(1), Men: draughts.Span{Max: 9}},
		}}}
	})
	p, err := pdn.ParseFEN(v, "W:WK32,K12:BK1,27,21")
	must(t, err)
	h := draughts.NewHistory(p)
	play(t, h, "32x23", "21-25", "23-27")
	if got := left(h, 10); got != 9 {
		t.Errorf("after a capture %d moves are left, want 9", got)
	}
	play(t, h, "25-29")
	if got := left(h, 10); got != -1 {
		t.Errorf("after a crowning %d moves are left, want none", got)
	}
}

// The counter that runs out first comes first, whosever moves it counts.
func TestCountdownsComeInOrder(t *testing.T) {
	r, err := draughts.Find("pool")
	must(t, err)
	r.Key, r.Draws.Counters = "hasty", []draughts.Counter{
		{Moves: 7, By: draughts.EachSide},
		{Moves: 6, By: draughts.StrongerSide, Balance: draughts.Balance{Strong: draughts.Force{Kings: draughts.Span{Min: 2, Max: 2}}}},
		{Moves: 10, By: draughts.EitherSide},
	}
	v, err := draughts.Compile(r)
	must(t, err)
	p, err := pdn.ParseFEN(v, "W:WK29,K30:BK3")
	must(t, err)
	var got []int
	for _, c := range draughts.NewHistory(p).Countdowns() {
		got = append(got, c.Left)
	}
	if want := []int{10, 6, 7}; !slices.Equal(got, want) {
		t.Errorf("they are those of %v moves, want %v", got, want)
	}
}

// Where the balance of pieces must not change at all, a crowning changes it.
func TestCrowningStartsExactCountersAnew(t *testing.T) {
	h := draughts.NewHistory(position(t, "russian", "W:WKa1,c7:BKh4,a7"))
	left := func() int {
		for _, c := range h.Countdowns() {
			if c.Counter.Exact {
				return c.Left
			}
		}
		return -1
	}
	play(t, h, "a1-b2", "h4-g3")
	if got := left(); got != 29 {
		t.Fatalf("after a move each %d moves are left, want 29", got)
	}
	play(t, h, "c7-d8")
	if got := left(); got != 30 {
		t.Errorf("after a crowning %d moves are left, want 30", got)
	}
}

// A balance that holds for the other side starts its counter anew.
func TestCountersFollowOneSide(t *testing.T) {
	type step struct {
		move string
		left int
	}
	for fen, steps := range map[string][]step{
		"W:WK30:BK4": { // Black's king is on the long diagonal
			{"30-26", 10}, {"4-8", 9}, {"26-22", 9}, // now White's is there too
			{"8-3", 10}, // and Black's is not
		},
		"B:WK29:BK3": { // the same, turned round
			{"3-7", 10}, {"29-25", 9}, {"7-11", 9}, {"25-30", 10},
		},
	} {
		h := draughts.NewHistory(positionByKingsOnTheDiagonal(t, fen))
		for _, step := range steps {
			play(t, h, step.move)
			if got := left(h, 10); got != step.left {
				t.Errorf("%s: after %s %d moves are left, want %d", fen, step.move, got, step.left)
			}
		}
	}
}

// positionByKingsOnTheDiagonal returns a position by rules under which a king against a
// king is drawn if one keeps to the long diagonal.
func positionByKingsOnTheDiagonal(t *testing.T, fen string) draughts.Position {
	t.Helper()
	r, err := draughts.Find("angol")
	must(t, err)
	king := draughts.Force{Kings: draughts.Span{Min: 1, Max: 1}}
	r.Key, r.Draws = "corner", draughts.Draws{Counters: []draughts.Counter{
		{Moves: 10, Balance: draughts.Balance{Strong: king, Weak: king, LongDiagonal: true}},
	}}
	v, err := draughts.Compile(r)
	must(t, err)
	p, err := pdn.ParseFEN(v, fen)
	must(t, err)
	return p
}

// The long diagonal joins the corners that are played on, and every square is on it or off.
func TestLongDiagonal(t *testing.T) {
	for key, on := range map[string]string{
		"russian":       "a1 b2 c3 d4 e5 f6 g7 h8",
		"spanish":       "h1 g2 f3 e4 d5 c6 b7 a8",
		"international": "a1 b2 c3 d4 e5 f6 g7 h8 i9 j10",
	} {
		r, err := draughts.Find(key)
		must(t, err)
		king := draughts.Force{Kings: draughts.Span{Min: 1, Max: 1}}
		balance := draughts.Balance{Strong: draughts.Force{Kings: draughts.Span{Min: 2, Max: 2}}, Weak: king}
		held, left := balance, balance
		held.LongDiagonal, left.OffLongDiagonal = true, true
		r.Key, r.Draws = "diagonal", draughts.Draws{Counters: []draughts.Counter{{Moves: 7, Balance: held}, {Moves: 9, Balance: left}}}
		v, err := draughts.Compile(r)
		must(t, err)
		for q := draughts.Square(3); v.Has(q); q++ {
			p, err := v.Position(draughts.Setup{Pieces: []draughts.Placed{
				{Square: 1, Piece: draughts.BlackKing}, {Square: 2, Piece: draughts.BlackKing}, {Square: q, Piece: draughts.WhiteKing},
			}})
			must(t, err)
			want := 9
			if slices.Contains(strings.Fields(on), v.NameIn(draughts.Letters, q)) {
				want = 7
			}
			if c := draughts.NewHistory(p).Countdowns(); len(c) != 1 || c[0].Counter.Moves != want {
				t.Errorf("%s: %s: %+v", key, v.NameIn(draughts.Letters, q), c)
			}
		}
	}
}

// Misère has no draws by few pieces: the side with few pieces is near winning.
func TestMisereIsNotDrawnByFewPieces(t *testing.T) {
	if end, over := draughts.NewHistory(position(t, "turkish-misere", "W:WKd4:BKd8")).Ending(); over {
		t.Errorf("turkish misère: a king against a king ends: %+v", end)
	}
	if !position(t, "american-misere", "W:WK32:BK1,K2").CanWin(draughts.White) {
		t.Error("american misère: one king against two is held unable to win")
	}
	for _, key := range draughts.Keys() {
		r := variant(t, key).Rules()
		if r.Object == draughts.Normal {
			continue
		}
		if len(r.Draws.Dead)+len(r.Draws.Unwinnable) > 0 {
			t.Errorf("%s: balances of pieces mean something", key)
		}
		for _, c := range r.Draws.Counters {
			if (c.Balance != draughts.Balance{}) {
				t.Errorf("%s: a counter runs by a balance", key)
			}
		}
	}
}
