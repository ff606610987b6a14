package draughts_test

import (
	"errors"
	"strings"
	"testing"

	"doublecorner/game/draughts"
)

func TestRead(t *testing.T) {
	const (
		american      = "B:B11:W15,22,23" // 11x18 goes on to 25 or to 27
		longJump      = "B:B11:W15,22"    // 11x18x25
		start         = "B:B1-12:W21-32"
		russian       = "W:Wc3:Bh8"
		international = "W:W31:B1"
	)
	for _, test := range []struct {
		rules, fen, typed, want string
	}{
		{"american", start, "11-15", "11-15"},
		{"american", start, "11 15", "11-15"},
		{"american", start, " 11 - 15 ", "11-15"},
		{"american", start, "11-15!", "11-15"},
		{"american", start, "(11-15)", "11-15"},
		{"american", start, "**`11-15`**", "11-15"},
		{"american", start, "\u200e11\u200d-\u2066\u00ad15\u2069", "11-15"}, // with what chats put in between
		{"american", start, "11.15.", "11-15"},
		{"american", start, "１１－１５", "11-15"},
		{"american", start, "11–15", "11-15"},
		{"american", start, "11—15", "11-15"},
		{"american", start, "11\u201115", "11-15"}, // as the bot's messages have it
		{"american", start, "11−15", "11-15"},
		{"american", start, "11→15", "11-15"},
		{"american", start, "↗ 11 → 15", "11-15"}, // as a button of the bot says it
		{"american", start, "١١-١٥", "11-15"},
		{"american", start, "११-१५", "11-15"},
		{"american", start, "𝟙𝟙-𝟙𝟝", "11-15"},
		{"american", start, "١٠-١٥", "10-15"}, // with the first and the last digit of a script
		{"american", start, "٩-١٣", "9-13"},
		{"american", start, "𝟏𝟎-𝟏𝟓", "10-15"},
		{"american", start, "𝟿-𝟷𝟹", "9-13"},
		{"american", start, "11～15！", "11-15"},
		{"american", start, "11-15" + strings.Repeat(" ", 155), "11-15"},
		{"american", start, "11x15", "11-15"}, // as old score sheets have it
		{"american", start, "1115", "11-15"},
		{"american", start, "0913", "9-13"},
		{"american", start, "1. 1115", "11-15"},
		{"american", start, "f6-g5", "11-16"},
		{"american", start, "F6g5", "11-16"},

		{"russian", "W:Wc3:Bd4,f6", "c:g", "c3xe5xg7"},
		{"russian", "W:Wc3:Bh8", "C-b", "c3-b4"},

		{"american", american, "11x18x25", "11x18x25"},
		{"american", american, "11:18:25", "11x18x25"},
		{"american", american, "11*18*25", "11x18x25"},
		{"american", american, "11×18✕25", "11x18x25"},
		{"american", american, "11х18Х25", "11x18x25"}, // a Cyrillic kha
		{"american", american, "11-18-25", "11x18x25"},
		{"american", american, "11 18 25", "11x18x25"},
		{"american", american, "11x25", "11x18x25"},
		{"american", american, "25", "11x18x25"},
		{"american", longJump, "11-25", "11x18x25"},

		{"american", start, "1. 11-15", "11-15"}, // as a score sheet has it
		{"american", start, "12… 11-15", "11-15"},
		{"american", start, "12...11-15", "11-15"},
		{"american", start, "11. 15", "11-15"}, // as a telephone writes two spaces
		{"american", start, "11.15", "11-15"},
		{"american", start, "11…15", "11-15"},
		{"american", start, "1.11-15", "11-15"},
		{"american", start, "1.\u00a011\u202f–\u00a015", "11-15"},
		{"american", start, "１．１１－１５", "11-15"},
		{"russian", russian, "1.c3-d4", "c3-d4"},
		{"russian", russian, "1… c3d4", "c3-d4"},

		{"russian", russian, "c3-d4", "c3-d4"},
		{"russian", russian, "c3d4", "c3-d4"},
		{"russian", russian, "C3 D4", "c3-d4"},
		{"russian", russian, "ｃ３－ｄ４", "c3-d4"},
		{"russian", russian, "с3-d4", "c3-d4"}, // a Cyrillic es
		{"russian", russian, "ц3-д4", "c3-d4"}, // as a Russian keyboard says it
		{"russian", russian, "22-18", "c3-d4"},
		{"russian", russian, "cd4", "c3-d4"}, // as Russian score sheets have it
		{"russian", russian, "1. Сд4", "c3-d4"},
		{"russian", "W:Wc3,c1:Bd4,f6", "c:g7", "c3xe5xg7"},
		{"russian", "W:Wc3,c1:Bd4,f6", "c:e5:g7", "c3xe5xg7"},
		{"american", start, "fe5", "11-15"},
		{"russian", russian, "d4", "c3-d4"},

		{"international", international, "31-26", "31-26"},
		{"international", international, "b4-a5", "31-26"},
		{"international", "W:WK46:B6", "K46-5", "46-5"}, // with the letter of a king
		{"international", "W:WK46:B6", "1. D46-5", "46-5"},
		{"russian", "W:WKc3:Bh8", "Kc3-e5", "c3-e5"},
		{"russian", "W:WKc3:Bh8", "Дс3-е5", "c3-e5"},
		// It comes over its end before.
		{"international", "W:W27:B31,41,42,32,33,22,23", "27x29x38", "27x18x29x38x27x36x47x38"},
		{"canadian", "W:Wk1:Bb12", "k1-l2", "72-66"},
		{"turkish", "W:Wd3:Bh7", "d3-d4", "d3-d4"},
		{"turkish", "W:Wd3:Bh7", "44-36", "d3-d4"},
	} {
		p := position(t, test.rules, test.fen)
		m, err := p.Read(test.typed)
		if err != nil {
			t.Errorf("%s, %q: %v", test.rules, test.typed, err)
			continue
		}
		if got := p.Full(m, p.Variant().Rules().Board.Notation); got != test.want {
			t.Errorf("%s, %q: %s, want %s", test.rules, test.typed, got, test.want)
		}
	}
}

