package render

import (
	"image"
	"math"
	"slices"
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

// readableDigit is the least height of a digit that has to be read, in pixels of a picture of the default width: nine
// pixels on a phone that shows it 309 pixels wide.
const readableDigit = 23

// layout says where everything is in a picture.
type layout struct {
	width, height int
	rules         draughts.Rules
	cell          int  // pixels along an edge of a square
	rim           int  // left of the board and below it
	margin        int  // right of the board and above it
	bar           int  // height of a player's bar; 0: no bars
	chance        int  // height of the strip with the chances; 0: no strip
	footer        int  // height of the strip with the result and the note; 0: no strip
	label         int  // height of a large number, and of digits on the rim
	flipped       bool // seen from Black's side
}

// newLayout lays out the picture of a view.
func newLayout(v *View) layout {
	l := layout{width: v.size(), rules: v.Position.Variant().Rules(), flipped: v.From == draughts.Black}
	l.fitBoard()
	if v.Bars != nil {
		l.bar = l.width * 7 / 100
		if v.Bars.Chance != nil {
			l.chance = l.bar / 2
		}
		l.footer = l.bar * 3 / 4
	}
	l.height = l.width + 2*l.bar + l.chance + l.footer
	return l
}

// fitBoard chooses the sizes within the frame, for its width. Letters and digits on the rim need room.
func (l *layout) fitBoard() {
	squares, names := l.rules.Board.Size, 0
	l.label = (l.width*readableDigit + DefaultSize - 1) / DefaultSize
	if l.letters() {
		names = l.label * 5 / 4
	}
	l.cell = (l.width - 2*max(4, l.width/80) - names) / squares
	l.margin = (l.width - names - l.cell*squares) / 2
	l.rim = l.width - l.margin - l.cell*squares
	if !l.letters() {
		l.label = max(l.label, l.cell*27/100)
	}
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
	return image.Pt(l.rim+x*l.cell, l.bar+l.margin+y*l.cell)
}

// painter puts one picture together.
type painter struct {
	*View
	layout
	style  *style
	canvas *canvas
	faces  [145]face // how each square looks; number 0 stands for those that are not played on

	crossed []image.Rectangle // around each part of each arrow
}

// newPainter returns a painter without a canvas.
func newPainter(v *View) painter {
	p := painter{View: v, layout: newLayout(v)}
	theme, _ := themeIndex(v.Theme)
	p.style = styles.get(styleKey{theme, p.cell, p.bar, p.label})
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
	if p.showsMoves() {
		for _, m := range p.Position.Moves() {
			p.chooseMove(m)
		}
	}
	for _, m := range p.Marks {
		f := &faces[m.Square]
		f.marks |= m.Kind
		f.label = f.label || !p.letters() && f.piece != draughts.NoPiece && m.Kind&(May|Must) != 0
	}
}

// chooseMove decides how the squares of a move that can be made look.
func (p *painter) chooseMove(m draughts.Move) {
	from := &p.faces[m.From()]
	if !p.letters() {
		from.label, p.faces[m.To()].label = true, true
	}
	switch {
	case !p.Hints:
	case !p.rules.Capture.Obligatory || !m.IsCapture():
		from.marks |= May
	default:
		from.marks |= Must
		for q := range m.Captured().All() {
			p.faces[q].marks |= Target
		}
	}
}

// numbers writes the number of each square: large in the middle, or small in a corner, inside the frame if it has one.
// Where a number covers a piece or an arrow, a halo in the colour of the square sets it off.
func (p *painter) numbers() {
	theme := p.style.theme
	for q := draughts.Square(1); p.Position.Variant().Has(q); q++ {
		at, f, text := p.at(q), p.faces[q], strconv.Itoa(int(q))
		if f.label {
			p.largeNumber(at, f, text)
			continue
		}
		pad := max(1, p.cell/30)
		if f.marks&Must != 0 {
			pad = p.cell / 10
		}
		p.style.number.writeOver(p.canvas, text, at.X+pad, at.Y+pad+p.style.number.cap(), theme.Number, theme.ground(f.ground))
	}
}

// largeNumber writes a number in the middle of the square at a point. Where it covers an arrow or a mark, a halo sets
// it off.
func (p *painter) largeNumber(at image.Point, f face, text string) {
	l := p.style.label
	colour, ground := p.style.theme.label(f)
	x, y := at.X+(p.cell-l.width(text))/2, at.Y+int(float64(p.cell)*f.middle())+l.cap()/2
	square := image.Rectangle{at, at.Add(image.Pt(p.cell, p.cell))}
	if f.marks&(Target|Wrong) != 0 || slices.ContainsFunc(p.crossed, square.Overlaps) {
		l.writeOver(p.canvas, text, x, y, colour, ground)
		return
	}
	l.write(p.canvas, text, x, y, colour)
}

// coordinates writes letters below the files and digits beside the ranks.
func (p *painter) coordinates() {
	l := p.style.label
	write := func(text string, x, y int) {
		l.write(p.canvas, text, x-l.width(text)/2, y+l.cap()/2, p.style.theme.Edge)
	}
	for i := range p.rules.Board.Size {
		at := p.square(i, i)
		write("abcdefghijkl"[i:i+1], at.X+p.cell/2, p.frame().Max.Y-(p.rim+1)/2)
		write(strconv.Itoa(p.rules.Board.Size-i), p.rim/2, at.Y+p.cell/2)
	}
}

// arrows draws the paths of moves. A piece that has moved, or has a large number, is painted over its arrow.
func (p *painter) arrows() {
	for _, a := range p.Arrows {
		p.arrow(a.Squares, a.Kind)
		if from := a.Squares[0]; p.faces[from].label && p.faces[from].piece != draughts.NoPiece {
			p.repaintPiece(from)
		}
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
		to := p.at(path[i+1])
		d := to.Sub(from).Div(p.cell)
		s := segment{d.X, d.Y, kind, i == len(path)-2}
		middle := from.Add(image.Pt(p.cell/2, p.cell/2))
		p.canvas.ink(p.style.segment(s), middle.Sub(s.origin(p.cell)), colour)
		crossed := image.Rectangle{from, to}.Canon()
		crossed.Max = crossed.Max.Add(image.Pt(p.cell, p.cell))
		p.crossed = append(p.crossed, crossed)
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
