package pdn

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Reader reads the games of a file one after another.
type Reader struct {
	in       *bufio.Reader
	lineNo   int
	size     int  // bytes of the game at hand
	start    bool // at the start of a line
	returned bool // after a carriage return, which ends a line with or without a line feed
	closed   bool // the last text that ends with a sign had it
	err      error
}

const (
	// MaxGame is the longest game, in bytes, that a Reader accepts. Real ones with many
	// variations stay far below.
	MaxGame = 2 << 20
	// MaxElements is the largest number of tags and nodes of a game that a Reader accepts. An
	// element needs fifty times as much memory as room in a file.
	MaxElements = 50_000
	// maxDepth is how deep variations nest. Deeper parentheses are read as signs.
	maxDepth = 100
)

// A TooLongError says that a game is longer than MaxGame, for example because a comment is
// never closed, or has more than MaxElements tags and nodes.
type TooLongError struct {
	LineNo   int
	Elements bool // there are too many; else too many bytes
}

func (e *TooLongError) Error() string {
	long := fmt.Sprintf("is longer than %d MB; is a comment not closed", MaxGame>>20)
	if e.Elements {
		long = fmt.Sprintf("has more than %d tags, moves and remarks; are results missing between games", MaxElements)
	}
	return fmt.Sprintf("line %d: the game that starts here %s, or is this no PDN?", e.LineNo, long)
}

// NewReader returns a [Reader] of r.
func NewReader(r io.Reader) *Reader {
	in := bufio.NewReaderSize(r, 32<<10)
	if order := orderOf(in); order != nil {
		in = bufio.NewReaderSize(&utf16Reader{in: in, order: order}, 32<<10)
	}
	return &Reader{in: in, lineNo: 1, start: true}
}

