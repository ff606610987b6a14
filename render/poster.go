package render

import "image"

// Poster announces something: a board, a title and a few facts. All words come from the caller.
type Poster struct {
	View  View // Size is the width of the whole poster; Bars are ignored
	Title string
	Facts []Fact // as many as have room are shown
}

// Fact is a value and what it means.
type Fact struct{ Head, Text string }

// Picture draws the poster as a PNG picture. The error is a ViewError.
func (p Poster) Picture() ([]byte, error) {
	return p.View.beside(p.panel)
}

// panel paints the part of the poster beside the board.
func (p *Poster) panel(to *canvas, s *style, at image.Rectangle) {
	t := s.theme
	unit := at.Dx() / 16
	x, room := at.Min.X+unit, at.Dx()-2*unit
	title := panelStyle(p.View.Theme, to.width*4/3).name
	lines := title.wrap(p.Title, room, 3)
	banner := at
	banner.Max.Y = at.Min.Y + unit + len(lines)*unit*7/4
	to.fill(banner, t.Turn)
	to.fill(image.Rect(at.Min.X, banner.Max.Y, at.Max.X, at.Max.Y), t.Bar)
	for i, line := range lines {
		title.write(to, line, x, at.Min.Y+unit*2+i*unit*7/4, t.TurnText)
	}
	y := banner.Max.Y + unit*7/5
	for _, f := range p.Facts {
		lines := s.note.wrap(f.Text, room, 2)
		if y+len(lines)*unit*11/10+unit/4 > at.Max.Y {
			break
		}
		s.note.write(to, s.note.fit(f.Head, room), x, y, t.BarNote)
		for _, line := range lines {
			y += unit * 11 / 10
			s.note.write(to, line, x, y, t.BarText)
		}
		y += unit * 3 / 2
	}
}
