// Package rulefile reads and writes rule sets as small YAML files, for people who
// want to mix their own.
//
// A file either says everything, as Write does, or names a built-in rule set to
// start from and says what is different:
//
//	base: russian
//	key: house-russian
//	name: Russian draughts as we play it at home
//	man:
//	  crowning: passes
//	capture:
//	  prefer: [most-pieces]
package rulefile

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"doublecorner/game/draughts"
)

// maxSize is more than any sensible rule file has.
const maxSize = 16 << 10

// Read reads a rule set and checks it. The error says what is wrong and, where it
// can, in which line.
func Read(r io.Reader) (*draughts.Variant, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxSize {
		return nil, fmt.Errorf("a rule file has at most %d bytes", maxSize)
	}
	lines, err := parse(text)
	if err != nil {
		return nil, err
	}
	var rules draughts.Rules
	if base, ok := find(lines, "base"); ok {
		if rules, err = from(base, lines); err != nil {
			return nil, err
		}
	} else if missing := missing("", lines, reflect.TypeFor[draughts.Rules]()); len(missing) > 0 {
		return nil, fmt.Errorf("%s missing: say everything, as \"doublecorner rules show american\" does, or start from a built-in rule set with a line such as \"base: american\"",
			strings.Join(missing, ", "))
	}
	if err := decodeFields(without(lines, "base"), "", reflect.ValueOf(&rules).Elem()); err != nil {
		return nil, err
	}
	v, err := draughts.Compile(rules)
	if err != nil {
		return nil, err
	}
	if known, err := draughts.Find(rules.Key); err == nil && !reflect.DeepEqual(known, v.Rules()) {
		return nil, fmt.Errorf("key: %s is a built-in rule set, and these rules differ from it: give them a key of their own", rules.Key)
	}
	return v, nil
}

// from returns the built-in rules that a file starts from.
func from(base ast.Node, lines *ast.MappingNode) (draughts.Rules, error) {
	key, ok := scalar(base)
	if !ok {
		return draughts.Rules{}, faultAt(base, "base", "this must be the key of a built-in rule set")
	}
	rules, err := draughts.Find(key)
	if err != nil {
		return rules, faultAt(base, "base", "%s", err)
	}
	rules.GameType = 0
	for _, own := range []string{"key", "name"} {
		if _, ok := find(lines, own); !ok {
			return rules, fmt.Errorf("%s is missing: rules that start from %s need their own", own, key)
		}
	}
	return rules, nil
}

// Write writes a rule set as a file that says everything, with a word on what
// each line can be.
func Write(w io.Writer, r draughts.Rules) error {
	text, err := yaml.MarshalWithOptions(r, yaml.WithComment(commentsOn(r)), yaml.IndentSequence(true))
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}
