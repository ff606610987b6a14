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
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"

	"doublecorner/game/draughts"
)

// maxSize is more than any sensible rule file has.
const maxSize = 64 << 10

// file is a rule set as it stands in a file.
type file struct {
	Base           string `yaml:"base,omitempty"`
	draughts.Rules `yaml:",inline"`
}

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
	given := map[string]any{}
	if err := decode(text, &given); err != nil {
		return nil, err
	}
	var f file
	if base, ok := given["base"]; ok {
		key, _ := base.(string)
		if f.Rules, err = draughts.Find(key); err != nil {
			return nil, fmt.Errorf("base: %w", err)
		}
		f.GameType = 0
		for _, own := range []string{"key", "name"} {
			if _, ok := given[own]; !ok {
				return nil, fmt.Errorf("%s is missing: rules that start from %s need their own", own, key)
			}
		}
	} else if missing := missing("", given, reflect.TypeFor[draughts.Rules]()); len(missing) > 0 {
		return nil, fmt.Errorf("%s missing: say everything, as \"doublecorner rules show american\" does, or start from a built-in rule set with a line such as \"base: american\"",
			strings.Join(missing, ", "))
	}
	if err := decode(text, &f); err != nil {
		return nil, err
	}
	v, err := draughts.Compile(f.Rules)
	if err != nil {
		return nil, err
	}
	if known, err := draughts.Find(f.Key); err == nil && !reflect.DeepEqual(known, v.Rules()) {
		return nil, fmt.Errorf("key: %s is a built-in rule set, and these rules differ from it: give them a key of their own", f.Key)
	}
	return v, nil
}

func decode(text []byte, into any) error {
	err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(into)
	switch {
	case errors.Is(err, io.EOF):
		return errors.New("the rule file is empty")
	case err != nil:
		return errors.New(strings.TrimSpace(yaml.FormatError(err, false, true)))
	}
	return nil
}

// missing lists the fields that a complete rule set must have and given has not.
func missing(prefix string, given any, t reflect.Type) []string {
	fields, _ := given.(map[string]any)
	var names []string
	for f := range fieldsOf(t) {
		value, ok := fields[f.name]
		switch {
		case !ok && !f.optional:
			names = append(names, prefix+f.name)
		case ok && f.Type.Kind() == reflect.Struct:
			names = append(names, missing(prefix+f.name+".", value, f.Type)...)
		}
	}
	return names
}

// field is a field of a declaration as files name it.
type field struct {
	reflect.StructField
	name     string
	optional bool
}

func fieldsOf(t reflect.Type) func(yield func(field) bool) {
	return func(yield func(field) bool) {
		for i := range t.NumField() {
			f := t.Field(i)
			name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
			if !yield(field{f, name, strings.Contains(options, "omitempty")}) {
				return
			}
		}
	}
}

// Write writes a rule set as a file that says everything, with a word on what
// each line can be.
func Write(w io.Writer, r draughts.Rules) error {
	text, err := yaml.MarshalWithOptions(r, yaml.WithComment(comments), yaml.IndentSequence(true))
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}
