package bot

import (
	"errors"
	"slices"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/rulefile"
)

// ruleSet is one of a place's own: the file somebody wrote, and one that says everything.
// The first may begin with a built-in rule set that changes some day; what was said then
// does not change with it.
type ruleSet struct {
	Key  string `json:"key"`
	Name string `json:"name"`
	File string `json:"file"`
	Full string `json:"full"`
}

// newRuleSet reads a rule set of a place's own.
func newRuleSet(file string) (ruleSet, error) {
	v, err := rulefile.Read(strings.NewReader(file))
	if err != nil {
		return ruleSet{}, err
	}
	rules := v.Rules()
	if _, err := draughts.Find(rules.Key); err == nil { // the very same, or a file could not have the key
		return ruleSet{}, &draughts.RulesError{Faults: []draughts.RulesFault{{Code: draughts.BuiltinKey, Field: "key", Text: rules.Key}}}
	}
	var full strings.Builder
	if err := rulefile.Write(&full, rules); err != nil {
		return ruleSet{}, err
	}
	kept := ruleSet{Key: rules.Key, Name: rules.Name, File: file, Full: bare(full.String())}
	if again, err := kept.variant(); err != nil || game.IdentifyRules(again.Rules()) != game.IdentifyRules(rules) {
		kept.Full = full.String() // a name looked like a comment
	}
	return kept, nil
}

// bare leaves the comments out of a rule file, of which much is kept.
func bare(file string) string {
	var b strings.Builder
	for line := range strings.Lines(file) {
		said, _, _ := strings.Cut(line, "#")
		if said = strings.TrimRight(said, " \n"); said != "" {
			b.WriteString(said + "\n")
		}
	}
	return b.String()
}

// variant returns the rules, ready to play by.
func (r ruleSet) variant() (*draughts.Variant, error) {
	v, err := rulefile.Read(strings.NewReader(r.Full))
	if err != nil {
		return nil, errRules // those of another version, say
	}
	return v, nil
}

// mostRuleSets is how many of its own a place can have.
const mostRuleSets = 10

// own returns a rule set of the place's own.
func (s *settings) own(key string) (ruleSet, bool) {
	i := slices.IndexFunc(s.Own, func(r ruleSet) bool { return r.Key == key })
	if i < 0 {
		return ruleSet{}, false
	}
	return s.Own[i], true
}

// rules returns a rule set by its key: one of the place's own, or a built-in one.
func (s *settings) rules(key string) (draughts.Rules, error) {
	if own, ok := s.own(key); ok {
		v, err := own.variant()
		if err != nil {
			return draughts.Rules{}, err
		}
		return v.Rules(), nil
	}
	rules, err := draughts.Find(key)
	if err != nil {
		return rules, errRules
	}
	return rules, nil
}

// variant returns a rule set by its key, ready to play by.
func (s *settings) variant(key string) (*draughts.Variant, error) {
	if own, ok := s.own(key); ok {
		return own.variant()
	}
	v, err := draughts.Builtin(key)
	if err != nil {
		return nil, errRules
	}
	return v, nil
}

// usual is the key of the rules of a challenge that names none.
func (s *settings) usual() string {
	if _, own := s.own(s.Rules); own {
		return s.Rules
	}
	if _, err := draughts.Find(s.Rules); err == nil {
		return s.Rules
	}
	return usualRules
}

// rulesName is what rules are called: in the reader's language if they are ours.
func rulesName(l *lang.Language, r draughts.Rules) string {
	if isOurs(r) {
		return l.RulesName(r.Key)
	}
	return escape(r.Name)
}

// plainRulesName is the same for pictures, in which no sign means anything else.
func plainRulesName(l *lang.Language, r draughts.Rules) string {
	if isOurs(r) {
		return l.RulesName(r.Key)
	}
	return r.Name
}

// isOurs tells whether rules are built in, and have a name in every language.
func isOurs(r draughts.Rules) bool {
	_, err := draughts.Find(r.Key)
	return err == nil
}

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

// addRules adds the rules somebody wrote, in the place of those of the same key.
func (b *Bot) addRules(c *call, _ control) (answer, error) {
	if !c.by.Moderator {
		return answer{}, &game.Refusal{Code: game.NotAModerator}
	}
	text := c.fields[rulesField]
	added, err := newRuleSet(text)
	if wrong := (*draughts.RulesError)(nil); errors.As(err, &wrong) {
		return b.wrongRules(c, text, faults(c.lang, wrong)), nil
	} else if err != nil {
		return answer{}, err
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
		return answer{}, err
	}
	if full {
		return b.wrongRules(c, text, c.lang.Say("rule-sets.full", "n", mostRuleSets)), nil
	}
	m := &message{private: true}
	m.say(c.lang.Say("rule-sets.added", "rules", escape(added.Name), "replaced", replaced))
	return answer{message: m}, nil
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
func (b *Bot) wrongRules(c *call, text, why string) answer {
	m := &message{private: true}
	m.say(c.lang.Say("rule-sets.wrong"))
	m.say(why)
	if text != "" {
		m.give(file{"rules.yaml", "text/plain; charset=utf-8", []byte(text)})
	}
	return answer{message: m}
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

// completeRules offers the rule sets whose name or key holds what has been typed: the
// server's own first, or alone.
func completeRules(c *call, typed string, ownOnly bool) []choice {
	typed = strings.ToLower(typed)
	var found []choice
	offer := func(name, key string) {
		if len(found) < mostOptions && (strings.Contains(strings.ToLower(name), typed) || strings.Contains(key, typed)) {
			found = append(found, choice{clipped(name), key})
		}
	}
	for _, own := range c.settings.Own {
		offer(own.Name, own.Key)
	}
	if ownOnly {
		return found
	}
	for _, r := range draughts.Families() {
		offer(rulesName(c.lang, r), r.Key)
	}
	return found
}

// poolName is what the players of a rule set are called together.
func poolName(s *settings, l *lang.Language, p game.Pool) string {
	key, _, _ := strings.Cut(string(p), "~")
	if own, ok := s.own(key); ok {
		return escape(own.Name)
	}
	if rules, err := draughts.Find(key); err == nil {
		return rulesName(l, rules)
	}
	return escape(key)
}
