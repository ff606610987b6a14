package lesson

import (
	"cmp"
	"slices"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// maxChoices is the number of moves among which a reader chooses, which fit in one menu.
const maxChoices = 25

// Asks reports whether the diagram of a point asks something: readers can look for the move that it shows, and
// choose a wrong one. The sentence must not name the move.
func (p *Point) Asks() bool {
	return p.Diagram != nil && p.example == nil && p.Diagram.asks()
}

func (d *Diagram) asks() bool {
	return len(d.legal) > 0 && slices.ContainsFunc(d.Choices(), func(text string) bool {
		m, err := d.View.Position.Read(text)
		return err != nil || !d.Shows(m)
	})
}

// Question returns what the diagram shows to readers who look for the move: the position alone.
func (d *Diagram) Question() render.View {
	view := d.View
	view.Arrows, view.Marks = nil, nil
	return view
}

// Shows reports whether the diagram shows a move as allowed, by an arrow, or by a dot at its end.
func (d *Diagram) Shows(m draughts.Move) bool {
	isDot := slices.Contains(d.View.Marks, render.Mark{Square: m.To(), Kind: render.Goal})
	return slices.ContainsFunc(d.legal, func(shown draughts.Move) bool {
		return shown == m || isDot && shown.From() == m.From()
	})
}

// Answers returns the moves that the diagram shows as allowed, as people write them.
func (d *Diagram) Answers(l *lang.Language) string {
	return l.And(d.allowed())
}

// Choices returns moves among which readers choose, as people write them: the legal ones, those that the diagram shows
// as refused, and others that people may think of, next to the pieces.
func (d *Diagram) Choices() []string {
	p, v := d.View.Position, d.View.Position.Variant()
	type choice struct {
		from, to draughts.Square
		text     string
	}
	var choices []choice
	add := func(text string, squares ...draughts.Square) {
		c := choice{squares[0], squares[len(squares)-1], text}
		isSame := func(other choice) bool { return other.from == c.from && other.to == c.to }
		if len(choices) < maxChoices && !slices.ContainsFunc(choices, isSame) {
			choices = append(choices, c)
		}
	}
	addLegal := func(m draughts.Move) { add(p.Full(m, v.Rules().Board.Notation), m.From(), m.To()) }
	for _, m := range d.legal {
		addLegal(m)
	}
	for _, a := range d.refused {
		add(a.text(v), a.path...)
	}
	for from := range p.Pieces(p.Turn()).All() {
		for _, to := range d.near(from) {
			if p.WhyNot(from, to) != nil {
				a := attempt{path: []draughts.Square{from, to}, quiet: true}
				add(a.text(v), from, to)
			}
		}
	}
	for _, m := range p.Moves() {
		addLegal(m)
	}
	slices.SortFunc(choices, func(a, b choice) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	texts := make([]string, len(choices))
	for i, c := range choices {
		texts[i] = c.text
	}
	return texts
}

// near returns the empty squares next to a square.
func (d *Diagram) near(q draughts.Square) (squares []draughts.Square) {
	p := d.View.Position
	x, y := p.Variant().XY(q)
	for _, dx := range []int{-1, 0, 1} {
		for _, dy := range []int{-1, 0, 1} {
			if to := p.Variant().SquareAt(x+dx, y+dy); to != 0 && p.At(to) == draughts.NoPiece {
				squares = append(squares, to)
			}
		}
	}
	return squares
}
