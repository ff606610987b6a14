package lang

import (
	"strings"
	"unicode"

	"doublecorner/game/draughts"
)

// WrongRules says what is wrong with a rule set, a sentence for each fault. Whatever is
// from the file stands there as code, and is harmless.
func (l *Language) WrongRules(wrong *draughts.RulesError) []string {
	said := make([]string, len(wrong.Faults))
	for i, f := range wrong.Faults {
		said[i] = l.fault(f)
	}
	return said
}

func (l *Language) fault(f draughts.RulesFault) string {
	place := "nowhere"
	switch {
	case f.Line > 0 && f.Field != "":
		place = "both"
	case f.Line > 0:
		place = "line"
	case f.Field != "":
		place = "field"
	}
	words := make([]string, len(f.Words))
	for i, word := range f.Words {
		words[i] = code(word)
	}
	return l.Say("rule-fault.told", "place", place, "line", f.Line, "field", code(f.Field), "fault", l.Say(FaultKey(f.Code),
		"text", code(f.Text), "any", l.Or(words), "all", l.And(words), "min", f.Min, "max", f.Max,
	))
}

// FaultKey is the key of the sentence for a fault: that of its words.
func FaultKey(c draughts.FaultCode) string {
	return "rule-fault." + strings.ReplaceAll(c.String(), " ", "-")
}

// mostQuoted is how much of what stands in a file is shown.
const mostQuoted = 60

// code shows something from a file as it is. Nothing in it ends that.
func code(text string) string {
	signs := []rune(strings.ReplaceAll(Inline(text), "`", "'"))
	if len(signs) > mostQuoted {
		signs = append(signs[:mostQuoted-1], '…')
	}
	if text = string(signs); strings.TrimSpace(text) == "" {
		text = `""`
	}
	return "`" + text + "`"
}

// Inline makes text from people such that it can stand in a sentence: it is on one line,
// and does not turn what stands around it.
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
