package draughts

import (
	"fmt"
	"strings"
	"sync"
)

// The modifiers that can follow the key of a family: the object first, then the house rule.
const (
	misereSuffix       = "-misere"
	breakthroughSuffix = "-breakthrough"
	freeJumpSuffix     = "-free-jump"
)

// Misere returns the same game with the aim turned round: a side that cannot move wins. Draws by
// the balance of pieces are dropped, because the side with few pieces is near winning.
func (r Rules) Misere() Rules {
	r.Draws = r.Draws.withoutBalances()
	r.Key, r.Name, r.Object, r.GameType = r.Key+misereSuffix, r.Name+" (misère)", Misere, 0
	return r
}

// Breakthrough returns the same game, won by the first side to have a king. Draws that depend on
// kings are dropped, and those by moves of kings only: there are no such moves.
func (r Rules) Breakthrough() Rules {
	r.Draws = r.Draws.withoutBalances().without(func(c Counter) bool { return c.Quiet })
	r.Key, r.Name, r.Object, r.GameType = r.Key+breakthroughSuffix, r.Name+" (breakthrough)", Breakthrough, 0
	return r
}

// FreeJump returns the same game under the house rule that captures are optional and may stop
// after any jump.
func (r Rules) FreeJump() Rules {
	r.Key, r.Name, r.GameType = r.Key+freeJumpSuffix, r.Name+", free jump", 0
	r.Capture.Obligatory, r.Capture.Prefer = false, nil
	return r
}

// A HouseRule is a change to any family of built-in rule sets. Its key follows that of the
// family, after a hyphen.
type HouseRule struct {
	Key    string
	Change func(Rules) Rules
}

// HouseRules lists the house rules.
func HouseRules() []HouseRule {
	return []HouseRule{
		{freeJumpSuffix[1:], Rules.FreeJump},
		{misereSuffix[1:], Rules.Misere},
		{breakthroughSuffix[1:], Rules.Breakthrough},
	}
}

// families are the built-in rule sets by key, without modifiers.
var families = func() map[string]Rules {
	m := make(map[string]Rules, len(builtin))
	for _, r := range builtin {
		m[r.Key] = r
	}
	return m
}()

// Families lists the built-in games in the order of the rule book, without modifiers.
func Families() []Rules {
	all := make([]Rules, len(builtin))
	for i, r := range builtin {
		all[i] = r.clone()
	}
	return all
}

// Keys lists the keys of all built-in rule sets: every family alone, as misere and as
// breakthrough, each also with the house rule free-jump.
func Keys() []string {
	var keys []string
	for _, r := range builtin {
		for _, object := range []string{"", misereSuffix, breakthroughSuffix} {
			keys = append(keys, r.Key+object, r.Key+object+freeJumpSuffix)
		}
	}
	return keys
}

// Find returns the built-in rule set with the given key.
func Find(key string) (Rules, error) {
	family, free := strings.CutSuffix(key, freeJumpSuffix)
	family, misere := strings.CutSuffix(family, misereSuffix)
	breakthrough := false
	if !misere {
		family, breakthrough = strings.CutSuffix(family, breakthroughSuffix)
	}
	r, ok := families[family]
	if !ok {
		return Rules{}, &UnknownRulesError{key}
	}
	r = r.clone()
	switch {
	case misere:
		r = r.Misere()
	case breakthrough:
		r = r.Breakthrough()
	}
	if free {
		r = r.FreeJump()
	}
	return r, nil
}

// An UnknownRulesError names a rule set that is not built in.
type UnknownRulesError struct{ Key string }

func (e *UnknownRulesError) Error() string {
	keys := make([]string, len(builtin))
	for i, r := range builtin {
		keys[i] = r.Key
	}
	return fmt.Sprintf("no rule set %q; there are %s, each also with -misere or -breakthrough, and with -free-jump at the end",
		e.Key, strings.Join(keys, ", "))
}

var compiled sync.Map // of *Variant by key

// Builtin returns the built-in rule set with the given key, ready to play by. The
// same key gives the same variant.
func Builtin(key string) (*Variant, error) {
	if v, ok := compiled.Load(key); ok {
		return v.(*Variant), nil
	}
	r, err := Find(key)
	if err != nil {
		return nil, err
	}
	v, err := Compile(r)
	if err != nil {
		return nil, fmt.Errorf("built-in rule set %s: %w", key, err)
	}
	kept, _ := compiled.LoadOrStore(key, v)
	return kept.(*Variant), nil
}
