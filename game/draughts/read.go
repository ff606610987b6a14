package draughts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// An UnreadableError says that a text is not a move in any notation.
type UnreadableError struct{ Text string }

func (e *UnreadableError) Error() string { return fmt.Sprintf("%q is not a move", e.Text) }

// An AmbiguousError says that a text fits several legal moves, or names only the piece and not
// its destination.
type AmbiguousError struct {
	Text  string
	Moves []Move // the moves that it can mean
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q can be one of %d moves", e.Text, len(e.Moves))
}

// maxTyped is the longest text that can be a move: a capture of 30 pieces with
// every square written out fits.
const maxTyped = 160

// Read finds the legal move that a person means by a text: squares as numbers or as letters
// with digits, and any signs between them, also after the number of the move. Squares between
// the first and the last may be omitted, and the first, too, or its digits, if only one piece can go to the
// last. If there is not exactly one such move the error is an [UnreadableError], an [AmbiguousError] or an [IllegalMove].
func (p Position) Read(text string) (Move, error) {
	m, err := p.read(text)
	if err == nil {
		return m, nil
	}
	if rest, numbered := WithoutNumber(text); numbered {
		return p.read(rest)
	}
	return m, err
}

// WithoutNumber cuts off the number of a move, as in “12. 22x15”, “12… 22x15” and “12.22x15”, and reports whether
// there is one before a move: 22.15, 22. 15 and 22.15.8 are no more than a move.
func WithoutNumber(text string) (move string, numbered bool) {
	number := strings.TrimLeftFunc(text, unicode.IsSpace)
	dots := strings.TrimLeftFunc(number, unicode.IsDigit)
	move = strings.TrimLeft(dots, ".．…")
	if dots == number || move == dots {
		return text, false
	}
	names, _ := SquareNames(move)
	dot := dots[:len(dots)-len(move)]
	if len(names) < 2 || (dot == "." || dot == "．") && !unicode.IsSpace([]rune(move)[0]) && strings.ContainsAny(move, ".．") {
		return text, false
	}
	return move, true
}

// read is Read for a text without the number of the move.
func (p Position) read(text string) (Move, error) {
	names, ok := SquareNames(text)
	if !ok {
		return Move{}, &UnreadableError{text}
	}
	names = p.withoutKing(names)
	switch {
	case isFile(names[len(names)-1]):
		return p.readFiles(text, names)
	case isFile(names[0]):
		return p.readFile(text, names)
	}
	squares, err := p.squaresNamed(names)
	if err != nil {
		return Move{}, err
	}
	return p.readSquares(text, squares, p.Moves())
}

// withoutKing cuts off the letter of a king before its square, as in K46-5 and Dc3-e5.
func (p Position) withoutKing(names []string) []string {
	name := names[0]
	switch {
	case name[0] != 'k' && name[0] != 'd' || p.variant.Named(name) != 0:
	case isFile(name) && p.At(p.variant.Named(names[1])).Is(p.Turn()):
		return names[1:]
	case !isFile(name) && len(names) > 1 && names[1][0] <= '9': // else d5-d6 could be meant
		return append([]string{name[1:]}, names[1:]...)
	}
	return names
}

// readFile reads a move that names only the file of the first square, as Russian score sheets do: cd4, g:e5.
func (p Position) readFile(text string, names []string) (Move, error) {
	squares, err := p.squaresNamed(names[1:])
	if err != nil {
		return Move{}, err
	}
	legal := p.Moves()
	var moves []Move
	rowsTo := func(q Square) int { // from a square to the end of the move
		_, y := p.variant.XY(q)
		_, end := p.variant.XY(squares[len(squares)-1])
		return max(y-end, end-y)
	}
	nearest := Square(0) // which the person means if no move is legal
	for rank := 1; rank <= p.variant.rules.Board.Size; rank++ {
		if q := p.variant.Named(names[0] + strconv.Itoa(rank)); q != 0 && p.At(q).Is(p.Turn()) {
			moves = append(moves, p.matching(append([]Square{q}, squares...), legal)...)
			if nearest == 0 || rowsTo(q) < rowsTo(nearest) {
				nearest = q
			}
		}
	}
	switch {
	case len(moves) == 1:
		return moves[0], nil
	case len(moves) > 1:
		return Move{}, &AmbiguousError{text, moves}
	case nearest != 0:
		return p.readSquares(text, append([]Square{nearest}, squares...), legal)
	}
	return Move{}, &UnreadableError{text}
}

// readFiles reads a move that names only the files of its squares, as the shortest score sheets do: c:g.
func (p Position) readFiles(text string, names []string) (Move, error) {
	onFile := func(q Square, name string) bool {
		x, _ := p.variant.XY(q)
		return x == int(name[0]-'a')
	}
	legal := p.Moves()
	moves := slices.DeleteFunc(slices.Clone(legal), func(m Move) bool {
		return !onFile(m.from, names[0]) || !onFile(m.to, names[1])
	})
	switch {
	case len(moves) == 1:
		return moves[0], nil
	case len(moves) > 1:
		return Move{}, &AmbiguousError{text, moves}
	case p.mustCapture(legal):
		return Move{}, &IllegalMove{Reason: CaptureObligatory, Moves: legal}
	}
	return Move{}, &UnreadableError{text}
}

