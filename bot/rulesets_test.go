package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/rulefile"
)

// submits sends the modal that a response opened, filled in, as Discord sends it: in valid UTF-8.
func (s *someone) submits(f *message.Modal, permissions int64, text string) answer {
	s.t.Helper()
	return s.fillsAs(answer{delivery.Response{Modal: f}}, map[string]string{rulesInput: strings.ToValidUTF8(text, "\ufffd")}, permissions)
}

// freezing are rules by which a game comes to captures without number.
const freezing = "base: frisian\nkey: freezing\nname: Freezing\nboard: {size: 12, rows: 4}\n" +
	"man:\n  takes: [diagonal-forward, diagonal-backward, straight-forward, straight-backward, sideways]\n" +
	"king:\n  turns-back: true\ncapture: {obligatory: false, prefer: [], removal: at-once}\n"

// A guild's own rules are written into a modal, played by, ranked, and removed; games
// keep those by which they were begun.
func TestOwnRules(t *testing.T) {
	w := newWorld(t)
	anna, ben, mod := w.member(1, "Anna"), w.member(2, "Ben"), w.member(9, "Mod")
	mod.sub("custom-rules", "add", 0).mustSay(t, "Only server admins")
	opened := mod.sub("custom-rules", "add", manages, "like", "russian")
	if opened.Modal == nil || !strings.Contains(opened.Modal.Inputs[0].Value, "base: russian") {
		t.Fatalf("the modal is %+v", opened.Modal)
	}
	const file = "base: russian\nkey: our-russian\nname: \"Our <@1> *Russian* # 1\"\nman:\n  crowning: ends-move\n"
	mod.submits(opened.Modal, 0, file).mustSay(t, "Only server admins")
	var builtin strings.Builder
	if rules, err := draughts.Find("russian"); err != nil || rulefile.Write(&builtin, rules, draughts.Remarks{}) != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"base: russian\nkey: our\nname: Ours\nman:\n  crowning: never\n": "Line 5, `man.crowning`: " +
			"`never` is not possible here, only `ends-move`,",
		"base: chess\nkey: our\nname: Ours\n": "Line 1, `base`: " +
			"`chess` isn’t built in. There are `american`,",
		"base: russian\nkey: russian\nname: Ours\nking: {range: adjacent}": "Line 2, `key`: The key `russian` belongs to a built-in rule set.",
		"base: russian\nkey: our\nname: Ours\nking: {turns-back: true}\nboard: {rows: 9}": ": the piece just jumped is still in the way.\n" +
			"- Line 5, `board.rows`: Two rows must stay empty in the middle: `board.rows` plus `board.gap` can be 3 at most.",
		builtin.String():              "`key`: The key `russian` belongs to a built-in rule set.",
		freezing:                      "`capture`: Too many ways to jump:",
		"base: russian":               "Missing: `key` and `name`.",
		"":                            "The rule file is empty.",
		"```: [":                      "Line 1: This line cannot be understood: `''': [`",
		"@everyone: [":                "Line 1: This line cannot be understood: `@everyone: [`",
		strings.Repeat("[", 4000):     "A rule file has 200 brackets at most.",
		"\x00\xff\u202e":              "Line 1: This must be separate lines, such as `base: american`.",
		strings.Repeat("a: 1\n", 500): "Missing: `key`, `name`,",
	} {
		wrong := mod.submits(opened.Modal, manages, text).mustSay(t, "These rules don’t work yet, and nothing was changed.")
		if !strings.Contains(said(wrong), want) || !wrong.Message.Private {
			t.Errorf("%.40q: it says\n%s", text, said(wrong))
		}
		if text != "" && string(wrong.Message.Files[0].Data) != strings.ToValidUTF8(text, "\ufffd") {
			t.Errorf("%.40q is lost", text)
		}
	}
	mod.submits(opened.Modal, manages, file).mustSay(t, `**Our \<@`+"\u200b"+`1\> \*Russian\* \# 1** can be played here now.`)

	// It is played.
	names := anna.completes("challenge", "rules", "our")
	if len(names) != 1 || !strings.HasPrefix(names[0], "Our") {
		t.Errorf("completed as %q", names)
	}
	challenge := anna.types("challenge", "opponent", ben, "rules", "our-russian", "colour", "white").mustSay(t, `Our \<@`)
	board := ben.presses(challenge, "Accept")
	v := board.Board.Game.Variant
	if rules := v.Rules(); rules.Key != "our-russian" || rules.Man.Crowning != draughts.EndsMove {
		t.Errorf("the rules are %+v", rules)
	}
	w.underway(anna, ben, anna.presses(board, "c3-b4"))
	ben.presses(ben.types("resign"), "Yes, resign")
	anna.types("leaderboard", "rules", "our-russian").mustSay(t, `Our \<@`, `1\. <@1001>`)
	anna.types("profile").mustSay(t, `Our \<@`)
	anna.types("leaderboard", "rules", "russian").mustSay(t, "No rated game has been finished")

	// It is usual, shown, and changed.
	w.decides("rules", "our-russian").mustSay(t, "Default rules: **Our", "Custom rules: **Our")
	anna.types("challenge").mustSay(t, `Our \<@`)
	if shown := anna.sub("custom-rules", "show", 0); string(shown.Message.Files[0].Data) != file {
		t.Errorf("it is shown as\n%s", shown.Message.Files[0].Data)
	}
	again := mod.sub("custom-rules", "add", manages, "like", "our-russian")
	if again.Modal.Inputs[0].Value != file {
		t.Errorf("it is to be changed from\n%s", again.Modal.Inputs[0].Value)
	}
	mod.submits(again.Modal, manages, strings.Replace(file, "Our <@1> *Russian* # 1", "Ours", 1)).mustSay(t, "**Ours** is changed")

	// It is removed, and is no longer usual.
	anna.sub("custom-rules", "remove", 0, "rules", "our-russian").mustSay(t, "Only server admins")
	mod.sub("custom-rules", "remove", manages, "rules", "russian").mustSay(t, "I don’t know these rules.")
	mod.sub("custom-rules", "remove", manages, "rules", "our-russian").mustSay(t, "**Ours** is no longer offered here.")
	anna.types("challenge", "rules", "our-russian").mustSay(t, "I don’t know these rules.")
	ben.types("challenge").mustSay(t, "American checkers")
	ben.types("board", "game", string(board.Board.Game.ID)).mustSay(t, `Our \<@`)
}

