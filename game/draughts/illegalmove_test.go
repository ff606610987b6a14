package draughts_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// refusals shows every reason on positions of at least two rule sets.
var refusals = []struct {
	why             draughts.Reason
	rules, fen, try string
	squares         []draughts.Square // From, To, At where they matter, 0 where not
}{
	{draughts.NotASquare, "american", "W:W32:B1", "32-33", nil},
	{draughts.NotASquare, "international", "W:WK5:B6", "d5-d6", nil}, // no king on 5
	{draughts.NotASquare, "russian", "W:Wa1:Bh8", "a1-a2", nil},
	{draughts.NotASquare, "turkish", "W:Wa1:Bh7", "a1-a9", nil},

	{draughts.NoPieceThere, "american", "W:W32:B1", "31-26", []draughts.Square{31, 0, 31}},
	{draughts.NoPieceThere, "international", "W:W32:B1", "31-26", []draughts.Square{31, 0, 31}},

	{draughts.OpponentsPiece, "american", "W:W32:B1", "1-6", []draughts.Square{1, 0, 1}},
	{draughts.OpponentsPiece, "frisian", "W:W32:B1", "1-7", []draughts.Square{1, 0, 1}},

	{draughts.TargetOccupied, "american", "W:W32,28:B1", "32-28", []draughts.Square{32, 28, 28}},
	{draughts.TargetOccupied, "canadian", "W:WK67,62:B1", "67-62", []draughts.Square{67, 62, 62}},

	{draughts.SameSquare, "russian", "W:Wc3:Bh8", "c3-c3", nil},
	{draughts.SameSquare, "american", "W:W30,18:B15", "30-30", []draughts.Square{30, 30, 0}},

	{draughts.NotInLine, "american", "W:W32:B1", "32-26", []draughts.Square{32, 26, 0}},
	{draughts.NotInLine, "turkish", "W:Wd3:Bh7", "d3-e4", nil},
	{draughts.NotInLine, "frisian", "W:WK28:B1", "28-18", []draughts.Square{28, 18, 0}},

	{draughts.TooFar, "american", "W:W29:B1", "29-18", []draughts.Square{29, 18, 0}},
	{draughts.TooFar, "italian", "W:WK29:B1", "29-19", []draughts.Square{29, 19, 0}},
	{draughts.TooFar, "russian", "W:Wa1:Bb8", "a1-d4", nil},

	{draughts.NoManBackward, "american", "W:W18:B1", "18-23", []draughts.Square{18, 23, 0}},
	{draughts.NoManBackward, "international", "B:W48:B18", "18-12", []draughts.Square{18, 12, 0}},
	{draughts.NoManBackward, "turkish", "W:Wd4:Bh7", "d4-d3", nil},

	{draughts.NoManJumpBackward, "american", "W:W18:B23", "18x27", []draughts.Square{18, 27, 23}},
	{draughts.NoManJumpBackward, "czech", "W:W18:B23", "18x27", []draughts.Square{18, 27, 23}},
	{draughts.NoManJumpBackward, "turkish", "W:Wd4:Bd3", "d4xd2", nil},

	{draughts.CaptureObligatory, "american", "W:W32,18:B15", "32-28", []draughts.Square{32, 28, 0}},
	{draughts.CaptureObligatory, "brazilian", "W:Wa1,d4:Bg7,e5", "a1-b2", nil},
	{draughts.CaptureObligatory, "brazilian", "W:Wa1,a5,d4:Bg7,e5", "ab2", nil},
	{draughts.CaptureObligatory, "american", "W:W32,18:B15", "28", nil},
	{draughts.CaptureObligatory, "american", "W:W32,18:B15", "32-18", nil},
	{draughts.CaptureObligatory, "american", "W:W32,18:B15", "18-15", nil},
	{draughts.CaptureObligatory, "american", "W:W22:B17", "22x15", nil},
	{draughts.CaptureObligatory, "american", "B:W22,31:B17,1", "17-24", []draughts.Square{17, 24, 0}},
	{draughts.CaptureObligatory, "international", "W:W32,28:B23", "28-33", nil},

	{draughts.MustGoOn, "american", "B:W15,22:B11", "11x18-14", []draughts.Square{18, 0, 22}},
	{draughts.MustGoOn, "american", "W:W27:B23,15", "27x18", []draughts.Square{18, 0, 15}},
	{draughts.MustGoOn, "thai", "W:W27:B23,15", "27x18", []draughts.Square{18, 0, 15}},

	{draughts.MustLandWhereGoesOn, "russian", "W:WK29:B22,19", "29x18", nil},
	{draughts.MustLandWhereGoesOn, "pool", "W:WK29:B22,19", "29x18", nil},

	// The other way round the same four pieces it may stop there.
	{draughts.MustLandWhereGoesOn, "russian", "B:Wf6,f4,c3,b2,Kd6:Bh8,Kb4,Ka1,Kg1", "b4xd2xg5xe7xb4", []draughts.Square{7, 17, 10}},
	{draughts.MustLandWhereGoesOn, "czech", "B:Wf6,f4,c3,b2,Kd6:Bh8,Kb4,Ka1,Kg1", "b4xd2xg5xe7xb4", []draughts.Square{7, 17, 10}},

	// It can capture the other way, too.
	{draughts.MustLandWhereGoesOn, "russian", "W:WKd4:Bc5,e5,e7", "d4xg7", nil},

	{draughts.MorePieces, "brazilian", "W:Wa3,g3:Bb4,f4,f6", "a3xc5", nil},
	{draughts.MorePieces, "international", "W:W33,32:B28,29,19,40", "33x22", nil},
	// It would be crowned.
	{draughts.MorePieces, "spanish", "W:W11,19:B7,15,28", "11x4", []draughts.Square{11, 4, 0}},
	// It could only go on straight back, which it may not.
	{draughts.MorePieces, "turkish", "W:WKd4,Kh1:Bd6,d2,h3,h6", "d4xd7", nil},

	// Of a longer capture only the ends are named.
	{draughts.MorePieces, "brazilian", "W:Wa1,g1:Bb2,b4,f2,Kf4,f6", "a1xa5", []draughts.Square{29, 13, 0}},
	{draughts.MustGoOn, "brazilian", "W:Wa1,g1:Bb2,b4,f2,f4,f6", "g1xg5", []draughts.Square{16, 0, 11}},

	{draughts.MoreKings, "spanish", "W:W22,24:B19,K20", "22x15", nil},
	{draughts.MoreKings, "italian", "W:WK22,K24:B19,K20", "22x15", nil},

	{draughts.MoreValue, "frisian", "W:WK46,48:B41,K42", "46x37", nil},
	// Two kings are worth more than three men.
	{draughts.MoreValue, "frisian", "W:W12,37:BK31,K36,40,24,13", "12x14x34x45", nil},
	{draughts.MoreValue, "frisian-misere", "W:WK46,48:B41,K42", "46x37", nil},

	{draughts.KingFirst, "czech", "W:W22,K32:B18,27", "22x15", nil},
	{draughts.KingFirst, "italian", "W:W24,K29:B20,26", "24x15", nil},
	{draughts.KingFirst, "frisian", "W:WK46,48:B41,42", "48x37", nil},

	{draughts.KingsSooner, "italian", "W:WK22:B19,K12,K18,10", "22x15x8", nil},
	{draughts.KingsSooner, "italian-misere", "W:WK22:B19,K12,K18,10", "22x15x8", nil},

	// The other way round the same pieces it captures the king first.
	{draughts.KingsSooner, "italian", "W:W6,18,25,K15,K16,K28:B11,12,19,21,K20", "16x7x14x23x16", nil},

	{draughts.NoManCapturesKing, "italian", "W:W22:BK19", "22x15", nil},
	{draughts.NoManCapturesKing, "italian-misere", "W:W22:BK19", "22x15", nil},

	{draughts.OwnPieceJumped, "american", "W:W22,18:B1", "22x15", []draughts.Square{22, 15, 18}},
	{draughts.OwnPieceJumped, "american", "W:W18,15,32:B7,1", "18x2", []draughts.Square{18, 11, 15}},
	{draughts.OwnPieceJumped, "russian", "W:Wc3,d6,a1:Bd4,h8", "c3xc7", []draughts.Square{15, 6, 10}},
	{draughts.OwnPieceJumped, "international", "W:WK46,37:B1", "46-28", []draughts.Square{46, 28, 37}},

	{draughts.JumpedTwice, "american", "W:WK22:B18", "22x15x22", []draughts.Square{15, 22, 18}},
	{draughts.JumpedTwice, "international", "W:WK46:B41", "46x37x46", nil},

	{draughts.NothingToCapture, "american", "W:W22:B1", "22x15", []draughts.Square{22, 15, 18}},
	{draughts.NothingToCapture, "american", "W:W22:B17,13", "22x15", []draughts.Square{22, 15, 18}},
	{draughts.NothingToCapture, "russian", "W:Wa1:Bb2,h8", "a1xc3xe5", nil},
	{draughts.NothingToCapture, "international", "W:W38:B32,33,22,23", "38x27x18x29x38x43", nil}, // it is where it began

	{draughts.OneStep, "american", "W:W24:B1", "24-20-16", []draughts.Square{20, 16, 0}},
	{draughts.OneStep, "american", "W:W24:B1", "24-20-24", []draughts.Square{20, 24, 0}},
	{draughts.OneStep, "american", "W:W6:B12", "6-2-7-3", []draughts.Square{2, 7, 0}},
	{draughts.OneStep, "russian", "W:WKa1:Bb8", "a1-c3-d4", nil},
	{draughts.OneStep, "american-free-jump", "W:W22,11:B8", "22-18-15", []draughts.Square{18, 15, 0}},
	{draughts.OneStep, "american", "W:W22:B18", "22x15-10", []draughts.Square{15, 10, 0}},
	{draughts.OneStep, "american-free-jump", "W:W22:B18,10", "22x15-11", []draughts.Square{15, 11, 0}},
	{draughts.OneStep, "russian", "W:WKa1:Bb2", "a1xc3-d4", nil},
	{draughts.OneStep, "american", "W:W22:B18,10,3", "22x6 3-7", []draughts.Square{6, 3, 0}}, // and the answer
	{draughts.OneStep, "american", "W:W22:B18,10,3", "22x15x6 3-7 6-2", []draughts.Square{6, 3, 0}},
	{draughts.OneStep, "american", "W:W23:B18,10,19,11,3", "23x7 3x10", []draughts.Square{7, 3, 0}}, // of two moves
	{draughts.MustGoOn, "american", "W:W22:B18,10", "1. 22x15", []draughts.Square{15, 0, 10}},
	{draughts.NoManBackward, "american", "W:W18,26:B1", "18. 22", nil}, // no number of a move
	{draughts.MustGoOn, "american", "W:W22:B18,10", "22x15-11", []draughts.Square{15, 0, 10}},
	{draughts.CaptureObligatory, "american", "W:W22,11:B8", "22-18-15", []draughts.Square{22, 18, 0}},
	{draughts.CaptureObligatory, "brazilian", "W:Wa3,g3:Bb4,f4,f6", "a3xc5-d6", []draughts.Square{21, 14, 0}},
	{draughts.NoManBackward, "american", "W:W22:B1", "22-26-31", []draughts.Square{22, 26, 0}},

	{draughts.CrownedSoEnded, "american", "W:W9:B6,7", "9x2x11", []draughts.Square{2, 11, 2}},
	{draughts.CrownedSoEnded, "thai", "W:W9:B6,7", "9x2x11", []draughts.Square{2, 11, 2}},

	{draughts.PathBlocked, "russian", "W:WKa1:Bb2,c3", "a1xd4", nil},
	{draughts.PathBlocked, "international", "W:WK46:B37,32", "46x28", nil},

	{draughts.PathBlocked, "american", "W:W32,28,27:B1", "32", []draughts.Square{32, 0, 32}},

	{draughts.KingCapturesAdjacent, "gamezer", "W:WK29:B18", "29x15", []draughts.Square{29, 15, 18}},
	{draughts.KingCapturesAdjacent, "angol", "W:WK29:B18", "29x15", []draughts.Square{29, 15, 18}},

	{draughts.KingLandsJustBehind, "angol", "W:WK22:B18", "22x11", []draughts.Square{22, 11, 18}},
	{draughts.KingLandsJustBehind, "thai", "W:WK29:B18", "29x11", []draughts.Square{29, 11, 18}},

	{draughts.NoTurningBack, "turkish", "W:WKd4:Bd6,d2", "d4xd7xd1", nil},
	{draughts.NoTurningBack, "turkish", "W:WKd4:Bd6,d3", "d4xd7xd1", nil},
	{draughts.NoTurningBack, "turkish-misere", "W:WKd4:Bd6,d2", "d4xd7xd1", nil},

	{draughts.KingRunOver, "frisian", "W:WK46,50:B1,5", "46-28", []draughts.Square{46, 0, 46}},
	{draughts.KingRunOver, "frisian-misere", "W:WK46,50:B1,5", "46-28", []draughts.Square{46, 0, 46}},

	{draughts.NobodyReaches, "american", "W:W32:B1", "18", nil},
	{draughts.NobodyReaches, "russian", "W:Wa1:Bb8", "d4", nil},

	{draughts.GameOver, "american-breakthrough", "W:WK32:B1", "32-28", nil},
	{draughts.GameOver, "russian-breakthrough", "W:WKa1:Bb8", "a1-b2", nil},
	{draughts.GameOver, "russian", "W:W:Bb8", "d4", nil},
}

