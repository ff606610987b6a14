package pdn_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

var (
	update = flag.Bool("update", false, "write the golden files anew")
	many   = flag.Int("pdn.games", 5_000, "stream this many `games`")
)

func readAll(t testing.TB, in io.Reader) []*pdn.Record {
	t.Helper()
	var games []*pdn.Record
	for r := pdn.NewReader(in); ; {
		g, err := r.Next()
		if err == io.EOF {
			return games
		}
		must(t, err)
		games = append(games, g)
	}
}

// What old archives contain, written as it should be.
func TestMessyArchive(t *testing.T) {
	text, err := os.ReadFile("testdata/messy.pdn")
	must(t, err)
	games := readAll(t, bytes.NewReader(text))
	var out bytes.Buffer
	for _, g := range games {
		must(t, pdn.Write(&out, g))
	}
	golden := filepath.Join("testdata", "messy.golden.pdn")
	if *update {
		must(t, os.WriteFile(golden, out.Bytes(), 0o644))
	}
	want, err := os.ReadFile(golden)
	must(t, err)
	if !bytes.Equal(out.Bytes(), want) {
		t.Errorf("the messy file is written as\n%s\nwant\n%s", out.String(), want)
	}
	// CRLF or CR, with a byte order mark or without, in UTF-16: the same games.
	utf8Text := bytes.ReplaceAll(text, []byte("\xe9"), []byte("é")) // what is Latin-1 in it
	for name, other := range map[string][]byte{
		"CRLF": bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")),
		"BOM":  append([]byte("\ufeff"), text...),

		"UTF-16 with a mark":           utf16Of(binary.LittleEndian, "\ufeff"+string(utf8Text)),
		"UTF-16, big end first":        utf16Of(binary.BigEndian, "\ufeff"+string(utf8Text)),
		"UTF-16 without a mark":        utf16Of(binary.LittleEndian, string(utf8Text)),
		"UTF-16, a big end, no mark":   utf16Of(binary.BigEndian, string(utf8Text)),
		"UTF-16 with half a character": append(utf16Of(binary.LittleEndian, string(utf8Text)), '1'),
	} {
		again := readAll(t, bytes.NewReader(other))
		if len(again) != len(games) {
			t.Fatalf("%s: %d games, want %d", name, len(again), len(games))
		}
		for i, g := range again {
			if !reflect.DeepEqual(g.Line, games[i].Line) || !reflect.DeepEqual(g.Tags, games[i].Tags) {
				t.Errorf("%s: game %d differs", name, i+1)
			}
		}
	}
}

func utf16Of(order binary.ByteOrder, text string) (encoded []byte) {
	for _, unit := range utf16.Encode([]rune(text)) {
		encoded = order.(binary.AppendByteOrder).AppendUint16(encoded, unit)
	}
	return encoded
}

// The games of the messy archive can be played, up to what is wrong with them.
func TestReplayMessyArchive(t *testing.T) {
	f, err := os.Open("testdata/messy.pdn")
	must(t, err)
	defer f.Close()
	// By game: how many moves can be played, -1 where the rules are unknown.
	want := []int{17, 4, 5, -1, -1, 5, 3}
	games := readAll(t, f)
	if len(games) != len(want) {
		t.Fatalf("%d games, want %d", len(games), len(want))
	}
	for i, g := range games {
		v, err := g.Variant()
		if err != nil {
			if want[i] >= 0 {
				t.Errorf("game %d: %v", i+1, err)
			}
			continue
		}
		h, err := g.Replay(v)
		if err != nil {
			t.Errorf("game %d: %v", i+1, err)
		}
		if h.Len() != want[i] {
			t.Errorf("game %d: %d moves, want %d", i+1, h.Len(), want[i])
		}
	}
}

func TestTagsOfTheGameType(t *testing.T) {
	for tags, want := range map[string]string{
		`[GameType "20"]`:                          "international",
		`[GameType "21,B,8,8,N1,0"]`:               "american",
		`[GameType "25,W,8,8,A0,0"]`:               "russian",
		`[GameType "20"] [Variant "Antidraughts"]`: "international-misere",
		`[Variant "angol-free-jump"]`:              "angol-free-jump",
		`[GameType "40"] [Variant "Frisian"]`:      "frisian",
		`[GameType "40"] [Variant "Frysk!"]`:       "frisian",
		`[GameType "28"]`:                          "spanish",
		`[GameType "99"]`:                          "",
		`[Event "?"]`:                              "",
	} {
		g := readAll(t, strings.NewReader(tags+" *"))[0]
		v, err := g.Variant()
		switch {
		case want == "" && !errors.Is(err, pdn.ErrNoVariant):
			t.Errorf("%s: %v, %v", tags, v, err)
		case want != "" && (err != nil || v.Rules().Key != want):
			t.Errorf("%s: %v", tags, err)
		}
	}
}

