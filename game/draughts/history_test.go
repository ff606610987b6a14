package draughts_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
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

		{"20 moves of kings by both", "angol", "W:WK29,K30,21:BK3,K4,12", 20, nil},

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

		{"three kings against one", "pool", "W:WK29,K30,K31:BK5", 25, nil},
		{"40 moves of kings each", "pool", "W:WK29,K30:BK3,K4", 80, nil},

		{"20 moves of kings each", "spanish", "W:WK31,K32,17:BK1,K2,16", 40, nil},
		{"three kings against one", "spanish", "W:WK7,K17,K20:BK2", 23, nil},

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
				ending = h.Claim
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

// holdsTheLongDiagonal tells whether Black's king does.
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
	if !h.TakeBack() || left(h, 25) != 24 {
		t.Errorf("taken back, %d moves are left, want 24", left(h, 25))
	}
}

// Three kings do not get more time against one because some of them are taken: the draw
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

// The counter that runs out first is told first, whosever moves it counts.
func TestCountdownsComeInOrder(t *testing.T) {
	r, err := draughts.Find("pool")
	if err != nil {
		t.Fatal(err)
	}
	r.Key, r.Draws.Counters = "hasty", []draughts.Counter{
		{Moves: 7, By: draughts.EachSide},
		{Moves: 6, By: draughts.StrongerSide, Balance: draughts.Balance{Strong: draughts.Force{Kings: draughts.Span{Min: 2, Max: 2}}}},
		{Moves: 10, By: draughts.EitherSide},
	}
	v, err := draughts.Compile(r)
	if err != nil {
		t.Fatal(err)
	}
	p, err := pdn.ParseFEN(v, "W:WK29,K30:BK3")
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, c := range draughts.NewHistory(p).Countdowns() {
		got = append(got, c.Left)
	}
	if want := []int{10, 6, 7}; !slices.Equal(got, want) {
		t.Errorf("told are those of %v moves, want %v", got, want)
	}
}

// What a game knows of its draws follows from its moves alone: it is the same when some
// were taken back on the way, in a copy, and when the moves are played again.
func TestDrawsFollowFromTheMoves(t *testing.T) {
	type knowledge struct {
		end        draughts.Ending
		over       bool
		claim      draughts.Ending
		claimed    bool
		countdowns []draughts.Countdown
		repeats    int
	}
	know := func(h *draughts.History) (k knowledge) {
		k.end, k.over = h.Ending()
		k.claim, k.claimed = h.Claim()
		k.countdowns, k.repeats = h.Countdowns(), h.Repeats()
		return k
	}
	for _, start := range []struct{ rules, fen string }{
		{"international", "W:WK46,K47,K48,21:BK3,26"},
		{"canadian", "W:WK67,K68,55:BK5,K6"},
		{"frisian", "W:WK46,K47,31:BK3,16"},
		{"russian", "W:WKa1,Kc1,c5:BKf8,a7"},
		{"brazilian", "W:WKa1,Kc1:BKf8,Kh8,a5"},
		{"turkish", "W:WKa1,Kb1,c5:BKh8,f7"},
	} {
		random := rand.New(rand.NewPCG(3, uint64(len(start.rules))))
		h := draughts.NewHistory(position(t, start.rules, start.fen))
		for range 300 {
			moves := listed(h.Position().Moves())
			if len(moves) == 0 || random.IntN(5) == 0 {
				h.TakeBack()
			} else if m := moves[random.IntN(len(moves))]; h.PlayOn(m) != nil {
				h.TakeBack()
			}
			again := draughts.NewHistory(h.Start())
			for _, m := range h.Moves() {
				if err := again.Repeat(again.Position().Way(m)); err != nil {
					t.Fatal(err)
				}
			}
			if got, want := know(h), know(again); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, %v: %+v, played again: %+v", start.rules, h.Moves(), got, want)
			}
			if got, want := know(h.Clone()), know(h); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: in a copy: %+v, not %+v", start.rules, got, want)
			}
		}
	}
}