func TestReadAmbiguous(t *testing.T) {
	for _, test := range []struct {
		rules, fen, typed string
		candidates        string
	}{
		{"american", "B:B1-12:W21-32", "15", "10-15 11-15"},
		{"american", "B:B1-12:W21-32", "11", "11-15 11-16"},
		{"russian", "W:WKc1,Kc5:Bh8", "ce3", "c1-e3 c5-e3"},
		{"american", "W:W32,28:B1", "32", "32-27"}, // a piece is no move
		// Both paths capture two men and end on 15, but not the same two men.
		{"american", "W:W31:B26,27,18,19", "31x15", "31x22x15 31x24x15"},
		{"american", "W:W31:B26,27,18,19", "15", "31x22x15 31x24x15"},
	} {
		p := position(t, test.rules, test.fen)
		_, err := p.Read(test.typed)
		var ambiguous *draughts.AmbiguousError
		if !errors.As(err, &ambiguous) {
			t.Errorf("%q: %v", test.typed, err)
			continue
		}
		var got []string
		for _, m := range ambiguous.Moves {
			got = append(got, p.Text(m))
		}
		if strings.Join(got, " ") != test.candidates {
			t.Errorf("%q can be %q, want %q", test.typed, got, test.candidates)
		}
	}
}

func TestReadUnreadable(t *testing.T) {
	p := variant(t, "american").Start()
	for _, typed := range []string{
		"", " ", "-", "resign", "hello", "a", "c-d", "c 4", "cd", "11-15 please", "½", "11-15\x00", "11'15", "<@123>", "11@15",
		"\xff\xfe", "11-15" + strings.Repeat(" ", 156),
	} {
		_, err := p.Read(typed)
		var unreadable *draughts.UnreadableError
		if !errors.As(err, &unreadable) {
			t.Errorf("%q: %v", typed, err)
		}
	}
}

// A capture that goes straight to its end is written as it is, even where a longer
// one has the same origin and end.
func TestReadPrefersTheExactPath(t *testing.T) {
	p := position(t, "american-free-jump", "W:W31:B26,18,27,19")
	m, err := p.Read("31x22x15")
	if err != nil || p.Full(m, draughts.Numbers) != "31x22x15" {
		t.Errorf("%v, %v", m, err)
	}
}

// FuzzRead: whatever is typed, nothing panics, and a move that is understood is
// legal and reads the same when it is written out.
func FuzzRead(f *testing.F) {
	for _, typed := range []string{"11-15", "c3d4", "22x15x8", "28", "１１－１５", "11:18:25", "resign"} {
		for _, key := range []string{"american", "russian", "international", "turkish"} {
			f.Add(key, uint16(3), typed)
		}
	}
	f.Fuzz(func(t *testing.T, key string, seed uint16, typed string) {
		v, err := draughts.Builtin(key)
		if err != nil {
			t.Skip()
		}
		p := wandered(v, uint64(seed))
		m, err := p.Read(typed)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without words")
			}
			return
		}
		if again, err := p.Read(p.Full(m, draughts.Numbers)); err != nil || again != m {
			t.Errorf("%q is %s, which reads as %v, %v", typed, p.Full(m, draughts.Numbers), again, err)
		}
	})
}