// The standard counts the Spanish and the Thai board from the other side; both
// ways of counting are the same game.
func TestSquaresCountedFromTheOtherSide(t *testing.T) {
	for _, text := range []string{
		`[GameType "24"] 1. 9-13 24-20 *`,
		`[GameType "24,W,8,8,N1,1"] 1. 9-13 24-20 *`,
		`[GameType "24,W,8,8,N2,1"] 1. 24-20 9-13 *`,
	} {
		g := readAll(t, strings.NewReader(text))[0]
		v, err := g.Variant()
		must(t, err)
		h, err := g.Replay(v)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := pdn.FEN(h.Position()); got != "W:W20-23,25-32:B1-8,10-13" {
			t.Errorf("%s leads to %s", text, got)
		}
	}

	// What the standard says of a number is of that game, whatever the Variant tag makes of it.
	for text, want := range map[string]string{
		`[GameType "24"] [Variant "russian"] 1. 22-17 *`:           "B:Wb4,a3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
		`[GameType "24,W,8,8,N1,0"] [Variant "russian"] 1. 9-13 *`: "B:Wh4,a3,c3,e3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
	} {
		g := readAll(t, strings.NewReader(text))[0]
		v, err := g.Variant()
		must(t, err)
		h, err := g.Replay(v)
		if got := pdn.FEN(h.Position()); err != nil || got != want {
			t.Errorf("%s leads to %s, %v", text, got, err)
		}
	}
}

// Lines are counted whatever ends them.
func TestLineNumbers(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		lines := []string{`[Event "1"]`, "1. 11-15 *", "", `[Event "2"]`, "", "1. 11-15 {never closed", "23-19 *"}
		games := readAll(t, strings.NewReader(strings.Join(lines, end)))
		if len(games) != 2 || games[0].LineNo != 1 || games[1].LineNo != 4 || games[1].Unclosed != 6 {
			t.Errorf("%q: %d games, in lines %d and %d, unclosed in %d", end, len(games), games[0].LineNo, games[1].LineNo, games[1].Unclosed)
		}
	}
}

func TestMoveError(t *testing.T) {
	g := readAll(t, strings.NewReader(`[GameType "21"] 1. 11-15 22-18 2. 15-19 *`))[0]
	h, err := g.Replay(variant(t, "american"))
	var illegal *pdn.MoveError
	if !errors.As(err, &illegal) || illegal.Ply != 3 || illegal.Text != "15-19" {
		t.Fatalf("%v", err)
	}
	var refusal *draughts.IllegalMove
	if !errors.As(err, &refusal) || refusal.Reason != draughts.CaptureObligatory {
		t.Errorf("%v", err)
	}
	if h.Len() != 2 {
		t.Errorf("%d moves played before it", h.Len())
	}
	g = readAll(t, strings.NewReader(`[GameType "21"] 1. 11x14 *`))[0]
	if _, err := g.Replay(variant(t, "american")); !errors.As(err, &illegal) || illegal.Move != "11x14" {
		t.Errorf("%v", err)
	}
}

