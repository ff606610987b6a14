package draughts

import (
	"slices"
	"strconv"
	"strings"
)

// Name returns a square's name in the rule set's own notation.
func (v *Variant) Name(q Square) string { return v.nameIn(v.rules.Board.Notation, q) }

// nameIn returns a square's name in the given notation: 22, or c3.
func (v *Variant) nameIn(n Notation, q Square) string {
	if n == Numbers || !v.Has(q) {
		return strconv.Itoa(int(q))
	}
	x, y := v.XY(q)
	return string(rune('a'+x)) + strconv.Itoa(v.rules.Board.Size-y)
}

// Names returns the names of squares in the rule set's own notation; three numbers or more
// that follow each other as one, 1-12.
func (v *Variant) Names(s Squares) []string {
	var names []string
	for list := s.List(); len(list) > 0; {
		run := 1
		for v.rules.Board.Notation == Numbers && run < len(list) && list[run] == list[0]+Square(run) {
			run++
		}
		name := v.Name(list[0])
		if run > 2 {
			name += "-" + v.Name(list[run-1])
		} else {
			run = 1
		}
		names = append(names, name)
		list = list[run:]
	}
	return names
}

// Named returns the square with a name in either notation, or 0.
func (v *Variant) Named(name string) Square {
	digits, column := name, -1
	if name != "" && name[0] >= 'a' && name[0] <= 'z' {
		digits, column = name[1:], int(name[0]-'a')
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	switch {
	case err != nil:
		return 0
	case column >= 0:
		return v.SquareAt(column, v.rules.Board.Size-int(n))
	case n > uint64(v.Squares()):
		return 0
	}
	return Square(n)
}

// Short returns a legal move of p as its origin and end: 22x15. Several captures
// can share it.
func (p Position) Short(m Move, n Notation) string {
	return p.variant.join(n, m, m.from, m.to)
}

// Full returns a legal move of p with every square on which the piece comes down:
// 22x15x8. No two moves share it.
func (p Position) Full(m Move, n Notation) string {
	return p.variant.join(n, m, p.Path(m)...)
}

// Text returns a legal move of p as it is usually written: in the rule set's own
// notation, short unless another move is written the same or it ends where it begins.
func (p Position) Text(m Move) string { return p.TextsIn([]Move{m}, p.variant.rules.Board.Notation)[0] }

// TextsIn is Text for several legal moves of p in the given notation, which costs little more than for one.
func (p Position) TextsIn(moves []Move, n Notation) []string {
	type ends struct{ from, to Square }
	var sharing map[ends]int
	if slices.ContainsFunc(moves, Move.IsCapture) {
		sharing = map[ends]int{}
		for _, m := range p.Moves() {
			sharing[ends{m.from, m.to}]++
		}
	}
	texts := make([]string, len(moves))
	for i, m := range moves {
		if m.IsCapture() && (m.from == m.to || sharing[ends{m.from, m.to}] > 1) {
			texts[i] = p.Full(m, n)
		} else {
			texts[i] = p.Short(m, n)
		}
	}
	return texts
}

// Line returns moves that follow each other from p, each as it is usually written.
func (p Position) Line(moves []Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = p.Text(m)
		p = p.Play(m)
	}
	return texts
}

func (v *Variant) join(n Notation, m Move, squares ...Square) string {
	separator := "-"
	if m.IsCapture() {
		separator = "x"
	}
	names := make([]string, len(squares))
	for i, q := range squares {
		names[i] = v.nameIn(n, q)
	}
	return strings.Join(names, separator)
}
