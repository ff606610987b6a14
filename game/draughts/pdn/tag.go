package pdn

import (
	"regexp"
	"strings"
)

// Tag is a line about a game, such as [White "Marion Tinsley"].
type Tag struct{ Name, Value string }

var tagForm = regexp.MustCompile(`^\[[ \t]*([A-Za-z]\w*)[ \t"\]]`)

// tagAhead returns the name of the tag that the bracket ahead begins; "" if it begins none.
func (r *Reader) tagAhead() string {
	ahead, _ := r.in.Peek(64)
	if found := tagForm.FindSubmatch(ahead); found != nil {
		return string(found[1])
	}
	return ""
}

// tag reads the tag of the name ahead. A quote inside its value may be escaped or not; a value
// that is not closed ends with its line.
func (r *Reader) tag(name string) Tag {
	ahead, _ := r.in.Peek(64)
	r.discard(strings.Index(string(ahead), name) + len(name))
	for c, ok := r.peek(); ok && (c == ' ' || c == '\t'); c, ok = r.peek() {
		r.next()
	}
	c, _ := r.peek()
	quoted := c == '"'
	if quoted {
		r.next()
	}
	var value []byte
	for {
		c, ok := r.peek()
		if !ok || c == '\n' || c == '\r' || r.size > MaxGame {
			break
		}
		r.next()
		if quoted && c == '"' && r.bracketAhead() {
			r.skipSpace()
			r.next()
			break
		}
		if !quoted && c == ']' {
			break
		}
		if c == '\\' && quoted {
			if escaped, ok := r.peek(); ok && (escaped == '"' || escaped == '\\') {
				c = r.next()
			}
		}
		if c == '\t' {
			c = ' '
		}
		if c >= ' ' {
			value = append(value, c)
		}
	}
	text := utf8Of(value)
	if !quoted {
		text = strings.TrimSpace(text)
	}
	return Tag{name, text}
}

// bracketAhead reports whether only spaces are left before a closing bracket.
func (r *Reader) bracketAhead() bool {
	ahead, _ := r.in.Peek(16)
	return strings.HasPrefix(strings.TrimLeft(string(ahead), " \t"), "]")
}
