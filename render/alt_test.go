package render

import (
	"fmt"
	"strings"
	"testing"

	"doublecorner/game/draughts"
)

// altKeys holds the names of the values of each sentence.
var altKeys = map[string][]string{
	"alt.playing":   {"white", "black"}, // the players' names
	"alt.to-move":   {"side"},           // whose turn it is
	"alt.must-take": nil,
	"alt.can-move":  {"squares"}, // of the pieces that can
	"alt.result":    {"text"},
	"alt.side":      {"side", "pieces"},
	"alt.men":       {"n", "squares"},
	"alt.kings":     {"n", "squares"},
	"alt.no-pieces": nil,
	"alt.empty":     {"marked", "squares"}, // the marked squares
	"alt.moved":     {"side", "move"},
	"alt.took":      {"side", "move", "taken"},
}

// sayPlainly returns a Say of short sentences that fails if a key or its values differ from
// altKeys.
func sayPlainly(t testing.TB) Say {
	return func(key string, about ...any) string {
		names, ok := altKeys[key]
		if !ok || len(about) != 2*len(names) {
			t.Errorf("%s is said about %v; altKeys has %v", key, about, names)
			return ""
		}
		sentence := strings.TrimPrefix(key, "alt.")
		for i, name := range names {
			if about[2*i] != name {
				t.Errorf("%s is about %v; altKeys has %v", key, about[2*i], name)
			}
			sentence += fmt.Sprintf(" %v", about[2*i+1])
		}
		return sentence + "."
	}
}

func TestAlt(t *testing.T) {
	tests := []struct {
		what string
		view View
		want string
	}{
		{
			"the start", board(t, "american", "", ""),
			"to-move black. can-move 9-12. side white men 12 21-32.. side black men 12 1-12..",
		},
		{
			"chances", with(board(t, "american", "", ""), func(v *View) { v.Bars = &Bars{Chance: &Chance{.63, "White’s chances: 63 %."}} }),
			"to-move black. can-move 9-12. side white men 12 21-32.. side black men 12 1-12.. White’s chances: 63 %.",
		},
		{
			"a capture that must be made", with(board(t, "american", busy, "22x6"), bars),
			"playing Anna Żółć Ben. to-move black. must-take. can-move 3. " +
				"side white kings 2 7, 24.; men 5 6, 20, 21, 30, 31.. side black kings 1 27.; men 5 3, 8, 11-13.. " +
				"took white 22x15x6 10, 18.",
		},
		{
			"a question", with(board(t, "american", "", ""), func(v *View) { v.Hints = false }),
			"to-move black. side white men 12 21-32.. side black men 12 1-12..",
		},
		{
			"letters", board(t, "russian", "W:Wc3:Bd4,Kh8", "c3xe5"),
			"to-move black. must-take. can-move h8. side white men 1 e5.. side black kings 1 h8.. took white c3xe5 d4.",
		},
		{
			"nobody left, and a result", with(board(t, "russian", "W:Wc3:Bd4", "c3xe5"), func(v *View) {
				v.Bars = &Bars{Result: &Result{Text: "White wins: Black has no pieces left."}}
			}),
			"result White wins: Black has no pieces left. side white men 1 e5.. side black no-pieces.. took white c3xe5 d4.",
		},
		{
			"nothing but marks",
			with(board(t, "american", "W:W:B", ""), func(v *View) { v.Marks = []Mark{{Square: 29}, {Square: 1}, {Square: 29}} }),
			"empty true 1, 29.",
		},
		{
			"a quiet move", board(t, "american", "B:W25:B11", "11-15"),
			"to-move white. can-move 25. side white men 1 25.. side black men 1 15.. moved black 11-15.",
		},
	}
	for _, test := range tests {
		if got := test.view.Alt(sayPlainly(t)); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.what, got, test.want)
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
}
