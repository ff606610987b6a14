package story

import (
	"strings"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/search"
)

// line reads moves that follow each other.
func line(t *testing.T, p draughts.Position, text string) (moves []draughts.Move) {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		m, err := p.Read(word)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	return moves
}

// shown returns the line of a fact from a position as text.
func shown(p draughts.Position, f Fact) string { return strings.Join(p.Line(f.Line), " ") }

func TestMistake(t *testing.T) {
	open, won := search.Value{}, search.Value{Proven: true, Score: 1, Plies: 9}
	drawn, lost := search.Value{Proven: true}, search.Value{Proven: true, Score: -1, Plies: 8}
	for _, test := range []struct {
		what, rules, fen     string
		played, better, then string
		before, after        search.Value
		kind                 Kind
		n                    int
		of                   draughts.Piece
		line                 string // "": nothing is certain
	}{
		{"a man for nothing", "american", "W:W23,31:B1,15", "23-19", "31-27", "15x24", open, open,
			Loses, 1, draughts.WhiteMan, "15x24"},
		{"a king for nothing", "american", "W:WK23,31:B1,15", "23-19", "31-27", "15x24", open, open,
			Loses, 1, draughts.WhiteKing, "15x24"},
		{"an exchange", "american", "W:W23,28:B1,15", "23-19", "23-18", "15x24 28x19", open, open,
			0, 0, 0, ""},
		{"won back later", "american", "W:W23,32:B1,15", "23-19", "32-27", "15x24 32-28 1-5 28x19", open, open,
			0, 0, 0, ""},
		{"lost anyway", "american", "W:W23,31:B1,15", "23-19", "23-18 15x22", "15x24", open, open,
			0, 0, 0, ""},
		{"more was there", "american", "W:W18,26,31:B6,10,14,22", "26x17", "18x2", "14x21 18-15", open, open,
			Misses, 2, draughts.WhiteMan, "18x2"},
		{"a king let through", "american", "W:W12,31,32:B19,23,24,27", "32-28", "12-8", "27-32", open, open,
			LetsCrown, 0, 0, "27-32"},
		{"a king not made", "american", "W:WK1,6,30:BK7", "30-26", "6-2", "7-2", open, open,
			MissesKing, 0, 0, "6-2"},
		{"a king made later", "american", "W:W6,30:B20", "30-26", "6-2", "20-24", open, open,
			0, 0, 0, ""},
		{"a win spoiled", "american", "W:W18,26,31:B6,10,14,22", "26x17", "18x2", "14x21", won, drawn,
			SpoilsWin, 0, 0, "18x2"},
		{"a draw spoiled", "american", "W:W18,26,31:B6,10,14,22", "26x17", "18x2", "14x21", drawn, lost,
			SpoilsDraw, 0, 0, "18x2"},
		{"a loss that was none before", "american", "W:W23,31:B1,15", "31-27", "31-26", "1-5", open, lost,
			0, 0, 0, ""},
		{"the aim is to lose", "american-misere", "W:W23,31:B1,15", "23-19", "31-27", "15x24", open, open,
			0, 0, 0, ""},
		{"nobody must capture", "american-free-jump", "W:W23,31:B1,15", "23-19", "31-27", "15x24", open, open,
			0, 0, 0, ""},
		{"nothing is known of the reply", "american", "W:W23,31:B1,15", "23-19", "31-27", "", open, open,
			0, 0, 0, ""},
	} {
		t.Run(test.what, func(t *testing.T) {
			p := draughtstest.Position(t, test.rules, test.fen)
			m := Mistake{At: p, Played: line(t, p, test.played)[0], Before: test.before, After: test.after}
			m.Better, m.Then = line(t, p, test.better), line(t, p.Play(m.Played), test.then)
			f, ok := m.Fact()
			from := p
			if f.Kind == Loses || f.Kind == LetsCrown {
				from = p.Play(m.Played)
			}
			if ok != (test.line != "") || f.Kind != test.kind || f.N != test.n && f.N != 0 || ok && shown(from, f) != test.line {
				t.Errorf("%+v %v, which is %s", f, ok, shown(from, f))
			}
			if f.N > 0 && f.Of != test.of {
				t.Errorf("they are %v", f.Of)
			}
		})
	}
}

// A shot is certain if every capture of the other side leads to it.
func TestGain(t *testing.T) {
	for _, test := range []struct {
		what, fen, line string
		n               int
	}{
		{"two for one", "B:W15,16,19,21,22,26-28:B2,6-8,12-14,17", "7-11 16x7 2x25 27-23", 2},
		{"the other side has another capture", "B:W12,19,25:B8,15,21,22", "15x24 12x3 21x30", 0},
		{"it has none", "B:W12,19,25:B8,15,21", "15x24 12x3 21x30", 1},
	} {
		p := draughtstest.Position(t, "american", test.fen)
		f, ok := gain(p, line(t, p, test.line))
		if ok != (test.n > 0) || ok && f.N != test.n {
			t.Errorf("%s: %+v, %v", test.what, f, ok)
		}
	}
}

// A king that is captured at once is none.
func TestLostKing(t *testing.T) {
	p := draughtstest.Position(t, "turkish", "W:Wa1,d7:BKb8")
	if f, ok := Merit(p, line(t, p, "d7-d8 b8xe8")); ok {
		t.Errorf("%+v", f)
	}
}

func TestMerit(t *testing.T) {
	for _, test := range []struct {
		what, fen, line string
		kind            Kind
		n               int
		at, shown       string
	}{
		{"two at once", "W:W18,26,31:B6,10,14,22", "18x2 10-15", Wins, 2, "", "18x2"},
		{"a king", "W:W6,30:B20", "6-2 20-24", Crowns, 0, "", "6-2"},
		{"a man saved", "W:W22,32:B13,17", "22-18 17-21", Saves, 0, "22", "22-18"},
		{"a king saved", "W:WK22,32:B13,17", "22-18 17-21", Saves, 0, "22", "22-18"},
		{"another one is lost", "W:W22,24,32:B13,15,17,20", "22-18 15x22", 0, 0, "", ""},
		{"nothing", "W:W31:B1", "31-27 1-5", 0, 0, "", ""},
	} {
		t.Run(test.what, func(t *testing.T) {
			p := draughtstest.Position(t, "american", test.fen)
			f, ok := Merit(p, line(t, p, test.line))
			if ok != (test.shown != "") || f.Kind != test.kind || f.N != test.n || ok && shown(p, f) != test.shown {
				t.Errorf("%+v %v", f, ok)
			}
			if f.Kind == Saves && p.Variant().Name(f.At) != test.at {
				t.Errorf("it saves %v", f.At)
			}
		})
	}
}
