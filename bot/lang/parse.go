package lang

import (
	"errors"
	"fmt"
	"strings"
)

// parse reads a message.
func parse(text string) (message, error) {
	p := parser{text}
	m, err := p.message(plain, 0)
	if err == nil && p.rest != "" {
		err = errors.New("a } without its {")
	}
	if err != nil {
		return nil, fmt.Errorf("at byte %d: %w", len(text)-len(p.rest), err)
	}
	return m, nil
}

// parser reads the rest of a message.
type parser struct{ rest string }

// maxDepth is the depth to which choices can be nested.
const maxDepth = 4

// message reads up to the end, or to the brace that closes a case of a choice. In a plural # is the number.
func (p *parser) message(choice kind, depth int) (m message, err error) {
	if depth > maxDepth {
		return nil, errors.New("choices are nested too deeply")
	}
	for p.rest != "" && p.rest[0] != '}' {
		var next part
		switch {
		case p.rest[0] == '{':
			if next, err = p.argument(depth); err != nil {
				return nil, err
			}
		case p.rest[0] == '#' && choice == selected: // ICU prints it, even where the select is in a plural
			return nil, errors.New("a # in a select, which has no number: put the plural inside the select")
		case p.rest[0] == '#' && choice == counted:
			next.kind = number
			p.rest = p.rest[1:]
		case p.rest[0] == '\'' && len(p.rest) > 1 && strings.Contains("'{}#", p.rest[1:2]):
			// As in ICU: '' is an apostrophe, and '{…' quotes everything up to the next '.
			var closed bool
			if next.text, p.rest, closed = strings.Cut(p.rest[1:], "'"); !closed {
				return nil, errors.New("a quotation that does not end")
			}
			if next.text == "" {
				next.text = "'"
			}
		default:
			end := 1 + strings.IndexAny(p.rest[1:], "{}#'")
			if end == 0 {
				end = len(p.rest)
			}
			next.text, p.rest = p.rest[:end], p.rest[end:]
		}
		m = append(m, next)
	}
	if depth > 0 && p.rest == "" {
		return nil, errors.New("a { without its }")
	}
	return m, nil
}

// argument reads {name}, {name, plural, …} or {name, select, …}.
func (p *parser) argument(depth int) (part, error) {
	p.rest = p.rest[1:]
	a := part{kind: argument, name: p.word()}
	if a.name == "" {
		return a, errors.New("a name is missing")
	}
	if p.skip("}") {
		return a, nil
	}
	if !p.skip(",") {
		return a, errors.New("after a name comes } or a comma")
	}
	switch kind := p.word(); kind {
	case "plural":
		a.kind = counted
	case "select":
		a.kind = selected
	default:
		return a, fmt.Errorf("%q is neither plural nor select", kind)
	}
	if !p.skip(",") {
		return a, errors.New("a comma is missing")
	}
	for !p.skip("}") {
		when := p.word()
		if when == "" || !p.skip("{") {
			return a, errors.New("a case is missing, such as other {…}")
		}
		say, err := p.message(a.kind, depth+1)
		if err != nil {
			return a, err
		}
		p.skip("}")
		a.cases = append(a.cases, choice{when, say})
	}
	if n := len(a.cases); n == 0 || a.cases[n-1].when != "other" {
		return a, errors.New("the last case must be: other {…}")
	}
	return a, nil
}

const spaces = " \t\r\n"

// word reads a name, a case or a kind, with the spaces before it.
func (p *parser) word() string {
	p.rest = strings.TrimLeft(p.rest, spaces)
	end := strings.IndexAny(p.rest, spaces+",{}'")
	if end < 0 {
		end = len(p.rest)
	}
	word := p.rest[:end]
	p.rest = p.rest[end:]
	return word
}

// skip skips a sign and the spaces before it, if the sign comes next.
func (p *parser) skip(sign string) bool {
	rest, found := strings.CutPrefix(strings.TrimLeft(p.rest, spaces), sign)
	if found {
		p.rest = rest
	}
	return found
}
