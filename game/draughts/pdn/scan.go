package pdn

import (
	"io"
	"strings"
	"unicode/utf8"
)

// until reads up to one of the given bytes, swallows that too, and folds white space.
func (r *Reader) until(ends string) string {
	var text []byte
	r.closed = false
	for r.size <= MaxGame {
		c, ok := r.peek()
		if !ok {
			break
		}
		r.next()
		if strings.IndexByte(ends, c) >= 0 {
			r.closed = true
			break
		}
		if isSpace(c) {
			c = ' '
		}
		if c != ' ' || len(text) > 0 && text[len(text)-1] != ' ' {
			text = append(text, c)
		}
	}
	return strings.TrimRight(utf8Of(text), " ")
}

// isSpace reports whether a byte is white space or another sign without meaning. Old files end
// with a ^Z.
func isSpace(c byte) bool { return c <= ' ' || c == 0x7f }

// skipSpace skips white space and marks of byte order, which files have within that were made by joining others. It returns the
// byte behind, without reading it; also white space, if the game is too long.
func (r *Reader) skipSpace() (byte, bool) {
	for {
		c, ok := r.peek()
		switch {
		case !ok || r.size > MaxGame:
			return c, ok
		case isSpace(c):
			r.next()
		case c == byteOrderMark[0] && r.isAhead(byteOrderMark):
			start := r.start
			r.discard(len(byteOrderMark))
			r.start = start
		default:
			return c, ok
		}
	}
}

const byteOrderMark = "\ufeff"

func (r *Reader) isAhead(text string) bool {
	ahead, _ := r.in.Peek(len(text))
	return string(ahead) == text
}

func (r *Reader) peek() (byte, bool) {
	ahead, err := r.in.Peek(1)
	if len(ahead) == 0 {
		if err != io.EOF && r.err == nil {
			r.err = err
		}
		return 0, false
	}
	return ahead[0], true
}

// next reads the byte that was peeked at.
func (r *Reader) next() byte {
	c, _ := r.in.ReadByte()
	r.size++
	// A line ends with a line feed, a carriage return, or a return and a feed.
	if c == '\r' || c == '\n' && !r.returned {
		r.lineNo++
	}
	r.start, r.returned = c == '\n' || c == '\r', c == '\r'
	return c
}

func (r *Reader) discard(n int) {
	for range n {
		r.next()
	}
}

// utf8Of returns text as UTF-8. It reads other text as Latin-1.
func utf8Of(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return string(runes)
}
