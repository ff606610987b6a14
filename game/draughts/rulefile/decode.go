package rulefile

import (
	"encoding"
	"errors"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"doublecorner/game/draughts"
)

// mostBrackets is more than a sensible file has. The parser's memory grows with the square of
// open ones.
const mostBrackets = 200

// lineEnds makes all line ends the same, so that lines are counted right.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// parse reads a file, which is one mapping.
func parse(text string) (*ast.MappingNode, error) {
	if strings.Count(text, "[")+strings.Count(text, "{") > mostBrackets {
		return nil, &draughts.RulesFault{Code: draughts.ManyBrackets, Max: mostBrackets}
	}
	text = lineEnds.Replace(text)
	file, err := parser.ParseBytes([]byte(text), 0, parser.AllowDuplicateMapKey()) // decodeFields reports duplicates
	if err != nil {
		return nil, notUnderstood(text, err)
	}
	var body ast.Node
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil || doc.Body.Type() == ast.NullType || doc.Body.Type() == ast.CommentType:
		case body != nil:
			return nil, wrong(doc.Body, "", draughts.SecondDocument)
		default:
			body = doc.Body
		}
	}
	switch body := body.(type) {
	case nil:
		return nil, &draughts.RulesFault{Code: draughts.EmptyFile}
	case *ast.MappingNode:
		return body, nil
	default:
		return nil, at(body, "", draughts.RulesFault{Code: draughts.NotLines, Words: []string{"base: american"}})
	}
}

// notUnderstood returns the fault of a file that is not YAML, with the line.
func notUnderstood(text string, err error) error {
	fault := draughts.RulesFault{Code: draughts.NotUnderstood}
	var misread yaml.Error
	if errors.As(err, &misread) {
		fault.Line = lineOf(misread.GetToken())
	}
	if lines := strings.Split(text, "\n"); fault.Line > 0 && fault.Line <= len(lines) {
		fault.Text = strings.TrimSpace(lines[fault.Line-1])
	}
	return &fault
}

func lineOf(t *token.Token) int {
	if t == nil || t.Position == nil {
		return 0
	}
	return t.Position.Line
}

// wrong returns a fault of a value.
func wrong(n ast.Node, field string, code draughts.FaultCode) error {
	return at(n, field, draughts.RulesFault{Code: code})
}

// at returns a fault with its line and field.
func at(n ast.Node, field string, fault draughts.RulesFault) error {
	fault.Line, fault.Field = lineOf(n.GetToken()), field
	return &fault
}

// decode reads a value of a file into a field of a rule set.
func decode(n ast.Node, field string, into reflect.Value) error {
	switch n.(type) {
	case *ast.NullNode:
		return wrong(n, field, draughts.NoValue)
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.MergeKeyNode:
		return wrong(n, field, draughts.Reference)
	}
	if _, ok := into.Addr().Interface().(*draughts.Directions); ok {
		n = joined(n) // a list means the same as words with commas between them
	}
	if words, ok := into.Addr().Interface().(encoding.TextUnmarshaler); ok {
		text, ok := scalar(n)
		if !ok {
			return wrong(n, field, draughts.NotOneValue)
		}
		err := words.UnmarshalText([]byte(text))
		if fault := (*draughts.RulesFault)(nil); errors.As(err, &fault) {
			return at(n, field, *fault)
		}
		return err
	}
	switch into.Kind() {
	case reflect.Struct:
		return decodeFields(n, field, into)
	case reflect.Slice:
		return decodeList(n, field, into)
	}
	text, ok := scalar(n)
	if !ok {
		return wrong(n, field, draughts.NotOneValue)
	}
	switch into.Kind() {
	case reflect.String:
		into.SetString(text)
	case reflect.Int:
		number, ok := n.(*ast.IntegerNode)
		if !ok || len(text) > 6 {
			return at(n, field, draughts.RulesFault{Code: draughts.NotANumber, Text: text})
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
			return at(n, field, draughts.RulesFault{Code: draughts.NotOneOf, Text: text, Words: []string{"true", "false"}})
		}
		into.SetBool(truth.Value)
	}
	return nil
}

// decodeFields reads the lines of a mapping.
func decodeFields(n ast.Node, prefix string, into reflect.Value) error {
	mapping, ok := n.(*ast.MappingNode)
	if !ok {
		example := namesOf(into.Type())[0] + ": …"
		return at(n, prefix, draughts.RulesFault{Code: draughts.NotLines, Words: []string{example}})
	}
	seen := map[string]bool{}
	for _, line := range mapping.Values {
		name, _ := scalar(line.Key)
		field := prefix + name
		if prefix != "" {
			field = prefix + "." + name
		}
		if seen[name] {
			return at(line.Key, prefix, draughts.RulesFault{Code: draughts.NamedTwice, Text: name})
		}
		seen[name] = true
		if field == "base" {
			continue // read first
		}
		f, ok := fieldNamed(into.Type(), name)
		if !ok {
			return at(line.Key, prefix, draughts.RulesFault{Code: draughts.NotOneOf, Text: name, Words: namesOf(into.Type())})
		}
		if err := decode(line.Value, field, into.FieldByIndex(f.Index)); err != nil {
			return err
		}
	}
	return nil
}

// decodeList reads the items of a list. They replace those of the base.
func decodeList(n ast.Node, field string, into reflect.Value) error {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return wrong(n, field, draughts.NotAList)
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

// lineSaying returns the number of the line with a field, as faults name it, or 0 if there is
// none.
func lineSaying(m *ast.MappingNode, field string) int {
	field, number, _ := strings.Cut(field, " #")
	item, err := strconv.Atoi(number)
	if err != nil {
		item = 1
	}
	var value ast.Node = m
	for name := range strings.SplitSeq(field, ".") {
		inner, ok := itemOf(value, item).(*ast.MappingNode)
		if !ok {
			return 0
		}
		if value, ok = find(inner, name); !ok {
			return 0
		}
	}
	if number != "" {
		value = itemOf(value, item)
	}
	if value == nil {
		return 0
	}
	return lineOf(value.GetToken())
}

// itemOf returns an item of a list, or any other value itself.
func itemOf(value ast.Node, item int) ast.Node {
	list, ok := value.(*ast.SequenceNode)
	switch {
	case !ok:
		return value
	case item > len(list.Values):
		return nil
	}
	return list.Values[item-1]
}

// missing lists the fields that a complete rule set must have and a mapping lacks.
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

// field is a field of a rule set with its name in files.
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
