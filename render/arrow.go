package render

import (
	"image"
	"math"

	"github.com/fogleman/gg"
)

// stretch is a straight part of an arrow, from the middle of a square to that of
// another, dx columns and dy rows on as the picture shows them.
type stretch struct {
	dx, dy int
	kind   ArrowKind
	head   bool // the arrow ends here, just before the piece
}

const (
	reach     = 11 // the farthest that two squares of a board are apart
	stretches = (2*reach + 1) * (2*reach + 1) * arrows * 2
)

// index numbers the stretches.
func (s stretch) index() int {
	i := ((s.dx+reach)*(2*reach+1)+s.dy+reach)*arrows + int(s.kind)
	if s.head {
		return 2*i + 1
	}
	return 2 * i
}

// origin returns where the middle of the square it starts from lies in its drawing.
func (s stretch) origin(cell int) image.Point {
	return image.Pt(cell/2+cell*max(0, -s.dx), cell/2+cell*max(0, -s.dy))
}

// drawStretch draws part of an arrow on a board with squares of the given size.
func drawStretch(s stretch, cell int) *image.RGBA {
	u := float64(cell)
	dc := gg.NewContext(cell*(1+abs(s.dx)), cell*(1+abs(s.dy)))
	at := s.origin(cell)
	dc.Translate(float64(at.X), float64(at.Y))
	dc.Rotate(math.Atan2(float64(s.dy), float64(s.dx)))
	length := u * math.Hypot(float64(s.dx), float64(s.dy))

	dc.SetRGB(0, 0, 0)
	dc.SetLineWidth(max(2, u*.1))
	dc.SetLineCapButt()
	if s.kind == Proposed {
		dc.SetDash(u*.16, u*.1)
	}
	if !s.head {
		dc.DrawLine(0, 0, length, 0)
		dc.Stroke()
		return dc.Image().(*image.RGBA)
	}
	tip, head := length-u*.4, u*.27
	dc.DrawLine(0, 0, tip-head, 0)
	dc.Stroke()
	if s.kind == Refused { // it comes to nothing: a bar instead of a head
		dc.SetLineWidth(max(2, u*.12))
		dc.DrawLine(tip-head, -u*.22, tip-head, u*.22)
		dc.Stroke()
		return dc.Image().(*image.RGBA)
	}
	dc.MoveTo(tip, 0)
	dc.LineTo(tip-head, -u*.17)
	dc.LineTo(tip-head, u*.17)
	dc.ClosePath()
	dc.Fill()
	return dc.Image().(*image.RGBA)
}

// drawStop draws the spot on which an arrow starts, or turns.
func drawStop(cell int) *image.RGBA {
	n := cell/3 + 2
	dc := gg.NewContext(n, n)
	dc.SetRGB(0, 0, 0)
	dc.DrawCircle(float64(n)/2, float64(n)/2, float64(cell)*.11)
	dc.Fill()
	return dc.Image().(*image.RGBA)
}

// colour returns the colour of an arrow.
func (k ArrowKind) colour(t *Theme) Colour {
	switch k {
	case Proposed:
		return t.Preview
	case Refused:
		return t.Must
	default:
		return t.Arrow
	}
}

func abs(n int) int {
	return max(n, -n)
}
