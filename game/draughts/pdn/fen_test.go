package pdn_test

import (
	"errors"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/pdn"
)

var variant = draughtstest.Variant

func TestFENOfTheStart(t *testing.T) {
	for key, want := range map[string]string{
		"american":      "B:W21-32:B1-12",
		"international": "W:W31-50:B1-20",
		"canadian":      "W:W43-72:B1-30",
		"thai":          "B:W25-32:B1-8",
		"frisian":       "W:W31-50:B1-20:+0+0",
		"russian":       "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
		"turkish": "W:Wa3,b3,c3,d3,e3,f3,g3,h3,a2,b2,c2,d2,e2,f2,g2,h2:" +
			"Ba7,b7,c7,d7,e7,f7,g7,h7,a6,b6,c6,d6,e6,f6,g6,h6",
	} {
		if got := pdn.FEN(variant(t, key).Start()); got != want {
			t.Errorf("%s: %s", key, got)
		}
	}
}

// The many ways in which a position is written.
func TestParseFEN(t *testing.T) {
	for _, test := range []struct{ rules, text, want string }{
		{"american", "W:W31,K32:B1,K2", "W:W31,K32:B1,K2"},
		{"american", "W:B1,K2:W31,K32", "W:W31,K32:B1,K2"},
		{"american", ` "w:w31, k32 : b1,K2." `, "W:W31,K32:B1,K2"},
		{"american", `[FEN "W:W31,K32:B1,K2"]`, "W:W31,K32:B1,K2"},
		{"american", "B:W:B1-3,K9-11", "B:W:B1-3,K9-11"},
		{"american", "W:Wc1:Bb8", "W:W30:B1"},
		{"american", "W:W31:B", "W:W31:B"},
		{"american", "W:W29–32,K21 — 23:B1−3", "W:W29-32,K21-23:B1-3"}, // as telephones write hyphens
		{"american", "W:WK 31:BK 1-3", "W:WK31:BK1-3"},
		{"american", "W:WК32:В1", "W:WK32:B1"}, // Cyrillic letters that look alike
		{"russian", "Б:Ба1,Кс3:Чh8", "W:Wa1,Kc3:Bh8"},
		{"canadian", "W:WK61-63:Bk2-4", "W:WK61-63:BK2-4"},
		{"russian", "W:WA1,Kc3:Bh8", "W:Wa1,Kc3:Bh8"},
		{"russian", "W:WA1,Kc3:Bh6", "W:Wa1,Kc3:Bh6"},
		{"russian", "W:W29,K22:B1", "W:Wa1,Kc3:Bb8"},
		{"international", "W:W31-50:B1-20:H0:F1", "W:W31-50:B1-20"},
		{"frisian", "W:WK46,G28,P3:BG33,5", "W:WK46:B5:+0+0"}, // captured, and not yet removed
		{"american", "W:WG3:Bb8", "W:W24:B1"},
		{"canadian", "W:Wk1,Kk3:Bb12", "W:W72,K60:B1"},
		{"frisian", "W:WK46:BK5:+346+0", "W:WK46:BK5:+346+0"},
		{"frisian", "B:WK46,31:BK5,2:+0+25", "B:W31,K46:B2,K5:+0+25"},
	} {
		p, err := pdn.ParseFEN(variant(t, test.rules), test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
		} else if got := pdn.FEN(p); got != test.want {
			t.Errorf("%s: %s, want %s", test.text, got, test.want)
		}
	}
}

// A FEN that is wrong says what is wrong, and where.
func TestFENErrors(t *testing.T) {
	for _, test := range []struct {
		rules, text string
		at          int
		part, why   string
	}{
		{"american", "", 0, "", pdn.ErrFENTurn.Error()},
		{"american", "31,32:1,2", 0, "31,32", pdn.ErrFENTurn.Error()},
		{"american", "X:W31:B1", 0, "X", pdn.ErrFENTurn.Error()},
		{"american", "W:W31:W1", 6, "W1", pdn.ErrFENTwice.Error()},
		{"american", "W:W31", 0, "", pdn.ErrFENSides.Error()},
		{"american", "W", 0, "", pdn.ErrFENSides.Error()},
		{"american", "W:W31:1", 6, "1", pdn.ErrFENSide.Error()},
		{"american", "W:W31,33:B1", 6, "33", pdn.ErrFENSquare.Error()},
		{"american", "W:Wb1:Ba1", 3, "b1", pdn.ErrFENSquare.Error()},
		{"american", "W:W31-29:B1", 3, "31-29", pdn.ErrFENRange.Error()},
		{"russian", "W:Wa1-c3:Bh8", 3, "a1-c3", pdn.ErrFENLetters.Error()},
		{"russian", "W:WKA1-3:Bh8", 3, "KA1-3", pdn.ErrFENLetters.Error()},
		{"russian", "W:Wa1-x:Bh8", 3, "a1-x", pdn.ErrFENRange.Error()},
		{"canadian", "W:Wk1-3:Bb12", 3, "k1-3", pdn.ErrFENLetters.Error()}, // no kings on 1 to 3
		{"american", "W:W31,32:B1,32", 12, "32", "two pieces on square 32"},
		{"american", "W:W31,K31:B1", 6, "K31", "two pieces on square 31"},
		{"american", "W:W31,4:B1", 6, "4", "a white man on square 4, its last row, where it would be a king"},
		{"american", "W:W13-25:B1", 0, "", "more than 12 white pieces"},
		{"frisian", "W:WK46:BK5:+9+0", 11, "+9+0", pdn.ErrFENRun.Error()},
		{"frisian", "W:WK46:BK5:+945+0", 0, "", "no white king on square 45 can have made that many moves running"},
		{"american", "W:WK32:BK5:+132+0", 0, "", "no white king on square 32 can have made that many moves running"},
	} {
		_, err := pdn.ParseFEN(variant(t, test.rules), test.text)
		var fault *pdn.FENError
		if !errors.As(err, &fault) {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if fault.Offset != test.at || fault.Part != test.part || fault.Err.Error() != test.why {
			t.Errorf("%q: at %d, %q, %v; want at %d, %q, %s", test.text, fault.Offset, fault.Part, fault.Err, test.at, test.part, test.why)
		}
	}
}

// FuzzFEN: whatever is accepted is written so that it means the same.
func FuzzFEN(f *testing.F) {
	for _, text := range []string{
		"W:W31-50:B1-20:H0:F1", "B:Wa1,Kc3:Bb8.", "W:WK46:BK5:+346+0", "W:W:B", `"w:b1,k2:w32"`, "W:W31,32:B1,32",
	} {
		for _, key := range []string{"american", "russian", "frisian", "canadian", "turkish"} {
			f.Add(key, text)
		}
	}
	f.Fuzz(func(t *testing.T, key, text string) {
		v, err := draughts.Builtin(key)
		if err != nil {
			t.Skip()
		}
		p, err := pdn.ParseFEN(v, text)
		if err != nil {
			return
		}
		again, err := pdn.ParseFEN(v, pdn.FEN(p))
		if err != nil || again != p {
			t.Errorf("%q is written as %s, which is %v, %v", text, pdn.FEN(p), again, err)
		}
	})
}
