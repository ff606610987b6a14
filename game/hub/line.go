package hub

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// Line is one line of the protocol: a command with its arguments.
type Line struct {
	Command string
	Args    []Arg
}

// Arg is an argument of a Line. The value of a flag is empty.
type Arg struct{ Name, Value string }

// Get returns the value of an argument, and whether there is one of that name.
func (l Line) Get(name string) (value string, ok bool) {
	for _, a := range l.Args {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// With returns the line with another argument.
func (l Line) With(name, value string) Line {
	return Line{l.Command, append(l.Args[:len(l.Args):len(l.Args)], Arg{name, value})}
}

// flag is the value with which an argument is written without one.
const flag = ""

// String writes the line. The protocol has no way to write a quotation mark inside a value, so
// that it becomes an apostrophe, and a character that would end the line becomes a space.
func (l Line) String() string {
	var b strings.Builder
	b.WriteString(l.Command)
	for _, a := range l.Args {
		b.WriteString(" " + a.Name)
		switch {
		case a.Value == flag:
		case strings.ContainsFunc(a.Value, special):
			b.WriteString(`="` + strings.Map(inQuotes, a.Value) + `"`)
		default:
			b.WriteString("=" + a.Value)
		}
	}
	return b.String()
}

func isSpace(r rune) bool { return r <= ' ' || r == 0x7f }

// special reports whether a value with r in it must be quoted.
func special(r rune) bool { return isSpace(r) || r == '=' || r == '"' || r == utf8.RuneError }

// inQuotes returns what stands for r inside quotation marks.
func inQuotes(r rune) rune {
	switch {
	case r == '"':
		return '\''
	case isSpace(r):
		return ' '
	}
	return r
}

// What can be wrong with a line.
var (
	errUnclosed = errors.New("a quotation mark is not closed")
	errNameless = errors.New("an argument has no name before its =")
)

// ParseLine reads a line. A line without a command has an empty one.
func ParseLine(text string) (Line, error) {
	rest := strings.TrimFunc(text, isSpace)
	end := strings.IndexFunc(rest, isSpace)
	if end < 0 {
		return Line{Command: rest}, nil
	}
	l := Line{Command: rest[:end]}
	for rest = strings.TrimLeftFunc(rest[end:], isSpace); rest != ""; rest = strings.TrimLeftFunc(rest, isSpace) {
		var a Arg
		var err error
		if a, rest, err = parseArg(rest); err != nil {
			return l, err
		}
		l.Args = append(l.Args, a)
	}
	return l, nil
}

// parseArg reads the argument at the beginning of a text, and returns what is behind it.
func parseArg(text string) (a Arg, rest string, err error) {
	end := strings.IndexFunc(text, func(r rune) bool { return isSpace(r) || r == '=' })
	switch {
	case end < 0:
		return Arg{Name: text}, "", nil
	case end == 0:
		return a, "", errNameless
	}
	a.Name, rest = text[:end], text[end:]
	value, ok := strings.CutPrefix(rest, "=")
	if !ok {
		return a, rest, nil
	}
	if quoted, ok := strings.CutPrefix(value, `"`); ok {
		if a.Value, rest, ok = strings.Cut(quoted, `"`); !ok {
			return a, "", errUnclosed
		}
		return a, rest, nil
	}
	end = strings.IndexFunc(value, isSpace)
	if end < 0 {
		end = len(value)
	}
	a.Value, rest = value[:end], value[end:]
	return a, rest, nil
}
