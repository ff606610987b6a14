package draughts_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"doublecorner/game/draughts"
)

func variant(t testing.TB, key string) *draughts.Variant {
	t.Helper()
	v, err := draughts.Builtin(key)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func position(t testing.TB, key, fen string) draughts.Position {
	t.Helper()
	v := variant(t, key)
	parts := strings.Split(fen, ":")
	s := draughts.Setup{}
	if parts[0] == "B" {
		s.Turn = draughts.Black
	}
	for _, part := range parts[1:] {
		side := draughts.White
		if part[0] == 'B' {
			side = draughts.Black
		}
		if len(part) == 1 {
			continue
		}
		for _, f := range strings.Split(part[1:], ",") {
			piece := side.Man()
			if f[0] == 'K' {
				piece = side.King()
				f = f[1:]
			}
			if v.Named(f) != 0 {
				s.Pieces = append(s.Pieces, draughts.Placed{v.Named(f), piece})
				continue
			}
			a, b, _ := strings.Cut(f, "-")
			x, _ := strconv.Atoi(a)
			y, _ := strconv.Atoi(b)
			for ; x <= y; x++ {
				s.Pieces = append(s.Pieces, draughts.Placed{draughts.Square(x), piece})
			}
		}
	}
	p, err := v.Position(s)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// texts returns the legal moves of a position with every square of their way, sorted.
func texts(p draughts.Position) []string {
	var list []string
	for _, m := range p.Moves() {
		list = append(list, p.Full(m, p.Variant().Rules().Board.Notation))
	}
	slices.Sort(list)
	return list
}

// play makes the moves that the texts mean.
func play(t testing.TB, h *draughts.History, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := h.Read(text)
		if err != nil {
			t.Fatalf("after %d moves, %s: %v", h.Len(), text, err)
		}
		if err := h.Play(m); err != nil {
			t.Fatalf("after %d moves, %s: %v", h.Len(), text, err)
		}
	}
}

// ended checks that a game is over, by a rule.
func ended(t testing.TB, h *draughts.History, rule draughts.EndRule) draughts.Ending {
	t.Helper()
	end, over := h.Ending()
	if !over {
		t.Fatal("the game is not over")
	}
	if end.Rule != rule {
		t.Fatalf("the game ended by %v, want %v", end.Rule, rule)
	}
	return end
}

// wander makes n quiet king moves that keep clear of captures and of repeating a
// position three times.
func wander(t testing.TB, h *draughts.History, n int) {
	t.Helper()
	start := h.Len()
	var walk func() bool
	walk = func() bool {
		if h.Len() == start+n {
			return true
		}
		p := h.Position()
		for _, m := range p.Moves() {
			if m.IsCapture() || !p.At(m.From()).IsKing() || h.Play(m) != nil {
				continue
			}
			replies := h.Position().Moves()
			if h.Repeats() < 3 && len(replies) > 0 && !replies[0].IsCapture() && walk() {
				return true
			}
			h.TakeBack()
		}
		return false
	}
	if !walk() {
		t.Fatalf("there are no %d quiet king moves", n)
	}
}

// wandered returns a position that random moves, always the same for a seed, lead to.
func wandered(v *draughts.Variant, seed uint64) draughts.Position {
	random := rand.New(rand.NewPCG(seed, 1))
	p := v.Start()
	for range random.IntN(60) {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		p = p.Play(moves[random.IntN(len(moves))])
	}
	return p
}