// A guild keeps its own rule set whose key was built in later.
func TestOwnRulesOfABuiltinKey(t *testing.T) {
	w := newWorld(t)
	anna, ben, mod := w.member(1, "Anna"), w.member(2, "Ben"), w.member(9, "Mod")
	const file = "base: russian\nkey: filipino\nname: Ours\n"
	rules, err := draughts.Find("russian")
	must(t, err)
	rules.Key, rules.Name, rules.GameType = "filipino", "Ours", 0
	v, err := draughts.Compile(rules)
	must(t, err)
	if err := change(t.Context(), w.bot.referee, game.PlaceSettings(77), func(s *settings) {
		s.Own = []ruleSet{ruleSetOf(v, file)}
	}); err != nil {
		t.Fatal(err)
	}
	if names := anna.completes("challenge", "rules", "filipino"); !slices.Equal(names, []string{"Ours"}) {
		t.Errorf("completed as %q", names)
	}
	board := ben.presses(anna.types("challenge", "opponent", ben, "rules", "filipino", "colour", "white"), "Accept").mustSay(t, "-# Ours ·")
	w.underway(anna, ben, anna.presses(board, "c3-b4"))
	ben.presses(ben.types("resign"), "Yes, resign")
	anna.types("leaderboard", "rules", "filipino").mustSay(t, "**Ours · here")
	anna.types("profile").mustSay(t, "Ours: **")
	anna.types("rules", "rules", "filipino").mustSay(t, "Ours")
	w.decides("rules", "filipino").mustSay(t, "Default rules: **Ours**")
	opened := mod.sub("custom-rules", "add", manages, "like", "filipino")
	mod.submits(opened.Modal, manages, file).mustSay(t, "The key `filipino` belongs to a built-in rule set.")
}

