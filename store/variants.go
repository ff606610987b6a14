package store

import (
	"bytes"
	"fmt"
	"sync"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/internal/record"
)

// variants caches compiled rule sets. The id of a rule set follows from its content, so that the cache
// is never out of date.
type variants struct {
	mu    sync.RWMutex
	known map[game.RulesID]*draughts.Variant
}

// mostVariants bounds the memory of the cache.
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

// variant returns the rule set with an id.
func (t *transaction) variant(id game.RulesID) (*draughts.Variant, error) {
	if v := t.store.rules.get(id); v != nil {
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
	t.store.rules.put(id, v)
	return v, nil
}

// namesRules reports whether a game or a challenge has a rule set.
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
