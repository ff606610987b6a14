package pdn_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// Moves are read whatever stands between their squares, and wherever lines end.
func TestSeparators(t *testing.T) {
	for _, text := range []string{
		"1. 11–15 23−19", "1. 11—15 23-19", "1. 11/15 23,19", "1. 11~15 23=19", "1. 11->15 23-19", "1. 11--15 23-19", "1. １１－１５ 23-19",
		"1. 11 15 23 19", "1 11-15 23-19", "1. 11-15 23-\r\n19", "1. 11 -15 23- 19",
		"1. 11\u201115 23\u201119", "1. 11-\n\n15 23-19", "1. 11 – 15 23 —19", "1. 11− 15 23 - 19", "1. 11 -\n15 23-19",
		"1. 1115 2319", "1115 2319!", "Glasgow 1990 1. 1115 2319", "1 １１１５ 2319", // as the standard has it
		"1 11-15 1 23-19", "7 11-15 {best} 23-19", "(1 9-13 2 x) 1 11-15 2 23-19", "Round 7 1. 11-15 23-19", // with numbers of moves
		"1. fe5 ef4", "1. f:e5 ef4!", // as Russian score sheets have it
	} {
		g := readAll(t, strings.NewReader(text+" 2. 8-11 *"))[0]
		h, err := g.Replay(variant(t, "american"))
		if err != nil || h.Len() != 3 {
			t.Errorf("%q: %v; moves are %q", text, err, movesOf(g))
		}
	}
}

// What should be a move and cannot be read is not passed over.
func TestWhatCannotBeRead(t *testing.T) {
	for _, test := range []struct {
		text, at string
		ply      int
	}{
		{"1. 11-15 23-1O 2. 8-11 *", "23-1O", 2},
		{"1. 11–15 23–19 2. 99–98 *", "99–98", 3},
		{"1. hello world *", "hello", 1},
		{"1. Nf3 Nf6 2. O-O *", "Nf3", 1},
		{"1. 11-15 e4 *", "e4", 2},
		{"1. 1132 2319 *", "1132", 1},
		{"1. 4741 *", "4741", 1},
		{"1. 11-15 4741 *", "4741", 2},
		{"1. 1115 12345 2. 8-11 *", "12345", 2},
		{"1. 11-15 99 23-19 *", "99", 2},
		{"1. 11-15 23-19 7 8-11 *", "7", 3},
		{"1. 11-15 23-19 2 *", "2", 3},
		{"1. ９９ *", "９９", 1},
	} {
		g := readAll(t, strings.NewReader(test.text))[0]
		_, err := g.Replay(variant(t, "american"))
		var at *pdn.MoveError
		if !errors.As(err, &at) || at.Text != test.at || at.Ply != test.ply {
			t.Errorf("%q: %v", test.text, err)
		}
	}
	g := readAll(t, strings.NewReader("1. 11-15 /B:W31:B10/ 10-15 *"))[0]
	if _, err := g.Replay(variant(t, "american")); !errors.Is(err, pdn.ErrSetup) {
		t.Errorf("a position set up in the middle: %v", err)
	}
}

// Of what a text can mean, that is taken which makes the rest of the game legal, and nothing is remarked.
func TestMeaningByTheRest(t *testing.T) {
	for _, test := range []struct {
		rules, text, want string
	}{
		{"international", `[GameType "20,W,10,10,N1,0"] 1. 18-23 33-28 *`, "W:W28,31,32,34-50:B1-17,19,20,23"}, // as the tag says
		{"american", `[FEN "W:W31,32:B26,27,18,19,1"] 1. 31x15 1-5 19-10 *`, ""},
		{"american", `[FEN "W:W31,32:B26,27,18,19,1"] 1. 31x15 19-23 *`, "W:W15,32:B1,23,27"}, // only by 22
		{"american", `[FEN "W:W31,32:B26,27,18,19,1"] 1. 31x15 18-22 *`, "W:W15,32:B1,22,26"}, // only by 24
		{"american", "1. 11-15 23-19 2. 8-11 4-6", "W:W19,21,22,24-32:B1-7,9-12,15"},          // points, with no tag about them
	} {
		g := readAll(t, strings.NewReader(test.text))[0]
		h, remarks, err := g.ReplayRemarked(variant(t, test.rules))
		if test.want == "" {
			if err == nil {
				t.Errorf("%s is legal", test.text)
			}
			continue
		}
		if err != nil || pdn.FEN(h.Position()) != test.want || len(remarks) > 0 {
			t.Errorf("%s: %v, %v, leads to %s", test.text, err, remarks, pdn.FEN(h.Position()))
		}
	}
}

