package say

import (
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Rules returns the name of rules, escaped for messages. Built-in rules have a name in every language.
func Rules(l *lang.Language, r draughts.Rules) string {
	if hasBuiltinName(r) {
		return l.RulesName(r.Key)
	}
	return message.Escape(r.Name)
}

// ListedRules returns the name of rules for a list, in which a name that a guild has given is cut short.
func ListedRules(l *lang.Language, r draughts.Rules) string {
	if !hasBuiltinName(r) {
		r.Name = message.ClipTo(r.Name, maxListedName)
	}
	return Rules(l, r)
}

// PlainRules returns the name of rules for pictures, where nothing is escaped.
func PlainRules(l *lang.Language, r draughts.Rules) string {
	if hasBuiltinName(r) {
		return l.RulesName(r.Key)
	}
	return lang.Inline(r.Name)
}

// hasBuiltinName reports whether rules are called as built-in ones, or were called so in an earlier version of them. A guild
// may have had others of that key before.
func hasBuiltinName(r draughts.Rules) bool {
	known, err := draughts.Find(r.Key)
	return err == nil && known.Name == r.Name
}

// PlainTerms describes what is played where there is no markup: the rules, the clock, and whether it is rated.
func PlainTerms(l *lang.Language, t *game.Terms) string {
	text := l.Say("tournament.terms-text", "rules", PlainRules(l, t.Variant.Rules()), "clock", when.ClockName(l, t.Clock), "rated", t.Rated)
	if t.Vacations {
		text += " · " + l.Say("tournament.vacations")
	}
	return text
}

// Topic returns the name of a topic of the rules.
func Topic(l *lang.Language, topic lesson.Topic) string {
	return l.Say("choice.topic." + string(topic))
}

// maxListedName is the number of characters of the name of a rule set or a tournament in a list.
const maxListedName = 30

// Listed returns the name of a rule set or a tournament for a list: escaped, and cut short.
func Listed(name string) string { return message.Escape(message.ClipTo(name, maxListedName)) }

// maxFaults is the number of faults that one response lists.
const maxFaults = 8

// RulesFaults returns the sentences about faults, as a list if there are several.
func RulesFaults(l *lang.Language, wrong *draughts.RulesError) string {
	sentences := l.WrongRules(wrong)
	if len(sentences) == 1 {
		return sentences[0]
	}
	if len(sentences) > maxFaults {
		sentences = append(sentences[:maxFaults], "…")
	}
	return "- " + strings.Join(sentences, "\n- ")
}
