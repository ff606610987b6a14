package draughts

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// A HouseRule is a change to any family of built-in rule sets. Its key follows that of the
// family, after a hyphen.
type HouseRule struct {
	Key    string
	Change func(Rules) Rules
}

// HouseRules lists the house rules.
func HouseRules() []HouseRule {
	return []HouseRule{{"free-jump", Rules.FreeJump}, {"misere", Rules.Misere}, {"breakthrough", Rules.Breakthrough}}
}

// Misere returns the same game with the aim turned round: a side that cannot move wins. Draws by
// the balance of pieces are dropped, because the side with few pieces is near winning.
func (r Rules) Misere() Rules {
	r.Draws = r.Draws.withoutBalances()
	r.Key, r.Name, r.Object, r.GameType = r.Key+"-misere", r.Name+" (misère)", Misere, 0
	return r
}

// Breakthrough returns the same game, won by the first side to have a king. Draws by the balance of
// pieces and by moves of kings only are dropped, because its games have no kings.
func (r Rules) Breakthrough() Rules {
	r.Draws = r.Draws.withoutBalances()
	r.Draws.Counters = copyOf(slices.DeleteFunc(r.Draws.Counters, func(c Counter) bool { return c.Quiet }))
	r.Key, r.Name, r.Object, r.GameType = r.Key+"-breakthrough", r.Name+" (breakthrough)", Breakthrough, 0
	return r
}

// FreeJump returns the same game under the house rule that captures are optional and may stop
// after any jump.
func (r Rules) FreeJump() Rules {
	r.Key, r.Name, r.GameType = r.Key+"-free-jump", r.Name+", free jump", 0
	r.Capture.Obligatory, r.Capture.Prefer = false, nil
	return r
}

// Families lists the built-in games in the order of the rule book, without house rules.
func Families() []Rules {
	all := make([]Rules, len(builtin))
	for i, r := range builtin {
		all[i] = r.clone()
	}
	return all
}

// entry is a built-in rule set, compiled when it is first used.
type entry struct {
	rules   Rules
	compile func() (*Variant, error)
	hash    func() [16]byte
}

// entries holds all built-in rule sets by their keys, and keys lists these; see Keys.
var entries, keys = func() (map[string]entry, []string) {
	entries, keys := map[string]entry{}, []string(nil)
	for _, family := range builtin {
		for _, object := range []Rules{family, family.Misere(), family.Breakthrough()} {
			for _, r := range []Rules{object, object.FreeJump()} {
				compile := func() (*Variant, error) { return CompileWith(r, familyRemarks[family.Key]) }
				entries[r.Key] = entry{r, sync.OnceValues(compile), sync.OnceValue(r.Hash)}
				keys = append(keys, r.Key)
			}
		}
	}
	return entries, keys
}()

// Keys lists the keys of all built-in rule sets: every family alone, as misere and as
// breakthrough, each also with the house rule free-jump.
func Keys() []string { return slices.Clone(keys) }

// Find returns the built-in rule set with the given key.
func Find(key string) (Rules, error) {
	e, ok := entries[key]
	if !ok {
		return Rules{}, &UnknownRulesError{key}
	}
	return e.rules.clone(), nil
}

// Builtin returns the built-in rule set with the given key, ready to play by. The
// same key gives the same variant.
func Builtin(key string) (*Variant, error) {
	e, ok := entries[key]
	if !ok {
		return nil, &UnknownRulesError{key}
	}
	return e.compile()
}

// An UnknownRulesError names a rule set that is not built in.
type UnknownRulesError struct{ Key string }

func (e *UnknownRulesError) Error() string {
	families := make([]string, len(builtin))
	for i, r := range builtin {
		families[i] = r.Key
	}
	return fmt.Sprintf("no rule set %q; there are %s, each also with -misere or -breakthrough, and with -free-jump at the end",
		e.Key, strings.Join(families, ", "))
}