// TestRefusalsByMixedRules checks reasons by rules that no built-in rule set has.
func TestRefusalsByMixedRules(t *testing.T) {
	for _, test := range []struct {
		why       draughts.Reason
		rules     string
		change    func(*draughts.Rules)
		fen, text string
	}{
		{draughts.NoManCapturesKing, "international", func(r *draughts.Rules) { r.Man.CapturesKings = false }, "W:W18:BK23", "18x29"},
		{draughts.NoTurningBack, "turkish", func(r *draughts.Rules) { r.King.Landing = draughts.JustBehind }, "W:WKd4:Bd5,d3", "d4xd6xd2"},
		{draughts.NoManBackward, "american", func(r *draughts.Rules) {
			r.Man.Captures, r.King.Captures = draughts.StraightForward, draughts.Straights
		}, "W:W18:B1", "18-23"},
	} {
		p, err := pdn.ParseFEN(mixed(t, test.rules, test.change), test.fen)
		must(t, err)
		_, err = p.Read(test.text)
		var refusal *draughts.IllegalMove
		if !errors.As(err, &refusal) || refusal.Reason != test.why {
			t.Errorf("%s: %v, want %v", test.text, err, test.why)
		}
	}
}

// atRunLimit returns the position with White's king on a square having used up its run.
func atRunLimit(t *testing.T, p draughts.Position, king draughts.Square) draughts.Position {
	t.Helper()
	setup := p.Setup()
	setup.Runs[draughts.White] = draughts.Run{King: king, Moves: p.Variant().Rules().King.RunLimit}
	p, err := p.Variant().Position(setup)
	must(t, err)
	return p
}

