package keyed

import (
	"fmt"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// variant returns the rule set with an id.
func (t *Tx) variant(id game.RulesID) (*draughts.Variant, error) {
	return t.rules.Find(id, func() ([]byte, error) {
		text, err := t.Pairs.Get(rulesBucket, id[:])
		if err == nil && text == nil {
			err = fmt.Errorf("its rule set is not stored: %x", id)
		}
		return text, err
	})
}

// namesRules reports whether a game, a challenge or a tournament has a rule set.
func (t *Tx) namesRules(id []byte) (bool, error) {
	n, err := list{bucket: byRules, prefix: id}.count(t, 1)
	return n > 0, err
}

// dropRules deletes a rule set if nothing has it.
func (t *Tx) dropRules(id []byte) error {
	named, err := t.namesRules(id)
	if named || err != nil {
		return err
	}
	return t.Pairs.Delete(rulesBucket, id)
}

// putRules stores a rule set unless it is there.
func (t *Tx) putRules(id game.RulesID, v *draughts.Variant) error {
	stored, err := t.Pairs.Get(rulesBucket, id[:])
	if stored != nil || err != nil {
		return err
	}
	return t.Pairs.Put(rulesBucket, id[:], v.Rules().JSON())
}
