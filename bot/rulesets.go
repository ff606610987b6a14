package bot

import (
	"iter"
	"slices"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/rulefile"
	"doublecorner/game/puzzle"
)

// newRuleSet reads the file of a rule set.
func newRuleSet(file string) (ruleSet, error) {
	v, err := rulefile.Read(strings.NewReader(file))
	if err != nil {
		return ruleSet{}, err
	}
	if rules := v.Rules(); rules.IsBuiltin() {
		return ruleSet{}, &draughts.RulesError{Faults: []draughts.RulesFault{{Code: draughts.BuiltinKey, Field: "key", Text: rules.Key}}}
	}
	if err := v.CheckCaptures(); err != nil {
		return ruleSet{}, err
	}
	return ruleSetOf(v, file), nil
}

// ruleSetOf returns the rule set that a file says.
func ruleSetOf(v *draughts.Variant, file string) ruleSet {
	rules := v.Rules()
	return ruleSet{Key: rules.Key, Name: rules.Name, File: file, Rules: rules.JSON(), Remarks: v.Remarks()}
}

// variant compiles the rule set.
func (r ruleSet) variant() (*draughts.Variant, error) {
	rules, err := draughts.ReadJSON(r.Rules)
	if err != nil {
		return nil, errRules // a later version stored it, for example
	}
	v, err := draughts.CompileWith(rules, r.Remarks)
	if err != nil {
		return nil, errRules
	}
	return v, nil
}

// maxRuleSets is the number of rule sets a guild can have.
const maxRuleSets = 10

// ruleSet returns a rule set of the guild's own.
func (s *settings) ruleSet(key string) (ruleSet, bool) {
	i := slices.IndexFunc(s.Own, func(r ruleSet) bool { return r.Key == key })
	if i < 0 {
		return ruleSet{}, false
	}
	return s.Own[i], true
}

// variant compiles the rule set of a key: the guild's own, or a built-in one.
func (s *settings) variant(key string) (*draughts.Variant, error) {
	if custom, ok := s.ruleSet(key); ok {
		return custom.variant()
	}
	v, err := draughts.Builtin(key)
	if err != nil {
		return nil, errRules
	}
	return v, nil
}

// offeredRules yields the names, for menus, and the keys of the rule sets that users can choose: first the guild's own,
// then the built-in ones.
func (s *settings) offeredRules(l *lang.Language) iter.Seq2[string, string] {
	return func(yield func(name, key string) bool) {
		for _, custom := range s.Own {
			if !yield(message.Clip(lang.Inline(custom.Name)), custom.Key) {
				return
			}
		}
		for _, r := range draughts.Families() {
			if _, own := s.ruleSet(r.Key); !own && !yield(message.Clip(l.RulesName(r.Key)), r.Key) {
				return
			}
		}
	}
}

// defaultRules is the key of the default rules of guilds that have not chosen any.
const defaultRules = "american"

// defaultRules is the key of the rules of a challenge that names none.
func (s *settings) defaultRules() string {
	_, custom := s.ruleSet(s.Rules)
	if _, err := draughts.Find(s.Rules); custom || err == nil {
		return s.Rules
	}
	return defaultRules
}

// homeRules are the keys of the rules that players of a language know best, where those are not the default ones.
var homeRules = map[string]string{
	"es": "spanish", "fil": "filipino", "fr": "international", "it": "italian", "nl": "international", "pl": "international",
	"pt-BR": "brazilian", "ru": "russian", "tr": "turkish",
}

// hasPool reports whether a pool may be that of a rule set of the guild's own.
func (s *settings) hasPool(p game.Pool) bool {
	key, _, custom := strings.Cut(string(p), "~")
	_, known := s.ruleSet(key)
	return custom && known
}

// poolRules returns the key and the name of a pool's rules.
func (s *settings) poolRules(p game.Pool) draughts.Rules {
	key, _, custom := strings.Cut(string(p), "~")
	if rules, err := draughts.Find(key); err == nil && !custom {
		return rules
	}
	return s.namedRules(key)
}

// namedRules returns the key and the name of the rules of a key: the guild's own, or built-in ones.
func (s *settings) namedRules(key string) draughts.Rules {
	rules := draughts.Rules{Key: key, Name: key}
	if own, ok := s.ruleSet(key); ok {
		rules.Name = own.Name
	} else if known, err := draughts.Find(key); err == nil {
		return known
	}
	return rules
}

// puzzleRules returns the key of the rules of puzzles that name none, where a challenge has some by default.
func puzzleRules(byDefault string) string {
	if len(puzzle.Of(byDefault)) > 0 {
		return byDefault
	}
	return defaultRules
}
