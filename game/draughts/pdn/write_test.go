package pdn_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/pdn"
)

// A game that was refereed here is written so that others can read it.
func TestFromHistory(t *testing.T) {
	for _, test := range []struct{ rules, fen, moves, want string }{
		{
			"american", "", "11-15 23-19 8-11",
			"[White \"Ann\"]\n[GameType \"21,B,8,8,N1,0\"]\n[Result \"*\"]\n\n1. 11-15 23-19 2. 8-11 *\n\n",
		},
		{
			"russian", "", "c3-d4 b6-a5",
			"[White \"Ann\"]\n[GameType \"25,W,8,8,A0,0\"]\n[Result \"*\"]\n\n1. c3-d4 b6-a5 *\n\n",
		},
		{
			"international", "W:W28:B22", "28x17",
			"[White \"Ann\"]\n[GameType \"20,W,10,10,N2,0\"]\n[SetUp \"1\"]\n[FEN \"W:W28:B22\"]\n[Result \"2-0\"]\n\n1. 28x17 2-0\n\n",
		},
		{
			"angol-misere", "", "22-18",
			"[White \"Ann\"]\n[Variant \"angol-misere\"]\n[Result \"*\"]\n\n1. 22-18 *\n\n",
		},
		{ // only the whole path tells which men are captured
			"american", "W:W31:B26,27,18,19", "31x24x15",
			"[White \"Ann\"]\n[GameType \"21,B,8,8,N1,0\"]\n[SetUp \"1\"]\n[FEN \"W:W31:B18,19,26,27\"]\n[Result \"*\"]\n\n1. 31x24x15 *\n\n",
		},
	} {
		v := variant(t, test.rules)
		h := draughtstest.Game(t, test.rules, test.fen, strings.Fields(test.moves)...)
		var out bytes.Buffer
		must(t, pdn.Write(&out, pdn.FromHistory(h, pdn.Tag{Name: "White", Value: "Ann"})))
		if out.String() != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.rules, out.String(), test.want)
			continue
		}
		g := readAll(t, &out)[0]
		again, err := g.Variant()
		if err != nil || again != v {
			t.Fatalf("%s: %v", test.rules, err)
		}
		if replayed, err := g.Replay(v); err != nil || replayed.Position() != h.Position() {
			t.Errorf("%s: replayed to another position: %v", test.rules, err)
		}
	}
}

// A draw that outlasts a capture is known to a game that was written and replayed.
func TestReplayKnowsTheDraw(t *testing.T) {
	g := readAll(t, strings.NewReader(`[GameType "20"][FEN "W:WK46,K47,K48:BK3"]
		1. 47-38 3-9 2. 46-23 9-22 3. 38-24 22-17 4. 48-31 17-39 5. 24-38 39-17 6. 31-42 17-22 7. 38-15 22-6
		8. 42-31 6-1 9. 31-18 1-6 10. 18-13 6-17 11. 15-20 17-39 12. 13-18 39-17 13. 20-33 17x39
		14. 18-13 39-33 15. 13-27 33-17 16. 23-19 17-12 1-1`))[0]
	h, err := g.Replay(variant(t, "international"))
	must(t, err)
	var out bytes.Buffer
	must(t, pdn.Write(&out, pdn.FromHistory(h)))
	again := readAll(t, &out)[0]
	if again.Result != "1-1" {
		t.Errorf("its result is %s", again.Result)
	}
	replayed, err := again.Replay(variant(t, "international"))
	must(t, err)
	want, _ := h.Ending()
	if end, over := replayed.Ending(); !over || end != want || end.Counter.Moves != 16 {
		t.Errorf("%+v, replayed %+v", want, end)
	}
}

func TestLinesAreShort(t *testing.T) {
	g := &pdn.Record{}
	for range 200 {
		g.Line = append(g.Line, pdn.Node{Kind: pdn.Move, Text: "11-15"})
	}
	var out bytes.Buffer
	must(t, pdn.Write(&out, g))
	for line := range strings.Lines(out.String()) {
		if len(line) > 80 { // with its end
			t.Errorf("%d columns: %s", len(line)-1, line)
		}
	}
}

func TestClockComment(t *testing.T) {
	left := [...]time.Duration{90 * time.Minute, 12*time.Hour + 59900*time.Millisecond}
	if got := pdn.ClockComment(left, draughts.White); got != "[%clock W1:30:00 b12:00:59]" {
		t.Error(got)
	}
}

// Every way to write a result tells who won.
func TestResults(t *testing.T) {
	for result, want := range map[pdn.Result]string{
		"1-0": "white", "2-0": "white", "0-1": "black", "0-2": "black",
		"1/2-1/2": "drawn", "1-1": "drawn", "½": "drawn", "0-0": "", "*": "", "12-0": "white", "4-6": "black", "5-5": "drawn",
	} {
		got := ""
		if winner, won := result.Winner(); won {
			got = winner.String()
		}
		if result.Drawn() {
			got = "drawn"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", result, got, want)
		}
	}
}

// A result may have the dash of a book or a web page, or a colon, at the end of the moves and in its tag.
func TestWaysToWriteResults(t *testing.T) {
	for text, want := range map[string]pdn.Result{
		"1. 11-15 23-19 1–0": "1-0", "1. 11-15 23-19 0—1": "0-1",
		"1. 11–15 23–19 ½–½": "½-½", "1. 11-15 1/2−1/2": "1/2-1/2", "1. 11-15 1 – 0": "1-0",
		"1. 11-15 23-19 1:0": "1-0", "1. 11:15 23:19 0 : 2": "0-2", "1. 11-15 ½:½": "½-½", "1. 11-15 ½": "½", "1. 11-15 \xbd": "½",
		"1. 11-15 12-0": "12-0", "[Result \"4-6\"]\n1. 11-15 4-6": "4-6",
		"[Result \"½\"]\n1. 11-15": "½", "[Result \"1:1\"]\n1. 11-15": "1-1",
		"[Result \"2–0\"]\n1. 11-15": "2-0", "[Result \"2–0\"]\n1. 11-15 *": "*",
	} {
		if g := readAll(t, strings.NewReader(text))[0]; g.Result != want {
			t.Errorf("%s: %s, want %s", text, g.Result, want)
		}
	}
}

// A win is two points on the larger boards, whatever the object of the game.
func TestResultOf(t *testing.T) {
	for key, want := range map[string]pdn.Result{
		"american": "0-1", "russian-misere": "0-1", "international": "0-2", "canadian-breakthrough": "0-2",
		"frisian": "0-2", "frisian-misere": "0-2",
	} {
		if got := pdn.ResultOf(variant(t, key), draughts.Ending{Winner: draughts.Black}); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}
