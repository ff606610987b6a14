package record

import (
	"fmt"

	"github.com/goccy/go-yaml"

	"doublecorner/game/draughts"
)

// Rules writes a rule set as a rule file: there are few of them, and their vocabulary grows.
func Rules(r draughts.Rules) ([]byte, error) { return yaml.Marshal(r) }

// ReadRules reads a rule set. A word that this program does not know is an error, because nobody must
// play by a part of the rules. Unlike a rule file, it can have the key of a built-in rule set and
// differ from it, as that rule set may have been different in an earlier version of the program.
func ReadRules(b []byte) (draughts.Rules, error) {
	var r draughts.Rules
	if err := yaml.UnmarshalWithOptions(b, &r, yaml.Strict()); err != nil {
		return draughts.Rules{}, fmt.Errorf("%w: rules: %w", ErrBroken, err)
	}
	return r, nil
}
