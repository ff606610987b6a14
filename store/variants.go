package store

import (
	"bytes"
	"fmt"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// variant returns the rule set with an id.
func (t *transaction) variant(id game.RulesID) (*draughts.Variant, error) {
	return t.store.rules.Find(id, func() ([]byte, error) {
		text := t.bucket(rulesBucket).Get(id[:])
		if text == nil {
			return nil, fmt.Errorf("its rule set is not in the file: %x", id)
		}
		return text, nil
	})
}

// namesRules reports whether a game, a challenge or a tournament has a rule set.
func (t *transaction) namesRules(id []byte) bool {
	_, found := first(t.bucket(byRules), id, nil)
	return found
}

// putRules stores a rule set unless the file has it.
func (t *transaction) putRules(id game.RulesID, v *draughts.Variant) error {
	if t.bucket(rulesBucket).Get(id[:]) != nil {
		return nil
	}
	return t.put(rulesBucket, bytes.Clone(id[:]), v.Rules().JSON())
}
