package record

import (
	"fmt"

	"github.com/goccy/go-yaml"

	"doublecorner/game/draughts"
)

// Rules writes a rule set, in the words of rule files: there are few of them, and
// their vocabulary grows.
func Rules(r draughts.Rules) ([]byte, error) { return yaml.Marshal(r) }

// ReadRules reads what Rules has written. A word that this program does not know is
// an error: such rules must not be played by in part. Unlike a rule file it may use
// the key of a built-in rule set for rules that differ from it, as those may be that
// an earlier version of the program had under that key.
func ReadRules(b []byte) (draughts.Rules, error) {
	var r draughts.Rules
	if err := yaml.UnmarshalWithOptions(b, &r, yaml.Strict()); err != nil {
		return draughts.Rules{}, fmt.Errorf("%w: rules: %w", ErrBroken, err)
	}
	return r, nil
}
