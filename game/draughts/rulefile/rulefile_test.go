package rulefile

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"doublecorner/game/draughts"
)

// Every built-in rule set can be written as a file and read back.
func TestBuiltInRuleSetsSurviveAFile(t *testing.T) {
	for _, key := range draughts.Keys() {
		r, err := draughts.Find(key)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := Write(&text, r); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		v, err := Read(bytes.NewReader(text.Bytes()))
		if err != nil {
			t.Fatalf("%s: %v\n%s", key, err, text.String())
		}
		if got := v.Rules(); !reflect.DeepEqual(got, r) {
			t.Errorf("%s came back as\n%+v\nnot\n%+v\n%s", key, got, r, text.String())
		}
	}
}

// Whatever stands in a file that was written is explained where it comes first.
func TestEveryFieldIsExplained(t *testing.T) {
	headings := []string{"board", "man", "king", "capture", "draws", "balance"}
	for _, key := range draughts.Keys() {
		r, err := draughts.Find(key)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := Write(&text, r); err != nil {
			t.Fatal(err)
		}
		explained := map[string]bool{}
		for line := range strings.Lines(text.String()) {
			name, rest, field := strings.Cut(strings.TrimLeft(line, " -"), ":")
			if field && strings.Contains(rest, "# ") {
				explained[name] = true
			} else if field && !explained[name] && !slices.Contains(headings, name) {
				t.Errorf("%s: nothing is said about %s", key, strings.TrimSpace(line))
			}
		}
	}
}

