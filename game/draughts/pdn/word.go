package pdn

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"doublecorner/game/draughts"
)

// word reads a move, a move number, a result or whatever else stands between
// spaces and signs.
func (r *Reader) word(b *builder) {
	whole := r.takeWord()
	text := withoutNumbers(whole)
	if number, err := strconv.Atoi(strings.TrimRight(strings.TrimSuffix(whole, text), ".…")); err == nil {
		b.numbered(number)
	}
	if strings.HasPrefix(text, "/") || strings.HasPrefix(text, "%") {
		text = "." + text // these open something only at the start of a word
	}
	// A move may have spaces round its separators.
	for len(text) < mostMove && (isSquare(text) && r.ahead(separatorAhead) || endsInSeparator(text) && r.ahead(squareAhead)) {
		r.skipSpace()
		more := r.takeWord()
		if more == "" {
			break // the game is too long
		}
		text += more
	}
	// Or nothing but spaces, if what follows is a number that numbers no move.
	if isSquare(text) && whole == text && r.ahead(numberForm.Match) {
		r.skipSpace()
		text += "-" + r.takeWord()
	}
	plain := strings.TrimRight(text, "!?*+#")
	if isFourDigits(b.number) && isFourDigits(plain) {
		first := b.number
		b.number = ""
		b.add(Move, first) // because one more move follows
	}
	result, isResult := readResult(text)
	switch {
	case text == "":
		return // a move number
	case isNumber(text) && !(isFourDigits(text) && b.begun):
		b.settleNumber()
		b.number, b.at = whole, len(*b.line)
		return
	case isResult && b.depth() == 0:
		b.result = result
		return
	case isResult && result != Unfinished:
		b.add(Unknown, text)
		return
	case text[0] == '$' && isNumber(text[1:]):
		b.add(NAG, text[1:])
		return
	}
	switch {
	case plain == "":
		b.add(Strength, text)
	case isMove(plain):
		b.add(Move, plain)
		if plain != text {
			b.add(Strength, text[len(plain):])
		}
	default:
		move, strength, prose := splitProse(text)
		if move == "" || !b.moved {
			b.add(Unknown, text)
			return
		}
		b.add(Move, move)
		if strength != "" {
			b.add(Strength, strength)
		}
		b.add(Comment, prose)
	}
}

var (
	gluedMove = regexp.MustCompile(`^((?:[A-La-l]?\d{1,2}[-x:])+[A-La-l]?\d{1,2})([!?]*)\pL{3}`)
	twoMoves  = regexp.MustCompile(`\d[-x:][A-La-l]?\d`)
)

// splitProse cuts a word that is a move with prose glued to it, as in
// 8-11Redoversteppedthetimecontrol. It returns no move if the word is something else, such as a
// result with prose, or if the prose may hide another move.
func splitProse(word string) (move, strength, prose string) {
	found := gluedMove.FindStringSubmatch(word[:min(len(word), mostMove)])
	if found == nil {
		return "", "", ""
	}
	move, strength = found[1], found[2]
	prose = word[len(move)+len(strength):]
	if _, isResult := readResult(move); isResult || twoMoves.MatchString(prose) {
		return "", "", ""
	}
	return move, strength, prose
}

// isFourDigits reports whether a word can be a move of four digits. At the beginning of a game it may also be a year.
func isFourDigits(word string) bool { return len(word) == 4 && isNumber(word) }

// withoutNumbers cuts off move numbers, which may be glued to the move.
func withoutNumbers(word string) string {
	for {
		rest := strings.TrimLeft(word, digits)
		move := strings.TrimLeft(rest, ".…")
		if move == rest {
			return word
		}
		word = move
	}
}

// mostMove is longer than any move.
const mostMove = 200

// separators stand between the squares of a move.
const separators = "-x×:" + dashes // the hyphen first, for filesForm

func endsInSeparator(text string) bool {
	last, size := utf8.DecodeLastRuneInString(text)
	return len(text) > size && strings.ContainsRune(separators, last) && text != "--"
}

// isMove reports whether a word is squares with signs between them, of whatever kind.
func isMove(word string) bool {
	if word == "--" {
		return true // a null move
	}
	names, ok := draughts.SquareNames(word)
	if !ok || len(names) < 2 || endsInSeparator(word) {
		return false
	}
	return strings.ContainsFunc(word, unicode.IsDigit) || filesForm.MatchString(word) // i.e. is no move
}

// filesForm is a move that names only files.
var filesForm = regexp.MustCompile(`^\pL[` + separators + `]\pL$`)

// takeWord reads up to a space or a sign that ends words.
func (r *Reader) takeWord() string {
	var word []byte
	for r.size <= MaxGame {
		c, ok := r.peek()
		if !ok || endsWord(c) {
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

// isSquare reports whether a word can be the number of a square.
func isSquare(word string) bool { return isNumber(word) && len(word) <= 3 }

// endsWord reports whether a byte ends a word that stands before it.
func endsWord(c byte) bool { return isSpace(c) || strings.IndexByte("{}()[];", c) >= 0 }

// isBlank reports whether a rune is white space within a line.
func isBlank(r rune) bool { return r < utf8.RuneSelf && isSpace(byte(r)) && r != '\n' && r != '\r' }

// squareAhead reports whether a text goes on with a square, after white space: at most three digits with no dot
// behind them. On another line it must stand alone, because a move would have its number before it.
func squareAhead(text []byte) bool {
	text = bytes.TrimLeftFunc(text, isBlank)
	square := bytes.TrimLeftFunc(text, func(r rune) bool { return isBlank(r) || r == '\n' || r == '\r' })
	behind := bytes.TrimLeft(square, digits)
	if n := len(square) - len(behind); n < 1 || n > 3 || len(behind) == 0 {
		return false
	}
	return len(square) == len(text) && behind[0] != '.' || endsWord(behind[0])
}

// separatorAhead reports whether a text goes on with a separator and a square.
func separatorAhead(text []byte) bool {
	text = bytes.TrimLeftFunc(text, isBlank)
	first, size := utf8.DecodeRune(text)
	return len(text) > 0 && strings.ContainsRune(separators, first) && squareAhead(text[size:])
}

// numberForm is a number of at most two digits on this line, with neither a dot nor a
// separator behind it.
var numberForm = regexp.MustCompile(`^[ \t]+\d{1,2}(?:[ \t\r\n]+\d|[ \t\r\n]*(?:$|[^ \t\r\n\d.\-x:*/]))`)

// ahead reports whether the file goes on so. Its end counts as the end of a line.
func (r *Reader) ahead(goesOn func([]byte) bool) bool {
	text, err := r.in.Peek(16)
	if err != nil {
		text = append(slices.Clone(text), '\n')
	}
	return goesOn(text)
}