// Prose that is glued to a move is a remark about it.
func TestProseGluedToAMove(t *testing.T) {
	const begun = "1. 11-15 23-19 2. "
	for _, test := range []struct {
		text, move, strength, remark string
	}{
		{begun + "8-11Redoversteppedthetimecontrol 0-1", "8-11", "", "Redoversteppedthetimecontrol"},
		{begun + "8-11!?Red overstepped the time control 0-1", "8-11", "!?", "Red"},
		{begun + "19x10x3Время 0-1", "19x10x3", "", "Время"},
		{begun + "c3:e5Black resigned {and left} 0-1", "c3:e5", "", "Black"},
		{begun + "8-11xx 0-1", "", "", ""},           // no word
		{begun + "8-11e5 0-1", "", "", ""},           // a square
		{begun + "8-11andthen12-16 0-1", "", "", ""}, // another move in it
		{begun + "1-0Blackresigned *", "", "", ""},   // a result
		{"10-12May 1990 1. 11-15 23-19 *", "", "", ""},
	} {
		g := readAll(t, strings.NewReader(test.text))[0]
		var move, strength, remark string
		for i, n := range g.Line {
			if n.Kind == pdn.Comment && i > 0 && remark == "" && n.Text != "and left" {
				remark = n.Text
				before := g.Line[i-1]
				if before.Kind == pdn.Strength {
					strength, before = before.Text, g.Line[i-2]
				}
				move = before.Text
			}
		}
		if move != test.move || strength != test.strength || remark != test.remark {
			t.Errorf("%q: the move %q, %q with the remark %q", test.text, move, strength, remark)
		}
	}
}

// Games of numbered boards can be written by files and ranks, as White or as Black sees them.
func TestFilesAndRanksOnNumberedBoards(t *testing.T) {
	for _, test := range []struct {
		text, want string // where it leads, or to which ply
		ply        int
		move       string // as the error has it
	}{
		{"1. b6-a5 c3-d4 2. d6-e5 *", "W:W18,21,23-32:B1-8,11-13,15", 0, ""},
		{"1. g3-h4 f6-e5 2. e3-d4 *", "W:W18,21,23-32:B1-8,11-13,15", 0, ""},
		{"1. G3-h4 F6:E5 2. e3-d4 *", "W:W18,21,23-32:B1-8,11-13,15", 0, ""},
		{"1. g3-h4 f6-e5 2. a1-b2 *", "B:W18,21,23-32:B1-8,10-13", 3, "4-8"}, // seen by Black until then
		{"1. b6-a5 c3-d4 2. d6-f4 *", "B:W18,21,23-32:B1-8,10-13", 3, "10-19"},
		{"1. a1-h8 *", "B:W21-32:B1-12", 1, "29-4"},
		{"1. fe5 ef4 2. fe5 *", "B:W19,21,22,24-32:B1-10,12,15", 3, "fe5"},
		{`[FEN "B:Wh6:Bb2"] 1. b2-a3 *`, "W:W21:B12", 0, ""},
		{`[FEN "B:Wh6:Bb2"] 1. b2-a1 *`, "W:W12:BK29", 0, ""},
	} {
		g := readAll(t, strings.NewReader(test.text))[0]
		h, err := g.Replay(variant(t, "american"))
		var illegal *pdn.MoveError
		if errors.As(err, &illegal) != (test.ply > 0) || test.ply > 0 && illegal.Ply != test.ply {
			t.Errorf("%s: %v", test.text, err)
		}
		if got := pdn.FEN(h.Position()); got != test.want {
			t.Errorf("%s leads to %s, want %s", test.text, got, test.want)
		}
		if test.move != "" && illegal.Move != test.move { // as White sees it, unless Black gets further
			t.Errorf("%s is read as %s", illegal.Text, illegal.Move)
		}
	}
	g := readAll(t, strings.NewReader("1. f6-e5 *"))[0] // Russian boards have files and ranks of their own
	if _, err := g.Replay(variant(t, "russian")); err == nil {
		t.Error("a Russian game was turned round")
	}
}

// What is never closed is reported with its line.
func TestUnclosed(t *testing.T) {
	for text, want := range map[string]int{
		"1. 11-15 {fine} 23-19 (22-18) *":                                             0,
		"1. 11-15\n{never closed 23-19 99-99 *\n[GameType \"21\"]\n1. 99-98 *":        2,
		"[GameType \"21\"]\n1. 11-15\n(23-19 99-99\n*\n[GameType \"21\"]\n1. 11-15 *": 3,
	} {
		games := readAll(t, strings.NewReader(text))
		if games[0].Unclosed != want {
			t.Errorf("%q: line %d, want %d", text, games[0].Unclosed, want)
		}
	}
}

