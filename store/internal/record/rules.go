package record

import (
	"fmt"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/internal/recent"
)

// ReadRules reads the rule set with an id, which is the hash of its JSON. It can have the key of a built-in rule set and
// differ from it, as that may have been different in an earlier version of the program.
func ReadRules(id game.RulesID, b []byte) (draughts.Rules, error) {
	r, err := draughts.ReadJSON(b)
	if err != nil {
		return r, fmt.Errorf("%w: rules: %w", ErrBroken, err)
	}
	if game.IdentifyRules(r) != id {
		return r, fmt.Errorf("%w: the rules under the id %x are others", ErrBroken, id)
	}
	return r, nil
}

// Variants returns the rule set with an id.
type Variants func(game.RulesID) (*draughts.Variant, error)

// RuleSets remembers the rule sets that were read last. The id of a rule set follows from its content, so what is
// remembered is never out of date.
type RuleSets struct {
	known *recent.Map[game.RulesID, *draughts.Variant]
}

// NewRuleSets returns rule sets that remember none yet.
func NewRuleSets() RuleSets {
	const most = 4096
	return RuleSets{recent.NewMap[game.RulesID, *draughts.Variant](most)}
}

// Find returns a rule set that is remembered, or else the one that stored returns.
func (r RuleSets) Find(id game.RulesID, stored func() ([]byte, error)) (*draughts.Variant, error) {
	if v, ok := r.known.Get(id); ok {
		return v, nil
	}
	b, err := stored()
	if err != nil {
		return nil, err
	}
	return r.Learn(id, b)
}

// Learn reads a rule set and remembers it.
func (r RuleSets) Learn(id game.RulesID, b []byte) (*draughts.Variant, error) {
	rules, err := ReadRules(id, b)
	if err != nil {
		return nil, err
	}
	v, err := game.VariantOf(rules)
	if err != nil {
		return nil, err
	}
	r.known.Put(id, v)
	return v, nil
}
