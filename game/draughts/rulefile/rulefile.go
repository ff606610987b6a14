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

// content is what a file says.
type content struct {
	draughts.Rules   `yaml:",inline"`
	draughts.Remarks `yaml:",inline"`
}

// Read reads a rule set and checks it. If the file is wrong the error is a draughts.RulesError, with the lines of
// its faults where they have one. The key of a built-in rule set is a fault, unless the file has its rules: then
// Read returns the built-in rule set, whatever remarks the file has.
func Read(r io.Reader) (*draughts.Variant, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err != nil {
		return nil, err
	}
	v, err := read(text)
	if fault, ok := errors.AsType[*draughts.RulesFault](err); ok {
		return nil, &draughts.RulesError{Faults: []draughts.RulesFault{*fault}}
	}
	return v, err
}

func read(text []byte) (*draughts.Variant, error) {
	if len(text) > maxSize {
		return nil, &draughts.RulesFault{Code: draughts.LongFile, Max: maxSize}
	}
	file, err := parse(asTyped(string(text)))
	if err != nil {
		return nil, err
	}
	said, based, err := baseOf(file)
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
	if err := d.fields(file, "", "", reflect.ValueOf(&said).Elem()); err != nil {
		return nil, err
	}
	if !isPlain(said.Name) {
		return nil, &draughts.RulesFault{Code: draughts.BadName, Line: d.lines["name"], Field: "name", Min: 1, Max: draughts.LongestName}
	}
	v, err := draughts.CompileWith(said.Rules, said.Remarks)
	if wrong, ok := errors.AsType[*draughts.RulesError](err); ok {
		for i, fault := range wrong.Faults {
			wrong.Faults[i].Line = d.lines[fault.Field]
		}
		slices.SortStableFunc(wrong.Faults, byLine)
	}
	if err != nil {
		return nil, err
	}
	known, err := draughts.Builtin(said.Key)
	if err != nil {
		return v, nil
	}
	if !v.Rules().IsBuiltin() {
		return nil, &draughts.RulesFault{Code: draughts.BuiltinKey, Line: d.lines["key"], Field: "key", Text: said.Key}
	}
	return known, nil
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

// byLine orders faults by their lines; those without a line come last.
func byLine(a, b draughts.RulesFault) int {
	if a.Line == 0 || b.Line == 0 {
		return b.Line - a.Line
	}
	return a.Line - b.Line
}

// baseOf returns what the built-in rule set says that a file has as its base, if it has one.
func baseOf(file *ast.MappingNode) (said content, based bool, err error) {
	base := find(file, "base")
	if base == nil {
		return said, false, nil
	}
	key, ok := scalar(base)
	if !ok {
		return said, true, at(base, "base", draughts.RulesFault{Code: draughts.NotOneValue})
	}
	v, err := draughts.Builtin(key)
	if err != nil {
		var keys []string
		for _, family := range draughts.Families() {
			keys = append(keys, family.Key)
		}
		return said, true, at(base, "base", draughts.RulesFault{Code: draughts.UnknownBase, Text: key, Words: keys})
	}
	said = content{v.Rules(), v.Remarks()}
	said.GameType = 0
	return said, true, nil
}

// Write writes a rule set as a file that says everything, with a remark on each line.
func Write(w io.Writer, rules draughts.Rules, remarks draughts.Remarks) error {
	said := content{rules, remarks}
	text, err := yaml.MarshalWithOptions(said, yaml.WithComment(commentsOn(said)), yaml.IndentSequence(true))
	if err != nil {
		return err
	}
	if said.Name == "?" || strings.HasPrefix(said.Name, "? ") { // which the package writes, but cannot read, without quotation marks
		text = bytes.Replace(text, []byte("name: "+said.Name), []byte("name: "+strconv.Quote(said.Name)), 1)
	}
	_, err = w.Write(text)
	return err
}
