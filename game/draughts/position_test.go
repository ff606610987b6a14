package draughts_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

var variant = draughtstest.Variant

// mixed returns a built-in rule set with a change.
func mixed(t testing.TB, key string, change func(*draughts.Rules)) *draughts.Variant {
	t.Helper()
	r, err := draughts.Find(key)
	must(t, err)
	r.Key, r.GameType = "mixed", 0
	change(&r)
	v, err := draughts.Compile(r)
	must(t, err)
	return v
}

var position = draughtstest.Position

// texts returns the legal moves of a position with every square of their path, sorted.
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
		m, err := h.Position().Read(text)
		if err == nil {
			err = h.Play(m)
		}
		if err != nil {
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
	if !walk(h, h.Len()+n, nil, false) {
		t.Fatalf("there are no %d quiet king moves", n)
	}
}

// walk does as wander says, up to a number of moves and in positions that while allows, if
// anything, and reports whether it could. With men it moves men as well, where kings alone would end the game.
func walk(h *draughts.History, upTo int, while func(p draughts.Position) bool, men bool) bool {
	if h.Len() == upTo {
		return true
	}
	p := h.Position()
	var byKings, byMen []draughts.Move
	for _, m := range p.Moves() {
		switch {
		case m.IsCapture() || m.Crowns():
		case p.At(m.From()).IsKing():
			byKings = append(byKings, m)
		case men:
			byMen = append(byMen, m)
		}
	}
	for _, m := range append(byKings, byMen...) {
		if h.Play(m) != nil {
			continue
		}
		replies := h.Position().Moves()
		if h.Repeats() < 3 && (while == nil || while(h.Position())) && len(replies) > 0 && !replies[0].IsCapture() && walk(h, upTo, while, men) {
			return true
		}
		h.TakeBack()
	}
	return false
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

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
