package lang

import (
	"strings"
	"unicode"

	"doublecorner/game/draughts"
)

// RulesName returns the name of a built-in rule set by its key.
func (l *Language) RulesName(key string) string {
	for _, house := range draughts.HouseRules() {
		if family, ok := strings.CutSuffix(key, "-"+house.Key); ok {
			return l.Say("rules-with."+house.Key, "rules", l.RulesName(family))
		}
	}
	return l.Say("rules." + key)
}

// WrongRules returns a sentence for each fault of a rule file. Text of the file is shown as code.
func (l *Language) WrongRules(wrong *draughts.RulesError) []string {
	var sentences []string
	for _, f := range wrong.Faults {
		place := "nowhere"
		switch {
		case f.Line > 0 && f.Field != "":
			place = "both"
		case f.Line > 0:
			place = "line"
		case f.Field != "":
			place = "field"
		}
		var words []string
		for _, word := range f.Words {
			words = append(words, code(word))
		}
		fault := l.Say(Key("rule-fault.", f.Code),
			"text", code(f.Text), "any", l.Or(words), "all", l.And(words), "min", f.Min, "max", f.Max)
		sentences = append(sentences, l.Say("rule-fault.told",
			"place", place, "line", f.Line, "field", code(f.Field), "fault", fault))
	}
	return sentences
}

// maxQuoted is the number of characters of a file's text that a sentence shows.
const maxQuoted = 60

// code formats text of a file as code.
func code(text string) string {
	runes := []rune(strings.ReplaceAll(Inline(text), "`", "'"))
	if len(runes) > maxQuoted {
		runes = append(runes[:maxQuoted-1], '…')
	}
	if text = string(runes); strings.TrimSpace(text) == "" {
		text = `""`
	}
	return "`" + text + "`"
}

// Inline makes a user's text fit for a sentence: it removes control characters, so that the text is on
// one line and does not change the direction of the text around it.
func Inline(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, text)
}
