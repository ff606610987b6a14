package postgres

import (
	"fmt"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/internal/record"
)

// variant returns the rule set with an id.
func (t *transaction) variant(id game.RulesID) (*draughts.Variant, error) {
	if v, ok := t.store.rules.Get(id); ok {
		return v, nil
	}
	text, err := value[string](t, "SELECT rules FROM rules WHERE id = $1", id[:])
	if err != nil {
		return nil, err
	}
	if text == "" {
		return nil, fmt.Errorf("its rule set is not in the database: %x", id)
	}
	return t.readRules(id, text)
}

// readRules reads a rule set, and remembers it.
func (t *transaction) readRules(id game.RulesID, text string) (*draughts.Variant, error) {
	rules, err := record.ReadRules([]byte(text))
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

// learnRules remembers the rule set of a record.
func (t *transaction) learnRules(i record.Item) error {
	_, err := t.readRules(game.RulesID([]byte(i.Key.Text)), string(i.Value))
	return err
}

// putRules stores a rule set unless the database has it. The foreign keys of games and challenges keep
// it there: the transaction that deletes it meanwhile fails, or this one, and is run again.
func (t *transaction) putRules(id game.RulesID, v *draughts.Variant) error {
	text, err := record.Rules(v.Rules())
	if err != nil {
		return err
	}
	return t.write("INSERT INTO rules (id, rules) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", id[:], string(text))
}

func (t *transaction) RulesClosed(at game.PlaceID, id game.RulesID) (bool, error) {
	n, err := value[int](t, "SELECT count(*) FROM closed_rules WHERE place = $1 AND rules = $2", int64(at), id[:])
	return n > 0, err
}

func (t *transaction) CloseRules(at game.PlaceID, id game.RulesID) error {
	return t.put(row{closedTable, []any{int64(at), id[:]}})
}
