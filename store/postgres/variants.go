package postgres

import (
	"fmt"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/internal/record"
)

// variant returns the rule set with an id.
func (t *transaction) variant(id game.RulesID) (*draughts.Variant, error) {
	return t.store.rules.Find(id, func() ([]byte, error) {
		text, err := value[[]byte](t, "SELECT rules FROM rule_sets WHERE id = $1", id[:])
		if err == nil && text == nil {
			err = fmt.Errorf("its rule set is not in the database: %x", id)
		}
		return text, err
	})
}

// learnRules remembers the rule set of a record.
func (t *transaction) learnRules(i record.Item) error {
	_, err := t.store.rules.Learn(game.RulesID([]byte(i.Key.Text)), i.Value)
	return err
}

// putRules stores a rule set unless the database has it. The foreign keys of games and challenges keep
// it there: the transaction that deletes it meanwhile fails, or this one, and is run again.
func (t *transaction) putRules(id game.RulesID, v *draughts.Variant) error {
	return t.write("INSERT INTO rule_sets (id, rules) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", id[:], string(v.Rules().JSON()))
}
