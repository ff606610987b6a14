package rulefile

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

// Every built-in rule set can be written as a file and read back.
func TestBuiltInRuleSetsSurviveAFile(t *testing.T) {
	for _, key := range draughts.Keys() {
		v := draughtstest.Variant(t, key)
		r := v.Rules()
		r.Key = "home" // else the built-in rule set comes back, whatever its remarks
		var text bytes.Buffer
		if err := Write(&text, r, v.Remarks()); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		again, err := Read(bytes.NewReader(text.Bytes()))
		if err != nil {
			t.Fatalf("%s: %v\n%s", key, err, text.String())
		}
		if !reflect.DeepEqual(again.Rules(), r) || !reflect.DeepEqual(again.Remarks(), v.Remarks()) {
			t.Errorf("%s came back as\n%+v\n%+v\nnot\n%+v\n%+v\n%s", key, again.Rules(), again.Remarks(), r, v.Remarks(), text.String())
		}
	}
}

// A file is read again whatever its name means in YAML.
func TestNamesSurviveAFile(t *testing.T) {
	r, err := draughts.Find("russian")
	must(t, err)
	r.Key, r.GameType = "home", 0
	for _, r.Name = range []string{"?", "? a", `? "\a`, "~", "yes", "12", " a ",
		"a: b", "a #b", "- a", "'", `"`, "[a]", "*a", "!a", "|", "...", "\u2028a"} {
		var text bytes.Buffer
		must(t, Write(&text, r, draughts.Remarks{}))
		if v, err := Read(&text); err != nil || v.Rules().Name != r.Name {
			t.Errorf("%q is not read again: %v", r.Name, err)
		}
	}
}

// A file of a built-in rule set without its remarks is that rule set.
func TestRemarksMakeNoOtherRuleSet(t *testing.T) {
	for _, key := range []string{"turkish", "filipino", "thai"} {
		builtin := draughtstest.Variant(t, key)
		var text bytes.Buffer
		must(t, Write(&text, builtin.Rules(), draughts.Remarks{}))
		if v, err := Read(&text); v != builtin {
			t.Errorf("%s: %v, %v", key, v, err)
		}
	}
}