// A guild's own rule set that is called puzzles has a leaderboard beside that of puzzles.
func TestOwnRulesCalledPuzzles(t *testing.T) {
	w := newWorld(t)
	mod := w.member(9, "Mod")
	board := func(options ...any) answer { return mod.types("leaderboard", options...) }
	board("rules", "puzzles").mustSay(t, "**Puzzles · here")
	mod.submits(mod.sub("custom-rules", "add", manages, "like", "russian").Modal, manages, "base: russian\nkey: puzzles\nname: Ours\n")
	board("rules", "puzzles").mustSay(t, "**Ours · here")
	w.decides("rules", "puzzles")
	board().mustSay(t, "**Ours · here")
	offered := mod.do(typing(mod, "leaderboard", "rules", "Puzz")).Choices
	board("rules", offered[len(offered)-1].Value).mustSay(t, "**Puzzles · here")
}

// A refused rule file opens the modal again as it was written.
func TestRetryRules(t *testing.T) {
	w := newWorld(t)
	mod := w.member(9, "Mod")
	refused := mod.submits(mod.sub("custom-rules", "add", manages).Modal, manages, "base: chess\n")
	for _, l := range languages() {
		if text := l.Say("rule-sets.wrong"); !strings.Contains(text, l.Say("button.retry")) || strings.Contains(text, "/") {
			t.Errorf("%s: it does not name its button: %s", l.Code, text)
		}
	}
	again := mod.presses(refused, "Try again")
	if again.Modal == nil || again.Modal.Inputs[0].Value != "base: chess\n" {
		t.Fatalf("opened is %+v", again.Modal)
	}
	mod.submits(again.Modal, manages, "base: russian\nkey: ours\nname: Ours\n").mustSay(t, "can be played here now")
}

// Every fault of a rule file has a sentence of its own in every language, and as many as
// are told at once fit into a message.
func TestEveryFaultIsSaid(t *testing.T) {
	const most = 4000 // characters in all texts of a message
	english := map[draughts.FaultCode]string{}
	for _, l := range append([]*lang.Language{lang.English()}, languages()...) {
		said := map[string]draughts.FaultCode{}
		for code := range draughts.BuiltinKey + 1 {
			fault := draughts.RulesFault{
				Code: code, Line: 117, Field: "draws.counters.balance #14", Text: strings.Repeat("`", 90),
				Words: []string{"diagonal-forward", "straight-forward"}, Min: 2, Max: 16384,
			}
			text := l.WrongRules(&draughts.RulesError{Faults: []draughts.RulesFault{fault}})[0]
			if other, ok := said[text]; ok || !l.Has(lang.Key("rule-fault.", code)) || strings.ContainsAny(text, "{}") {
				t.Errorf("%s: %v, as %v, is said thus: %s", l.Code, code, other, text)
			}
			said[text] = code
			for _, part := range []string{"117", "`draws.counters.balance #14`"} {
				if !strings.Contains(text, part) {
					t.Errorf("%s: %v does not say %s: %s", l.Code, code, part, text)
				}
			}
			if strings.Count(text, "`")%2 != 0 || utf8.RuneCountInString(text) > 320 {
				t.Errorf("%s: %v has %d characters: %s", l.Code, code, utf8.RuneCountInString(text), text)
			}
			switch {
			case l.Code == "en":
				english[code] = text
			case text == english[code]:
				t.Errorf("%s: %v is said in English: %s", l.Code, code, text)
			}
			all := say.RulesFaults(l, &draughts.RulesError{Faults: slices.Repeat([]draughts.RulesFault{fault}, 100)})
			if n := utf8.RuneCountInString(l.Say("rule-sets.wrong") + all); n > most || strings.Count(all, "\n") != 8 {
				t.Errorf("%s: many faults take %d characters: %s", l.Code, n, all)
			}
		}
	}
	said := []string{"rule-fault.told"}
	for code := range draughts.BuiltinKey + 1 {
		said = append(said, lang.Key("rule-fault.", code))
	}
	for _, key := range lang.English().Keys() {
		if strings.HasPrefix(key, "rule-fault.") && !slices.Contains(said, key) {
			t.Errorf("%s is said of no fault", key)
		}
	}
}

