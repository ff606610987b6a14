package render

import (
	"image"
	"iter"
	"math"
	"strconv"

	"doublecorner/game/draughts"
)

// Picture draws the view as a PNG picture. The error is a ViewError.
func (v View) Picture() ([]byte, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	c := v.draw()
	defer c.release()
	return c.png(), nil
}

// draw puts the picture of a checked view together.
func (v *View) draw() *canvas {
	l := newLayout(v)
	theme, _ := themeIndex(v.Theme)
	s := styles.get(styleKey{theme, l.cell, l.rim, l.bar})
	size := s.size()
	c := newCanvas(l.width, l.height, s.palette)
	p := painter{v, &l, s, c}
	p.board()
	if v.Bars != nil {
		p.bars(v.Bars)
	}
	if s.size() != size {
		styles.trim()
	}
	return c
}

// painter puts one picture together.
type painter struct {
	*View
	layout *layout
	style  *style
	canvas *canvas
}

// board paints the board with everything on it.
func (p *painter) board() {
	p.canvas.fill(p.layout.board(), p.style.nearest(p.style.theme.Rim))
	var faces [145]face
	p.chooseFaces(&faces)
	variant := p.Position.Variant()
	for y := range p.layout.squares {
		for x := range p.layout.squares {
			q := variant.SquareAt(x, y)
			p.canvas.put(p.style.tile(faces[q]), p.layout.square(x, y).Min)
		}
	}
	p.arrows(&faces)
	if p.layout.letters {
		p.coordinates()
		return
	}
	for n := range variant.Squares() {
		q := draughts.Square(n + 1)
		p.label(q, faces[q].marks&Must != 0)
	}
}

// chooseFaces decides how each square looks. Squares that are not played on look like
// number 0.
func (p *painter) chooseFaces(faces *[145]face) {
	ground := plain
	if p.layout.lined {
		ground = lined
	}
	for n := range p.Position.Variant().Squares() {
		q := draughts.Square(n + 1)
		faces[q] = face{ground: ground, piece: p.Position.At(q)}
	}
	if last := p.Last; !last.Move.IsZero() {
		faces[last.Move.From()].ground = visited
		faces[last.Move.To()].ground = visited
		for q := range last.Move.Captured().All() {
			if faces[q].piece == draughts.NoPiece {
				faces[q].piece, faces[q].opacity = last.Before.At(q), ghost
			}
		}
	}
	if m := p.Preview; !m.IsZero() {
		for q := range m.Captured().All() {
			faces[q].marks |= Cross
		}
		faces[m.From()].opacity = ghost
		faces[m.To()].piece, faces[m.To()].opacity = p.Position.At(m.From()), preview
		if m.Crowns() {
			faces[m.To()].piece = p.Position.Turn().King()
		}
	}
	if p.Hints {
		for m, must := range hints(p.Position) {
			if !must {
				faces[m.From()].marks |= May
				continue
			}
			faces[m.From()].marks |= Must
			for q := range m.Captured().All() {
				faces[q].marks |= Target
			}
		}
	}
	for _, m := range p.Marks {
		faces[m.Square].marks |= m.Kind
	}
}

// hints yields each legal move and whether it is an obligatory capture. It yields nothing if
// there are too many captures to list them.
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
	p.style.number.write(p.canvas, strconv.Itoa(int(q)), at.X+pad, at.Y+pad+p.style.number.cap(), p.style.theme.Number)
}

// coordinates writes letters below the files and digits beside the ranks.
func (p *painter) coordinates() {
	write := func(text string, middle image.Point) {
		w := p.style.edge.width(text)
		p.style.edge.write(p.canvas, text, middle.X-w/2, middle.Y+p.style.edge.cap()/2, p.style.theme.Edge)
	}
	board := p.layout.board()
	for i := range p.layout.squares {
		at := p.layout.square(i, i)
		middle := at.Min.Add(at.Max).Div(2)
		write("abcdefghijkl"[i:i+1], image.Pt(middle.X, board.Max.Y-(p.layout.rim+1)/2))
		write(strconv.Itoa(p.layout.squares-i), image.Pt(board.Min.X+p.layout.rim/2, middle.Y))
	}
}

// arrows draws the paths of moves. A piece that has moved is painted over its arrow.
func (p *painter) arrows(faces *[145]face) {
	for _, a := range p.Arrows {
		p.arrow(a.Squares, a.Kind)
	}
	if m := p.Last.Move; !m.IsZero() {
		p.arrow(p.Last.Before.Path(m), Played)
		p.repaintPiece(m.To(), faces)
	}
	if m := p.Preview; !m.IsZero() {
		p.arrow(p.Position.Path(m), Proposed)
		p.repaintPiece(m.To(), faces)
	}
}

// arrow draws an arrow over squares, with a spot where it starts and where it turns.
func (p *painter) arrow(path []draughts.Square, kind ArrowKind) {
	colour := kind.colour(p.style.theme)
	variant := p.Position.Variant()
	for i, q := range path[:len(path)-1] {
		x, y := variant.XY(q)
		toX, toY := variant.XY(path[i+1])
		s := segment{toX - x, toY - y, kind, i == len(path)-2}
		if p.layout.flipped {
			s.dx, s.dy = -s.dx, -s.dy
		}
		middle := p.layout.square(x, y).Min.Add(image.Pt(p.layout.cell/2, p.layout.cell/2))
		p.canvas.ink(p.style.segment(s), middle.Sub(s.origin(p.layout.cell)), colour)
		half := len(p.style.joint.rows) / 2
		p.canvas.ink(p.style.joint, middle.Sub(image.Pt(half, half)), colour)
	}
}

// repaintPiece paints the piece on a square again, over an arrow that passes there.
func (p *painter) repaintPiece(q draughts.Square, faces *[145]face) {
	x, y := p.Position.Variant().XY(q)
	at, t := p.layout.square(x, y).Min, p.style.tile(faces[q])
	middle := t.width / 2
	radius := t.width * 39 / 100
	for row := middle - radius; row < middle+radius; row++ {
		off := row - middle
		half := int(math.Sqrt(float64(radius*radius - off*off)))
		copy(p.canvas.row(at.X+middle-half, at.Y+row, 2*half), t.pix[row*t.width+middle-half:])
	}
}