func TestRepetition(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
		dance      []string
		claimed    bool
	}{
		{"american", "W:WK32:BK1", []string{"32-28", "1-6", "28-32", "6-1"}, true},
		{"international", "W:WK47,35:BK4,16", []string{"47-42", "4-10", "42-47", "10-4"}, false},
		{"russian", "W:WKc1,h2:BKf8,a7", []string{"c1-d2", "f8-e7", "d2-c1", "e7-f8"}, false},
		{"czech", "W:WKc1,h2:BKf8,a7", []string{"c1-d2", "f8-e7", "d2-c1", "e7-f8"}, true},
	} {
		h := draughts.NewHistory(position(t, test.rules, test.fen))
		drawn := h.Ending
		if test.claimed {
			drawn = h.Claim
		}
		play(t, h, test.dance...)
		if h.Repeats() != 2 {
			t.Errorf("%s: the position stands for the %d. time, want 2", test.rules, h.Repeats())
		}
		play(t, h, test.dance[:3]...)
		if end, ok := drawn(); ok {
			t.Errorf("%s: drawn before the third time: %+v", test.rules, end)
		}
		play(t, h, test.dance[3])
		if end, ok := drawn(); !ok || end.Rule != draughts.Repeated || end.Times != 3 {
			t.Errorf("%s: the third time: %+v, %v", test.rules, end, ok)
		}
		if _, over := h.Ending(); over == test.claimed {
			t.Errorf("%s: over by itself is %v", test.rules, over)
		}
	}
}

func TestEndings(t *testing.T) {
	for _, test := range []struct {
		name, rules, fen string
		rule             draughts.EndRule
		winner           draughts.Side
		drawn            bool
	}{
		{"no pieces", "american", "W:W:B1", draughts.NoPieces, draughts.Black, false},
		{"no pieces wins", "american-misere", "W:W:B1", draughts.NoPieces, draughts.White, false},
		{"blocked", "russian", "W:Wa5:Bb6,c7", draughts.NoMoves, draughts.Black, false},
		{"blocked wins", "russian-misere", "W:Wa5:Bb6,c7", draughts.NoMoves, draughts.White, false},
		{"a king has been made", "russian-breakthrough", "B:WKb8:Bc7", draughts.KingMade, draughts.White, false},
		{"blocked loses", "russian-breakthrough", "W:Wa5:Bb6,c7", draughts.NoMoves, draughts.Black, false},
		{"a king against a king", "turkish", "W:WKa1:BKh8", draughts.DeadBalance, 0, true},
		{"a king against a man", "turkish", "B:WKa1:Bh6", draughts.DeadBalance, 0, true},
		{"a man against a man", "turkish", "W:Wa3:Bh6", draughts.DeadBalance, 0, true},
	} {
		h := draughts.NewHistory(position(t, test.rules, test.fen))
		end := ended(t, h, test.rule)
		if end.Drawn != test.drawn || end.Winner != test.winner {
			t.Errorf("%s: %+v", test.name, end)
		}
		if _, err := h.Read("1-2"); !isGameOver(err) {
			t.Errorf("%s: a move is read as if the game went on: %v", test.name, err)
		}
	}
	// The pieces are drawn only if nothing can be taken.
	h := draughts.NewHistory(position(t, "turkish", "W:WKa1:BKa4"))
	if end, over := h.Ending(); over {
		t.Errorf("over although a king can be taken: %+v", end)
	}
}

func isGameOver(err error) bool {
	var refusal *draughts.Refusal
	return errors.As(err, &refusal) && refusal.Reason == draughts.GameOver
}