func TestRefusals(t *testing.T) {
	for _, test := range refusals {
		t.Run(test.why.String()+" in "+test.rules, func(t *testing.T) {
			p := position(t, test.rules, test.fen)
			if test.why == draughts.KingRunOver {
				p = atRunLimit(t, p, 46)
			}
			_, err := p.Read(test.try)
			var refusal *draughts.IllegalMove
			if !errors.As(err, &refusal) {
				t.Fatalf("%s: not refused: %v", test.try, err)
			}
			if refusal.Reason != test.why {
				t.Fatalf("%s: refused because: %v", test.try, refusal)
			}
			if got := []draughts.Square{refusal.From, refusal.To, refusal.At}; len(test.squares) > 0 && !slices.Equal(got, test.squares) {
				t.Errorf("%s: from, to, at are %v, want %v", test.try, got, test.squares)
			}
			names := slices.Contains([]draughts.Reason{draughts.MustGoOn, draughts.MustLandWhereGoesOn, draughts.KingLandsJustBehind}, test.why)
			if names != (len(refusal.Squares) > 0) {
				t.Errorf("%s: the squares to land on are %v", test.try, refusal.Squares)
			}
		})
	}
}

// A king that is blocked is held at its run limit only if it is the one that has used up its run, and
// there are men to move.
func TestBlockedKings(t *testing.T) {
	for _, test := range []struct {
		fen  string
		run  draughts.Run
		from draughts.Square
		want draughts.Reason
	}{
		{"W:WK46,41,K47,42:B1,5", draughts.Run{King: 46, Moves: 3}, 46, draughts.KingRunOver},
		{"W:WK46,41,K47,42:B1,5", draughts.Run{King: 46, Moves: 2}, 46, draughts.PathBlocked},
		{"W:WK46,41,K47,42:B1,5", draughts.Run{King: 46, Moves: 3}, 47, draughts.PathBlocked},
		{"W:WK46,K41,K47,K42:B1,5", draughts.Run{King: 46, Moves: 3}, 46, draughts.PathBlocked},
		{"W:WK46:B41,37", draughts.Run{}, 46, draughts.PathBlocked}, // there is no move at all
	} {
		p := position(t, "frisian", test.fen)
		setup := p.Setup()
		setup.Runs[draughts.White] = test.run
		p, err := p.Variant().Position(setup)
		must(t, err)
		if refusal := p.WhyNot(test.from); refusal == nil || refusal.Reason != test.want {
			t.Errorf("%s, %+v: king %d is refused because %v, want %v", test.fen, test.run, test.from, refusal, test.want)
		}
	}
}

