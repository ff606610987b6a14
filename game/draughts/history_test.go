package draughts_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

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
		k.claim, k.claimed = h.Claim(h.Position().Turn())
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
			moves := h.Position().Moves()
			if len(moves) == 0 || random.IntN(5) == 0 {
				h.TakeBack()
			} else if m := moves[random.IntN(len(moves))]; h.PlayOn(m) != nil {
				h.TakeBack()
			}
			again := draughts.NewHistory(h.Start())
			for _, m := range h.Moves() {
				must(t, again.Repeat(again.Position().Path(m)))
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
		times      int
		claimed    bool
	}{
		{"american", "W:WK32:BK1", []string{"32-28", "1-6", "28-32", "6-1"}, 3, true},
		{"gamezer", "W:WK30,28:BK3,5", []string{"30-26", "3-7", "26-30", "7-3"}, 3, true},
		{"angol", "W:WK30,28:BK3,5", []string{"30-26", "3-7", "26-30", "7-3"}, 3, false},
		{"pool", "W:WK30,28:BK3,5", []string{"30-26", "3-7", "26-30", "7-3"}, 3, true},
		{"thai", "W:WK30,28:BK3,5", []string{"30-26", "3-7", "26-30", "7-3"}, 3, false},
		{"spanish", "W:WK31,25:BK2,8", []string{"31-27", "2-6", "27-31", "6-2"}, 3, false},
		{"filipino", "W:WK31,25:BK2,8", []string{"31-27", "2-6", "27-31", "6-2"}, 3, false},
		{"brazilian", "W:WKc1,h2:BKf8,a7", []string{"c1-d2", "f8-e7", "d2-c1", "e7-f8"}, 3, false},
		{"canadian", "W:WK68,48:BK5,19", []string{"68-62", "5-12", "62-68", "12-5"}, 3, false},
		{"frisian", "W:WK46,K47:BK4,K5", []string{"47-42", "4-9", "42-47", "9-4"}, 3, false},
		{"turkish", "W:WKa1,Kb1:BKg8,Kh8", []string{"a1-a2", "h8-h7", "a2-a1", "h7-h8"}, 3, false},
		{"international", "W:WK47,35:BK4,16", []string{"47-42", "4-10", "42-47", "10-4"}, 3, false},
		{"russian", "W:WKc1,h2:BKf8,a7", []string{"c1-d2", "f8-e7", "d2-c1", "e7-f8"}, 3, false},
		{"italian", "W:WK32:BK1", []string{"32-28", "1-5", "28-32", "5-1"}, 4, true},
		{"czech", "W:WKc1,h2:BKf8,a7", []string{"c1-d2", "f8-e7", "d2-c1", "e7-f8"}, 3, true},
	} {
		h := draughts.NewHistory(position(t, test.rules, test.fen))
		drawn := h.Ending
		if test.claimed {
			drawn = func() (draughts.Ending, bool) { return h.Claim(h.Position().Turn().Opponent()) }
		}
		for range test.times - 2 {
			play(t, h, test.dance...)
		}
		if h.Repeats() != test.times-1 {
			t.Errorf("%s: the position stands for the %d. time", test.rules, h.Repeats())
		}
		play(t, h, test.dance[:3]...)
		if end, ok := drawn(); ok {
			t.Errorf("%s: drawn before the last time: %+v", test.rules, end)
		}
		// Whose move repeats the position may claim before making it.
		if end, ok := h.Claim(h.Position().Turn()); ok != test.claimed || ok && (end.Rule != draughts.Repeated || end.Times != test.times) {
			t.Errorf("%s: before the last time the side to move can claim: %v, %+v", test.rules, ok, end)
		}
		play(t, h, test.dance[3])
		if end, ok := drawn(); !ok || end.Rule != draughts.Repeated || end.Times != test.times {
			t.Errorf("%s: the last time: %+v, %v", test.rules, end, ok)
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
		{"blocked", "american", "W:W13:B9,6", draughts.NoMoves, draughts.Black, false},
		{"blocked", "gamezer", "W:W13:B9,6", draughts.NoMoves, draughts.Black, false},
		{"blocked", "angol", "W:W13:B9,6", draughts.NoMoves, draughts.Black, false},
		{"blocked", "pool", "W:W13:B9,6", draughts.NoMoves, draughts.Black, false},
		{"blocked", "thai", "W:W13:B9,6", draughts.NoMoves, draughts.Black, false},
		{"blocked", "brazilian", "W:Wa5:Bb6,c7", draughts.NoMoves, draughts.Black, false},
		{"blocked", "czech", "W:Wa5:Bb6,c7", draughts.NoMoves, draughts.Black, false},
		{"blocked", "filipino", "W:W16:B12,7", draughts.NoMoves, draughts.Black, false},
		{"blocked", "spanish", "W:W16:B12,7", draughts.NoMoves, draughts.Black, false},
		{"blocked by a king", "italian", "W:W16:BK12", draughts.NoMoves, draughts.Black, false}, // which a man may not jump
		{"blocked", "international", "W:W16:B11,7", draughts.NoMoves, draughts.Black, false},
		{"blocked", "frisian", "W:W16:B11,7", draughts.NoMoves, draughts.Black, false},
		{"blocked", "canadian", "W:W19:B13,8", draughts.NoMoves, draughts.Black, false},
		{"blocked", "turkish", "W:Wa4:Ba5,a6,b4,c4", draughts.NoMoves, draughts.Black, false},
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
	}
	// The pieces are drawn only if nothing can be captured.
	h := draughts.NewHistory(position(t, "turkish", "W:WKa1:BKa4"))
	if end, over := h.Ending(); over {
		t.Errorf("over although a king can be captured: %+v", end)
	}
}

