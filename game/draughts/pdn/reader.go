package pdn

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Reader reads the games of a file one after another.
type Reader struct {
	in       *bufio.Reader
	lineNo   int
	size     int  // bytes of the game at hand
	start    bool // at the start of a line
	returned bool // behind a carriage return, which ends a line with or without a line feed
	closed   bool // what was read up to a sign ended with it
	err      error
}

// MaxGame is the longest game, in bytes, that a Reader accepts. Real ones with
// many variations stay far below.
const MaxGame = 2 << 20

// MaxElements is how many tags and nodes a game that a Reader accepts has at most. An
// element takes fifty times the room in memory that it takes in a file.
const MaxElements = 50_000

// maxDepth is how deep variations nest before a parenthesis is only a sign.
const maxDepth = 100

// A TooLongError says that a game is longer than any game is, as when a comment
// is never closed.
type TooLongError struct{ LineNo int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("line %d: the game that starts here is longer than %d MB; is a comment not closed, or is this no PDN?",
		e.LineNo, MaxGame>>20)
}

// A TooManyElementsError says that a game has more than MaxElements tags, moves and
// remarks.
type TooManyElementsError struct{ LineNo int }

func (e *TooManyElementsError) Error() string {
	return fmt.Sprintf("line %d: the game that starts here has more than %d tags, moves and remarks; are results missing between games, or is this no PDN?",
		e.LineNo, MaxElements)
}

// NewReader returns a Reader of r.
func NewReader(r io.Reader) *Reader {
	in := bufio.NewReaderSize(r, 32<<10)
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		in.Discard(3)
	}
	return &Reader{in: in, lineNo: 1, start: true}
}

// Next returns the next game, or io.EOF when there is none left. What does not
// belong to any game, such as text before the first, is part of the next.
func (r *Reader) Next() (*Game, error) {
	if r.err != nil {
		return nil, r.err
	}
	r.size = 0
	g := &Game{}
	b := builder{line: &g.Line}
	tags := map[string]bool{}
	for {
		if r.size > MaxGame {
			r.err = &TooLongError{g.LineNo}
			return nil, r.err
		}
		if len(g.Tags)+b.nodes > MaxElements {
			r.err = &TooManyElementsError{g.LineNo}
			return nil, r.err
		}
		c, ok := r.skipSpace()
		if !ok {
			break
		}
		name := ""
		if c == '[' && (b.depth() == 0 || r.start) {
			name = r.tagAhead()
		}
		if name != "" {
			if b.played || tags[name] {
				return g.finish(&b), nil
			}
			tags[name] = true
			g.mark(r.lineNo)
			g.Tags = append(g.Tags, r.tag())
			continue
		}
		g.mark(r.lineNo)
		if r.element(c, &b); b.result != "" {
			g.Result = Result(b.result)
			return g.finish(&b), nil
		}
	}
	if r.err == nil {
		r.err = io.EOF
	}
	if len(g.Tags) > 0 || b.played {
		return g.finish(&b), nil
	}
	return nil, r.err
}

// finish gives a game whose moves end without a result the one its tag gives, and notes
// what was left open in it.
func (g *Game) finish(b *builder) *Game {
	g.Unclosed = b.unclosed
	if n := len(b.openedAt); n > 0 && g.Unclosed == 0 {
		g.Unclosed = b.openedAt[0]
	}
	if g.Result == "" {
		g.Result = Unfinished
		if tag := g.Tag("Result"); isResult(tag) {
			g.Result = Result(tag)
		}
	}
	return g
}

func (g *Game) mark(lineNo int) {
	if g.LineNo == 0 {
		g.LineNo = lineNo
	}
}

// element reads one element of a line, which starts with c.
func (r *Reader) element(c byte, b *builder) {
	switch c {
	case '{':
		r.next()
		begins := r.lineNo
		b.add(Comment, r.until("}"))
		if !r.closed && r.size <= MaxGame {
			b.unclosed = begins
		}
	case ';':
		r.next()
		b.add(Comment, r.until("\r\n"))
	case '%':
		if r.start {
			r.until("\r\n") // an escape line, for other programs
			return
		}
		r.next()
		b.add(Unknown, "%")
	case '(':
		if text := r.strengthAhead(); text != "" {
			r.discard(len(text))
			b.add(Strength, text)
			return
		}
		r.next()
		if b.depth() == maxDepth {
			b.add(Unknown, "(")
			return
		}
		b.enter(r.lineNo)
	case ')':
		r.next()
		if b.depth() == 0 {
			b.add(Unknown, ")")
			return
		}
		b.leave()
	case '/':
		r.next()
		if !r.slashAhead() {
			b.add(Unknown, "/")
			return
		}
		b.add(Setup, r.until("/"))
	case '}', ']', '[':
		r.next()
		b.add(Unknown, string(c))
	default:
		r.word(b)
	}
}

// strengthAhead returns the (!) or the like that is ahead, or "".
func (r *Reader) strengthAhead() string {
	ahead, _ := r.in.Peek(8)
	text := string(ahead)
	end := strings.IndexByte(text, ')')
	if end < 2 || strings.Trim(text[1:end], "!?") != "" {
		return ""
	}
	return text[:end+1]
}

// slashAhead tells whether a slash closes on this line what one has opened.
func (r *Reader) slashAhead() bool {
	ahead, _ := r.in.Peek(maxFEN)
	end := bytes.IndexAny(ahead, "/\r\n")
	return end >= 0 && ahead[end] == '/' && len(utf8Of(ahead[:end])) < maxFEN
}