// Whatever stands in a file that was written is explained where it comes first.
func TestEveryFieldIsExplained(t *testing.T) {
	headings := []string{"board", "man", "king", "capture", "draws", "balance"}
	for _, key := range draughts.Keys() {
		v := draughtstest.Variant(t, key)
		var text bytes.Buffer
		must(t, Write(&text, v.Rules(), v.Remarks()))
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
	must(t, err)
	want, err := draughts.Find("russian")
	must(t, err)
	want.Key, want.Name, want.GameType = "home", "At home", 0
	want.Man.Crowning = draughts.Passes
	want.Capture.Prefer = []draughts.Preference{draughts.MostPieces, draughts.MostKings}
	want.Draws.Repetition = 4
	if got := v.Rules(); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

// A file may have a byte order mark, non-breaking spaces before and behind its fields, and Markdown around it.
func TestCopiedFile(t *testing.T) {
	v, err := Read(strings.NewReader("\ufeff```yaml\r\nbase:\u00a0russian\r\nkey: home\nname: At\u00a0home\n" +
		"draws:\n\u00a0 repetition:\u00a04```\n"))
	must(t, err)
	if r := v.Rules(); r.Draws.Repetition != 4 || r.Name != "At\u00a0home" {
		t.Errorf("it is read as %+v", r)
	}
}

// An empty list says what no list says.
func TestEmptyLists(t *testing.T) {
	const rules = "base: russian-breakthrough\nkey: home\nname: At home\n"
	v, err := Read(strings.NewReader(rules))
	must(t, err)
	w, err := Read(strings.NewReader(rules + "capture: {prefer: []}\ndraws: {counters: [], dead: [], unwinnable: []}"))
	must(t, err)
	if !reflect.DeepEqual(v.Rules(), w.Rules()) {
		t.Errorf("%+v is not\n%+v", w.Rules(), v.Rules())
	}
}

// What is wrong with a file is reported with its line and its field.
func TestFaults(t *testing.T) {
	const home = "base: international\nkey: home\nname: At home\n"
	found := map[draughts.FaultCode]bool{}
	for _, test := range []struct {
		text  string
		line  int
		field string
		code  draughts.FaultCode
	}{
		{"", 0, "", draughts.EmptyFile},
		{"# nothing yet\n", 0, "", draughts.EmptyFile},
		{strings.Repeat("#", maxSize+1), 0, "", draughts.LongFile},
		{"base: " + strings.Repeat("[", 8000), 0, "", draughts.ManyBrackets},
		{home + "man: {takes: diagonals", 4, "", draughts.NotUnderstood},
		{home + "man:\n  takes: diagonals\n moves: diagonals\n", 6, "", draughts.NotUnderstood},
		{home + "starts: \"white\n", 4, "", draughts.NotUnderstood},
		{"base: russian\r\nkey: x\r\nname x\r\nstarts: white", 3, "", draughts.NotUnderstood},
		{home + "man:\n\ttakes: diagonals\n", 5, "", draughts.Tab},
		{home + "man:\r\n  takes: diagonals\r\n  \tmoves: diagonals\r\nx", 6, "", draughts.Tab},
		{home + "---\nbase: russian", 5, "", draughts.SecondDocument},
		{"- russian", 1, "", draughts.NotLines},
		{"russian", 1, "", draughts.NotLines},
		{"key: home", 0, "", draughts.MissingFields},
		{"base: russian\nname: x", 0, "", draughts.MissingOwn},
		{"base: nothing", 1, "base", draughts.UnknownBase},
		{"base: 5\nkey: x\nname: x", 1, "base", draughts.UnknownBase},
		{"base: [russian]\nkey: x\nname: x", 1, "base", draughts.NotOneValue},
		{"base: russian\nkey: american\nname: x", 2, "key", draughts.BuiltinKey},
		{"base: russian\nkey: My Rules\nname: x", 2, "key", draughts.BadKey},
		{"base: russian\nkey: x\nname: ''", 3, "name", draughts.BadName},
		{"base: russian\nkey: x\nname: " + strings.Repeat("ш", 81), 3, "name", draughts.BadName},
		{"base: russian\nkey: x\nname: a \x1b[31mred game", 3, "name", draughts.BadName},
		{"base: russian\nkey: x\nname: \"a \\e[31mred game\"", 3, "name", draughts.BadName},
		{"base: russian\nkey: x\nname: \"a \\x9b31mred game\"", 3, "name", draughts.BadName},
		{"base: russian\nkey: x\nname: a \u202egame", 3, "name", draughts.BadName},
		{home + "colour: red", 4, "", draughts.NotOneOf},
		{home + "man:\n  takes: diagonals\n  moves: diagonal-forward\n  jumps: diagonals", 7, "man", draughts.NotOneOf},
		{home + "man: {takes: [diagonals, up]}", 4, "man.takes", draughts.NotOneOf},
		{home + "man: {takes: []}", 4, "man.takes", draughts.NotOneValue},
		{home + "man: {takes: ''}", 4, "man.takes", draughts.NotOneOf},
		{home + "king:\n  range: 1", 5, "king.range", draughts.NotOneOf},
		{home + "starts: White", 4, "starts", draughts.NotOneOf},
		{home + "capture: {obligatory: no}", 4, "capture.obligatory", draughts.NotOneOf},
		{home + "capture: {prefer: [best]}", 4, "capture.prefer", draughts.NotOneOf},
		{home + "draws: {repetition: 3.9}", 4, "draws.repetition", draughts.NotANumber},
		{home + "draws: {repetition: 99999999999999999999}", 4, "draws.repetition", draughts.NotANumber},
		{home + "draws: {repetition: [3]}", 4, "draws.repetition", draughts.NotOneValue},
		{home + "capture: {obligatory: {yes: true}}", 4, "capture.obligatory", draughts.NotOneValue},
		{home + "board: null", 4, "board", draughts.NoValue},
		{home + "board:", 4, "board", draughts.NoValue},
		{home + "board: 8", 4, "board", draughts.NotLines},
		{home + "capture: {prefer: most-pieces}", 4, "capture.prefer", draughts.NotAList},
		{home + "man: &m {takes: diagonals}", 4, "man", draughts.Reference},
		{home + "man: {takes: diagonals}\nman: {takes: diagonals}", 5, "", draughts.NamedTwice},
		{home + "man: {takes: diagonals, takes: diagonals}", 4, "man", draughts.NamedTwice},
		{home + "base: russian", 4, "", draughts.NamedTwice},
		{home + "board: {size: 9}", 4, "board.size", draughts.NotOneOf},
		{home + "board: {playable: all}", 4, "board.playable", draughts.AllNeedsEight},
		{home + "board: {size: 8, rows: 2, playable: all, corner: right}", 4, "board.corner", draughts.CornerNotLeft},
		{home + "board: {rows: 5}", 4, "board.rows", draughts.RowsMeet},
		{home + "board: {gap: 2}", 0, "board.rows", draughts.RowsMeet},
		{home + "board: {rows: 0}", 4, "board.rows", draughts.OutOfRange},
		{home + "board: {gap: -1}", 4, "board.gap", draughts.OutOfRange},
		{home + "man: {moves: sideways}", 4, "man.moves", draughts.NoWayForward},
		{home + "man: {moves: diagonals}", 4, "man.moves", draughts.ManGoesBack},
		{home + "man: {takes: straights}", 0, "king.takes", draughts.KingLessThanMan},
		{home + "king: {moves: diagonal-backward}", 4, "king.moves", draughts.KingLessThanMan},
		{home + "king: {moves: diagonal-forward, takes: diagonals}", 4, "king.moves", draughts.KingOneWay},
		{home + "king: {turns-back: true}", 4, "king.turns-back", draughts.TurnsBackAtEnd},
		{home + "king: {run-limit: 10}", 4, "king.run-limit", draughts.OutOfRangeOrNone},
		{home + "game-type: 100", 4, "game-type", draughts.OutOfRangeOrNone},
		{home + "capture: {obligatory: false}", 0, "capture.prefer", draughts.PreferenceWithoutDuty},
		{home + "capture: {prefer: [most-kings, most-kings]}", 4, "capture.prefer", draughts.NamedTwice},
		{home + "draws: {repetition: 1}", 4, "draws.repetition", draughts.OutOfRangeOrNone},
		{home + "draws: {repetition: 0, repetition-claimed: true}", 4, "draws.repetition-claimed", draughts.NothingClaimed},
		{home + "draws: {dead: [" + strings.Repeat("{weak: 1 king}, ", 21) + "]}", 4, "draws.dead", draughts.TooMany},
		{home + "draws: {counters: [{moves: 0, by: each-side}]}", 4, "draws.counters.moves", draughts.OutOfRange},
		{home + "draws:\n  counters:\n    - moves: 5\n      by: each-side\n    - moves: 501\n      by: each-side\n",
			8, "draws.counters.moves #2", draughts.OutOfRange},
		{home + "draws: {counters: [{moves: 5, by: stronger-side}]}", 4, "draws.counters.by", draughts.NoStrongerSide},
		{home + "draws: {counters: [{moves: 5, by: weaker-side}]}", 4, "draws.counters.by", draughts.NoStrongerSide},
		{home + "elsewhere: [starts, starts]", 4, "elsewhere", draughts.NamedTwice},
		{home + "own-draws: [quiet, quiet]", 4, "own-draws", draughts.NamedTwice},
		{home + "draws: {counters: [{moves: 5, by: each-side, lasts: true}]}", 4, "draws.counters.lasts", draughts.LastsWithoutBalance},
		{home + "draws: {counters: [{moves: 5, by: each-side, lasts: true, exact: true, balance: {weak: 1 king}}]}",
			4, "draws.counters.lasts", draughts.LastsButQuiet},
		{home + "draws: {dead: [{}]}", 4, "draws.dead", draughts.EmptyBalance},
		{home + "draws:\n  dead:\n    - weak: 1 king\n    - total: 3\n      long-diagonal: true",
			7, "draws.dead #2", draughts.DiagonalWithoutWeak},
		{home + "draws: {dead: [{strong: 1 king, weak: 1 king, long-diagonal: true, off-long-diagonal: true}]}",
			4, "draws.dead", draughts.BothDiagonals},
		{home + "draws: {dead: [{strong: 1 king, weak: 1 king, strong-on-diagonal: true, off-long-diagonal: true}]}",
			4, "draws.dead", draughts.BothDiagonals},
		{"base: turkish\nkey: home\nname: x\ndraws: {dead: [{weak: 1 king, long-diagonal: true}]}", 4, "draws.dead", draughts.DiagonalOnAll},
		{home + "draws: {dead: [{strong: 0 kings}]}", 4, "draws.dead.strong", draughts.NobodyThere},
		{home + "draws: {dead: [{strong: 0 pieces}]}", 4, "draws.dead.strong", draughts.NobodyThere},
		{home + "draws: {dead: [{strong: '0 pieces, 2 kings'}]}", 4, "draws.dead.strong", draughts.NobodyThere},
		{home + "draws: {dead: [{strong: '3 pieces, 0 kings'}]}", 4, "draws.dead.strong", draughts.PiecesWithoutKing},
		{home + "draws: {dead: [{strong: '3 pieces, 1 man'}]}", 4, "draws.dead.strong", draughts.PiecesAndMen},
		{home + "draws: {dead: [{strong: '0 kings, 1+ kings'}]}", 4, "draws.dead.strong", draughts.NamedTwice},
		{home + "draws: {dead: [{total: 0}]}", 4, "draws.dead.total", draughts.EmptySpan},
		{home + "draws: {dead: [{total: 5-4}]}", 4, "draws.dead.total", draughts.NotASpan},
		{home + "draws: {dead: [{strong: many kings}]}", 4, "draws.dead.strong", draughts.NotASpan},
		{home + "draws: {dead: [{strong: 2 queens}]}", 4, "draws.dead.strong", draughts.NotAForce},
	} {
		_, err := Read(strings.NewReader(test.text))
		var wrong *draughts.RulesError
		if !errors.As(err, &wrong) {
			t.Errorf("%.80q: %v, which is no fault of it", test.text, err)
			continue
		}
		if f := wrong.Faults[0]; f.Code != test.code || f.Line != test.line || f.Field != test.field {
			t.Errorf("%.80q: %v\nwant: line %d: %s: %v", test.text, err, test.line, test.field, test.code)
		}
		found[test.code] = true
	}
	for code := range draughts.BuiltinKey + 1 {
		if !found[code] && code != draughts.Overcrowded { // which Variant.CheckCaptures looks for
			t.Errorf("no file has the fault %v", code)
		}
	}
}

// Two faults are both reported, in the order of the file.
func TestEveryFaultIsReported(t *testing.T) {
	_, err := Read(strings.NewReader("base: international\nkey: home\nname: x\nking: {turns-back: true}\nboard: {size: 9}"))
	const want = "line 4: king.turns-back: turns back at end\nline 5: board.size: \"9\" is not one of: 8, 10, 12"
	if err == nil || err.Error() != want {
		t.Errorf("it says\n%v\nwant\n%s", err, want)
	}
}

// FuzzRead: whatever a file holds, reading it does not panic, what is not understood is
// shown, and rules that are accepted can be written, read back the same, and played by.
func FuzzRead(f *testing.F) {
	for _, key := range []string{"american", "frisian", "turkish", "italian-misere", "thai-free-jump"} {
		v := draughtstest.Variant(f, key)
		var text bytes.Buffer
		must(f, Write(&text, v.Rules(), v.Remarks()))
		f.Add(text.Bytes())
	}
	f.Add([]byte("base: russian\nkey: home\nname: At home\nboard: {size: 12, rows: 2}\n"))
	f.Add([]byte("base: russian\nkey: home\nname: At home\nboard: {size: 12\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Read(bytes.NewReader(text))
		var wrong *draughts.RulesError
		if errors.As(err, &wrong) {
			for _, f := range wrong.Faults {
				if f.Line > strings.Count(lineEnds.Replace(string(text)), "\n")+1 || f.Code == draughts.NotUnderstood && f.Line == 0 {
					t.Fatalf("%+v", f)
				}
			}
			return
		}
		must(t, err)
		var written bytes.Buffer
		must(t, Write(&written, v.Rules(), v.Remarks()))
		again, err := Read(bytes.NewReader(written.Bytes()))
		if err != nil || !reflect.DeepEqual(again.Rules(), v.Rules()) || !reflect.DeepEqual(again.Remarks(), v.Remarks()) {
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

// What is missing is said before what is wrong with the rest.
func TestMissingComesFirst(t *testing.T) {
	for text, want := range map[string]draughts.FaultCode{
		"a: 1\na: 1\n": draughts.MissingFields,
		"base: russian\nname: x\nstarts: nobody\n": draughts.MissingOwn,
	} {
		_, err := Read(strings.NewReader(text))
		if wrong, ok := errors.AsType[*draughts.RulesError](err); !ok || wrong.Faults[0].Code != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
