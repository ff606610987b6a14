package puzzle

import (
	"context"
	"flag"
	"slices"
	"strings"
	"sync"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/endgame"
	"doublecorner/game/search"
)

var (
	checkNodes = flag.Uint64("puzzle.nodes", 0, "positions searched about each move of the solutions; 0: only see whether they are legal")
	endgames   = flag.String("puzzle.endgames", "", "directory of solved endings; empty: those that are embedded")
)

var variant = draughtstest.Variant

// Every puzzle of the collection has one solution, and asks for something.
func TestCollection(t *testing.T) {
	var all sync.WaitGroup
	for _, r := range draughts.Families() {
		want := 50
		if r.Key == "american" {
			want = 300
		}
		if n := len(Of(r.Key)); n != want {
			t.Errorf("there are %d puzzles for %s, want %d", n, r.Key, want)
		}
		all.Go(func() { checkAll(t, r.Key) })
	}
	all.Wait()
	if len(Of("american-misere")) > 0 || len(Of("../american")) > 0 || len(Of("")) > 0 {
		t.Error("there are puzzles where there are none")
	}
}

func checkAll(t *testing.T, key string) {
	v, err := draughts.Builtin(key)
	if err != nil {
		t.Error(err)
		return
	}
	set := endgame.Embedded(v)
	if *endgames != "" {
		if set, err = endgame.Open(v, *endgames); err != nil {
			t.Error(err)
			return
		}
		defer set.Close()
	}
	engine := NewEngine(v, set)
	ids, themes := map[ID]bool{}, map[Theme]int{}
	steps := map[int]bool{}
	for _, p := range Of(key) {
		switch moves := p.At(p.Asked - 1).Moves(); {
		case ids[p.ID]:
			t.Errorf("%s is there twice: %s", p.ID, p)
		case p.ID.Key() != key:
			t.Errorf("%s is among the puzzles of %s", p.ID, key)
		case err != nil || len(moves) < 2:
			t.Errorf("%s asks at last for a forced move: %s", p.ID, p)
		case len(p.Themes) == 0 || isTrivial(p):
			t.Errorf("%s is no puzzle: %s", p.ID, p)
		}
		if len(p.Start.Moves()) < leastMoves {
			t.Errorf("%s begins with a forced move: %s", p.ID, p)
		}
		ids[p.ID] = true
		for _, theme := range p.Themes {
			themes[theme]++
		}
		steps[p.Points/150] = true
		if *checkNodes == 0 {
			continue
		}
		engine.Forget()
		fault, err := Check(context.Background(), engine.Think, p, *checkNodes)
		if err != nil {
			t.Error(err)
		} else if fault != nil {
			at := p.At(fault.Ply)
			t.Errorf("%s: after %d moves of the solution %s is worth %d, and the second move %d: %s",
				p.ID, fault.Ply, at.Text(fault.Best), fault.Value, fault.Next, p)
		}
	}
	for _, theme := range AllThemes {
		if themes[theme] == 0 {
			t.Errorf("%s has no puzzle with the theme %v", key, theme)
		}
	}
	if len(steps) < 4 {
		t.Errorf("the puzzles of %s are too much alike in difficulty", key)
	}
}