// Ranges of squares are counted as the file counts them.
func TestRangesFromAnotherCorner(t *testing.T) {
	for _, test := range []struct{ tags, rules string }{
		{`[GameType "24"][FEN "W:W1-12:B21-32"]`, "spanish"},
		{`[GameType "24"][FEN "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32"]`, "spanish"},
	} {
		g := readAll(t, strings.NewReader(test.tags+" *"))[0]
		v := variant(t, test.rules)
		if p, err := startOf(g, v); err != nil || p != v.Start() {
			t.Errorf("%s: %v, %v", test.tags, pdn.FEN(p), err)
		}
	}
	ranged := readAll(t, strings.NewReader(`[GameType "21,W,8,8,N3,0"][FEN "W:W1-4:B31,32"] *`))[0]
	listed := readAll(t, strings.NewReader(`[GameType "21,W,8,8,N3,0"][FEN "W:W1,2,3,4:B31,32"] *`))[0]
	a, errA := startOf(ranged, variant(t, "american"))
	b, errB := startOf(listed, variant(t, "american"))
	if a != b || (errA == nil) != (errB == nil) {
		t.Errorf("as a range %v (%v), as a list %v (%v)", a, errA, b, errB)
	}
}

// startOf returns the position from which a game without moves starts.
func startOf(g *pdn.Record, v *draughts.Variant) (draughts.Position, error) {
	h, err := g.Replay(v)
	if err != nil {
		return draughts.Position{}, err
	}
	return h.Start(), nil
}

// A variant that is not known is not read as another.
func TestUnknownVariant(t *testing.T) {
	for _, name := range []string{"Antidraught", "Killer"} {
		g := readAll(t, strings.NewReader(`[GameType "20"][Variant "`+name+`"] *`))[0]
		var unknown *pdn.UnknownVariantError
		if _, err := g.Variant(); !errors.As(err, &unknown) || unknown.Name != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	g := readAll(t, strings.NewReader(`[GameType "20"][Variant "From Position"] *`))[0]
	if v, err := g.Variant(); err != nil || v.Rules().Key != "international" {
		t.Errorf("From Position: %v", err)
	}
}

// Rules that were changed are not written under the number of those they come from.
func TestChangedRulesHaveNoNumber(t *testing.T) {
	rules, err := draughts.Find("international")
	must(t, err)
	rules.Key, rules.Man.Captures = "mine", draughts.DiagonalForward
	v, err := draughts.Compile(rules)
	must(t, err)
	g := pdn.FromHistory(draughts.NewHistory(v.Start()))
	if g.Tag("GameType") != "" || g.Tag("Variant") != "mine" {
		t.Errorf("its tags are %v", g.Tags)
	}
}

// The caller's tags stay as they are.
func TestFromHistoryLeavesTagsAlone(t *testing.T) {
	tags := append(make([]pdn.Tag, 0, 9), pdn.Tag{Name: "Result", Value: "mine"})
	kept := slices.Clone(tags[:cap(tags)])
	pdn.FromHistory(draughts.NewHistory(variant(t, "american").Start()), tags...)
	if !slices.Equal(tags[:cap(tags)], kept) {
		t.Errorf("they have become %v", tags[:cap(tags)])
	}
}

// No text breaks out of the place it is written in.
func TestTextStaysInItsPlace(t *testing.T) {
	g := &pdn.Record{
		Tags: []pdn.Tag{{Name: "White", Value: "Ann\n1-0\tX"}, {Name: "Event", Value: "a\\b\"c"}},
		Line: pdn.Line{{Kind: pdn.Move, Text: "11-15"}, {Kind: pdn.Comment, Text: "hm}\n23-19 1-0"}, {Kind: pdn.Comment, Text: "two\nlines"}},
	}
	var b bytes.Buffer
	must(t, pdn.Write(&b, g))
	games := readAll(t, &b)
	if len(games) != 1 || len(movesOf(games[0])) != 1 || games[0].Tag("White") != "Ann 1-0 X" || games[0].Tag("Event") != "a\\b\"c" {
		t.Errorf("it reads back as %d games, the first %+v", len(games), games[0])
	}
}

// What errors quote of a file clears no terminal, and turns no line around.
func TestExcerpt(t *testing.T) {
	for text, want := range map[string]string{
		"Ann\u009b2J\x1b[2J": "Ann 2J [2J", "\u202enhoJ\u2066": " nhoJ ", "Jürgen, Łódź 跳棋": "Jürgen, Łódź 跳棋",
	} {
		if got := pdn.Excerpt(text); got != want {
			t.Errorf("%q is quoted as %q, want %q", text, got, want)
		}
	}
}
