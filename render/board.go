package render

import (
	"image"
	"iter"
	"strconv"

	"doublecorner/game/draughts"
)

// Board draws a position and what is to be shown about it, as a PNG picture. The
// error is a ViewError.
func Board(v View) ([]byte, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	s := takeScratch()
	defer s.giveBack()
	v.draw(s)
	return s.encode(), nil
}

// draw puts the picture of a view together on a scratch. The view has been checked.
func (v *View) draw(to *scratch) layout {
	l := newLayout(v)
	theme, _ := themeKeyed(v.Theme)
	s := styles.get(styleKey{theme, l.cell, l.rim, l.bar})
	size := s.bytes.Load()
	c := to.canvas(l.width, l.height, l.cell, s.palette)
	p := painter{v, &l, s, c}
	p.board()
	if v.Bars != nil {
		p.bars(v.Bars)
	}
	if s.bytes.Load() != size {
		styles.trim()
	}
	return l
}

// painter puts one picture together.
type painter struct {
	*View
	layout *layout
	style  *style
	canvas *canvas
}

// board paints the board with all that is on it.
func (p *painter) board() {
	p.canvas.fill(p.layout.board(), p.style.nearest(p.style.theme.Rim))
	var look [145]face
	p.faces(&look)
	variant := p.Position.Variant()
	for y := range p.layout.squares {
		for x := range p.layout.squares {
			q := variant.SquareAt(x, y)
			p.canvas.put(p.style.tile(look[q]), p.layout.square(x, y).Min)
		}
	}
	p.arrows(&look)
	if p.layout.letters {
		p.coordinates()
		return
	}
	for n := range variant.Squares() {
		q := draughts.Square(n + 1)
		p.label(q, look[q].marks&Must != 0)
	}
}

// faces decides how each square looks. Squares that are not played on look like the
// first.
func (p *painter) faces(look *[145]face) {
	ground := plain
	if p.layout.lined {
		ground = lined
	}
	for n := range p.Position.Variant().Squares() {
		q := draughts.Square(n + 1)
		look[q] = face{ground: ground, piece: p.Position.At(q)}
	}
	if last := p.Last; !last.Move.IsZero() {
		look[last.Move.From()].ground = visited
		look[last.Move.To()].ground = visited
		for q := range last.Move.Taken().All() {
			if look[q].piece == draughts.NoPiece {
				look[q].piece, look[q].look = last.Before.At(q), ghost
			}
		}
	}
	if m := p.Preview; !m.IsZero() {
		for q := range m.Taken().All() {
			look[q].marks |= Cross
		}
		look[m.From()].look = ghost
		look[m.To()].piece, look[m.To()].look = p.Position.At(m.From()), preview
		if m.Crowns() {
			look[m.To()].piece = p.Position.Turn().King()
		}
	}
	if p.Hints {
		for m, must := range hints(p.Position) {
			if !must {
				look[m.From()].marks |= May
				continue
			}
			look[m.From()].marks |= Must
			for q := range m.Taken().All() {
				look[q].marks |= Target
			}
		}
	}
	for _, m := range p.Marks {
		look[m.Square].marks |= m.Kind
	}
}

// hints yields each legal move, and whether it is an obligatory capture. It yields nothing if
// the moves cannot be listed.
func hints(p draughts.Position) iter.Seq2[draughts.Move, bool] {
	return func(yield func(draughts.Move, bool) bool) {
		obligatory := p.Variant().Rules().Capture.Obligatory
		moves, _ := p.Moves()
		for _, m := range moves {
			if !yield(m, obligatory && m.IsCapture()) {
				return
			}
		}
	}
}

// label writes a square's number in its corner, inside the frame if it has one.
func (p *painter) label(q draughts.Square, framed bool) {
	x, y := p.Position.Variant().XY(q)
	at := p.layout.square(x, y).Min
	pad := max(1, p.layout.cell/20)
	if framed {
		pad = p.layout.cell / 10
	}
	var buf [3]rune
	p.style.number.write(p.canvas, digits(buf[:0], int(q)), at.X+pad, at.Y+pad+p.style.number.cap(), p.style.theme.Number)
}

// digits appends a number's digits.
func digits(buf []rune, n int) []rune {
	var text [20]byte
	for _, d := range strconv.AppendInt(text[:0], int64(n), 10) {
		buf = append(buf, rune(d))
	}
	return buf
}

// coordinates writes letters below the files and digits beside the ranks.
func (p *painter) coordinates() {
	write := func(text []rune, middle image.Point) {
		w := p.style.edge.width(text)
		p.style.edge.write(p.canvas, text, middle.X-w/2, middle.Y+p.style.edge.cap()/2, p.style.theme.Edge)
	}
	board := p.layout.board()
	var buf [3]rune
	for i := range p.layout.squares {
		at := p.layout.square(i, i)
		middle := at.Min.Add(at.Max).Div(2)
		write(append(buf[:0], rune('a'+i)), image.Pt(middle.X, board.Max.Y-(p.layout.rim+1)/2))
		write(digits(buf[:0], p.layout.squares-i), image.Pt(board.Min.X+p.layout.rim/2, middle.Y))
	}
}

// arrows draws the ways of moves. The piece that has gone along stands on its arrow.
func (p *painter) arrows(look *[145]face) {
	for _, a := range p.Arrows {
		p.arrow(a.Squares, a.Kind)
	}
	if m := p.Last.Move; !m.IsZero() {
		p.arrow(p.Last.Before.Way(m), Played)
		p.lift(m.To(), look)
	}
	if m := p.Preview; !m.IsZero() {
		p.arrow(p.Position.Way(m), Proposed)
		p.lift(m.To(), look)
	}
}

// arrow draws an arrow over squares, with a spot wherever it starts or turns.
func (p *painter) arrow(way []draughts.Square, kind ArrowKind) {
	colour := kind.colour(p.style.theme)
	variant := p.Position.Variant()
	for i, q := range way[:len(way)-1] {
		x, y := variant.XY(q)
		toX, toY := variant.XY(way[i+1])
		s := stretch{toX - x, toY - y, kind, i == len(way)-2}
		if p.layout.turned {
			s.dx, s.dy = -s.dx, -s.dy
		}
		middle := p.layout.square(x, y).Min.Add(image.Pt(p.layout.cell/2, p.layout.cell/2))
		p.canvas.ink(p.style.stretch(s), middle.Sub(s.origin(p.layout.cell)), colour)
		half := len(p.style.stop.rows) / 2
		p.canvas.ink(p.style.stop, middle.Sub(image.Pt(half, half)), colour)
	}
}

// lift paints the piece on a square again, over an arrow that passes there.
func (p *painter) lift(q draughts.Square, look *[145]face) {
	x, y := p.Position.Variant().XY(q)
	at, t := p.layout.square(x, y).Min, p.style.tile(look[q])
	middle := t.width / 2
	radius := t.width * 39 / 100
	for row := middle - radius; row < middle+radius; row++ {
		off := row - middle
		half := isqrt(radius*radius - off*off)
		copy(p.canvas.row(at.X+middle-half, at.Y+row, 2*half), t.pix[row*t.width+middle-half:])
	}
}

// isqrt returns the whole part of a small number's square root.
func isqrt(n int) int {
	root := 0
	for (root+1)*(root+1) <= n {
		root++
	}
	return root
}
