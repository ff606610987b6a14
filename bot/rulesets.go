package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/rulefile"
)

// ruleSets shows rule sets, and adds and removes those of a server's own.
func (b *Bot) ruleSets(c *call) (answer, error) {
	switch c.sub {
	case "add":
		return b.askRules(c)
	case "remove":
		return b.removeRules(c)
	}
	return b.showRules(c)
}

// showRules gives a rule set as a file, which says everything about it.
func (b *Bot) showRules(c *call) (answer, error) {
	key := or(c.text("rules"), c.settings.usual())
	rules, err := c.settings.rules(key)
	if err != nil {
		return answer{}, err
	}
	own, ok := c.settings.own(key)
	text := own.File
	if !ok {
		var full strings.Builder
		if err := rulefile.Write(&full, rules); err != nil {
			return answer{}, err
		}
		text = full.String()
	}
	m := &message{private: true}
	m.say(c.lang.Say("rule-sets.shown", "rules", rulesName(c.lang, rules), "size", rules.Board.Size, "side", rules.Starts))
	m.give(file{key + ".yaml", "text/plain; charset=utf-8", []byte(text)})
	return answer{message: m}, nil
}

const (
	// rulesVerb adds what is written in its form to the rule sets of a server.
	rulesVerb verb = "rules"
	// rulesField is the field of that form.
	rulesField = "file"
)

// askRules opens the form in which rules are written. It begins with those that the new
// ones are like.
func (b *Bot) askRules(c *call) (answer, error) {
	if !c.by.Moderator {
		return answer{}, &game.Refusal{Code: game.NotAModerator}
	}
	rules, err := c.settings.rules(or(c.text("like"), c.settings.usual()))
	if err != nil {
		return answer{}, err
	}
	text := c.lang.Say("rule-sets.example", "key", rules.Key)
	if own, ok := c.settings.own(rules.Key); ok {
		text = own.File
	}
	return answer{form: &form{
		control: control{verb: rulesVerb}, title: c.lang.Say("rule-sets.title"),
		fields: []field{{id: rulesField, label: c.lang.Say("rule-sets.field"), text: text, most: mostField}},
	}}, nil
}

// addRules adds the rules somebody wrote, in the place of those of the same key. To examine
// them takes a while.
func (b *Bot) addRules(c *call, _ control) (answer, error) {
	if !c.by.Moderator {
		return answer{}, &game.Refusal{Code: game.NotAModerator}
	}
	return b.slowly(c, true, func(context.Context) (*message, error) { return b.examineRules(c, c.fields[rulesField]) }), nil
}

// examineRules adds rules if nothing is wrong with them.
func (b *Bot) examineRules(c *call, text string) (*message, error) {
	added, err := newRuleSet(text)
	if wrong := (*draughts.RulesError)(nil); errors.As(err, &wrong) {
		return b.wrongRules(c, text, faults(c.lang, wrong)), nil
	} else if err != nil {
		return nil, err
	}
	full, replaced := false, false
	err = amend(c, b, game.AboutPlace(c.place), func(s *settings) {
		i := slices.IndexFunc(s.Own, func(r ruleSet) bool { return r.Key == added.Key })
		replaced, full = i >= 0, i < 0 && len(s.Own) >= mostRuleSets
		switch {
		case replaced:
			s.Own[i] = added
		case !full:
			s.Own = append(s.Own, added)
		}
	})
	if refusedAs(err, game.LongNote) {
		return b.wrongRules(c, text, c.lang.Say("sorry.long-note")), nil
	} else if err != nil {
		return nil, err
	}
	if full {
		return b.wrongRules(c, text, c.lang.Say("rule-sets.full", "n", mostRuleSets)), nil
	}
	m := &message{private: true}
	m.say(c.lang.Say("rule-sets.added", "rules", escape(added.Name), "replaced", replaced))
	return m, nil
}

// mostFaults is how many faults of a rule file are told at once: who has mended those is
// told the others.
const mostFaults = 8

// faults says what is wrong with rules: a sentence, or a list of them.
func faults(l *lang.Language, wrong *draughts.RulesError) string {
	said := l.WrongRules(wrong)
	if len(said) == 1 {
		return said[0]
	}
	if len(said) > mostFaults {
		said = append(said[:mostFaults], "…")
	}
	return "- " + strings.Join(said, "\n- ")
}

// wrongRules says why rules were not added. What was written comes back, so that nobody
// has to write it again.
func (b *Bot) wrongRules(c *call, text, why string) *message {
	m := &message{private: true}
	m.say(c.lang.Say("rule-sets.wrong"))
	m.say(why)
	if text != "" {
		m.give(file{"rules.yaml", "text/plain; charset=utf-8", []byte(text)})
	}
	return m
}

// removeRules takes a rule set from those of the server. Games keep the rules by which
// they were begun.
func (b *Bot) removeRules(c *call) (answer, error) {
	if !c.by.Moderator {
		return answer{}, &game.Refusal{Code: game.NotAModerator}
	}
	key := c.text("rules")
	removed, ok := c.settings.own(key)
	if !ok {
		return answer{}, errRules
	}
	err := amend(c, b, game.AboutPlace(c.place), func(s *settings) {
		s.Own = slices.DeleteFunc(s.Own, func(r ruleSet) bool { return r.Key == key })
		if s.Rules == key {
			s.Rules = ""
		}
	})
	if err != nil {
		return answer{}, err
	}
	m := &message{private: true}
	m.say(c.lang.Say("rule-sets.removed", "rules", escape(removed.Name)))
	// The file is theirs, and may be all there is of it.
	m.give(file{key + ".yaml", "text/plain; charset=utf-8", []byte(removed.File)})
	return answer{message: m}, nil
}
