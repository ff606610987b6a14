package bot

import (
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
	if err := v.CheckCaptures(); err != nil {
		return ruleSet{}, err
	}
	var full strings.Builder
	if err := rulefile.Write(&full, rules); err != nil {
		return ruleSet{}, err
	}
	kept := ruleSet{Key: rules.Key, Name: rules.Name, File: file, Full: withoutComments(full.String())}
	if again, err := kept.variant(); err != nil || game.IdentifyRules(again.Rules()) != game.IdentifyRules(rules) {
		kept.Full = full.String() // a name looked like a comment
	}
	return kept, nil
}

// withoutComments leaves the comments out of a rule file, of which much is kept.
func withoutComments(file string) string {
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

// usualRules are those of a challenge that names none.
const usualRules = "american"

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

// hasPool tells whether a pool may be that of a rule set of the place's own.
func (s *settings) hasPool(p game.Pool) bool {
	key, _, own := strings.Cut(string(p), "~")
	_, known := s.own(key)
	return own && known
}

// ruleName is what a rule set is called: in the reader's language if it is one of ours.
func ruleName(l *lang.Language, v *draughts.Variant) string { return rulesName(l, v.Rules()) }

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

// poolName is what the players of a rule set are called together.
func poolName(s *settings, l *lang.Language, p game.Pool) string {
	name, ours := plainPoolName(s, l, p)
	if ours {
		return name
	}
	return escape(name)
}

// plainPoolName is the same for pictures, and whether it is a name of ours.
func plainPoolName(s *settings, l *lang.Language, p game.Pool) (name string, ours bool) {
	key, _, _ := strings.Cut(string(p), "~")
	if own, ok := s.own(key); ok {
		return own.Name, false
	}
	if rules, err := draughts.Find(key); err == nil {
		return rulesName(l, rules), true
	}
	return key, false
}