// Every reason must be shown in two rule sets, also one that is added later.
func TestEveryReasonIsShownTwice(t *testing.T) {
	for reason := range draughts.GameOver + 1 {
		rules := map[string]bool{}
		for _, test := range refusals {
			if test.why == reason {
				rules[test.rules] = true
			}
		}
		if len(rules) < 2 {
			t.Errorf("%v is shown in %d rule sets", reason, len(rules))
		}
	}
}

// Even absurd positions are explained at once: each of these took from seven seconds
// to minutes when every path was looked at afresh.
func TestRefusalsAreCheap(t *testing.T) {
	for _, test := range []struct{ rules, fen, text string }{
		{"canadian-free-jump", "W:WK40:B8-12,20-24,32-36,44-48,56-60", "40x41"},
		{"frisian", "W:WK38:B8,10-14,17,21,22,28,30-33,37,39,44", "38x16"},
		{"frisian", "W:WK38:B8,10-14,17,21,22,28,30-33,37,39,44", "38x38"},
		{"frisian", "W:WK38:B8,10-14,17,21,22,28,30-33,37,39,44", "38x48"},
	} {
		p := position(t, test.rules, test.fen)
		began := time.Now()
		if _, err := p.Read(test.text); err == nil {
			t.Errorf("%s %s is legal", test.rules, test.text)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s %s took %v", test.rules, test.text, took)
		}
	}
}

