package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A form reads a JSON object field by field and notes every mistake with its place,
// as Discord does, instead of stopping at the first. A field that is absent or null
// reads as its zero value.
type form struct {
	path   []string
	fields map[string]any
	notes  *notes
}

// maxMistakes bounds how many mistakes of one request are told.
const maxMistakes = 50

type notes struct{ mistakes []Mistake }

// refusal is nil if nothing was noted.
func (n *notes) refusal() *Refusal {
	if len(n.mistakes) == 0 {
		return nil
	}
	r := refuse(CodeInvalidForm)
	r.Mistakes = n.mistakes
	return r
}

// parseForm reads one JSON object and nothing after it.
func parseForm(body []byte) (form, *Refusal) {
	fields, err := decode[map[string]any](body)
	if err != nil {
		return form{}, refuse(CodeInvalidJSON)
	}
	return form{fields: fields, notes: &notes{}}, nil
}

// decode reads one JSON value and nothing after it, with numbers as they were written.
func decode[T any](body []byte) (T, error) {
	var v T
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return v, err
	}
	if _, err := d.Token(); err != io.EOF {
		return v, fmt.Errorf("more than one value")
	}
	return v, nil
}

func (f form) note(key, code, format string, args ...any) {
	if len(f.notes.mistakes) >= maxMistakes {
		return
	}
	path := append([]string(nil), f.path...)
	if key != "" {
		path = append(path, strings.Split(key, "/")...)
	}
	f.notes.mistakes = append(f.notes.mistakes, Mistake{path, code, fmt.Sprintf(format, args...)})
}

// named says whether the field is there, even if it is null: that is how an edit
// empties something.
func (f form) named(key string) bool {
	_, ok := f.fields[key]
	return ok
}

func (f form) given(key string) bool { return f.fields[key] != nil }

func (f form) require(key string) bool {
	if !f.given(key) {
		f.note(key, "BASE_TYPE_REQUIRED", "This field is required")
		return false
	}
	return true
}

// text reads a string of between least and most characters.
func (f form) text(key string, least, most int) string {
	if !f.given(key) {
		return ""
	}
	s, ok := f.fields[key].(string)
	if !ok {
		f.note(key, "STRING_TYPE_CONVERT", "Could not interpret the value as string.")
		return ""
	}
	switch n := utf8.RuneCountInString(s); {
	case n > most && least > 0:
		f.note(key, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	case n > most:
		f.note(key, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	case n < least:
		f.note(key, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
	return s
}

func (f form) requiredText(key string, least, most int) string {
	if !f.require(key) {
		return ""
	}
	return f.text(key, least, most)
}

// integer reads a whole number, which may also be written as a string.
func (f form) integer(key string, least, most int64) int64 {
	if !f.given(key) {
		return 0
	}
	var n int64
	var err error
	switch v := f.fields[key].(type) {
	case json.Number:
		if n, err = v.Int64(); err != nil {
			// 1e3 and 1.0 are whole numbers too.
			var x float64
			if x, err = v.Float64(); err == nil && (x != math.Trunc(x) || math.Abs(x) > 1<<53) {
				err = strconv.ErrRange
			}
			n = int64(x)
		}
	case string:
		n, err = strconv.ParseInt(v, 10, 64)
	default:
		err = strconv.ErrSyntax
	}
	if err != nil {
		f.note(key, "NUMBER_TYPE_COERCE", "Value %.40q is not int.", fmt.Sprint(f.fields[key]))
		return 0
	}
	if n < least {
		f.note(key, "NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", least)
		return least
	}
	if n > most {
		f.note(key, "NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", most)
		return most
	}
	return n
}

func (f form) yes(key string) bool {
	if !f.given(key) {
		return false
	}
	b, ok := f.fields[key].(bool)
	if !ok {
		f.note(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return b
}

// id reads a snowflake. Discord takes it as a number too.
func (f form) id(key string) ID {
	if !f.given(key) {
		return 0
	}
	return f.asID(key, f.fields[key])
}

func (f form) asID(key string, value any) ID {
	var id ID
	var err error
	switch v := value.(type) {
	case string:
		id, err = ParseID(v)
	case json.Number:
		id, err = ParseID(v.String())
	default:
		err = strconv.ErrSyntax
	}
	if err != nil {
		f.note(key, "NUMBER_TYPE_COERCE", "Value %.40q is not snowflake.", fmt.Sprint(value))
	}
	return id
}

// number reads any number.
func (f form) number(key string) float64 {
	if !f.given(key) {
		return 0
	}
	n, ok := f.fields[key].(json.Number)
	if ok {
		if x, err := n.Float64(); err == nil {
			return x
		}
	}
	f.note(key, "NUMBER_TYPE_COERCE", "Value %.40q is not float.", fmt.Sprint(f.fields[key]))
	return 0
}

// values reads a list.
func (f form) values(key string, least, most int) []any {
	if !f.given(key) {
		return nil
	}
	list, ok := f.fields[key].([]any)
	if !ok {
		f.note(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	if len(list) < least || len(list) > most {
		f.note(key, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
		return nil
	}
	return list
}

// forms reads a list of objects.
func (f form) forms(key string, least, most int) []form {
	var forms []form
	for i, v := range f.values(key, least, most) {
		if item, ok := f.asForm(key+"/"+strconv.Itoa(i), v); ok {
			forms = append(forms, item)
		}
	}
	return forms
}

func (f form) object(key string) (form, bool) {
	if !f.given(key) {
		return form{}, false
	}
	return f.asForm(key, f.fields[key])
}

func (f form) asForm(key string, v any) (form, bool) {
	fields, ok := v.(map[string]any)
	if !ok {
		f.note(key, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
		return form{}, false
	}
	path := append(append([]string(nil), f.path...), strings.Split(key, "/")...)
	return form{path, fields, f.notes}, true
}

// url reads an address that a client can follow.
func (f form) url(key string, most int, schemes ...string) string {
	s := f.text(key, 0, most)
	if s == "" {
		return ""
	}
	u, err := url.Parse(s)
	if err == nil && u.Host != "" {
		for _, scheme := range schemes {
			if u.Scheme == scheme {
				return s
			}
		}
	}
	f.note(key, "URL_TYPE_INVALID_SCHEME", "Scheme \"%.20s\" is not one of (%s).", strings.SplitN(s, ":", 2)[0], strings.Join(schemes, ", "))
	return ""
}
