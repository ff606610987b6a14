package rulefile

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"doublecorner/game/draughts"
)

// mostBrackets is more than a sensible file opens. The parser's memory grows with the
// square of those that are left open.
const mostBrackets = 200

// parse reads the one mapping that a file is.
func parse(text []byte) (*ast.MappingNode, error) {
	if n := strings.Count(string(text), "[") + strings.Count(string(text), "{"); n > mostBrackets {
		return nil, fmt.Errorf("a rule file has at most %d brackets, this one has %d", mostBrackets, n)
	}
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, errors.New(strings.TrimSpace(yaml.FormatError(err, false, true)))
	}
	var body ast.Node
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil || doc.Body.Type() == ast.NullType || doc.Body.Type() == ast.CommentType:
		case body != nil:
			return nil, faultAt(doc.Body, "", "a rule file is one document, and here another begins")
		default:
			body = doc.Body
		}
	}
	switch body := body.(type) {
	case nil:
		return nil, errors.New("the rule file is empty")
	case *ast.MappingNode:
		return body, nil
	default:
		return nil, faultAt(body, "", "a rule file has lines such as \"base: american\"")
	}
}

// A Fault is what is wrong with one value of a file.
type Fault struct {
	Line  int
	Field string // such as man.takes; empty for the file
	Why   string
}

func (f *Fault) Error() string {
	if f.Field == "" {
		return fmt.Sprintf("line %d: %s", f.Line, f.Why)
	}
	return fmt.Sprintf("line %d: %s: %s", f.Line, f.Field, f.Why)
}

func faultAt(n ast.Node, field, why string, args ...any) error {
	line := 0
	if token := n.GetToken(); token != nil && token.Position != nil {
		line = token.Position.Line
	}
	return &Fault{line, field, fmt.Sprintf(why, args...)}
}

// decode reads a value of a file into a field of a declaration.
func decode(n ast.Node, field string, into reflect.Value) error {
	switch n.(type) {
	case *ast.NullNode:
		return faultAt(n, field, "a value is missing")
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.MergeKeyNode:
		return faultAt(n, field, "references and tags are not used in rule files: write it out")
	}
	if _, ok := into.Addr().Interface().(*draughts.Directions); ok {
		n = joined(n) // a list is as good as words with commas between them
	}
	if words, ok := into.Addr().Interface().(encoding.TextUnmarshaler); ok {
		text, ok := scalar(n)
		if !ok {
			return faultAt(n, field, "this must be a word, or words with commas between them")
		}
		if err := words.UnmarshalText([]byte(text)); err != nil {
			return faultAt(n, field, "%s", err)
		}
		return nil
	}
	switch into.Kind() {
	case reflect.Struct:
		return decodeFields(n, field, into)
	case reflect.Slice:
		return decodeList(n, field, into)
	case reflect.String:
		text, ok := scalar(n)
		if !ok {
			return faultAt(n, field, "this must be text")
		}
		into.SetString(text)
	case reflect.Int:
		number, ok := n.(*ast.IntegerNode)
		text, _ := scalar(n)
		if !ok || len(text) > 6 {
			return faultAt(n, field, "%q is not a whole number that fits here", text)
		}
		switch v := number.Value.(type) {
		case uint64:
			into.SetInt(int64(v))
		case int64:
			into.SetInt(v)
		}
	case reflect.Bool:
		truth, ok := n.(*ast.BoolNode)
		if !ok {
			text, _ := scalar(n)
			return faultAt(n, field, "%q is neither true nor false", text)
		}
		into.SetBool(truth.Value)
	}
	return nil
}

// decodeFields reads the lines of a mapping.
func decodeFields(n ast.Node, prefix string, into reflect.Value) error {
	mapping, ok := n.(*ast.MappingNode)
	if !ok {
		return faultAt(n, prefix, "this must be lines of their own, such as %q", "size: 8")
	}
	for _, line := range mapping.Values {
		name, _ := scalar(line.Key)
		field := prefix + name
		if prefix != "" {
			field = prefix + "." + name
		}
		f, ok := fieldNamed(into.Type(), name)
		if !ok {
			return faultAt(line.Key, field, "there is no such field; there are %s", strings.Join(namesOf(into.Type()), ", "))
		}
		if err := decode(line.Value, field, into.FieldByIndex(f.Index)); err != nil {
			return err
		}
	}
	return nil
}

// decodeList reads the items of a list, in place of those that were there.
func decodeList(n ast.Node, field string, into reflect.Value) error {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return faultAt(n, field, "this must be a list, such as %q", "[most-pieces]")
	}
	items := reflect.MakeSlice(into.Type(), len(list.Values), len(list.Values))
	for i, item := range list.Values {
		if err := decode(item, field, items.Index(i)); err != nil {
			return err
		}
	}
	into.Set(items)
	return nil
}

// scalar returns a value as it is written.
func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value), true
	case ast.ScalarNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// joined turns a list of words into words with commas between them.
func joined(n ast.Node) ast.Node {
	list, ok := n.(*ast.SequenceNode)
	if !ok || len(list.Values) == 0 {
		return n
	}
	var words []string
	for _, item := range list.Values {
		word, ok := scalar(item)
		if !ok {
			return n
		}
		words = append(words, word)
	}
	first, ok := list.Values[0].(*ast.StringNode)
	if !ok {
		return n
	}
	joined := *first
	joined.Value = strings.Join(words, ", ")
	return &joined
}

// find returns the value of a line of a mapping.
func find(m *ast.MappingNode, name string) (ast.Node, bool) {
	for _, line := range m.Values {
		if key, _ := scalar(line.Key); key == name {
			return line.Value, true
		}
	}
	return nil, false
}

// without returns a mapping that lacks a line.
func without(m *ast.MappingNode, name string) *ast.MappingNode {
	rest := *m
	rest.Values = nil
	for _, line := range m.Values {
		if key, _ := scalar(line.Key); key != name {
			rest.Values = append(rest.Values, line)
		}
	}
	return &rest
}

// missing lists the fields that a complete rule set must have and a mapping has not.
func missing(prefix string, m *ast.MappingNode, t reflect.Type) []string {
	var names []string
	for f := range fieldsOf(t) {
		value, ok := find(m, f.name)
		switch {
		case !ok && !f.optional:
			names = append(names, prefix+f.name)
		case ok && f.Type.Kind() == reflect.Struct:
			if inner, ok := value.(*ast.MappingNode); ok {
				names = append(names, missing(prefix+f.name+".", inner, f.Type)...)
			}
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

func fieldNamed(t reflect.Type, name string) (field, bool) {
	for f := range fieldsOf(t) {
		if f.name == name {
			return f, true
		}
	}
	return field{}, false
}

func namesOf(t reflect.Type) []string {
	var names []string
	for f := range fieldsOf(t) {
		names = append(names, f.name)
	}
	return names
}
