package bot

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/rulefile"
)

// ruleSet is a rule set of a guild's own: the file that a moderator wrote, and what it says, with its base. A later version
// of the base does not change the rules.
type ruleSet struct {
	Key     string           `json:"key"`
	Name    string           `json:"name"`
	File    string           `json:"file"`
	Rules   json.RawMessage  `json:"rules"` // as draughts.Rules.JSON returns them
	Remarks draughts.Remarks `json:"remarks,omitzero"`
}

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

// hasPool reports whether a pool may be that of a rule set of the guild's own.
func (s *settings) hasPool(p game.Pool) bool {
	key, _, custom := strings.Cut(string(p), "~")
	_, known := s.ruleSet(key)
	return custom && known
}

// puzzlesChoice is what /leaderboard offers for puzzles: no rule set has such a key.
const puzzlesChoice = "~puzzles"

// poolNamed returns the rating pool of the rules that a command names; "" if it names none, or of a button.
func (req *request) poolNamed(key string) (string, error) {
	if key == "" || req.id != nil {
		return "", nil
	}
	if _, own := req.settings.ruleSet(key); key == puzzlesChoice || key == string(game.PuzzlePool) && !own {
		return string(game.PuzzlePool), nil
	}
	v, err := req.settings.variant(key)
	if err != nil {
		return "", err
	}
	return string(game.PoolOf(v)), nil
}

// poolName returns the name of a pool's rules, escaped for messages for everybody.
func (req *request) poolName(p game.Pool) string {
	if p == game.PuzzlePool {
		return req.public.Say("puzzle.pool")
	}
	return say.Rules(req.public, req.settings.poolRules(p))
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
