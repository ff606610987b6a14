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

// syntaxError says what is wrong with a message, and where.
type syntaxError struct {
	Offset int
	Why    string
}

func (e *syntaxError) Error() string { return fmt.Sprintf("at byte %d: %s", e.Offset, e.Why) }

// parse reads a message.
func parse(text string) (message, error) {
	p := parser{text: text}
	m, err := p.message(false, 0)
	if err == nil && p.at < len(text) {
		err = p.wrong("a } without its {")
	}
	return m, err
}

type parser struct {
	text string
	at   int
}

func (p *parser) wrong(why string) error { return &syntaxError{p.at, why} }

// deepest bounds how far choices are nested.
const deepest = 4

// message reads up to the end, or to the brace that closes a choice. Inside of a plural
// the sign # means its number.
func (p *parser) message(inPlural bool, depth int) (message, error) {
	if depth > deepest {
		return nil, p.wrong("choices are nested too deeply")
	}
	var m message
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			m = append(m, part{text: text.String()})
			text.Reset()
		}
	}
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '}':
			flush()
			return m, nil
		case c == '{':
			flush()
			a, err := p.argument(depth)
			if err != nil {
				return nil, err
			}
			m = append(m, a)
		case c == '#' && inPlural:
			flush()
			m = append(m, part{kind: number})
			p.at++
		case c == '\'' && p.at+1 < len(p.text) && strings.IndexByte("'{}#", p.text[p.at+1]) >= 0:
			// As in ICU: '' is an apostrophe, and '{…' takes signs as they are to the next '.
			p.at++
			if p.text[p.at] == '\'' {
				text.WriteByte('\'')
				p.at++
				continue
			}
			end := strings.IndexByte(p.text[p.at:], '\'')
			if end < 0 {
				return nil, p.wrong("a quotation that does not end")
			}
			text.WriteString(p.text[p.at : p.at+end])
			p.at += end + 1
		default:
			text.WriteByte(c)
			p.at++
		}
	}
	if depth > 0 {
		return nil, p.wrong("a { without its }")
	}
	flush()
	return m, nil
}

// argument reads {name}, {name, plural, …} or {name, select, …}.
func (p *parser) argument(depth int) (part, error) {
	p.at++
	a := part{kind: argument, name: p.word()}
	if a.name == "" {
		return a, p.wrong("a name is missing")
	}
	if p.sign('}') {
		return a, nil
	}
	if !p.sign(',') {
		return a, p.wrong("after a name comes } or a comma")
	}
	switch kind := p.word(); kind {
	case "plural":
		a.kind = counted
	case "select":
		a.kind = selected
	default:
		return a, p.wrong(fmt.Sprintf("%q is neither plural nor select", kind))
	}
	if !p.sign(',') {
		return a, p.wrong("a comma is missing")
	}
	for !p.sign('}') {
		when := p.word()
		if when == "" || !p.sign('{') {
			return a, p.wrong("a case is missing, such as other {…}")
		}
		say, err := p.message(a.kind == counted, depth+1)
		if err != nil {
			return a, err
		}
		if !p.sign('}') {
			return a, p.wrong("a } is missing")
		}
		a.cases = append(a.cases, choice{when, say})
	}
	if n := len(a.cases); n == 0 || a.cases[n-1].when != "other" {
		return a, p.wrong("the last case must be: other {…}")
	}
	return a, nil
}

// word reads a name, a case or a kind, and the space around it.
func (p *parser) word() string {
	p.space()
	from := p.at
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n,{}'", p.text[p.at]) < 0 {
		p.at++
	}
	word := p.text[from:p.at]
	p.space()
	return word
}

// sign reads one sign, if it comes next.
func (p *parser) sign(c byte) bool {
	p.space()
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *parser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
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