// A guild has no more rule sets of its own than can be kept.
func TestMostOwnRules(t *testing.T) {
	w := newWorld(t)
	mod := w.member(9, "Mod")
	f := mod.sub("custom-rules", "add", manages).Modal
	long := "\n#" + strings.Repeat("x", 3800)
	for i := range maxRuleSets {
		mod.submits(f, manages, fmt.Sprintf("base: international\nkey: our-%d\nname: Ours%s", i, long)).mustSay(t, "can be played here now")
	}
	mod.submits(f, manages, "base: russian\nkey: one-more\nname: Ours").mustSay(t, "A server can have 10 rule sets of its own.")
	mod.submits(f, manages, "base: russian\nkey: our-3\nname: Changed").mustSay(t, "is changed")
	var last answer
	for i := range maxRuleSets { // in letters of two bytes
		last = mod.submits(f, manages, fmt.Sprintf("base: russian\nkey: our-%d\nname: Ours\n#", i)+strings.Repeat("ü", 3800))
	}
	last.mustSay(t, "more than one server can store")
	w.decides().mustSay(t, "Custom rules: **Ours, Ours, Ours, Changed, Ours, Ours, Ours, Ours, Ours and Ours**")
	if got := mod.completes("challenge", "rules", ""); len(got) != 10+len(draughts.Families()) {
		t.Errorf("%d are offered", len(got))
	}
	c, _ := newRequest(context.Background(), w.arriving(mod.command("settings")))
	must(t, w.bot.loadRecords(c))
	for _, own := range c.settings.Own {
		said, err := rulefile.Read(strings.NewReader(own.File))
		must(t, err)
		if kept, err := own.variant(); err != nil || game.IdentifyRules(kept.Rules()) != game.IdentifyRules(said.Rules()) {
			t.Errorf("%s is not kept as it was said: %v", own.Key, err)
		}
	}
}

// What the text input begins with can be used as it is, and every built-in rule set can be shown.
func TestRuleExamples(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	for _, r := range draughts.Families() {
		for _, code := range lang.Codes() {
			if _, err := rulefile.Read(strings.NewReader(lang.For(code).Say("rule-sets.example", "key", r.Key))); err != nil {
				t.Errorf("%s: %v", r.Key, err)
			}
		}
		shown := anna.sub("custom-rules", "show", 0, "rules", r.Key)
		if v, err := rulefile.Read(strings.NewReader(string(shown.Message.Files[0].Data))); err != nil || v.Rules().Key != r.Key {
			t.Errorf("%s is shown as something else: %v", r.Key, err)
		}
		if len(shown.Message.Files[0].Data) > message.MaxInput {
			t.Errorf("%s does not fit into a text input", r.Key)
		}
	}
}

// A modal as Discord receives it.
func TestForm(t *testing.T) {
	w := newWorld(t)
	i := w.member(9, "Mod").subcommand("custom-rules", "add")
	i.Member.Permissions = manages
	reply, _ := w.handle(context.Background(), i)
	initial, later := sent(i, reply)
	text, err := json.Marshal(initial)
	if err != nil || initial.Type != dg.InteractionResponseModal || len(later) > 0 {
		t.Fatalf("the reply is %s, %v", text, err)
	}
	for _, part := range []string{`"custom_id":"1:rules::0:"`, `"title":"Your own rules"`, `"style":2`, `"max_length":4000`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
	w.bot.Shown(context.Background(), i, reply, nil, nil)
}