// In the midst of a capture a refusal still tells which piece it is about.
func TestRefusedPiece(t *testing.T) {
	for _, test := range []struct {
		rules, fen, text string
		piece            draughts.Piece
	}{
		{"russian", "W:WKa1:Bb2,h8", "a1 d4 c7", draughts.WhiteKing},
		{"russian", "W:Wa1:Bb2,h8", "a1 c3 c5", draughts.WhiteMan},
		{"russian", "W:Wc5:Bb6,h8", "c5 a7 c7", draughts.WhiteMan},
		{"russian", "W:We5:Bd6,b8,f8", "e5 c7 e7", draughts.WhiteMan},
		{"russian", "W:Wb6:Bc7,g7", "b6 d8 e5", draughts.WhiteKing}, // crowned on its path
		{"american", "W:W32:B1", "32-26", draughts.WhiteMan},
		{"american", "W:W32:BK1", "1-6", draughts.BlackKing},
		{"american", "W:W32:B1", "31-26", draughts.NoPiece},
	} {
		p := position(t, test.rules, test.fen)
		_, err := p.Read(test.text)
		var refusal *draughts.IllegalMove
		if !errors.As(err, &refusal) || refusal.Piece != test.piece {
			t.Errorf("%s, %s: %v is about %v, want %v", test.fen, test.text, err, refusal.Piece, test.piece)
		}
	}
}