// A refused move changes nothing.
func TestHistoryRefuses(t *testing.T) {
	h := draughts.NewHistory(variant(t, "american").Start())
	if err := h.Play(draughts.Move{}); err == nil {
		t.Error("no move at all was played")
	}
	other := listed(position(t, "american", "W:W18:B14").Moves())[0]
	if err := h.Play(other); err == nil {
		t.Error("the move of another position was played")
	}
	if h.Len() != 0 || h.Position() != h.Start() {
		t.Error("a refused move changed the game")
	}
}

// Records of games go on where a draw was not noticed.
func TestPlayOn(t *testing.T) {
	h := draughts.NewHistory(position(t, "international", "W:WK47,35:BK4,16"))
	for range 2 {
		play(t, h, "47-42", "4-10", "42-47", "10-4")
	}
	m, err := h.Position().Read("47-42")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Play(m); !isGameOver(err) {
		t.Errorf("played after the draw: %v", err)
	}
	if err := h.PlayOn(m); err != nil {
		t.Error(err)
	}
}

// Who has too little to win does not win when the other's time runs out.
func TestCanWin(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
		white      bool
	}{
		{"american", "W:W31:B1", true},
		{"american", "W:WK31:BK1", false},
		{"american", "W:WK31,K32:BK1", true},
		{"american", "W:W:BK1", false},
		{"american-misere", "W:W:BK1", true},
		{"international", "W:WK46,K47:BK5", false},
		{"international", "W:WK46,K47,K48:BK5", true},
	} {
		if got := position(t, test.rules, test.fen).CanWin(draughts.White); got != test.white {
			t.Errorf("%s, %s: White can win is %v", test.rules, test.fen, got)
		}
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

// A balance that now holds the other way round has only come to be, whoever's it was.
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
	if err != nil {
		t.Fatal(err)
	}
	king := draughts.Force{Kings: draughts.Span{Min: 1, Max: 1}}
	r.Key, r.Draws = "corner", draughts.Draws{Counters: []draughts.Counter{
		{Moves: 10, Balance: draughts.Balance{Strong: king, Weak: king, LongDiagonal: true}},
	}}
	v, err := draughts.Compile(r)
	if err != nil {
		t.Fatal(err)
	}
	p, err := pdn.ParseFEN(v, fen)
	if err != nil {
		t.Fatal(err)
	}
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
		if err != nil {
			t.Fatal(err)
		}
		king := draughts.Force{Kings: draughts.Span{Min: 1, Max: 1}}
		balance := draughts.Balance{Strong: draughts.Force{Kings: draughts.Span{Min: 2, Max: 2}}, Weak: king}
		held, left := balance, balance
		held.LongDiagonal, left.OffLongDiagonal = true, true
		r.Key, r.Draws = "diagonal", draughts.Draws{Counters: []draughts.Counter{{Moves: 7, Balance: held}, {Moves: 9, Balance: left}}}
		v, err := draughts.Compile(r)
		if err != nil {
			t.Fatal(err)
		}
		for q := draughts.Square(3); v.Has(q); q++ {
			p, err := v.Position(draughts.Setup{Pieces: []draughts.Placed{
				{Square: 1, Piece: draughts.BlackKing}, {Square: 2, Piece: draughts.BlackKing}, {Square: q, Piece: draughts.WhiteKing},
			}})
			if err != nil {
				t.Fatal(err)
			}
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

// Misère has no draws by few pieces: who has few is near winning.
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

// A game that is shuffled on for ever, as records can be, stays cheap, and taking moves
// back forgets what they repeated.
func TestLongGames(t *testing.T) {
	h := draughts.NewHistory(position(t, "american", "W:WK29,K30:BK3,K4"))
	cycle := []string{"29-25", "3-8", "25-29", "8-3"}
	const plies = 40_000
	for i := range plies {
		m, err := h.Position().Read(cycle[i%4])
		if err != nil {
			t.Fatal(err)
		}
		if err := h.PlayOn(m); err != nil {
			t.Fatal(err)
		}
	}
	if want := plies/4 + 1; h.Repeats() != want {
		t.Errorf("it has stood there %d times, want %d", h.Repeats(), want)
	}
	for range plies - 4 {
		h.TakeBack()
	}
	if h.Repeats() != 2 {
		t.Errorf("after taking back it has stood there %d times, want 2", h.Repeats())
	}
	c := h.Clone()
	for range 3 {
		h.TakeBack()
	}
	if h.Repeats() != 1 || c.Repeats() != 2 {
		t.Errorf("%d and, in the copy, %d", h.Repeats(), c.Repeats())
	}
}

// Copies share what they have in common, and whatever is done with one of them, the
// others stay as they are.
func TestCopiesStayAsTheyAre(t *testing.T) {
	type copied struct {
		*draughts.History
		moves []draughts.Move
		now   draughts.Position
	}
	random := rand.New(rand.NewPCG(5, 6))
	h := draughts.NewHistory(position(t, "american", "W:WK31,K32,22:BK1,K2"))
	var copies []copied
	for range 500 {
		switch moves := listed(h.Position().Moves()); {
		case random.IntN(4) == 0:
			h.TakeBack()
		case random.IntN(8) == 0 && len(copies) > 0:
			h = copies[random.IntN(len(copies))].Clone()
		case len(moves) > 0:
			if err := h.PlayOn(moves[random.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		copies = append(copies, copied{h.Clone(), h.Moves(), h.Position()})
	}
	for i, c := range copies {
		if !slices.Equal(c.Moves(), c.moves) || c.Position() != c.now {
			t.Fatalf("copy %d of %d has %v, had %v", i+1, len(copies), c.Moves(), c.moves)
		}
	}
}

// A move that shares origin and end with a legal one, and is not it, is not played.
func TestHistoryRefusesTheOtherCapture(t *testing.T) {
	other := listed(position(t, "american", "W:W31:B27,19").Moves())[0] // 31x24x15
	h := draughts.NewHistory(position(t, "american", "W:W31:B26,18"))
	var ambiguous *draughts.AmbiguousError
	if err := h.Play(other); !errors.As(err, &ambiguous) || len(ambiguous.Moves) != 1 {
		t.Errorf("the error is %v", err)
	}
	if h.Len() != 0 || h.Position() != h.Start() {
		t.Error("it was played")
	}
}

// The rules that limit a king's run count the moves of one king, one after another, and those
// of each side apart.
func TestRunsAreCounted(t *testing.T) {
	h := draughts.NewHistory(position(t, "frisian", "W:WK46,K50,45:B1,2,K3,4"))
	for _, step := range []struct {
		move         string
		white, black draughts.Run
	}{
		{"46-41", draughts.Run{King: 41, Moves: 1}, draughts.Run{}},
		{"3-8", draughts.Run{King: 41, Moves: 1}, draughts.Run{King: 8, Moves: 1}},
		{"41-46", draughts.Run{King: 46, Moves: 2}, draughts.Run{King: 8, Moves: 1}},
		{"8-3", draughts.Run{King: 46, Moves: 2}, draughts.Run{King: 3, Moves: 2}},
		{"50-44", draughts.Run{King: 44, Moves: 1}, draughts.Run{King: 3, Moves: 2}},
		{"1-6", draughts.Run{King: 44, Moves: 1}, draughts.Run{}},
		{"44-50", draughts.Run{King: 50, Moves: 2}, draughts.Run{}},
		{"2-7", draughts.Run{King: 50, Moves: 2}, draughts.Run{}},
		{"50-44", draughts.Run{King: 44, Moves: 3}, draughts.Run{}},
	} {
		play(t, h, step.move)
		if p := h.Position(); p.Run(draughts.White) != step.white || p.Run(draughts.Black) != step.black {
			t.Errorf("after %s the runs are %+v and %+v", step.move, p.Run(draughts.White), p.Run(draughts.Black))
		}
	}
}
