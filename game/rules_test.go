package game_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/rulefile"
)

// TestRulesIDs holds the ids and pools of rule sets against testdata/rules.txt. Games are
// stored under these ids, and ratings under the pools, so a line of that file changes only with
// the rules of a built-in rule set. TestEarlierRules says what becomes of its games.
// The rule sets under testdata/rules say together everything that a rule set can say.
func TestRulesIDs(t *testing.T) {
	golden, err := os.ReadFile("testdata/rules.txt")
	must(t, err)
	var variants []*draughts.Variant
	for _, key := range draughts.Keys() {
		v := draughtstest.Variant(t, key)
		variants = append(variants, v)
	}
	files, err := filepath.Glob("testdata/rules/*.yaml")
	if err != nil || len(files) != 4 {
		t.Fatal("not four custom rule sets:", files, err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		must(t, err)
		defer f.Close()
		v, err := rulefile.Read(f)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		variants = append(variants, v)
	}
	known := strings.Split(strings.TrimSpace(string(golden)), "\n")
	if len(known) != len(variants) {
		t.Errorf("testdata/rules.txt has %d lines for %d rule sets", len(known), len(variants))
	}
	for i, v := range variants {
		line := fmt.Sprintf("%x %s", game.IdentifyRules(v.Rules()), game.PoolOf(v))
		if i >= len(known) || known[i] != line {
			t.Errorf("testdata/rules.txt lacks the line %q", line)
		}
	}
}

// A game that began before a built-in rule set changed keeps the rules it began with, and counts
// for the rating of that rule set. Its rematch is played under the new rules.
func TestEarlierRules(t *testing.T) {
	h := newFixture(t)
	rulesBefore := rules(t, "angol").Rules()
	rulesBefore.Draws.Counters = []draughts.Counter{{Moves: 20, By: draughts.EitherSide, Quiet: true}}
	before, err := draughts.Compile(rulesBefore)
	h.must(err)
	g := h.begin(ann, bob, game.Terms{Variant: before, Rated: true, Colour: game.PlayWhite})
	header := g.Header
	header.Pool = "angol"
	h.must(h.store.Update(background, func(tx game.Tx) error { return tx.PutGame(game.Restore(header, nil)) }))

	g = h.game(g.ID)
	g = h.play(g, "22-18", "11-15", "18x11", "8x15")
	if by := g.Variant.Rules().Draws.Counters[0].By; by != draughts.EitherSide {
		t.Errorf("the moves that are counted are now those of %v", by)
	}
	h.resign(g, bob)
	row, _, err := h.Rank(background, ann, game.Leaderboard{Pool: "angol", Place: club})
	if h.must(err); row.Rank == 0 || row.Games() != 1 {
		t.Errorf("the winner stands at %+v", row)
	}
	a, err := h.Rematch(background, game.RematchRequest{Request: h.by(ann), Game: g.ID, Room: table})
	if h.must(err); a.Challenge.Variant != rules(t, "angol") {
		t.Error("the rematch is under the rules of before")
	}
	h.inOrder()
}
