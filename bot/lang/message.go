package lang

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// message is a text with places to be filled: its parts, one after the other.
type message []part

// part is a piece of a message: text, or if it has a name, what is said of that.
type part struct {
	text  string
	name  string
	kind  kind
	cases []choice // for choices; the last is that for all others
}

type kind uint8

const (
	plain    kind = iota
	argument      // the value itself
	counted       // a choice by number
	selected      // a choice by word
	number        // the number of the choice around: #
)

// choice is what is said in one case.
type choice struct {
	when string // a plural category, =N for one number, or a word
	say  message
}

// say writes a message with its arguments: names and values in turns. Values are
// strings, integers, yes or no, or what writes itself.
func (m message) say(b *strings.Builder, tag language.Tag, args []any, n int) {
	for _, p := range m {
		switch p.kind {
		case plain:
			b.WriteString(p.text)
		case number:
			b.WriteString(strconv.Itoa(n))
		case argument:
			b.WriteString(text(value(args, p.name)))
		case selected:
			pick(p.cases, text(value(args, p.name)), "").say(b, tag, args, n)
		case counted:
			count, _ := value(args, p.name).(int)
			pick(p.cases, "="+strconv.Itoa(count), category(tag, count)).say(b, tag, args, count)
		}
	}
}

// pick returns what is said in the first case that fits, or in all others.
func pick(cases []choice, word, orWord string) message {
	for _, want := range []string{word, orWord} {
		for _, c := range cases {
			if c.when == want {
				return c.say
			}
		}
	}
	return cases[len(cases)-1].say
}

// value returns the argument of a name.
func value(args []any, name string) any {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == name {
			return args[i+1]
		}
	}
	return "{" + name + "}"
}

func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	case bool: // by which messages choose
		if v {
			return "yes"
		}
		return "no"
	default:
		return fmt.Sprint(v)
	}
}

// category returns how a language counts a number: one, few, many or other.
func category(tag language.Tag, n int) string {
	switch plural.Cardinal.MatchPlural(tag, max(n, -n), 0, 0, 0, 0) {
	case plural.Zero:
		return "zero"
	case plural.One:
		return "one"
	case plural.Two:
		return "two"
	case plural.Few:
		return "few"
	case plural.Many:
		return "many"
	}
	return "other"
}
