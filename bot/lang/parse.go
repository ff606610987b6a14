package lang

import (
	"fmt"
	"strings"
)

// syntaxError is a fault of a message and its position.
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
		err = p.fail("a } without its {")
	}
	return m, err
}

// parser reads a message from a position on.
type parser struct {
	text string
	at   int
}

// fail returns an error at the parser's position.
func (p *parser) fail(why string) error { return &syntaxError{p.at, why} }

// maxDepth is the depth to which choices can be nested.
const maxDepth = 4

// message reads up to the end, or to the brace that closes a choice. In a plural # is the number.
func (p *parser) message(inPlural bool, depth int) (message, error) {
	if depth > maxDepth {
		return nil, p.fail("choices are nested too deeply")
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
			// As in ICU: '' is an apostrophe, and '{…' quotes everything up to the next '.
			p.at++
			if p.text[p.at] == '\'' {
				text.WriteByte('\'')
				p.at++
				continue
			}
			end := strings.IndexByte(p.text[p.at:], '\'')
			if end < 0 {
				return nil, p.fail("a quotation that does not end")
			}
			text.WriteString(p.text[p.at : p.at+end])
			p.at += end + 1
		default:
			text.WriteByte(c)
			p.at++
		}
	}
	if depth > 0 {
		return nil, p.fail("a { without its }")
	}
	flush()
	return m, nil
}

// argument reads {name}, {name, plural, …} or {name, select, …}.
func (p *parser) argument(depth int) (part, error) {
	p.at++
	a := part{kind: argument, name: p.word()}
	if a.name == "" {
		return a, p.fail("a name is missing")
	}
	if p.sign('}') {
		return a, nil
	}
	if !p.sign(',') {
		return a, p.fail("after a name comes } or a comma")
	}
	switch kind := p.word(); kind {
	case "plural":
		a.kind = counted
	case "select":
		a.kind = selected
	default:
		return a, p.fail(fmt.Sprintf("%q is neither plural nor select", kind))
	}
	if !p.sign(',') {
		return a, p.fail("a comma is missing")
	}
	for !p.sign('}') {
		when := p.word()
		if when == "" || !p.sign('{') {
			return a, p.fail("a case is missing, such as other {…}")
		}
		say, err := p.message(a.kind == counted, depth+1)
		if err != nil {
			return a, err
		}
		if !p.sign('}') {
			return a, p.fail("a } is missing")
		}
		a.cases = append(a.cases, choice{when, say})
	}
	if n := len(a.cases); n == 0 || a.cases[n-1].when != "other" {
		return a, p.fail("the last case must be: other {…}")
	}
	return a, nil
}

// word reads a name, a case or a kind, with the spaces around it.
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

// sign reads a character if it comes next, after spaces.
func (p *parser) sign(c byte) bool {
	p.space()
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

// space skips spaces.
func (p *parser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}
