// Package draughtstest gives tests what they begin with: built-in rule sets, positions and games.
package draughtstest

import (
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// Variant returns a built-in rule set.
func Variant(t testing.TB, key string) *draughts.Variant {
	t.Helper()
	v, err := draughts.Builtin(key)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Position returns a position of a built-in rule set; without a FEN, the one in which its games begin.
func Position(t testing.TB, key, fen string) draughts.Position {
	t.Helper()
	v := Variant(t, key)
	if fen == "" {
		return v.Start()
	}
	p, err := pdn.ParseFEN(v, fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Game returns a game that begins with a position and goes on with moves.
func Game(t testing.TB, key, fen string, moves ...string) *draughts.History {
	t.Helper()
	h := draughts.NewHistory(Position(t, key, fen))
	for _, text := range moves {
		m, err := h.Position().Read(text)
		if err == nil {
			err = h.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return h
}