// squaresNamed returns the squares with names.
func (p Position) squaresNamed(names []string) ([]Square, error) {
	squares := make([]Square, len(names))
	for i, name := range names {
		if squares[i] = p.variant.Named(name); squares[i] == 0 {
			return nil, &IllegalMove{Reason: NotASquare, Typed: name}
		}
	}
	return squares, nil
}

// readSquares finds the legal move through squares.
func (p Position) readSquares(text string, squares []Square, legal []Move) (Move, error) {
	var moves []Move
	if len(squares) == 1 {
		moves = between(legal, 0, squares[0])
		if len(moves) == 0 && p.At(squares[0]).Is(p.Turn()) {
			moves = between(legal, squares[0], 0)
			if len(moves) > 0 {
				return Move{}, &AmbiguousError{text, moves}
			}
		}
	} else {
		moves = p.matching(squares, legal)
	}
	switch {
	case len(moves) == 1:
		return moves[0], nil
	case len(moves) > 1:
		return Move{}, &AmbiguousError{text, moves}
	case len(squares) == 1:
		return Move{}, p.whyNobodyTo(squares[0], legal)
	}
	if illegal := p.whyNot(squares, legal); illegal != nil {
		return Move{}, illegal
	}
	return Move{}, &UnreadableError{text} // never a nil IllegalMove in a non-nil error
}

// SquareNames cuts a text into the names of squares, and folds the letters, digits and signs of
// all keyboards. Four digits alone are two squares: 1132. The first can be only a file before a square with a letter:
// cd4; so can both, with a sign between them: c:g. It returns false if the text has anything else. It does not check whether a board has these squares.
func SquareNames(text string) (names []string, ok bool) {
	if len(text) > maxTyped {
		return nil, false
	}
	var apart strings.Builder // the names with spaces between them
	for _, r := range text {
		switch r = Fold(r); {
		case r >= 'a' && r <= 'l':
			apart.WriteByte(' ')
		case r != ' ' && (r < '0' || r > '9'):
			return nil, false
		}
		apart.WriteRune(r)
	}
	names = strings.Fields(apart.String())
	if len(names) == 1 && len(names[0]) == 4 && names[0][0] <= '9' {
		names = []string{names[0][:2], names[0][2:]}
	}
	whole := names
	switch {
	case len(names) == 2 && isFile(names[0]) && isFile(names[1]) && strings.Contains(apart.String(), "  "):
		return names, true
	case len(names) > 1 && names[1][0] >= 'a':
		whole = names[1:]
	}
	return names, len(names) > 0 && !slices.ContainsFunc(whole, isFile)
}

// isFile reports whether the name of a square is only a letter.
func isFile(name string) bool { return name[len(name)-1] > '9' }

// lookalikes are the letters of other keyboards that look or sound like ours. The Cyrillic х is among the signs.
var lookalikes = map[rune]rune{
	'а': 'a', 'б': 'b', 'в': 'b', 'с': 'c', 'ц': 'c', 'д': 'd', 'е': 'e', 'ф': 'f', 'г': 'g', 'н': 'h', 'к': 'k',
	'α': 'a', 'β': 'b', 'ε': 'e',
}

// signs can stand between two squares, besides dashes and what is invisible, or mean nothing.
const signs = `xхχ:*×✕✖✗✘⨯╳∗⋅·•˟⤫←↑→↓↖↗↘↙⇒➔➜>/\,;~_=−‐˗⁃ー.…!?()` + "`"

// Fold maps a rune to a digit, a letter that names a file, ' ' for a sign, or itself.
func Fold(r rune) rune {
	if r >= '！' && r <= '～' { // full-width forms
		r -= '！' - '!'
	}
	r = unicode.ToLower(r)
	if latin, ok := lookalikes[r]; ok {
		return latin
	}
	switch {
	case strings.ContainsRune(signs, r), unicode.In(r, unicode.Pd, unicode.Cf), unicode.IsSpace(r):
		return ' '
	case unicode.IsDigit(r):
		// The digits of a script stand together in tens, beginning with 0.
		value := rune(0)
		for unicode.IsDigit(r - value - 1) {
			value++
		}
		return '0' + value%10
	}
	return r
}

// matching returns the legal moves that go from the first of squares to the last through
// the others. A move whose path is exactly that precludes those that have more squares
// between; and a text that names every jump of a capture means no other.
func (p Position) matching(squares []Square, legal []Move) []Move {
	fitting := between(legal, squares[0], squares[len(squares)-1])
	if m, err := p.Along(squares); err == nil {
		if slices.Contains(fitting, m) && (!m.IsCapture() || p.pathFinder(m).has(squares)) {
			return []Move{m}
		}
		if m.IsCapture() && len(squares) > 2 {
			return nil
		}
	}
	if len(squares) == 2 {
		return fitting
	}
	left := mostJumps
	through := slices.DeleteFunc(slices.Clone(fitting), func(m Move) bool {
		f := p.pathFinder(m)
		f.left = &left
		for path := range f.paths {
			if subsequence(squares, path) {
				return false
			}
		}
		return true
	})
	if left < 0 { // it is not known which of them go through the squares
		return fitting
	}
	return through
}

func subsequence(part, whole []Square) bool {
	for _, q := range whole {
		if len(part) > 0 && part[0] == q {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// between returns those of some moves that go from one square to another; 0 is any.
func between(moves []Move, from, to Square) []Move {
	return slices.DeleteFunc(slices.Clone(moves), func(m Move) bool { return from != 0 && m.from != from || to != 0 && m.to != to })
}
