package store

import (
	"bytes"
	"fmt"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/internal/record"
)

// maxRules is the number of compiled rule sets that a store remembers. The id of a rule set follows from its
// content, so what is remembered is never out of date.
const maxRules = 4096

// variant returns the rule set with an id.
func (t *transaction) variant(id game.RulesID) (*draughts.Variant, error) {
	if v, ok := t.store.rules.Get(id); ok {
		return v, nil
	}
	text := t.bucket(rulesBucket).Get(id[:])
	if text == nil {
		return nil, fmt.Errorf("its rule set is not in the file: %x", id)
	}
	rules, err := record.ReadRules(text)
	if err != nil {
		return nil, err
	}
	v, err := game.VariantOf(rules)
	if err != nil {
		return nil, err
	}
	t.store.rules.Put(id, v)
	return v, nil
}

// namesRules reports whether a game, a challenge or a tournament has a rule set.
func (t *transaction) namesRules(id []byte) bool {
	for range walk(t.bucket(byRules), id, nil, forward) {
		return true
	}
	return false
}

// putRules stores a rule set unless the file has it.
func (t *transaction) putRules(id game.RulesID, v *draughts.Variant) error {
	if t.bucket(rulesBucket).Get(id[:]) != nil {
		return nil
	}
	text, err := record.Rules(v.Rules())
	if err != nil {
		return err
	}
	return t.put(rulesBucket, bytes.Clone(id[:]), text)
}

func (t *transaction) RulesClosed(place game.PlaceID, id game.RulesID) (bool, error) {
	return t.bucket(closedBucket).Get(key{}.place(place).rules(id)) != nil, nil
}

func (t *transaction) CloseRules(place game.PlaceID, id game.RulesID) error {
	return t.put(closedBucket, key{}.place(place).rules(id), []byte{})
}