// A game gives the puzzles in which a player could have won something, or had to save the game.
func TestSearch(t *testing.T) {
	v := variant(t, "american")
	h := draughtstest.Game(t, "american", "", strings.Fields("12-16 21-17 16-20 23-18 11-16 25-21 9-14 18x9 5x14 29-25 8-11")...)
	find := func() []*Puzzle {
		t.Helper()
		found, err := Search(context.Background(), NewEngine(v, nil).Think, h, Effort{Scan: 1000, Prove: 5000})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	found := find()
	if len(found) != 1 || !strings.HasPrefix(found[0].String(), "W:W17,21,22,24,26-32:B1-4,6-8,10,14,16,20\t22-18 ") ||
		found[0].Saves || !slices.Contains(found[0].Themes, Shot) {
		t.Errorf("the game gives %v", found)
	}
	if again := find(); !slices.EqualFunc(again, found, func(a, b *Puzzle) bool { return a.String() == b.String() }) {
		t.Errorf("and then %v", again)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	failing := func(ctx context.Context, _ *draughts.History, _ search.Limit) (search.Thought, error) {
		return search.Thought{}, ctx.Err()
	}
	if _, err := Search(ctx, failing, h, Effort{Scan: 1000, Prove: 5000}); err == nil {
		t.Error("what is not thought about is no puzzle, and no error")
	}
}

func TestThemes(t *testing.T) {
	for _, c := range []struct{ rules, line, want string }{
		{"american", "W:W17,21,22,24,26-32:B1-4,6-8,10,14,16,20\t22-18 14x23 26x19x12\t1\twins\t900\t", "[shot]"},
		{"american", "W:W10,15,21,30:B3,12,13,19\t10-7 3x10 15x6\t1\twins\t900\t", "[endgame]"},
		{"american", "W:W22,K14:B5,K13\t14-9\t1\tsaves\t900\t", "[defence endgame]"},
		{"american", "W:W9,12,21,22,26,30:B2,3,13,20,24,27\t9-5 27-31 5-1\t3\twins\t900\t", "[breakthrough]"},
	} {
		p, err := Parse(variant(t, c.rules), c.line)
		if err != nil {
			t.Errorf("%q: %v", c.line, err)
			continue
		}
		var themes []string
		for _, theme := range p.Themes {
			themes = append(themes, theme.String())
		}
		if got := "[" + strings.Join(themes, " ") + "]"; got != c.want {
			t.Errorf("%q: %s, want %s", c.line, got, c.want)
		}
		if p.String() != c.line {
			t.Errorf("%q is written %q", c.line, p.String())
		}
	}
}

func TestParse(t *testing.T) {
	v := variant(t, "american")
	for _, line := range []string{
		"", "done\tgame 1", "W:W17:B1\t17-13\t1\twins\t900", // too few fields
		"W:W99:B1\t17-13\t1\twins\t900\t",       // no position
		"W:W17:B1\t17-22\t1\twins\t900\t",       // no move
		"W:W17:B1\t17-13 1-5\t2\twins\t900\t",   // the last move asked for is the opponent's
		"W:W17:B1\t17-13\t3\twins\t900\t",       // not so many moves
		"W:W17:B1\t17-13\tone\twins\t900\t",     // no number
		"W:W17:B1\t17-13\t1\twins\tdifficult\t", // no points
	} {
		if p, err := Parse(v, line); err == nil {
			t.Errorf("%q is read as %v", line, p)
		}
	}
}

// Positions in which the same is to be found have the same ID.
func TestAlike(t *testing.T) {
	id := func(rules, fen string) ID {
		t.Helper()
		return identify(draughtstest.Position(t, rules, fen))
	}
	for _, c := range []struct {
		rules, one, other string
		same              bool
	}{
		{"american", "W:W31,K14:B1", "B:W32:B2,K19", true},   // turned
		{"american", "W:W31,K14:B1", "B:W31,K14:B1", false},  // the other side's move
		{"american", "W:W31,K14:B1", "W:W31,14:B1", false},   // a man
		{"turkish", "W:Wa2,Kc3:Bh7", "W:Wh2,Kf3:Ba7", true},  // mirrored
		{"turkish", "W:Wa2,Kc3:Bh7", "B:Wa2:Bh7,Kf6", true},  // turned
		{"turkish", "W:Wa2,Kc3:Bh7", "W:Wa2,Kc4:Bh7", false}, // another square
		{"russian", "W:Wa1,Kc3:Bh8", "W:Wa1,Kc3:Bh8", true},
		{"brazilian", "W:Wa1,Kc3:Bb8", "B:Wg1:Bh8,Kf6", true},   // turned
		{"international", "W:W46,K28:B5", "B:W46:B5,K23", true}, // turned
	} {
		if one, other := id(c.rules, c.one), id(c.rules, c.other); (one == other) != c.same {
			t.Errorf("%s: %s is %s, and %s is %s", c.rules, c.one, one, c.other, other)
		}
	}
}

// Everybody gets puzzles of their strength, the same one until it is done, and not everybody the same.
func TestNear(t *testing.T) {
	all := Of("american")
	got := map[ID]bool{}
	for solver := range uint64(20) {
		p := Near(all, 1400, solver)
		if p != Near(all, 1400, solver) || max(p.Points-1400, 1400-p.Points) > spread {
			t.Errorf("solver %d gets %v", solver, p)
		}
		got[p.ID] = true
	}
	if len(got) < 5 {
		t.Errorf("twenty people get %d puzzles", len(got))
	}
	if Near(nil, 1400, 1) != nil {
		t.Error("of none there is one")
	}
}
