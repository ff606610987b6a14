package store

import (
	"bytes"
	"fmt"
	"sync"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/internal/record"
)

// variants are rule sets that have been read from the file, ready to play by. A
// rule set is filed under what it says, so what is known here is never out of date.
type variants struct {
	mu    sync.RWMutex
	known map[game.RulesID]*draughts.Variant
}

// mostVariants bounds the memory; there are some dozen built-in rule sets, and
// whatever people mix.
const mostVariants = 4096

func (v *variants) get(id game.RulesID) *draughts.Variant {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.known[id]
}

func (v *variants) put(id game.RulesID, variant *draughts.Variant) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.known == nil || len(v.known) >= mostVariants {
		v.known = map[game.RulesID]*draughts.Variant{}
	}
	v.known[id] = variant
}

// variant returns the rule set of an id.
func (t *transaction) variant(id game.RulesID) (*draughts.Variant, error) {
	if v := t.store.rules.get(id); v != nil {
		return v, nil
	}
	text := t.top(rulesBucket).Get(id[:])
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
	t.store.rules.put(id, v)
	return v, nil
}

// namesRules tells whether a game or a challenge is played by a rule set.
func (t *transaction) namesRules(id []byte) bool {
	k, _ := t.index(byRules).Cursor().Seek(id)
	return bytes.HasPrefix(k, id)
}

// putRules keeps a rule set, unless it is kept already.
func (t *transaction) putRules(id game.RulesID, v *draughts.Variant) error {
	if t.top(rulesBucket).Get(id[:]) != nil {
		return nil
	}
	text, err := record.Rules(v.Rules())
	if err != nil {
		return err
	}
	return t.put(rulesBucket, bytes.Clone(id[:]), text)
}

func (t *transaction) RulesClosed(place game.PlaceID, id game.RulesID) (bool, error) {
	return t.top(closedBucket).Get(key{}.place(place).rules(id)) != nil, nil
}

func (t *transaction) CloseRules(place game.PlaceID, id game.RulesID) error {
	return t.put(closedBucket, key{}.place(place).rules(id), []byte{})
}
