package render

import (
	"image"
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
	p := newPainter(v)
	p.canvas = newCanvas(p.width, p.height, p.style.palette)
	p.board()
	if v.Bars != nil {
		p.bars(v.Bars)
	}
	return p.canvas
}

// layout says where everything is in a picture.
type layout struct {
	width, height int
	rules         draughts.Rules
	cell          int // pixels along an edge of a square
	rim           int
	bar           int  // height of a player's bar; 0: no bars
	chance        int  // height of the strip with the chances; 0: no strip
	footer        int  // height of the strip with the result; 0: no strip
	flipped       bool // seen from Black's side
}

// newLayout lays out the picture of a view.
func newLayout(v *View) layout {
	l := layout{width: v.size(), rules: v.Position.Variant().Rules(), flipped: v.From == draughts.Black}
	rim := max(4, l.width/80)
	if l.letters() {
		rim = max(10, l.width/32)
	}
	squares := l.rules.Board.Size
	l.cell = (l.width - 2*rim) / squares
	l.rim = (l.width - l.cell*squares) / 2
	if v.Bars != nil {
		l.bar = l.width * 7 / 100
		if v.Bars.Chance != nil {
			l.chance = l.bar / 2
		}
		if v.Bars.Result != nil || v.footerKept {
			l.footer = l.bar
		}
	}
	l.height = l.width + 2*l.bar + l.chance + l.footer
	return l
}

// letters reports whether squares have names of letters and digits.
func (l *layout) letters() bool { return l.rules.Board.Notation == draughts.Letters }

// frame returns the rectangle in which the board and its rim lie.
func (l *layout) frame() image.Rectangle {
	return image.Rect(0, l.bar, l.width, l.bar+l.width)
}

// square returns the upper left corner of the square in column x and row y as White sees them.
func (l *layout) square(x, y int) image.Point {
	if l.flipped {
		last := l.rules.Board.Size - 1
		x, y = last-x, last-y
	}
	return image.Pt(l.rim+x*l.cell, l.bar+l.rim+y*l.cell)
}

// painter puts one picture together.
type painter struct {
	*View
	layout
	style  *style
	canvas *canvas
	faces  [145]face // how each square looks; number 0 stands for those that are not played on
}

// newPainter returns a painter without a canvas.
func newPainter(v *View) painter {
	p := painter{View: v, layout: newLayout(v)}
	theme, _ := themeIndex(v.Theme)
	p.style = styles.get(styleKey{theme, p.cell, p.rim, p.bar})
	p.chooseFaces()
	return p
}

// at returns the upper left corner of a square.
func (p *painter) at(q draughts.Square) image.Point {
	return p.square(p.Position.Variant().XY(q))
}

// board paints the board with everything on it.
func (p *painter) board() {
	p.canvas.fill(p.frame(), p.style.theme.Rim)
	variant := p.Position.Variant()
	for y := range p.rules.Board.Size {
		for x := range p.rules.Board.Size {
			p.canvas.put(p.style.tile(p.faces[variant.SquareAt(x, y)]), p.square(x, y))
		}
	}
	p.arrows()
	if p.letters() {
		p.coordinates()
	} else {
		p.numbers()
	}
}

// chooseFaces decides how each square looks.
func (p *painter) chooseFaces() {
	faces := &p.faces
	ground := plain
	if p.rules.Board.Playable == draughts.All {
		ground = lined
	}
	for q := draughts.Square(1); p.Position.Variant().Has(q); q++ {
		faces[q] = face{ground: ground, piece: p.Position.At(q)}
	}
	if last := p.Last; !last.Move.IsZero() {
		faces[last.Move.From()].ground = visited
		faces[last.Move.To()].ground = visited
		for q := range last.Move.Captured().All() {
			if faces[q].piece == draughts.NoPiece {
				faces[q].piece, faces[q].ghost = last.Before.At(q), true
			}
		}
	}
	if p.Hints {
		for _, m := range p.Position.Moves() {
			if !p.rules.Capture.Obligatory || !m.IsCapture() {
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

// numbers writes each square's number in its corner, inside the frame if it has one. Where a number covers a
// piece or an arrow, a halo in the colour of the square sets it off.
func (p *painter) numbers() {
	for q := draughts.Square(1); p.Position.Variant().Has(q); q++ {
		pad := max(1, p.cell/30)
		if p.faces[q].marks&Must != 0 {
			pad = p.cell / 10
		}
		at, number := p.at(q), p.style.number
		ground := p.style.theme.ground(p.faces[q].ground)
		number.writeOver(p.canvas, strconv.Itoa(int(q)), at.X+pad, at.Y+pad+number.cap(), p.style.theme.Number, ground)
	}
}

// coordinates writes letters below the files and digits beside the ranks.
func (p *painter) coordinates() {
	edge := p.style.edge
	write := func(text string, x, y int) {
		edge.write(p.canvas, text, x-edge.width(text)/2, y+edge.cap()/2, p.style.theme.Edge)
	}
	for i := range p.rules.Board.Size {
		at := p.square(i, i)
		write("abcdefghijkl"[i:i+1], at.X+p.cell/2, p.frame().Max.Y-(p.rim+1)/2)
		write(strconv.Itoa(p.rules.Board.Size-i), p.rim/2, at.Y+p.cell/2)
	}
}

// arrows draws the paths of moves. A piece that has moved is painted over its arrow.
func (p *painter) arrows() {
	for _, a := range p.Arrows {
		p.arrow(a.Squares, a.Kind)
	}
	if m := p.Last.Move; !m.IsZero() {
		p.arrow(p.Last.Before.Path(m), Played)
		p.repaintPiece(m.To())
	}
}

// arrow draws an arrow over squares, with a spot where it starts and where it turns.
func (p *painter) arrow(path []draughts.Square, kind ArrowKind) {
	t, half := p.style.theme, len(p.style.joint.rows)/2
	colour := [...]Colour{Played: t.Arrow, Proposed: t.Proposed, Refused: t.Must}[kind]
	for i, q := range path[:len(path)-1] {
		from := p.at(q)
		d := p.at(path[i+1]).Sub(from).Div(p.cell)
		s := segment{d.X, d.Y, kind, i == len(path)-2}
		middle := from.Add(image.Pt(p.cell/2, p.cell/2))
		p.canvas.ink(p.style.segment(s), middle.Sub(s.origin(p.cell)), colour)
		p.canvas.ink(p.style.joint, middle.Sub(image.Pt(half, half)), colour)
	}
}

// repaintPiece paints the piece on a square again, over an arrow that passes there.
func (p *painter) repaintPiece(q draughts.Square) {
	at, t := p.at(q), p.style.tile(p.faces[q])
	middle := t.width / 2
	radius := t.width * 43 / 100
	for row := middle - radius; row < middle+radius; row++ {
		off := row - middle
		half := int(math.Sqrt(float64(radius*radius - off*off)))
		copy(p.canvas.row(at.X+middle-half, at.Y+row, 2*half), t.pix[row*t.width+middle-half:])
	}
}
