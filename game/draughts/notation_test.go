package draughts_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"doublecorner/game/draughts"
)

func TestNotation(t *testing.T) {
	for _, test := range []struct{ rules, fen, typed, short, full, text string }{
		{"american", "B:B11:W15,22", "11x25", "11x25", "11x18x25", "11x25"},
		{"american", "W:W31:B26,27,18,19", "31x22x15", "31x15", "31x22x15", "31x22x15"}, // 31x24x15 is there too
		{"american", "W:W31:B1", "31-27", "31-27", "31-27", "31-27"},
		{"american", "W:WK18:B15,14,7,6", "18x11x2x9x18", "18x18", "18x9x2x11x18", "18x9x2x11x18"}, // back to where it began
		{"russian", "W:Wc3:Bd4,d6", "c3xc7", "c3xc7", "c3xe5xc7", "c3xc7"},
		{"turkish", "W:Wd3:Bh7", "d3-d4", "d3-d4", "d3-d4", "d3-d4"},
	} {
		p := position(t, test.rules, test.fen)
		m, err := p.Read(test.typed)
		if err != nil {
			t.Errorf("%s: %v", test.typed, err)
			continue
		}
		own := p.Variant().Rules().Board.Notation
		if got := []string{p.Short(m, own), p.Full(m, own), p.Text(m)}; !slices.Equal(got, []string{test.short, test.full, test.text}) {
			t.Errorf("%s is written %q", test.typed, got)
		}
	}
}

// Every square has a name in letters and a number, and both mean it.
func TestSquareNames(t *testing.T) {
	for _, r := range draughts.Families() {
		v := variant(t, r.Key)
		for q := draughts.Square(1); v.Has(q); q++ {
			for _, n := range []draughts.Notation{draughts.Numbers, draughts.Letters} {
				if got := v.Named(v.NameIn(n, q)); got != q {
					t.Errorf("%s: %s is square %d, want %d", r.Key, v.NameIn(n, q), got, q)
				}
			}
			if x, y := v.XY(q); v.SquareAt(x, y) != q {
				t.Errorf("%s: square %d is not where it is", r.Key, q)
			}
		}
	}
	if x, y := variant(t, "american").XY(33); x != -1 || y != -1 {
		t.Errorf("american: square 33 is at %d, %d", x, y)
	}
	start := variant(t, "american").Start()
	for _, q := range []draughts.Square{0, 33, 255} {
		if piece := start.At(q); piece != draughts.NoPiece {
			t.Errorf("american: piece %d stands on square %d", piece, q)
		}
	}
	if piece := (draughts.Position{}).At(1); piece != draughts.NoPiece {
		t.Errorf("no position has piece %d", piece)
	}
	for _, name := range []string{"", "0", "33", "1:", "b", "b0", "b9", "1b", "i1", "z1", "-1", "18446744073709551617"} {
		if q := variant(t, "american").Named(name); q != 0 {
			t.Errorf("american: %q is square %d", name, q)
		}
	}
	for rules, corner := range map[string]string{"american": "a1", "italian": "h1", "canadian": "a1"} {
		if v := variant(t, rules); v.Named(corner) == 0 {
			t.Errorf("%s is not played on %s", rules, corner)
		}
	}
}

func TestSquares(t *testing.T) {
	for _, q := range []draughts.Square{1, 32, 63, 64, 65, 72} {
		s := draughts.Squares{}.With(q)
		if list := s.List(); !s.Has(q) || s.Has(q+1) || s.Has(q-1) || !slices.Equal(list, []draughts.Square{q}) {
			t.Errorf("with square %d there are %v", q, list)
		}
	}
}

// Three numbers or more that follow each other are named as one.
func TestNames(t *testing.T) {
	for _, test := range []struct {
		rules   string
		squares []draughts.Square
		want    string
	}{
		{"american", nil, ""},
		{"american", []draughts.Square{12, 1, 2, 3, 20, 11}, "1-3 11 12 20"},
		{"american", []draughts.Square{5, 7, 8, 9, 10}, "5 7-10"},
		{"russian", []draughts.Square{1, 2, 3}, "b8 d8 f8"},
	} {
		var squares draughts.Squares
		for _, q := range test.squares {
			squares = squares.With(q)
		}
		if got := strings.Join(variant(t, test.rules).Names(squares), " "); got != test.want {
			t.Errorf("%s: %v are %q, want %q", test.rules, test.squares, got, test.want)
		}
	}
}

// A capture with several paths is one move that knows them all.
func TestPaths(t *testing.T) {
	p := position(t, "international", "W:W38:B32,33,22,23") // round the diamond, either way
	moves := p.Moves()
	if len(moves) != 1 {
		t.Fatalf("%d moves: %v", len(moves), texts(p))
	}
	var paths [][]draughts.Square
	for path := range p.Paths(moves[0]) {
		paths = append(paths, slices.Clone(path))
	}
	want := [][]draughts.Square{{38, 27, 18, 29, 38}, {38, 29, 18, 27, 38}}
	if !reflect.DeepEqual(paths, want) {
		t.Errorf("paths are %v, want %v", paths, want)
	}
	for _, text := range []string{"38x27x18x29x38", "38x29x18x27x38", "38x38", "38x18x38", "38"} {
		if m, err := p.Read(text); err != nil || m != moves[0] {
			t.Errorf("%s: %v, %v", text, m, err)
		}
	}
}

func TestUnknownRules(t *testing.T) {
	for _, key := range []string{"", "American", "american-",
		"american-free-jump-misere", "american-misere-breakthrough", "-misere", "free-jump"} {
		if v, err := draughts.Builtin(key); err == nil {
			t.Errorf("%q is %s", key, v.Rules().Key)
		}
	}
	for _, key := range draughts.Keys() {
		if v := variant(t, key); v.Rules().Key != key {
			t.Errorf("%q is %s", key, v.Rules().Key)
		}
	}
	if n := len(draughts.Keys()); n != 15*3*2 {
		t.Errorf("%d rule sets", n)
	}
}

// Several moves are named as each alone is.
func TestTexts(t *testing.T) {
	for _, fen := range []string{"W:W22:B18,17,10,9,1", "W:WK32:B27,18,19,10,11,26"} {
		p := position(t, "russian", fen)
		moves := p.Moves()
		for i, text := range p.TextsIn(moves, draughts.Numbers) {
			if want := p.TextsIn(moves[i:i+1], draughts.Numbers)[0]; text != want {
				t.Errorf("%s, alone %s", text, want)
			}
		}
	}
}

// Nobody can change the rules for others.
func TestRulesAreNotShared(t *testing.T) {
	spoil := func(r draughts.Rules) {
		for i := range r.Draws.Counters {
			r.Draws.Counters[i].Moves = 499
		}
		for i := range r.Capture.Prefer {
			r.Capture.Prefer[i] = draughts.WithKing
		}
	}
	for _, r := range draughts.Families() {
		spoil(r)
		again, err := draughts.Find(r.Key)
		must(t, err)
		spoil(again)
		for _, c := range variant(t, r.Key).Rules().Draws.Counters {
			if c.Moves == 499 {
				t.Errorf("%s is spoilt", r.Key)
			}
		}
		if again, _ = draughts.Find(r.Key); len(again.Draws.Counters) > 0 && again.Draws.Counters[0].Moves == 499 {
			t.Errorf("%s is spoilt for those who find it", r.Key)
		}
	}
}
