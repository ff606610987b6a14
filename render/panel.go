package render

import (
	"image"

	"github.com/fogleman/gg"
)

// panelStyle returns the style of a picture that is not a board. Its text depends on the width.
func panelStyle(theme string, width int) *style {
	i, _ := themeIndex(theme)
	return styles.get(styleKey{themeIndex: i, cell: width / 16, bar: width / 16})
}

// headingHeight returns the height of the title, for a unit of a thirty-second of the width.
func headingHeight(unit int) int { return unit * 5 / 2 }

// heading writes a title and a note above everything else.
func (s *style) heading(to *canvas, title, note string) {
	unit := to.width / 32
	y := unit*3/2 + unit/8
	right := s.note.writeBefore(to, note, to.width-unit, y, to.width/3, s.theme.BarNote)
	s.name.write(to, s.name.fit(title, right-2*unit), unit, y, s.theme.BarText)
}

// text writes a text into a cell.
func (s *style) text(to *canvas, l *lettering, at image.Rectangle, kind ColumnKind, text string, colour Colour) {
	pad := s.bar / 8
	room := at.Dx() - 2*pad
	if kind == Results {
		pad, room = 0, at.Dx()
	}
	text = l.fit(text, room)
	x := at.Min.X + pad
	switch kind {
	case Numbers:
		x = at.Max.X - pad - l.width(text)
	case Results:
		x += (at.Dx() - l.width(text)) / 2
	}
	l.write(to, text, x, l.baseline(at), colour)
}

// lettering returns the lettering of a column.
func (s *style) lettering(kind ColumnKind) *lettering {
	if kind == Results {
		return s.note
	}
	return s.name
}

// dot returns the size of a piece in a cell.
func (s *style) dot() int { return s.bar / 3 }

// chip paints a rectangle with round corners on a panel.
func (s *style) chip(to *canvas, at image.Rectangle, ground Colour) {
	if at.Empty() || ground == s.theme.Bar {
		return
	}
	to.ink(s.chips.get(at.Size(), func() *mask {
		dc := gg.NewContext(at.Dx(), at.Dy())
		dc.SetRGB(0, 0, 0)
		dc.DrawRoundedRectangle(0, 0, float64(at.Dx()), float64(at.Dy()), float64(s.bar)/8)
		dc.Fill()
		return newMask(dc)
	}), at.Min, ground)
}

// beside draws a picture twice as wide as high: the board of a view without bars, and a panel.
func (v View) beside(panel func(to *canvas, s *style, at image.Rectangle)) ([]byte, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	width, height := v.size(), v.size()/2
	v.Bars, v.Size = nil, height
	board := newPainter(&v)
	to := newCanvas(width, height, board.style.palette)
	defer to.release()
	board.canvas = to
	board.board()
	panel(to, panelStyle(v.Theme, width), image.Rect(height, 0, width, height))
	return to.png(), nil
}
