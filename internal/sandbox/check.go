package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
)

// Tables declare what a request may contain: a shape lists the rule of each field of an object, and
// constraints say what must hold between fields. A check notes every mistake with its place, as
// Discord does, and returns the values to decode.

// A shape holds the rules of an object's fields by their names. A name ends with "!" if the field
// must be there. Fields without a rule are ignored.
type shape map[string]rule

// fields are those of an object that was checked.
type fields map[string]any

// A constraint is what must hold between the fields of an object.
type constraint struct {
	broken  func(o fields) bool
	field   string // that the error names; empty: the object
	code    string
	message string
}

// A place is the position of a value in the body of a request.
type place struct {
	*bodyCheck
	path []string
}

// bodyCheck collects the errors of a body.
type bodyCheck struct {
	errors []FieldError
	layout layout          // of the components
	looked map[string]bool // which places were looked at; nil: nobody asks
}

// maxFieldErrors bounds how many errors a response lists.
const maxFieldErrors = 50

// newCheck returns the place of a whole body.
func newCheck() place { return place{bodyCheck: &bodyCheck{}} }

// err returns the error that lists everything noted, or nil.
func (c *bodyCheck) err() error {
	if len(c.errors) == 0 {
		return nil
	}
	e := newError(CodeInvalidForm)
	e.Fields = c.errors
	return e
}

// in returns the place of a field, or of an item of a list; without a step, the same place.
func (at place) in(step any) place {
	if step == "" {
		return at
	}
	at = place{at.bodyCheck, append(slices.Clip(at.path), fmt.Sprint(step))}
	if at.looked != nil {
		at.looked[at.name()] = true
	}
	return at
}

func (at place) name() string { return strings.Join(at.path, ".") }

// unknown notes the fields of a value that nobody looked at.
func (at place) unknown(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, v := range v {
			field := place{at.bodyCheck, append(slices.Clip(at.path), key)}
			switch {
			case v == nil:
			case at.looked[field.name()]:
				field.unknown(v)
			default:
				field.note("SANDBOX_UNKNOWN", "there is no such field")
			}
		}
	case []any:
		for i, v := range v {
			at.in(i).unknown(v)
		}
	}
}

// note notes a mistake. It returns nil, for rules that ignore the value then.
func (at place) note(code, format string, args ...any) any {
	if len(at.errors) < maxFieldErrors {
		at.errors = append(at.errors, FieldError{at.path, code, fmt.Sprintf(format, args...)})
	}
	return nil
}

func (at place) require() { at.note("BASE_TYPE_REQUIRED", "This field is required") }

// once notes a value that was seen before.
func (at place) once(seen map[any]bool, v any, code, message string) {
	if v != nil && seen[v] {
		at.note(code, "%s", message)
	}
	seen[v] = true
}

// hold notes the constraints that an object breaks.
func (at place) hold(o fields, constraints []constraint) {
	for _, c := range constraints {
		if c.broken(o) {
			at.in(c.field).note(c.code, "%s", c.message)
		}
	}
}

// convert decodes what was checked.
func (at place) convert(checked, into any) {
	text, err := json.Marshal(checked)
	if err == nil {
		err = decode(text, into)
	}
	if err != nil {
		at.note("BASE_TYPE_INVALID", "%v", err)
	}
}

// decode reads one JSON value and nothing after it, with numbers as they were written.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("more than one value")
	}
	return nil
}

// read checks the fields of an object, or none of nil. A field that is null is not there.
func (s shape) read(at place, given map[string]any) fields {
	read := fields{}
	if given == nil {
		return read
	}
	for _, name := range slices.Sorted(maps.Keys(s)) {
		key, required := strings.CutSuffix(name, "!")
		if v := given[key]; v == nil && required {
			at.in(key).require()
		} else if v != nil {
			if v = s[name](at.in(key), v); v != nil {
				read[key] = v
			}
		}
	}
	return read
}

// with returns a shape with more fields.
func (s shape) with(more shape) shape {
	all := maps.Clone(s)
	maps.Copy(all, more)
	return all
}

// field returns a field of an object, or the zero value if it is not there.
func field[T any](o fields, key string) T {
	v, _ := o[key].(T)
	return v
}

func (o fields) text(key string) string { return field[string](o, key) }
func (o fields) list(key string) []any  { return field[[]any](o, key) }

// number returns a whole number, or another one if the field is not there.
func (o fields) number(key string, other int) int {
	if n, ok := o[key].(int64); ok {
		return int(n)
	}
	return other
}

// ordered constrains two numbers, if both are there: the first one must not be greater.
func ordered(low, high, field, code string) constraint {
	broken := func(o fields) bool { return o.number(low, math.MinInt) > o.number(high, math.MaxInt) }
	return constraint{broken, field, code, low + " cannot exceed " + high}
}