// A file needs no more memory than its longest game.
func TestStreaming(t *testing.T) {
	in, out := io.Pipe()
	go func() {
		for i := range *many {
			fmt.Fprintf(out, "[Event \"%d\"]\n[GameType \"21\"]\n1. 11-15 23-19 {%s} 2. 8-11 22-17 1-0\n\n", i, strings.Repeat("words ", 30))
		}
		out.Close()
	}()
	var before, now runtime.MemStats
	r := pdn.NewReader(in)
	games := 0
	for {
		if _, err := r.Next(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if games++; games == 100 {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&now)
	if games != *many {
		t.Errorf("%d games of %d", games, *many)
	}
	if grown := int64(now.HeapInuse) - int64(before.HeapInuse); grown > 1<<20 {
		t.Errorf("the heap has grown by %d bytes", grown)
	}
}

// A comment that is never closed does not eat the memory of the machine, and zeros without end are not read for ever.
func TestEndlessGame(t *testing.T) {
	for begin, goesOn := range map[string]endless{"[Event \"x\"]\n{": 'a', "": 0, "[Event \"x\"]": 0, "1. 11": ' '} {
		r := pdn.NewReader(io.MultiReader(strings.NewReader(begin), goesOn))
		_, err := r.Next()
		var tooLong *pdn.TooLongError
		if !errors.As(err, &tooLong) || tooLong.LineNo != 1 || tooLong.Elements {
			t.Errorf("%s: %v", begin, err)
		}
	}
}

// A game has only so many elements and moves; one that has as many is read.
func TestGameOfTooMany(t *testing.T) {
	const shuffle = "1-6 32-27 6-1 27-32 "
	game := func(moves int) string {
		return "[FEN \"W:WK1:BK32\"]\n" + strings.Repeat(shuffle, moves/4) + " *\n"
	}
	for what, text := range map[string]string{
		"moves": game(pdn.MaxElements), "glyphs": strings.Repeat("$1", pdn.MaxElements+1), "parentheses": strings.Repeat("(", pdn.MaxElements+1),
	} {
		var tooMany *pdn.TooLongError
		if _, err := pdn.NewReader(strings.NewReader("\n" + text)).Next(); !errors.As(err, &tooMany) || tooMany.LineNo != 2 || !tooMany.Elements {
			t.Errorf("%s: %v", what, err)
		}
	}
	v := variant(t, "american")
	for _, g := range readAll(t, strings.NewReader(game(pdn.MaxElements-4)+game(pdn.MaxMoves)+game(pdn.MaxMoves+4))) {
		moves := len(movesOf(g))
		if _, err := g.Replay(v); (err == nil) != (moves <= pdn.MaxMoves) || err != nil && err != pdn.ErrTooManyMoves {
			t.Errorf("%d moves: %v", moves, err)
		}
	}
}

// An error quotes no more of a text than a line can hold.
func TestErrorsAreShort(t *testing.T) {
	long := strings.Repeat("é", 100_000)
	for _, text := range []string{`[GameType "21"] 1 ` + long + "1 *",
		`[Variant "` + long + `"] 11-15 *`, `[GameType "21"][FEN "` + long + `"] 11-15 *`} {
		g := readAll(t, strings.NewReader(text))[0]
		v, err := g.Variant()
		if err == nil {
			_, err = g.Replay(v)
		}
		if err == nil || len(err.Error()) > 1000 || !utf8.ValidString(err.Error()) {
			t.Errorf("%.40s: an error of %d bytes", text, len(err.Error()))
		}
	}
}

type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// FuzzPDN: whatever a file holds, reading it does not panic, and what was read is
// read the same when it is written out.
func FuzzPDN(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.pdn")
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(f, err)
		f.Add(string(text))
	}
	f.Add("1. 11-15 (1. 9-14 (1... x) {a}) $3 /W:W1:B2/ 12 - 16 12-16* 1/2 -- (!)\n%\n [ ] } ) / %")
	f.Add("00A0 0 0AAA")              // a result with prose is no move
	f.Add("9-13 16x\x00 22527202221") // a number that no square has
	f.Add("0000\x180000")             // moves, with a strange space between them
	f.Add("\xfe\xff\xfe\xff")         // marks of byte order
	f.Add("[Result \"7-0\"]")         // a result that looks like a move, and is all there is
	f.Fuzz(func(t *testing.T, text string) {
		games := readAll(t, strings.NewReader(text))
		var out bytes.Buffer
		for _, g := range games {
			must(t, pdn.Write(&out, g))
			if v, err := g.Variant(); err == nil {
				g.Replay(v)
			}
		}
		again := readAll(t, bytes.NewReader(out.Bytes()))
		if len(again) != len(games) {
			t.Fatalf("%d games were written as %d:\n%s", len(games), len(again), out.String())
		}
		for i, g := range games {
			g.LineNo, again[i].LineNo = 0, 0
			g.Unclosed, again[i].Unclosed = 0, 0 // writing closes what was open
			if !reflect.DeepEqual(g, again[i]) {
				was, is := dump(g), dump(again[i])
				n := 0
				for n < min(len(was), len(is)) && was[n] == is[n] {
					n++
				}
				t.Fatalf("game %d comes back different at …%s… which was …%s…", i+1,
					is[max(0, n-40):min(n+40, len(is))], was[max(0, n-40):min(n+40, len(was))])
			}
		}
	})
}

func dump(g *pdn.Record) string { return fmt.Sprintf("%#v", *g) }

func BenchmarkReader(b *testing.B) {
	text, err := os.ReadFile("testdata/messy.golden.pdn")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r := pdn.NewReader(bytes.NewReader(text))
		for {
			if _, err := r.Next(); err != nil {
				break
			}
		}
	}
}

// movesOf returns the texts of the moves that were played.
func movesOf(g *pdn.Record) []string {
	var moves []string
	for _, n := range g.Line {
		if n.Kind == pdn.Move {
			moves = append(moves, n.Text)
		}
	}
	return moves
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
