package game

import (
	"encoding/hex"

	"doublecorner/game/draughts"
)

// RulesID identifies a rule set by its content, so that games keep the rules they were begun
// under when the rule set of that key changes later.
type RulesID [16]byte

// IdentifyRules returns the id of a rule set, which is its hash.
func IdentifyRules(r draughts.Rules) RulesID { return r.Hash() }

// Pool is the players whose games are comparable: those of one rule set. It is
// what ratings and leaderboards are about.
type Pool string

// PoolOf returns the pool of a rule set: its key if it is built in. The pool of a
// custom rule set is also named by its nameless rules, so that ratings under different rules
// never mix.
func PoolOf(v *draughts.Variant) Pool {
	rules := v.Rules()
	if rules.IsBuiltin() {
		return Pool(rules.Key)
	}
	id := IdentifyRules(rules.Nameless())
	return Pool(rules.Key + "~" + hex.EncodeToString(id[:4]))
}

// IsBuiltin reports whether the pool is that of a built-in rule set. Only those are
// rated across places.
func (p Pool) IsBuiltin() bool {
	_, err := draughts.Find(string(p))
	return err == nil
}

// VariantOf returns a stored rule set, ready to play by: the built-in variant itself if the
// rules are built in and unchanged.
func VariantOf(rules draughts.Rules) (*draughts.Variant, error) {
	if rules.IsBuiltin() {
		return draughts.Builtin(rules.Key)
	}
	return draughts.Compile(rules)
}