// Next returns the next game, or io.EOF at the end. Text that belongs to no game, such as text
// before the first, is part of the next.
func (r *Reader) Next() (*Record, error) {
	if r.err != nil {
		return nil, r.err
	}
	r.size = 0
	g := &Record{}
	b := builder{line: &g.Line}
	tags := map[string]bool{}
	for {
		if elements := len(g.Tags)+b.nodes > MaxElements; elements || r.size > MaxGame {
			r.err = &TooLongError{g.LineNo, elements}
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
		if name != "" && (b.played || tags[name]) {
			return g.finish(&b), nil
		}
		if g.LineNo == 0 {
			g.LineNo = r.lineNo
		}
		if name != "" {
			tags[name] = true
			g.Tags = append(g.Tags, r.tag(name))
			continue
		}
		if r.element(c, &b); b.result != "" {
			g.Result = b.result
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

// finish completes a game: with the result of its tag, if none ends its moves, and with the
// line of what was left open.
func (g *Record) finish(b *builder) *Record {
	b.settleNumber()
	g.Unclosed = b.unclosed
	if len(b.open) > 0 && g.Unclosed == 0 {
		g.Unclosed = b.open[0].lineNo
	}
	if g.Result == "" {
		g.Result = g.taggedResult()
		if last := len(g.Line) - 1; last >= 0 && g.Line[last].Kind == Move && resultOf(g.Line[last].Text) == g.Result {
			g.Line = append(Line(nil), g.Line[:last]...) // without 4-6, which looks like a move
		}
	}
	return g
}

// taggedResult returns the result that the tags say.
func (g *Record) taggedResult() Result {
	tag := resultOf(g.Tag("Result"))
	if _, ok := readResult(string(tag)); ok {
		return tag
	}
	if _, _, ok := tag.points(); ok {
		return tag
	}
	return Unfinished
}

// element reads one element of a line, which starts with c.
func (r *Reader) element(c byte, b *builder) {
	if strings.IndexByte("{;%()/}[]", c) < 0 {
		r.word(b)
		return
	}
	if c == '(' {
		ahead, _ := r.in.Peek(8)
		if text := strengthForm.Find(ahead); text != nil {
			b.add(Strength, string(text))
			r.discard(len(text))
			return
		}
	}
	lineStarts := r.start
	r.next()
	switch begins := r.lineNo; {
	case c == '{':
		b.add(Comment, r.until("}"))
		if !r.closed && r.size <= MaxGame {
			b.unclosed = begins
		}
	case c == ';':
		b.add(Comment, r.until("\r\n"))
	case c == '%' && lineStarts:
		r.until("\r\n") // an escape line, for other programs
	case c == '(' && b.depth() < maxDepth:
		b.enter(begins)
	case c == ')' && b.depth() > 0:
		b.leave()
	case c == '/' && r.slashAhead():
		b.add(Setup, r.until("/"))
	default:
		b.add(Unknown, string(c))
	}
}

// strengthForm is (!) or the like.
var strengthForm = regexp.MustCompile(`^\([!?]{1,6}\)`)

// slashAhead reports whether another slash follows on this line.
func (r *Reader) slashAhead() bool {
	ahead, _ := r.in.Peek(maxFEN)
	end := bytes.IndexAny(ahead, "/\r\n")
	return end >= 0 && ahead[end] == '/' && len(utf8Of(ahead[:end])) < maxFEN
}

// builder assembles the nodes of a game.
type builder struct {
	line     *Line
	open     []opening // the lines around it
	nodes    int       // in all lines
	unclosed int       // the line of the file in which a comment begins that is never closed
	played   bool      // something other than comments was read
	moved    bool      // a move was read
	begun    bool      // a move was read, or the number of one, with a dot
	result   Result

	number string // a number without a dot that was read; what follows tells whether it numbers a move
	at     int    // where in the line it stands
	last   int    // the last number of a move of the game itself; 0: none yet
	since  int    // moves of the game itself behind it
}

// opening is where a variation begins.
type opening struct {
	around *Line
	lineNo int // of the file
}

func (b *builder) depth() int { return len(b.open) }

func (b *builder) add(kind Kind, text string) {
	switch {
	case b.number == "" || kind == Comment:
	case kind == Move && b.numbersMove():
		number, _ := strconv.Atoi(b.number)
		b.number = ""
		b.numbered(number)
	default:
		b.settleNumber()
	}
	*b.line = append(*b.line, Node{Kind: kind, Text: text})
	b.nodes++
	b.played = b.played || kind != Comment
	b.moved = b.moved || kind == Move
	b.begun = b.begun || b.moved
	if kind == Move && b.depth() == 0 {
		b.since++
	}
}

// settleNumber adds the number that was read as a word, because no move follows that it can number.
func (b *builder) settleNumber() {
	if text := b.number; text != "" {
		b.number = ""
		*b.line = slices.Insert(*b.line, b.at, Node{Kind: Unknown, Text: text})
		b.nodes++
		b.played = true
	}
}

// numbered notes the number of the next move.
func (b *builder) numbered(n int) {
	b.settleNumber()
	b.begun = true
	if b.depth() == 0 {
		b.last, b.since = n, 0
	}
}

// numbersMove reports whether the number that was read is that of the next move: of moves of both sides, or of
// one. A line begins with any number.
func (b *builder) numbersMove() bool {
	n, err := strconv.Atoi(b.number)
	switch {
	case err != nil:
		return false
	case b.depth() > 0 || b.last == 0 && b.since == 0:
		return true
	}
	further := n - max(b.last, 1)
	return b.since > 0 && (further == b.since || further == b.since/2 || further == (b.since+1)/2)
}

func (b *builder) enter(lineNo int) {
	b.add(Variation, "")
	b.open = append(b.open, opening{b.line, lineNo})
	b.line = &(*b.line)[len(*b.line)-1].Variation
}

func (b *builder) leave() {
	b.settleNumber()
	last := len(b.open) - 1
	b.line, b.open = b.open[last].around, b.open[:last]
}
