package render

import (
	"strings"
	"testing"
	"unicode/utf16"

	"doublecorner/game/draughts"
)

func utf16Len(s string) int { return len(utf16.Encode([]rune(s))) }

func TestAlt(t *testing.T) {
	tests := []struct {
		what string
		view View
		want string
	}{
		{
			"the start", board(t, "american", "", ""),
			"Black to move. White: men on 21-32. Black: men on 1-12.",
		},
		{
			"a capture that must be made", with(board(t, "american", busy, "22x6"), bars),
			"Anna Żółć (White) against Ben (Black). Black to move. There is a capture, and it must be made. " +
				"White: kings on 7, 24; men on 6, 20, 21, 30, 31. Black: kings on 27; men on 3, 8, 11-13. " +
				"Last move: White 22x15x6, taking 10, 18.",
		},
		{
			"letters", board(t, "russian", "W:Wc3:Bd4,Kh8", "c3xe5"),
			"Black to move. There is a capture, and it must be made. White: men on e5. Black: kings on h8. Last move: White c3xe5, taking d4.",
		},
		{
			"nobody left, and a result", with(board(t, "russian", "W:Wc3:Bd4", "c3xe5"), func(v *View) {
				v.Bars = &Bars{Result: &Result{Text: "White wins: Black has no pieces left"}}
			}),
			"White wins: Black has no pieces left. White: men on e5. Black: no pieces. Last move: White c3xe5, taking d4.",
		},
		{
			"a move thought of", with(board(t, "american", "B:W25:B11", ""), func(v *View) { v.Preview = move(t, v.Position, "11-15") }),
			"Black to move. White: men on 25. Black: men on 11. Shown as a possibility: 11-15.",
		},
	}
	for _, test := range tests {
		got, err := Alt(test.view, English)
		if err != nil || got != test.want {
			t.Errorf("%s:\n got %s\nwant %s (%v)", test.what, got, test.want, err)
		}
	}
}

func TestAltIsShort(t *testing.T) {
	long := English
	long.Men, long.Kings = strings.Repeat("Männer 🂡 ", 30)+"%s", strings.Repeat("Könige ", 30)+"%s"
	v := board(t, "canadian", "", "")
	v.Bars = &Bars{Players: [2]Player{{Name: strings.Repeat("𝔄", 500)}, {Name: strings.Repeat("b", 5000)}}, Result: &Result{Text: strings.Repeat("x", 9999)}}
	for _, words := range []Words{English, long} {
		got, err := Alt(v, words)
		if err != nil {
			t.Fatal(err)
		}
		if n := utf16Len(got); n >= MostAlt {
			t.Errorf("%d characters", n)
		}
	}
	for most := range 12 {
		if got := cut("a𝔄b𝔄c𝔄d", most); utf16Len(got) > max(most, 1) {
			t.Errorf("cut to %d: %q", most, got)
		}
	}
}

func TestText(t *testing.T) {
	tests := []struct {
		what string
		view View
		want string
	}{
		{"numbers", board(t, "american", "B:W20,K7:B9,K32", ""), `
   .   .   .   .  1-4
 .   .   W   .    5-8
   b   .   .   .  9-12
 .   .   .   .    13-16
   .   .   .   w  17-20
 .   .   .   .    21-24
   .   .   .   .  25-28
 .   .   .   B    29-32
`},
		{"letters, from black", with(board(t, "russian", "W:Wa1,Kc1:Bh8,Kb8", ""), func(v *View) { v.From = draughts.Black }), `
 1    .   .   W   w
 2  .   .   .   .  
 3    .   .   .   .
 4  .   .   .   .  
 5    .   .   .   .
 6  .   .   .   .  
 7    .   .   .   .
 8  b   .   .   B  
    h g f e d c b a
`},
	}
	for _, test := range tests {
		if got := "\n" + Text(test.view.Position, test.view.From); got != test.want {
			t.Errorf("%s:%s\nwant%s", test.what, got, test.want)
		}
	}
	if got := Text(draughts.Position{}, draughts.White); got != "" {
		t.Errorf("no position: %q", got)
	}
}
