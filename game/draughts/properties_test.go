package draughts_test

import (
	"fmt"
	"slices"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// The text of a move means that move, and its path is one of those it can take.
func TestMovesReadAsTheyAreWritten(t *testing.T) {
	forEveryRuleSet(t, func(t *testing.T, p draughts.Position) {
		for _, m := range p.Moves() {
			for _, notation := range []draughts.Notation{draughts.Numbers, draughts.Letters} {
				for _, text := range []string{p.Full(m, notation), p.TextsIn([]draughts.Move{m}, notation)[0]} {
					if got, err := p.Read(text); err != nil || got != m {
						t.Errorf("%s: %s is read as %v, %v", pdn.FEN(p), text, got, err)
					}
				}
			}
			path := p.Path(m)
			if path[0] != m.From() || path[len(path)-1] != m.To() || m.IsCapture() && len(path) != m.Captured().Len()+1 {
				t.Errorf("%s: %s goes %v", pdn.FEN(p), p.Short(m, draughts.Numbers), path)
			}
			if refusal := p.WhyNot(path...); refusal != nil {
				t.Errorf("%s: %s is refused: %v", pdn.FEN(p), p.Full(m, draughts.Numbers), refusal)
			}
		}
	})
}

// A capture that is written jump by jump is read literally: it is the legal move that
// goes so, or it is refused.
func TestWholePathsAreReadLiterally(t *testing.T) {
	forEveryRuleSet(t, func(t *testing.T, p draughts.Position) {
		r := newReference(p)
		if r.over() {
			return
		}
		legal := map[string]bool{}
		for _, m := range p.Moves() {
			if m.Captured().Len() > 1 {
				for path := range p.Paths(m) {
					legal[fmt.Sprint(path)] = true
				}
			}
		}
		for _, d := range r.allCaptures() {
			whole := r.path(d)
			// Two squares can stand for a longer path between them.
			for n := 3; n <= len(whole); n++ {
				path := whole[:n]
				refusal := p.WhyNot(path...)
				if isLegal := legal[fmt.Sprint(path)]; isLegal != (refusal == nil) {
					t.Errorf("%s: %v is legal: %v; but refused: %v", pdn.FEN(p), path, isLegal, refusal)
				}
				if refusal != nil && !speaksOf(p.Variant().Rules(), refusal.Reason) {
					t.Errorf("%s, %v: refused by a rule that the game does not have: %v", pdn.FEN(p), path, refusal)
				}
			}
		}
	})
}

// Whatever is not legal is refused for a reason, and only that.
func TestWhyNotAnswersEveryAttempt(t *testing.T) {
	forEveryRuleSet(t, func(t *testing.T, p draughts.Position) {
		legal := map[[2]draughts.Square]bool{}
		for _, m := range p.Moves() {
			legal[[2]draughts.Square{m.From(), m.To()}] = true
		}
		squares := draughts.Square(p.Variant().Squares())
		for from := draughts.Square(1); from <= squares; from += 3 {
			for to := draughts.Square(1); to <= squares; to += 5 {
				refusal := p.WhyNot(from, to)
				if (refusal == nil) != legal[[2]draughts.Square{from, to}] {
					t.Errorf("%s, from %d to %d: legal is %v, but refused: %v", pdn.FEN(p), from, to, refusal != nil, refusal)
				}
				if refusal != nil && !speaksOf(p.Variant().Rules(), refusal.Reason) {
					t.Errorf("%s, from %d to %d: refused by a rule that the game does not have: %v", pdn.FEN(p), from, to, refusal)
				}
			}
		}
	})
}

// speaksOf reports whether a rule set has the rule that a reason refers to.
func speaksOf(r draughts.Rules, reason draughts.Reason) bool {
	prefers := func(p draughts.Preference) bool { return slices.Contains(r.Capture.Prefer, p) }
	switch reason {
	case draughts.CaptureObligatory, draughts.MustGoOn:
		return r.Capture.Obligatory
	case draughts.MustLandWhereGoesOn:
		return r.Capture.Obligatory && r.King.Landing == draughts.Anywhere
	case draughts.MorePieces:
		return prefers(draughts.MostPieces)
	case draughts.MoreKings:
		return prefers(draughts.MostKings)
	case draughts.MoreValue:
		return prefers(draughts.MostValue)
	case draughts.KingFirst:
		return prefers(draughts.WithKing)
	case draughts.KingsSooner:
		return prefers(draughts.KingsSoonest)
	case draughts.NoManCapturesKing:
		return !r.Man.CapturesKings
	case draughts.NoManJumpBackward:
		return r.Man.Captures&(draughts.DiagonalBackward|draughts.StraightBackward) == 0
	case draughts.CrownedSoEnded:
		return r.Man.Crowning == draughts.EndsMove
	case draughts.KingCapturesAdjacent:
		return r.King.Reach == draughts.Adjacent
	case draughts.KingLandsJustBehind:
		return r.King.Landing == draughts.JustBehind
	case draughts.NoTurningBack:
		return !r.King.TurnsBack
	case draughts.KingRunOver:
		return r.King.RunLimit > 0
	case draughts.GameOver:
		return r.Object == draughts.Breakthrough
	}
	return true
}

// A position written down is the same position.
func TestPositionsSurviveWriting(t *testing.T) {
	forEveryRuleSet(t, func(t *testing.T, p draughts.Position) {
		if again, err := p.Variant().Position(p.Setup()); err != nil || again != p {
			t.Errorf("%s comes back from its setup as %v, %v", pdn.FEN(p), again, err)
		}
		if again, err := pdn.ParseFEN(p.Variant(), pdn.FEN(p)); err != nil || again != p {
			t.Errorf("%s comes back as %v, %v", pdn.FEN(p), again, err)
		}
	})
}

func TestAppendMovesAllocatesNothing(t *testing.T) {
	for _, key := range []string{"american", "international", "canadian", "turkish"} {
		p := variant(t, key).Start()
		buf := make([]draughts.Move, 0, 64)
		p.AppendMoves(buf) // the generator's own buffer is made once
		if n := testing.AllocsPerRun(100, func() { buf = p.AppendMoves(buf[:0]) }); n >= 1 {
			t.Errorf("%s: %v allocations", key, n)
		}
	}
}
