package lang

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// message is the parts of a text.
type message []part

// part is a text, an argument, or a choice by an argument.
type part struct {
	text  string
	name  string
	kind  kind
	cases []choice // of a choice; the last one applies if no other does
}

type kind uint8

const (
	plain    kind = iota
	argument      // the value itself
	command       // a command; its name is the path
	counted       // a choice by a number
	selected      // a choice by a word
	number        // #: the number of the enclosing choice
)

// choice is the message for one case.
type choice struct {
	when string // a plural category, =N for one number, or a word
	say  message
}

// say writes a message with its arguments, which are names and values in turns. The number n is that of
// the enclosing choice.
func (m message) say(b *strings.Builder, l *Language, args []any, n int) {
	for _, p := range m {
		switch p.kind {
		case plain:
			b.WriteString(p.text)
		case number:
			b.WriteString(l.Number(n))
		case argument:
			b.WriteString(text(value(args, p.name)))
		case command:
			b.WriteString(l.Command(p.name))
		case selected:
			pick(p.cases, text(value(args, p.name)), "").say(b, l, args, n)
		case counted:
			count, _ := value(args, p.name).(int)
			pick(p.cases, "="+strconv.Itoa(count), category(l.tag, count)).say(b, l, args, count)
		}
	}
}

// pick returns the message for a word, else for another word, else for all other cases.
func pick(cases []choice, word, another string) message {
	for _, want := range []string{word, another} {
		for _, c := range cases {
			if c.when == want {
				return c.say
			}
		}
	}
	return cases[len(cases)-1].say
}

// value returns the argument of a name, or the name in braces.
func value(args []any, name string) any {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == name {
			return args[i+1]
		}
	}
	return "{" + name + "}"
}

// text writes an argument; a truth as the word by which messages choose.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		if v {
			return "yes"
		}
		return "no"
	default:
		return fmt.Sprint(v)
	}
}

// categories are the plural categories by which messages choose.
var categories = [...]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

// category returns the plural category of a number in a language.
func category(tag language.Tag, n int) string {
	return categories[plural.Cardinal.MatchPlural(tag, max(n, -n), 0, 0, 0, 0)]
}