// A file that starts from a built-in rule set changes what it names and keeps the rest.
func TestBase(t *testing.T) {
	v, err := Read(strings.NewReader(`
base: russian
key: home
name: At home
man: {crowning: passes}
capture: {prefer: [most-pieces, most-kings]}
draws: {repetition: 4}
king: {takes: [diagonals]}
`))
	if err != nil {
		t.Fatal(err)
	}
	want, err := draughts.Find("russian")
	if err != nil {
		t.Fatal(err)
	}
	want.Key, want.Name, want.GameType = "home", "At home", 0
	want.Man.Crowning = draughts.Passes
	want.Capture.Prefer = []draughts.Preference{draughts.MostPieces, draughts.MostKings}
	want.Draws.Repetition = 4
	if got := v.Rules(); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

// An empty list says what no list says.
func TestEmptyLists(t *testing.T) {
	const rules = "base: russian-breakthrough\nkey: home\nname: At home\n"
	v, err := Read(strings.NewReader(rules))
	if err != nil {
		t.Fatal(err)
	}
	w, err := Read(strings.NewReader(rules + "capture: {prefer: []}\ndraws: {counters: [], dead: [], unwinnable: []}"))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(v.Rules(), w.Rules()) {
		t.Errorf("%+v is not\n%+v", w.Rules(), v.Rules())
	}
}

// What is wrong with a file is said, all of it.
func TestContradictions(t *testing.T) {
	const home = "base: international\nkey: home\nname: At home\n"
	for _, test := range []struct{ text, says string }{
		{"", "the rule file is empty"},
		{"key: home", "name, board, man, king, capture, starts, object, draws missing"},
		{"base: nothing", `no rule set "nothing"`},
		{"base: russian\nname: x", "key is missing"},
		{"base: russian\nkey: x", "name is missing"},
		{"base: russian\nkey: My Rules\nname: x", "key must be up to 40 small letters"},
		{"base: russian\nkey: american\nname: x", "american is a built-in rule set"},
		{home + "colour: red", "line 4: colour: there is no such field; there are key, name, board,"},
		{home + "man: {takes: [diagonals, up]}", `line 4: man.takes: "up" is not one of`},
		{home + "king:\n  range: 1", `line 5: king.range: "1" is not one of: adjacent, far`},
		{home + "starts: White", `line 4: starts: "White" is not one of: white, black`},
		{home + "capture: {obligatory: no}", `line 4: capture.obligatory: "no" is neither true nor false`},
		{home + "draws: {repetition: 3.9}", `line 4: draws.repetition: "3.9" is not a whole number`},
		{home + "draws: {repetition: 99999999999999999999}", "not a whole number that fits"},
		{home + "board: null", "line 4: board: a value is missing"},
		{home + "board: 8", "line 4: board: this must be lines of their own"},
		{home + "capture: {prefer: most-pieces}", "line 4: capture.prefer: this must be a list"},
		{home + "man: &m {takes: diagonals}", "references and tags are not used"},
		{home + "man: {takes: diagonals}\nman: {takes: diagonals}", "already defined"},
		{home + "---\nbase: russian", "here another begins"},
		{"base: 5\nkey: x\nname: x", `line 1: base: no rule set "5"`},
		{"base: [russian]\nkey: x\nname: x", "line 1: base: this must be the key"},
		{"- russian", "line 1: a rule file has lines such as"},
		{"base: " + strings.Repeat("[", 8000), "a rule file has at most 200 brackets"},
		{home + "board: {size: 9}", "board.size must be 8, 10 or 12, not 9"},
		{home + "board: {playable: all}", "board.playable can be all on a board of size 8 only"},
		{home + "board: {rows: 5}", "leave no two empty rows"},
		{home + "board: {rows: 0}", "board.rows must be at least 1"},
		{home + "man: {moves: sideways}", "man.moves must have diagonal-forward"},
		{home + "man: {moves: diagonals}", "man.moves must not go backward"},
		{home + "man: {takes: straights}", "king.takes must have every direction of man.takes"},
		{home + "man: {moves: up}", `"up" is not one of`},
		{home + "king: {moves: diagonal-backward}", "king.moves must have every direction of man.moves"},
		{home + "king: {moves: diagonal-forward, takes: diagonal-forward}", "king.moves must have diagonals: a king goes back as it goes forward"},
		{home + "king: {turns-back: true}", "king.turns-back contradicts capture.removal at-end"},
		{home + "king: {run-limit: 10}", "king.run-limit must be 0 (none) to 9"},
		{home + "capture: {obligatory: false}", "capture.prefer contradicts capture.obligatory false"},
		{home + "capture: {prefer: [most-kings, most-kings]}", "capture.prefer names most-kings twice"},
		{home + "capture: {prefer: [best]}", `"best" is not one of`},
		{home + "draws: {repetition: 1}", "draws.repetition must be 0 (none) or 2 to 10"},
		{home + "draws: {repetition: 0, repetition-claimed: true}", "draws.repetition-claimed contradicts draws.repetition 0"},
		{home + "draws: {counters: [{moves: 0, by: each-side}]}", "draws.counters must have moves from 1 to 500"},
		{home + "draws: {counters: [{moves: 5, by: each-side}, {moves: 501, by: each-side}]}", "draws.counters, number 2, must have moves"},
		{home + "draws: {counters: [{moves: 5, by: stronger-side}]}", "names no stronger side"},
		{home + "draws: {counters: [{moves: 5, by: each-side, lasts: true}]}", "lasts through captures, but has no balance"},
		{home + "draws: {counters: [{moves: 5, by: each-side, lasts: true, exact: true, balance: {weak: 1 king}}]}", "lasts through captures, but is quiet or exact"},
		{home + "draws: {dead: [{strong: 0 kings}]}", "a side has at least one piece"},
		{home + "draws: {dead: [{strong: 0 pieces}]}", "a side has at least one piece"},
		{home + "draws: {dead: [{strong: '0 pieces, 2 kings'}]}", "a side has at least one piece"},
		{home + "draws: {dead: [{strong: '3 pieces, 0 kings'}]}", "give men instead"},
		{home + "draws: {dead: [{strong: '3 pieces, 1 man'}]}", "names both pieces and men"},
		{home + "draws: {dead: [{strong: '0 kings, 1+ kings'}]}", "names kings twice"},
		{home + "draws: {dead: [{total: 0}]}", "leave it out"},
		{home + "draws: {dead: [{total: 5-4}]}", "is not a number such as"},
		{home + "draws: {dead: [{strong: 2 queens}]}", `"2 queens" is not a force`},
		{home + "draws: {dead: [{strong: 1 king, weak: 1 king, long-diagonal: true, off-long-diagonal: true}]}", "cannot be both"},
		{strings.Repeat("#", maxSize+1), "a rule file has at most"},
	} {
		_, err := Read(strings.NewReader(test.text))
		if err == nil {
			t.Errorf("%q is accepted", test.text)
		} else if !strings.Contains(err.Error(), test.says) {
			t.Errorf("%.80q: %v\nwant: %s", test.text, err, test.says)
		}
	}
}

// Two faults are both told.
func TestEveryFaultIsTold(t *testing.T) {
	_, err := Read(strings.NewReader("base: international\nkey: home\nname: x\nboard: {size: 9}\nking: {turns-back: true}"))
	for _, says := range []string{"board.size", "king.turns-back"} {
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("nothing is said about %s: %v", says, err)
		}
	}
}

// FuzzRead: whatever a file holds, reading it does not panic, and rules that are
// accepted can be written, read back the same, and played by.
func FuzzRead(f *testing.F) {
	for _, key := range []string{"american", "frisian", "turkish", "italian-misere", "thai-free-jump"} {
		r, err := draughts.Find(key)
		if err != nil {
			f.Fatal(err)
		}
		var text bytes.Buffer
		if err := Write(&text, r); err != nil {
			f.Fatal(err)
		}
		f.Add(text.Bytes())
	}
	f.Add([]byte("base: russian\nkey: home\nname: At home\nboard: {size: 12, rows: 2}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		var written bytes.Buffer
		if err := Write(&written, v.Rules()); err != nil {
			t.Fatal(err)
		}
		again, err := Read(bytes.NewReader(written.Bytes()))
		if err != nil || !reflect.DeepEqual(again.Rules(), v.Rules()) {
			t.Fatalf("%v\n%s", err, written.String())
		}
		h := draughts.NewHistory(v.Start())
		for range 40 {
			moves := h.Position().Moves()
			if len(moves) == 0 || h.Play(moves[len(moves)/2]) != nil {
				break
			}
		}
	})
}
