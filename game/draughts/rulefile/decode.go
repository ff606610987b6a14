package rulefile

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
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
	file, err := parser.ParseBytes([]byte(text), 0, parser.AllowDuplicateMapKey()) // decoder.fields reports duplicates
	if err != nil {
		return nil, notUnderstood(text, err)
	}
	var body ast.Node
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil || doc.Body.Type() == ast.NullType || doc.Body.Type() == ast.CommentType:
		case body != nil:
			return nil, at(doc.Body, "", draughts.RulesFault{Code: draughts.SecondDocument})
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
	if misread, ok := errors.AsType[yaml.Error](err); ok {
		fault.Line = lineOf(misread.GetToken())
	}
	for i, line := range strings.Split(text, "\n") {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if tab := strings.Contains(indent, "\t"); i+1 == fault.Line || tab && (fault.Line == 0 || i < fault.Line) {
			fault.Line, fault.Text = i+1, strings.TrimSpace(line)
			if tab {
				fault.Code = draughts.Tab
			}
			break
		}
	}
	return &fault
}

func lineOf(t *token.Token) int {
	if t == nil || t.Position == nil {
		return 0
	}
	return t.Position.Line
}

// at returns a fault with its line and field.
func at(n ast.Node, field string, fault draughts.RulesFault) error {
	fault.Line, fault.Field = lineOf(n.GetToken()), field
	return &fault
}

// decoder reads the values of a file into a rule set.
type decoder struct {
	lines map[string]int // where the file has a field, as faults name it: "draws.dead #2"
}

// value reads a value into a field, which is in an item of a list if that is not empty.
func (d decoder) value(n ast.Node, field, item string, into reflect.Value) error {
	wrong := func(code draughts.FaultCode, text string, words ...string) error {
		return at(n, field, draughts.RulesFault{Code: code, Text: text, Words: words})
	}
	switch n.(type) {
	case *ast.NullNode:
		return wrong(draughts.NoValue, "")
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.MergeKeyNode:
		return wrong(draughts.Reference, "")
	}
	if _, ok := d.lines[field+item]; !ok {
		d.lines[field+item] = lineOf(n.GetToken())
	}
	text, one := scalar(n)
	target := into.Addr().Interface()
	if _, ok := target.(*draughts.Directions); ok && !one {
		text, one = joined(n)
	}
	words, inWords := target.(encoding.TextUnmarshaler)
	switch kind := into.Kind(); {
	case !inWords && kind == reflect.Struct:
		return d.fields(n, field, item, into)
	case !inWords && kind == reflect.Slice:
		return d.list(n, field, into)
	case !one:
		return wrong(draughts.NotOneValue, "")
	case inWords:
		err := words.UnmarshalText([]byte(text))
		if fault, ok := errors.AsType[*draughts.RulesFault](err); ok {
			return at(n, field, *fault)
		}
		return err
	case kind == reflect.Int && (n.Type() != ast.IntegerType || len(text) > 6):
		return wrong(draughts.NotANumber, text)
	case kind == reflect.Bool && n.Type() != ast.BoolType:
		return wrong(draughts.NotOneOf, text, "true", "false")
	case kind == reflect.String:
		into.SetString(text)
		return nil
	}
	return yaml.NodeToValue(n, target)
}

// fields reads the lines of a mapping.
func (d decoder) fields(n ast.Node, prefix, item string, into reflect.Value) error {
	known := fieldsOf(into.Type())
	mapping, ok := n.(*ast.MappingNode)
	if !ok {
		return at(n, prefix, draughts.RulesFault{Code: draughts.NotLines, Words: []string{known[0].name + ": …"}})
	}
	seen := map[string]bool{}
	for _, line := range mapping.Values {
		name, _ := scalar(line.Key)
		if seen[name] {
			return at(line.Key, prefix, draughts.RulesFault{Code: draughts.NamedTwice, Text: name})
		}
		seen[name] = true
		if name == "base" && prefix == "" {
			continue // read first
		}
		i := slices.IndexFunc(known, func(f field) bool { return f.name == name })
		if i < 0 {
			fault := draughts.RulesFault{Code: draughts.NotOneOf, Text: name}
			for _, f := range known {
				fault.Words = append(fault.Words, f.name)
			}
			return at(line.Key, prefix, fault)
		}
		if err := d.value(line.Value, strings.TrimPrefix(prefix+"."+name, "."), item, into.FieldByIndex(known[i].Index)); err != nil {
			return err
		}
	}
	return nil
}

// list reads the items of a list. They replace those of the base.
func (d decoder) list(n ast.Node, field string, into reflect.Value) error {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return at(n, field, draughts.RulesFault{Code: draughts.NotAList})
	}
	items := reflect.MakeSlice(into.Type(), len(list.Values), len(list.Values))
	for i, node := range list.Values {
		item := ""
		if len(list.Values) > 1 {
			item = fmt.Sprintf(" #%d", i+1)
		}
		if err := d.value(node, field, item, items.Index(i)); err != nil {
			return err
		}
	}
	into.Set(items)
	return nil
}

// missing lists the fields that are not optional, and that a mapping lacks.
func missing(prefix string, m *ast.MappingNode, t reflect.Type) []string {
	var names []string
	for _, f := range fieldsOf(t) {
		name := prefix + f.name
		value := find(m, f.name)
		inner, nested := value.(*ast.MappingNode)
		switch {
		case value == nil && !f.optional:
			names = append(names, name)
		case nested && f.Type.Kind() == reflect.Struct:
			names = append(names, missing(name+".", inner, f.Type)...)
		}
	}
	return names
}

// find returns the value of a line of a mapping, or nil.
func find(m *ast.MappingNode, name string) ast.Node {
	for _, line := range m.Values {
		if key, _ := scalar(line.Key); key == name {
			return line.Value
		}
	}
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

// joined returns a list of words as words with commas between them, which mean the same.
func joined(n ast.Node) (string, bool) {
	list, ok := n.(*ast.SequenceNode)
	if !ok || len(list.Values) == 0 {
		return "", false
	}
	var words []string
	for _, item := range list.Values {
		word, ok := scalar(item)
		if !ok {
			return "", false
		}
		words = append(words, word)
	}
	return strings.Join(words, ", "), true
}

// field is a field of a rule set with its name in files.
type field struct {
	reflect.StructField
	name     string
	optional bool
}

func fieldsOf(t reflect.Type) []field {
	var fields []field
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous { // its own fields follow
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		fields = append(fields, field{f, name, options == "omitempty"})
	}
	return fields
}
