package draughts_test

import (
	"errors"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// Each counter of each rule set draws the game when it should, and not a move
// sooner. Moves are those of kings, by either side.
func TestCounters(t *testing.T) {
	for _, test := range []struct {
		name, rules, fen string
		plies            int // after which the counter has run out
		claimed          bool
		while            func(p draughts.Position) bool // what the moves keep to, if anything
	}{
		{"40 moves of kings each", "american", "W:WK29,K30,22:BK3,K4,11", 80, true, nil},
		{"40 moves of kings each", "gamezer", "W:WK29,K30,20:BK3,K4,12", 80, true, nil},
		{"40 moves of kings each", "italian", "W:WK32,K31,20:BK1,K2,12", 80, true, nil},
		{"20 moves of kings by both", "angol", "W:WK29,K30,21:BK3,K4,12", 20, false, nil},
		{"three kings against one", "angol-free-jump", "W:WK29,K30,K31:BK1", 20, false, nil},
		{"15 moves of kings each", "russian", "W:WKa1,Kc1,h4:BKf8,Kh8,a5", 30, false, nil},
		{"three pieces against a king on the main road", "russian", "W:WKb8,Kg1,Kh2:BKa1", 9, false, holdsTheLongDiagonal},
		{"three kings against one off the main road", "russian", "W:WKa1,Kc1,Ke1:BKa7", 29, false, nil},
		{"two kings against one", "russian", "W:WKa1,Kc1:BKa7", 10, false, nil},
		{"20 moves of kings each", "brazilian", "W:WKa1,Kc1,h4:BKf8,Kh8,a5", 40, false, nil},
		{"two kings against two", "brazilian", "W:WKa1,Kc1:BKa7,Kb8", 10, false, nil},
		{"a king against a king", "brazilian", "W:WKc1:BKa7", 10, false, nil},
		{"three kings against one", "pool", "W:WK29,K30,K31:BK5", 25, false, nil},
		{"15 moves of kings each", "czech", "W:WKa1,Kc1,h4:BKf8,Kh8,a5", 30, false, nil},
		{"25 moves of kings each", "international", "W:WK46,K47,25:BK4,K5,26", 50, false, nil},
		{"three pieces against one king", "international", "W:WK46,K47,K48:BK6", 32, false, nil},
		{"three pieces against a king on the long diagonal", "international", "W:WK1,K2,K3:BK46", 10, false, holdsTheLongDiagonal},
		{"two kings against one", "international", "W:WK46,K47:BK6", 10, false, nil},
		{"a king against a king", "international", "W:WK47:BK6", 10, false, nil},
		{"25 moves of kings each", "canadian", "W:WK67,K68,30:BK5,K6,43", 50, false, nil},
		{"two kings against one", "frisian", "W:WK1,K2:BK9", 14, false, nil},
		{"a king against a king", "frisian", "W:WK47:BK16", 4, false, nil},
	} {
		t.Run(test.rules+", "+test.name, func(t *testing.T) {
			h := draughts.NewHistory(position(t, test.rules, test.fen))
			wander(t, h, test.plies, test.while)
			drawn := h.Ending
			if test.claimed {
				if end, over := h.Ending(); over {
					t.Fatalf("over by itself: %+v", end)
				}
				drawn = h.Claim
			}
			end, ok := drawn()
			if !ok || end.Rule != draughts.CounterRanOut || !end.Drawn {
				t.Fatalf("after %d moves: %+v, %v", h.Len(), end, ok)
			}
			h.TakeBack()
			if end, ok := drawn(); ok {
				t.Errorf("drawn after %d moves already: %+v", h.Len(), end)
			}
		})
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

// A capture, a man's move or another balance of pieces starts a counter anew.
func TestCountersStartAnew(t *testing.T) {
	left := func(h *draughts.History, moves int) int {
		for _, c := range h.Countdowns() {
			if c.Counter.Moves == moves {
				return c.Left
			}
		}
		return -1
	}
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

func TestRepetition(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
		dance      []string
		claimed    bool
	}{
		{"american", "W:WK32:BK1", []string{"32-28", "1-6", "28-32", "6-1"}, true},
		{"international", "W:WK47,35:BK4,16", []string{"47-42", "4-10", "42-47", "10-4"}, false},
		{"russian", "W:WKc1,h2:BKf8,a7", []string{"c1-d2", "f8-e7", "d2-c1", "e7-f8"}, false},
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
	other := position(t, "american", "W:W18:B14").Moves()[0]
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

// A balance that now holds the other way round has only come to be.
func TestCountersFollowOneSide(t *testing.T) {
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
	p, err := pdn.ParseFEN(v, "W:WK30:BK4") // Black's king is on the long diagonal
	if err != nil {
		t.Fatal(err)
	}
	h := draughts.NewHistory(p)
	left := func() int {
		if c := h.Countdowns(); len(c) == 1 {
			return c[0].Left
		}
		return -1
	}
	for _, step := range []struct {
		move string
		left int
	}{
		{"30-26", 10}, {"4-8", 9}, {"26-22", 9}, // now White's is there too
		{"8-3", 10}, // and Black's is not
	} {
		play(t, h, step.move)
		if got := left(); got != step.left {
			t.Errorf("after %s %d moves are left, want %d", step.move, got, step.left)
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

// A move that shares origin and end with a legal one, and is not it, is not played.
func TestHistoryRefusesTheOtherCapture(t *testing.T) {
	p := position(t, "american-free-jump", "W:W22:B18,17,10,9")
	other := position(t, "american", "W:W22:B18,10").Moves()[0]
	h := draughts.NewHistory(p)
	if err := h.Play(other); err != nil {
		var refusal *draughts.Refusal
		var ambiguous *draughts.AmbiguousError
		if !errors.As(err, &refusal) && !errors.As(err, &ambiguous) {
			t.Errorf("the error is %v", err)
		}
	}
}
