package hub_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/hub"
)

var (
	variant  = draughtstest.Variant
	position = draughtstest.Position
)

func TestPositionText(t *testing.T) {
	const start = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
	if got := hub.PositionText(variant(t, "international").Start()); got != start {
		t.Errorf("international starts as %s", got)
	}
	p := position(t, "american", "B:W31,K32:BK1,2")
	if got, want := hub.PositionText(p), "BBbeeeeeeeeeeeeeeeeeeeeeeeeeeeewW"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, text := range []string{"", "W", start[:50], start + "e", "X" + start[1:], start[:50] + "x", "Ww" + start[2:]} {
		if p, err := hub.ParsePosition(variant(t, "international"), text); err == nil {
			t.Errorf("%q is read as %s", text, pdn.FEN(p))
		}
	}
}

// Every position and every move of every rule set is written so that it is read as the same.
func TestEveryMoveIsReadAgain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, key := range draughts.Keys() {
		v := variant(t, key)
		for range 2 {
			p := v.Start()
			for range 80 {
				moves := p.Moves()
				if len(moves) == 0 {
					break
				}
				again, err := hub.ParsePosition(v, hub.PositionText(p))
				if err != nil || hub.PositionText(again) != hub.PositionText(p) {
					t.Fatalf("%s: %s, %v", key, hub.PositionText(p), err)
				}
				for _, m := range moves {
					text := hub.MoveText(p, m)
					if read, err := hub.ParseMove(p, text); err != nil || read != m {
						t.Fatalf("%s: %s: %s is read as %v, %v", key, pdn.FEN(p), text, read, err)
					}
				}
				p = p.Play(moves[random.IntN(len(moves))])
			}
		}
	}
}

func TestMoveText(t *testing.T) {
	for _, test := range []struct{ rules, fen, text, want string }{
		{"international", "W:W28:B23", "28x19x23", "28x19x23"},
		{"international", "W:W28:B23", "28x19", "28x19x23"},
		{"international", "W:W32:B1", "32-28", "32-28"},
		{"russian", "W:Wc3:Bd4", "c3xe5xd4", "22x15x18"},
		{"russian", "W:Wc3:Bd4", "22x15x18", "22x15x18"},
		{"international", "W:W28:B23", "28x19" + strings.Repeat("x23", 40), "28x19x23"},
		{"russian", "W:Wc3:Bd4", "22x15x19", ""},
		{"russian", "W:Wc3:Bd4", "22-15", ""},
		{"russian", "W:Wc3:Bd4", "", ""},
		{"russian", "W:Wc3:Bd4", "x", ""},
		{"russian", "W:Wc3:Bd4", "22x15x18x", ""},
		{"international", "W:W32:B1", "32-28-22", ""},
		{"international", "W:W32:B1", "32-99", ""},
		{"international", "W:W32:B1", "32-21", ""},
	} {
		p := position(t, test.rules, test.fen)
		m, err := hub.ParseMove(p, test.text)
		if (err != nil) != (test.want == "") {
			t.Errorf("%s: %v", test.text, err)
		} else if err == nil {
			if got := hub.MoveText(p, m); got != test.want {
				t.Errorf("%s is %s, want %s", test.text, got, test.want)
			}
		}
	}
}

// Where a man is crowned on one path and not on another, there are two moves with the same ends and
// the same captured pieces.
func TestTwoCapturesOfTheSamePieces(t *testing.T) {
	rules, err := draughts.Find("frisian-free-jump")
	must(t, err)
	rules.Man.Crowning = draughts.GoesOn
	v, err := draughts.Compile(rules)
	must(t, err)
	p, err := pdn.ParseFEN(v, "W:W23:B10,13,17,24,27,28:+0+0")
	must(t, err)
	moves := p.Moves()
	texts := map[string]bool{}
	for _, m := range moves {
		text := hub.MoveText(p, m)
		if read, err := hub.ParseMove(p, text); err != nil || read != m || texts[text] {
			t.Errorf("%s is read as %v, %v", text, read, err)
		}
		texts[text] = true
	}
	if two := "23x14x13x17x27x28"; !texts[two] || !texts[two+"k"] {
		t.Errorf("there are %v", texts)
	}
}
