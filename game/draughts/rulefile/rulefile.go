// Package rulefile reads and writes rule sets as small YAML files, for people who make their
// own.
//
// A file either says everything, as Write does, or names a built-in rule set as its base and
// says what differs:
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
	"io"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"doublecorner/game/draughts"
)

// maxSize is more than any sensible rule file has.
const maxSize = 16 << 10

// Read reads a rule set and checks it. If the file is wrong the error is a draughts.RulesError, with the lines of
// its faults where they have one. The key of a built-in rule set is a fault, unless the file has its rules: then
// Read returns the built-in rule set, whatever remarks the file has.
func Read(r io.Reader) (*draughts.Variant, error) { return readFor(r, false) }

// ReadStored reads as Read does, but also a rule set that was stored before its key was built in, or before names with
// control characters were refused.
func ReadStored(r io.Reader) (*draughts.Variant, error) { return readFor(r, true) }

func readFor(r io.Reader, stored bool) (*draughts.Variant, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err != nil {
		return nil, err
	}
	v, err := read(text, stored)
	if fault, ok := errors.AsType[*draughts.RulesFault](err); ok {
		return nil, &draughts.RulesError{Faults: []draughts.RulesFault{*fault}}
	}
	return v, err
}

func read(text []byte, stored bool) (*draughts.Variant, error) {
	if len(text) > maxSize {
		return nil, &draughts.RulesFault{Code: draughts.LongFile, Max: maxSize}
	}
	file, err := parse(asTyped(string(text)))
	if err != nil {
		return nil, err
	}
	rules, based, err := baseOf(file)
	if err != nil {
		return nil, err
	}
	code, missing := draughts.MissingFields, missing("", file, reflect.TypeFor[draughts.Rules]())
	if based { // it must have its own key and name
		has := func(name string) bool { return find(file, name) != nil }
		code, missing = draughts.MissingOwn, slices.DeleteFunc([]string{"key", "name"}, has)
	}
	if len(missing) > 0 {
		return nil, &draughts.RulesFault{Code: code, Words: missing}
	}
	d := decoder{lines: map[string]int{}}
	if err := d.fields(file, "", "", reflect.ValueOf(&rules).Elem()); err != nil {
		return nil, err
	}
	if !stored && !isPlain(rules.Name) {
		return nil, &draughts.RulesFault{Code: draughts.BadName, Line: d.lines["name"], Field: "name", Min: 1, Max: draughts.LongestName}
	}
	v, err := draughts.Compile(rules)
	if wrong, ok := errors.AsType[*draughts.RulesError](err); ok {
		for i, fault := range wrong.Faults {
			wrong.Faults[i].Line = d.lines[fault.Field]
		}
		slices.SortStableFunc(wrong.Faults, byLine)
	}
	if err != nil {
		return nil, err
	}
	known, err := draughts.Find(rules.Key)
	if err != nil || stored {
		return v, nil
	}
	if !reflect.DeepEqual(known.WithoutRemarks(), v.Rules().WithoutRemarks()) {
		return nil, &draughts.RulesFault{Code: draughts.BuiltinKey, Line: d.lines["key"], Field: "key", Text: rules.Key}
	}
	return draughts.Builtin(rules.Key)
}

// beginning is the indentation of a line, and its field.
var beginning = regexp.MustCompile(`(?m)^[- \x{a0}]*(?:[a-z-]+:[ \x{a0}]*)?`)

// fence is what Markdown has around a file: ```yaml before it, and ``` behind it.
var fence = regexp.MustCompile("(?m)```\\w*[ \t\r]*$")

// asTyped returns a file without the byte order mark, the non-breaking spaces and the fences that are around what people
// copy. It keeps the numbers of its lines.
func asTyped(text string) string {
	text = fence.ReplaceAllString(strings.TrimPrefix(text, "\ufeff"), "")
	return beginning.ReplaceAllStringFunc(text, func(begins string) string {
		return strings.ReplaceAll(begins, "\u00a0", " ")
	})
}

// isPlain reports whether a name has nothing that a terminal obeys or that turns the text around it.
func isPlain(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Bidi_Control) })
}

// Decode reads rules that say everything. It checks each word, but not whether the rules are complete and go together.
func Decode(text []byte) (rules draughts.Rules, err error) {
	file, err := parse(string(text))
	if err == nil {
		err = decoder{lines: map[string]int{}}.fields(file, "", "", reflect.ValueOf(&rules).Elem())
	}
	return rules, err
}

// byLine orders faults by their lines; those without a line come last.
func byLine(a, b draughts.RulesFault) int {
	if a.Line == 0 || b.Line == 0 {
		return b.Line - a.Line
	}
	return a.Line - b.Line
}

// baseOf returns the built-in rules that a file has as its base, if it has one.
func baseOf(file *ast.MappingNode) (rules draughts.Rules, based bool, err error) {
	base := find(file, "base")
	if base == nil {
		return rules, false, nil
	}
	key, ok := scalar(base)
	if !ok {
		return rules, true, at(base, "base", draughts.RulesFault{Code: draughts.NotOneValue})
	}
	if rules, err = draughts.Find(key); err != nil {
		var keys []string
		for _, family := range draughts.Families() {
			keys = append(keys, family.Key)
		}
		return rules, true, at(base, "base", draughts.RulesFault{Code: draughts.UnknownBase, Text: key, Words: keys})
	}
	rules.GameType = 0
	return rules, true, nil
}

// Write writes a rule set as a file that says everything, with a remark on each line.
func Write(w io.Writer, r draughts.Rules) error {
	text, err := encode(r, yaml.WithComment(commentsOn(r)), yaml.IndentSequence(true))
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// Encode writes a rule set as a file that says everything, without remarks.
func Encode(r draughts.Rules) ([]byte, error) { return encode(r) }

func encode(r draughts.Rules, options ...yaml.EncodeOption) ([]byte, error) {
	text, err := yaml.MarshalWithOptions(r, options...)
	if r.Name == "?" || strings.HasPrefix(r.Name, "? ") { // which the package writes, but cannot read, without quotation marks
		text = bytes.Replace(text, []byte("name: "+r.Name), []byte("name: "+strconv.Quote(r.Name)), 1)
	}
	return text, err
}
