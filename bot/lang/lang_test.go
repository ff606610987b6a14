package lang

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/language"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/render"
)

func TestMessages(t *testing.T) {
	tests := []struct {
		tag, text string
		args      []any
		want      string
	}{
		{"en", "plain", nil, "plain"},
		{"en", "to {to}", []any{"to", "18"}, "to 18"},
		{"en", "{n, plural, =0 {none} one {# piece} other {# pieces}}", []any{"n", 0}, "none"},
		{"en", "{n, plural, =0 {none} one {# piece} other {# pieces}}", []any{"n", 1}, "1 piece"},
		{"en", "{n, plural, =0 {none} one {# piece} other {# pieces}}", []any{"n", 7}, "7 pieces"},
		{"pl", "{n, plural, one {# pion} few {# piony} many {# pionów} other {# piona}}", []any{"n", 3}, "3 piony"},
		{"pl", "{n, plural, one {# pion} few {# piony} many {# pionów} other {# piona}}", []any{"n", 12}, "12 pionów"},
		{"ru", "{n, plural, one {# шашка} few {# шашки} other {# шашек}}", []any{"n", 21}, "21 шашка"},
		{"en", "{side, select, white {White} other {Black}} wins", []any{"side", draughts.White}, "White wins"},
		{"en", "{side, select, white {White} other {Black}} wins", []any{"side", draughts.Black}, "Black wins"},
		{"en", "{n, plural, one {{who} takes #} other {{who}: # {x, select, a {A} other {B}}}}",
			[]any{"n", 2, "who", "Anna", "x", "a"}, "Anna: 2 A"},
		{"en", "{must, select, yes {must} other {may}}", []any{"must", true}, "must"},
		{"en", "{must, select, no {may} other {must}}", []any{"must", false}, "may"},
		{"en", "it''s '{n}' # and don't", []any{"n", 1}, "it's {n} # and don't"},
		{"en", "{missing}", nil, "{missing}"},
		{"en", "{n} {n}", []any{"n", 3}, "3 3"},
	}
	for _, test := range tests {
		m, err := parse(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		var b strings.Builder
		m.say(&b, &Language{tag: language.MustParse(test.tag)}, test.args, 0)
		if b.String() != test.want {
			t.Errorf("%s: %q, want %q", test.text, b.String(), test.want)
		}
	}
	for text, why := range map[string]string{
		"{":                                      "name is missing",
		"{}":                                     "name is missing",
		"}":                                      "without its {",
		"{a":                                     "} or a comma",
		"{a b}":                                  "} or a comma",
		"{a, plural}":                            "comma is missing",
		"{a, number, x {y}}":                     "neither plural nor select",
		"{a, plural, one {x}}":                   "last case must be",
		"{a, plural, other {x} one {}}":          "last case must be",
		"{a, select, other {x}":                  "case is missing",
		"{a, select, other {x":                   "without its }",
		"'{ never closed":                        "does not end",
		"{a, select, other {#}}":                 "in a select",
		strings.Repeat("{a, select, other {", 9): "too deeply",
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, which does not say %q", text, err, why)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("{n, plural, =0 {none} one {# ''piece''} other {'{'# {who}}}")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := parse(text)
		if err != nil {
			return
		}
		var b strings.Builder
		m.say(&b, English(), []any{"n", 1}, 0)
		m.walk(func(part) {})
	})
}

// Messages of a key have the same arguments in every language, and choose by the same words.
func TestLanguagesAgree(t *testing.T) {
	english := English()
	for _, code := range Codes() {
		l := For(code)
		for key, m := range english.messages {
			other, ok := l.messages[key]
			if !ok {
				t.Errorf("%s lacks %s", code, key)
				continue
			}
			if got, want := about(other), about(m); got != want {
				t.Errorf("%s, %s: it depends on %s, in English on %s", code, key, got, want)
			}
		}
		for key := range l.messages {
			if !english.Has(key) {
				t.Errorf("%s has %s, which English lacks", code, key)
			}
		}
	}
}

// Discord has no Filipino, and shows the English names of commands and options to those who read it.
func TestFilipinoNames(t *testing.T) {
	english, filipino := English(), For("fil")
	for key := range english.messages {
		if strings.HasSuffix(key, ".name") && (strings.HasPrefix(key, "command.") || strings.HasPrefix(key, "option.")) {
			if got, want := filipino.Say(key), english.Say(key); got != want {
				t.Errorf("%s is %s, and Discord shows %s", key, got, want)
			}
		}
	}
}

// about returns the arguments of a message, and the words by which it chooses.
func about(m message) string {
	words := map[string]map[string]bool{}
	m.walk(func(p part) {
		if words[p.name] == nil {
			words[p.name] = map[string]bool{}
		}
		for _, c := range p.cases {
			if p.kind == selected {
				words[p.name][c.when] = true
			}
		}
	})
	var all []string
	for _, name := range slices.Sorted(maps.Keys(words)) {
		all = append(all, fmt.Sprint(name, slices.Sorted(maps.Keys(words[name]))))
	}
	return strings.Join(all, ", ")
}

// walk calls f with every part of a message that depends on an argument.
func (m message) walk(f func(part)) {
	for _, p := range m {
		if p.name != "" {
			f(p)
		}
		for _, c := range p.cases {
			c.say.walk(f)
		}
	}
}

// A choice by a number has all plural categories of its language, and no others.
func TestPluralsAreComplete(t *testing.T) {
	for _, code := range Codes() {
		l := For(code)
		forms := map[string]bool{"other": true}
		for n := range 1000 {
			forms[category(l.tag, n)] = true
		}
		for key, m := range l.messages {
			m.walk(func(p part) {
				if p.kind != counted {
					return
				}
				said, exact := map[string]bool{}, map[string]bool{}
				for _, c := range p.cases {
					if strings.HasPrefix(c.when, "=") {
						exact[c.when] = true
					} else {
						said[c.when] = true
					}
				}
				oneOrNot := exact["=1"] && len(said) == 1 // it only tells one from several
				if !oneOrNot && !maps.Equal(said, forms) {
					t.Errorf("%s, %s: {%s} has the forms %v, of %v", code, key, p.name, slices.Sorted(maps.Keys(said)), slices.Sorted(maps.Keys(forms)))
				}
			})
		}
	}
}

// untidy matches what no message has.
var untidy = regexp.MustCompile(`[#{}]|  | \.|\.\.`)

// No message prints a # or a brace, is empty or has needless spaces, whatever it chooses.
func TestEveryChoice(t *testing.T) {
	for _, code := range Codes() {
		l := For(code)
		for _, key := range l.Keys() {
			if key == "list.comma" || key == "number.thousands" || key == "rule-sets.example" {
				continue
			}
			for said := range every(l, key) {
				said = strings.TrimPrefix(said, "-# ") // small print
				if said == "" || strings.TrimSpace(said) != said || untidy.MatchString(said) {
					t.Errorf("%s, %s: %q", code, key, said)
					break
				}
			}
		}
	}
}

// confirmations are the messages that say what a user has just done, or ask whether to do it.
var confirmations = regexp.MustCompile(`^(board\.(there|above)|(resign|offer|follow)\..*|settings\.changed|` +
	`rule-sets\.(added|removed)|tournament\.(created|done|leave-really))$`)

// limit returns how many characters a message may have.
func limit(key string) int {
	switch group, _, _ := strings.Cut(key, "."); {
	case group == "error", group == "refusal", group == "rule-fault":
		return 100
	case confirmations.MatchString(key):
		return 160
	case group == "privacy", group == "lesson": // a page rather than a message
		return 420
	}
	return 300
}

var update = flag.Bool("update", false, "write the list of the longest messages anew")

// Messages are short. The longest ones of each language are listed, so that one sees where they grow; pages of the rules are
// another matter.
func TestLongMessages(t *testing.T) {
	const list, listed = "testdata/long.txt", 5
	var long strings.Builder
	for _, code := range Codes() {
		l, lengths := For(code), map[string]int{}
		for _, key := range l.Keys() {
			for said := range every(l, key) {
				lengths[key] = max(lengths[key], utf8.RuneCountInString(said))
			}
			if n := lengths[key]; n > limit(key) {
				t.Errorf("%s, %s: %d characters, more than %d", code, key, n, limit(key))
			}
		}
		keys := slices.SortedFunc(maps.Keys(lengths), func(a, b string) int {
			return cmp.Or(cmp.Compare(lengths[b], lengths[a]), strings.Compare(a, b))
		})
		keys = slices.DeleteFunc(keys, func(key string) bool { return strings.HasPrefix(key, "lesson.") })
		for _, key := range keys[:listed] {
			fmt.Fprintf(&long, "%s %s %d\n", code, key, lengths[key])
		}
	}
	if *update {
		if err := os.WriteFile(list, []byte(long.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if was, err := os.ReadFile(list); err != nil || string(was) != long.String() {
		t.Errorf("the longest messages are not those of %s, %v; now run with -update:\n%s", list, err, long.String())
	}
}

// A button has 20 characters at most beside its sign, in numbers that occur.
func TestButtons(t *testing.T) {
	const most = 20
	for _, code := range Codes() {
		l := For(code)
		check := func(key, label string) {
			if n := utf8.RuneCountInString(label); n > most {
				t.Errorf("%s, %s: %q has %d characters", code, key, label, n)
			}
		}
		for _, key := range l.Keys() {
			if strings.HasPrefix(key, "choice.topic.") {
				check(key, l.Say(key)) // behind 📖
			}
			if !strings.HasPrefix(key, "button.") {
				continue
			}
			for label := range every(l, key) {
				if !strings.Contains(label, l.Number(1_000_000)) {
					check(key, label)
				}
			}
		}
	}
}

// misspelled matches what a language does not write.
var misspelled = map[string]*regexp.Regexp{
	"fr": regexp.MustCompile(`« | [»:;?!]`),                                        // the space there does not break
	"tr": regexp.MustCompile(`[^.:?!] (Beyaz|Siyah)(ın|ı|a|ta|da|tan|dan)(\PL|$)`), // a small letter, or an apostrophe
	"hu": regexp.MustCompile(`(?i)\baz? [„*(\x60]*22x15`),                          // the article depends on what is inserted
}

// French spaces, Turkish capitals and Hungarian articles are as their readers write them.
func TestSpelling(t *testing.T) {
	for code, wrong := range misspelled {
		l := For(code)
		for _, key := range l.Keys() {
			for said := range every(l, key) {
				if wrong.MatchString(strings.TrimPrefix(said, "-# ")) {
					t.Errorf("%s, %s: %q", code, key, said)
					break
				}
			}
		}
	}
}

func TestFor(t *testing.T) {
	for locale, want := range map[string]string{"en-US": "en", "en-GB": "en", "en": "en", "ja": "", "": ""} {
		got := ""
		if l := For(locale); l != nil {
			got = l.Code
		}
		if got != want {
			t.Errorf("%q gives %q, want %q", locale, got, want)
		}
	}
}

// Every reason why a move is illegal has its own sentence.
func TestEveryReasonHasASentence(t *testing.T) {
	for reason := range draughts.GameOver + 1 {
		key := Key("refusal.", reason)
		for _, code := range Codes() {
			if !For(code).Has(key) {
				t.Errorf("%s lacks %s", code, key)
			}
		}
	}
	p := draughtstest.Position(t, "american", "W:W31,22:B18")
	said := map[string]draughts.Reason{}
	for reason := range draughts.GameOver + 1 {
		text := English().WhyNot(p, &draughts.IllegalMove{
			Reason: reason, From: 31, Piece: p.At(31), To: 22, At: 18, Squares: []draughts.Square{15}, Moves: p.Moves(), Limit: 2, Typed: "x9",
		})
		if other, ok := said[text]; ok || strings.Contains(text, "{") {
			t.Errorf("%v has the sentence of %v: %s", reason, other, text)
		}
		said[text] = reason
	}
}

// The descriptions of pictures have messages with the arguments that package render gives.
func TestDescriptionsOfPictures(t *testing.T) {
	given := map[string][]string{} // the arguments of each key
	say := func(key string, about ...any) string {
		given[key] = []string{}
		for i := 0; i < len(about); i += 2 {
			given[key] = append(given[key], about[i].(string))
		}
		return key
	}
	names := [2]render.Player{{Name: "Anna"}, {Name: "Ben"}}
	for _, test := range []struct {
		fen    string
		played []string
		bars   *render.Bars
	}{
		{"W:W22,K31:B18", nil, &render.Bars{Players: names}},
		{"W:W22:B18", []string{"22x15"}, &render.Bars{Result: &render.Result{Text: "White wins."}}},
		{"W:W22:B1", []string{"22-18"}, nil},
		{"W:W:B", nil, nil},
	} {
		h := draughtstest.Game(t, "american", test.fen, test.played...)
		render.After(h, h.Len(), render.View{Hints: true, Bars: test.bars}).Alt(say)
	}
	for _, key := range English().Keys() {
		if strings.HasPrefix(key, "alt.") && given[key] == nil {
			t.Errorf("no description has %s", key)
		}
	}
	for key, about := range given {
		m, ok := English().messages[key]
		if !ok {
			t.Errorf("%s has no message", key)
			continue
		}
		m.walk(func(p part) {
			if !slices.Contains(about, p.name) {
				t.Errorf("%s has the argument %s, which render does not give", key, p.name)
			}
		})
	}
}

func TestWhyNot(t *testing.T) {
	tests := []struct{ rules, fen, text, want string }{
		{"american", "W:W22,31:B18", "31-27", "You must jump: 22x15."},
		{"american", "B:W22,31:B17,1", "17-24", "You must jump: 17x26."},
		{"american", "W:W30:B1", "30-30", "30 to 30 isn’t a move. Where should the piece go?"},
		{"american", "W:W22:B18,10", "22x15", "The jump doesn’t end on 15: it goes on to 6."},
		{"american", "W:W22:B1", "22-26", "A man can’t move backward, from 22 to 26."},
		{"american", "W:W22:B1", "1-5", "The piece on 1 is your opponent’s. It’s White’s turn."},
		{"american", "W:W22:B1", "hello", "I can’t read “hello” as a move. Write it like 11-15, or 22x15 for a jump."},
		{"russian", "W:Wc3:Bd4", "hello", "I can’t read “hello” as a move. Write it like e3-f4, or c3xe5 for a jump."},
		{"russian", "W:Wc3:Bh8", "c3-c4", "c4 isn’t a square you can play on."},
		{"american", "W:W22,23:B1", "18", "That could be 22-18 or 23-18. Which one?"},
	}
	for _, test := range tests {
		p := draughtstest.Position(t, test.rules, test.fen)
		_, err := p.Read(test.text)
		if err == nil {
			t.Errorf("%s is legal", test.text)
			continue
		}
		if got := English().WhyNot(p, err); got != test.want {
			t.Errorf("%s: %q, want %q", test.text, got, test.want)
		}
	}
}

func BenchmarkSay(b *testing.B) {
	l := English()
	b.ReportAllocs()
	for b.Loop() {
		l.Say("refusal.must-go-on", "from", "15", "squares", "6 or 8")
	}
}

// A command is found in a message only if it is one.
func TestCommandsInMessages(t *testing.T) {
	l, err := Read("de", []byte(`
command: {rule-sets: {name: regeln, add: {name: neu}}, draw: {name: remis}}
plain: "Nimm /regeln neu oder /remis. Nicht und/remis, /anderes, Punkte/Partien, {a}/{b}."
chosen: "{n, plural, one {/remis hier} other {/regeln neu}}"
`))
	if err != nil {
		t.Fatal(err)
	}
	l = l.NamingCommands(func(path string) string { return "<" + path + ">" })
	if got := l.Say("plain", "a", 1, "b", 2); got != "Nimm <rule-sets add> oder <draw>. Nicht und/remis, /anderes, Punkte/Partien, 1/2." {
		t.Error(got)
	}
	if got := l.Say("chosen", "n", 1) + l.Say("chosen", "n", 2); got != "<draw> hier<rule-sets add>" {
		t.Error(got)
	}
}

// The early rounds of a knockout have the names that they have in a language.
func TestRoundNames(t *testing.T) {
	for code, want := range map[string]string{
		"en": "Last 16, Last 32, Last 64", "de": "Achtelfinale, Sechzehntelfinale, Letzte 64",
		"ru": "1/8 финала, 1/16 финала, Последние 64", "es": "Octavos, Dieciseisavos, Ronda de 64",
	} {
		var said []string
		for _, players := range []string{"16", "32", "64"} {
			said = append(said, For(code).Say("tournament.round-of", "players", players))
		}
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("%s: %s, want %s", code, got, want)
		}
	}
}

// The examples of how moves are written are moves of the rule set.
func TestExamples(t *testing.T) {
	for key, want := range map[string]string{
		"american": "11-15 22x15", "international": "34-29 35x24", "russian": "e3-f4 c3xe5", "turkish": "f3-f4 d3xb3",
	} {
		move, capture := Examples(draughtstest.Variant(t, key))
		if got := move + " " + capture; got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}