func isGameOver(err error) bool {
	var refusal *draughts.IllegalMove
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
	for _, path := range [][]draughts.Square{nil, {11}, {0, 11}, {11, 0}, {11, 33}} {
		if err := h.Repeat(path); err == nil {
			t.Errorf("the path %v was played", path)
		}
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
	must(t, err)
	if err := h.Play(m); !isGameOver(err) {
		t.Errorf("played after the draw: %v", err)
	}
	if err := h.PlayOn(m); err != nil {
		t.Error(err)
	}
}

// A side with too little to win does not win when the other's time runs out.
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
		{"turkish", "W:WKa1:BKg8,Kh8", true}, // whose time runs out loses in any position
		{"international", "W:WK46,K47:BK5", false},
		{"international", "W:WK46,K47,K48:BK5", true},
	} {
		if got := position(t, test.rules, test.fen).CanWin(draughts.White); got != test.white {
			t.Errorf("%s, %s: White can win is %v", test.rules, test.fen, got)
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
		must(t, err)
		must(t, h.PlayOn(m))
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

// Copies share what they have in common, and whatever happens to one of them, the
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
		switch moves := h.Position().Moves(); {
		case random.IntN(4) == 0:
			h.TakeBack()
		case random.IntN(8) == 0 && len(copies) > 0:
			h = copies[random.IntN(len(copies))].Clone()
		case len(moves) > 0:
			must(t, h.PlayOn(moves[random.IntN(len(moves))]))
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
	other := position(t, "american", "W:W31:B27,19").Moves()[0] // 31x24x15
	h := draughts.NewHistory(position(t, "american", "W:W31:B26,18"))
	var ambiguous *draughts.AmbiguousError
	if err := h.Play(other); !errors.As(err, &ambiguous) || len(ambiguous.Moves) != 1 {
		t.Errorf("the error is %v", err)
	}
	if h.Len() != 0 || h.Position() != h.Start() {
		t.Error("it was played")
	}
}

// A run that no king can have made cannot be set up.
func TestImpossibleRuns(t *testing.T) {
	p := position(t, "frisian", "W:WK46,45:B1,K3")
	for _, run := range []draughts.Run{{King: 46, Moves: -1}, {King: 46, Moves: 4},
		{King: 45, Moves: 1}, {King: 3, Moves: 1}, {King: 0, Moves: 1}} {
		setup := p.Setup()
		setup.Runs[draughts.White] = run
		_, err := p.Variant().Position(setup)
		var wrong *draughts.SetupError
		if !errors.As(err, &wrong) || wrong.Problem != draughts.BadRun {
			t.Errorf("%+v: %v", run, err)
		}
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

	// So they are on a small board.
	p, err := pdn.ParseFEN(mixed(t, "american", func(r *draughts.Rules) { r.King.RunLimit = 3 }), "W:WK32,21:B1,K3")
	must(t, err)
	h = draughts.NewHistory(p)
	play(t, h, "32-28", "3-8")
	if want := (draughts.Run{King: 28, Moves: 1}); h.Position().Run(draughts.White) != want {
		t.Errorf("after 32-28 the run is %+v", h.Position().Run(draughts.White))
	}
	play(t, h, "21-17")
	if run := h.Position().Run(draughts.White); run != (draughts.Run{}) {
		t.Errorf("after a man's move the run is %+v", run)
	}
}
