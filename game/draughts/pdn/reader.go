package pdn

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"doublecorner/game/draughts"
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
const MaxGame = 8 << 20

// maxDepth is how deep variations nest before a parenthesis is only a sign.
const maxDepth = 100

// A TooLongError says that a game is longer than any game is, as when a comment
// is never closed.
type TooLongError struct{ LineNo int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("line %d: the game that starts here is longer than %d MB; is a comment not closed, or is this no PDN?",
		e.LineNo, MaxGame>>20)
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
		c, ok := r.skipSpace()
		if !ok {
			break
		}
		if c == '[' && (b.depth() == 0 || r.start) && r.tagAhead() {
			name := r.tagNameAhead()
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

// builder puts the nodes of a game together.
type builder struct {
	line *Line
	open []*Line // the lines around it
	// openedAt are the lines of the file in which the variations at hand begin, and
	// unclosed that of a comment which nothing closes.
	openedAt []int
	unclosed int
	played   bool // something other than comments was read
	result   string
}

func (b *builder) depth() int { return len(b.open) }

func (b *builder) add(kind Kind, text string) {
	*b.line = append(*b.line, Node{Kind: kind, Text: text})
	if kind != Comment {
		b.played = true
	}
}

func (b *builder) enter(lineNo int) {
	b.openedAt = append(b.openedAt, lineNo)
	b.add(Variation, "")
	b.open = append(b.open, b.line)
	b.line = &(*b.line)[len(*b.line)-1].Variation
}

func (b *builder) leave() {
	b.line = b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	b.openedAt = b.openedAt[:len(b.openedAt)-1]
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

// word reads a move, a move number, a result or whatever else stands between
// spaces and signs.
func (r *Reader) word(b *builder) {
	whole := r.takeWord()
	text := withoutNumbers(whole)
	if strings.HasPrefix(text, "/") || strings.HasPrefix(text, "%") {
		text = "." + text // these open something only at the start of a word
	}
	// A move may have spaces round its separators.
	for len(text) < mostMove && (isNumber(text) && r.separatorAhead() || endsInSeparator(text) && r.digitAhead()) {
		r.skipSpace()
		more := r.takeWord()
		if more == "" {
			break // the game is too long
		}
		text += more
	}
	// Or nothing but spaces, if what follows is a number that numbers no move.
	if isNumber(text) && whole == text && r.numberAhead() {
		r.skipSpace()
		text += "-" + r.takeWord()
	}
	switch {
	case text == "" || isNumber(text):
		return // a move number
	case isResult(text) && b.depth() == 0:
		b.result = text
		return
	case isResult(text) && text != string(Unfinished):
		b.add(Unknown, text)
		return
	case text[0] == '$' && isNumber(text[1:]):
		b.add(NAG, text[1:])
		return
	}
	bare := strings.TrimRight(text, "!?*+#")
	switch {
	case bare == "":
		b.add(Strength, text)
	case isMove(bare):
		b.add(Move, bare)
		if bare != text {
			b.add(Strength, text[len(bare):])
		}
	default:
		b.add(Unknown, text)
	}
}

// withoutNumbers cuts off move numbers, which may be glued to the move.
func withoutNumbers(word string) string {
	for {
		rest := strings.TrimLeft(word, "0123456789")
		if !strings.HasPrefix(rest, ".") {
			return word
		}
		word = strings.TrimLeft(rest, ".")
	}
}

// mostMove is longer than any move.
const mostMove = 200

func endsInSeparator(text string) bool {
	return len(text) > 1 && strings.IndexByte("-x:", text[len(text)-1]) >= 0 && text != "--"
}

// isMove tells whether a word is squares with signs between them, of whatever kind.
func isMove(word string) bool {
	if word == "--" {
		return true // a null move
	}
	names, ok := draughts.SquareNames(word)
	return ok && len(names) >= 2 && !endsInSeparator(word)
}

// tagNameAhead returns the name of the tag ahead.
func (r *Reader) tagNameAhead() string {
	ahead, _ := r.in.Peek(64)
	return tagName(ahead[1:])
}

// tagAhead tells whether what starts with the bracket ahead is a tag.
func (r *Reader) tagAhead() bool {
	ahead, _ := r.in.Peek(64)
	return len(ahead) > 1 && tagName(ahead[1:]) != ""
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

// separatorAhead tells whether what comes after spaces on this line is a separator
// with a square behind it.
func (r *Reader) separatorAhead() bool {
	ahead, _ := r.in.Peek(16)
	text := strings.TrimLeft(string(ahead), " \t")
	if text == "" || strings.IndexByte("-x:", text[0]) < 0 {
		return false
	}
	return squareBegins(text[1:], len(ahead) < 16)
}

// slashAhead tells whether a slash closes on this line what one has opened.
func (r *Reader) slashAhead() bool {
	ahead, _ := r.in.Peek(maxFEN)
	end := strings.IndexAny(string(ahead), "/\r\n")
	return end >= 0 && ahead[end] == '/' && len(utf8Of(ahead[:end])) < maxFEN
}

func (r *Reader) digitAhead() bool {
	ahead, _ := r.in.Peek(16)
	return squareBegins(string(ahead), len(ahead) < 16)
}

// squareBegins tells whether a text begins, after space, with the number of a square. On
// another line that is one which stands alone: there a move would have its number, and
// there can be anything.
func squareBegins(ahead string, whole bool) bool {
	text := strings.TrimLeft(ahead, space)
	rest := strings.TrimLeft(text, "0123456789")
	switch crossed := strings.ContainsAny(ahead[:len(ahead)-len(text)], "\r\n"); {
	case len(rest) == len(text), len(text)-len(rest) > mostDigits:
		return false
	case crossed:
		return rest == "" && whole || rest != "" && isSpace(rest[0])
	default:
		return (rest != "" || whole) && !strings.HasPrefix(rest, ".")
	}
}

// mostDigits is how many the number of a square has at most.
const mostDigits = 3

// numberAhead tells whether the next word on this line is a number of at most two
// digits, with neither a dot nor a separator behind it.
func (r *Reader) numberAhead() bool {
	ahead, _ := r.in.Peek(16)
	text := strings.TrimLeft(string(ahead), " \t")
	rest := strings.TrimLeft(text, "0123456789")
	n := len(text) - len(rest)
	if n < 1 || n > 2 || len(text) == len(ahead) {
		return false
	}
	rest = strings.TrimLeft(rest, space)
	return rest == "" || strings.IndexByte(".-x:*/", rest[0]) < 0
}

// space is what may stand around a separator.
const space = " \t\r\n"

// takeWord reads up to a space or a sign that ends words.
func (r *Reader) takeWord() string {
	var word []byte
	for r.size <= MaxGame {
		c, ok := r.peek()
		if !ok || isSpace(c) || strings.IndexByte("{}()[];", c) >= 0 {
			break
		}
		// A glyph or a setup may be glued to a move.
		if c == '$' && len(word) > 0 {
			break
		}
		word = append(word, r.next())
	}
	return utf8Of(word)
}

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

// isSpace tells whether a byte stands for nothing. Old files end with a ^Z.
func isSpace(c byte) bool { return c <= ' ' || c == 0x7f }

// skipSpace returns the first byte that is none, without reading it.
func (r *Reader) skipSpace() (byte, bool) {
	for {
		c, ok := r.peek()
		if !ok || !isSpace(c) {
			return c, ok
		}
		r.next()
	}
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

// utf8Of returns text as UTF-8; what is not is taken for Latin-1.
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
