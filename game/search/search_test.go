package search_test

import (
	"context"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/search"
)

func game(t testing.TB, rules, fen string) *draughts.History {
	t.Helper()
	v, err := draughts.Builtin(rules)
	if err != nil {
		t.Fatal(err)
	}
	if fen == "" {
		return draughts.NewHistory(v.Start())
	}
	p, err := pdn.ParseFEN(v, fen)
	if err != nil {
		t.Fatal(err)
	}
	return draughts.NewHistory(p)
}

func think(t testing.TB, h *draughts.History, l search.Limit) search.Thought {
	t.Helper()
	e := search.New(h.Position().Variant(), search.Options{Hash: 1})
	thought, err := e.Think(context.Background(), h, l)
	if err != nil {
		t.Fatal(err)
	}
	return thought
}

func TestQuick(t *testing.T) {
	for _, key := range []string{"american", "international", "canadian", "turkish", "frisian", "russian-misere", "italian-breakthrough", "thai-free-jump"} {
		h := game(t, key, "")
		th := think(t, h, search.Limit{Nodes: 300000, Lines: 2})
		t.Log(key, th.Depth, th.Nodes, th.Time)
		for _, l := range th.Lines {
			p := h.Position()
			s := ""
			for _, m := range l.Moves {
				s += " " + p.Text(m)
				p = p.Play(m)
			}
			t.Log(l.Value, s)
		}
	}
}
