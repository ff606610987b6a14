package pdn

import "strings"

// Tag is a line about a game, such as [White "Marion Tinsley"].
type Tag struct{ Name, Value string }

// tagAhead returns the name of the tag that the bracket ahead begins; "" if it begins none.
func (r *Reader) tagAhead() string {
	ahead, _ := r.in.Peek(64)
	return tagName(ahead[1:])
}

func tagName(text []byte) string {
	name := strings.TrimLeft(string(text), " \t")
	end := strings.IndexFunc(name, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_')
	})
	if end < 1 || !isLetter(name[0]) || strings.IndexByte(" \t\"]", name[end]) < 0 {
		return ""
	}
	return name[:end]
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// tag reads a tag. A quote inside its value may be escaped or not; a value that is
// not closed ends with its line.
func (r *Reader) tag() Tag {
	r.next()
	ahead, _ := r.in.Peek(64)
	name := tagName(ahead)
	r.discard(strings.Index(string(ahead), name) + len(name))
	for c, ok := r.peek(); ok && (c == ' ' || c == '\t'); c, ok = r.peek() {
		r.next()
	}
	quoted := false
	if c, ok := r.peek(); ok && c == '"' {
		r.next()
		quoted = true
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
	if !quoted {
		return Tag{name, strings.TrimSpace(utf8Of(value))}
	}
	return Tag{name, utf8Of(value)}
}

// bracketAhead tells whether only spaces are left before a closing bracket.
func (r *Reader) bracketAhead() bool {
	ahead, _ := r.in.Peek(16)
	return strings.HasPrefix(strings.TrimLeft(string(ahead), " \t"), "]")
}
