package render

import (
	"image"
	"math"

	"github.com/fogleman/gg"
)

// segment is a straight part of an arrow: from the middle of a square to the middle of
// another, dx columns to the right and dy rows down in the picture.
type segment struct {
	dx, dy int
	kind   ArrowKind
	head   bool // the arrow ends with this segment, just before the piece
}

// origin returns where the segment starts in its drawing.
func (s segment) origin(cell int) image.Point {
	return image.Pt(cell/2+cell*max(0, -s.dx), cell/2+cell*max(0, -s.dy))
}

// drawSegment draws a segment for squares of the given size.
func drawSegment(s segment, cell int) *gg.Context {
	u := float64(cell)
	dc := gg.NewContext(cell*(1+abs(s.dx)), cell*(1+abs(s.dy)))
	at := s.origin(cell)
	dc.Translate(float64(at.X), float64(at.Y))
	dc.Rotate(math.Atan2(float64(s.dy), float64(s.dx)))
	length := u * math.Hypot(float64(s.dx), float64(s.dy))
	tip, head := length-u*.45, u*.27
	if s.head {
		length = tip - head
	}
	dc.SetRGB(0, 0, 0)
	dc.SetLineWidth(max(2, u*.1))
	dc.SetLineCapButt()
	if s.kind == Proposed {
		dc.SetDash(u*.16, u*.1)
	}
	dc.DrawLine(0, 0, length, 0)
	dc.Stroke()
	switch {
	case !s.head:
	case s.kind == Refused: // a bar instead of a head
		dc.SetLineWidth(max(2, u*.12))
		dc.DrawLine(length, -u*.22, length, u*.22)
		dc.Stroke()
	default:
		dc.LineTo(tip, 0)
		dc.LineTo(length, -u*.17)
		dc.LineTo(length, u*.17)
		dc.ClosePath()
		dc.Fill()
	}
	return dc
}

// drawJoint draws the spot where an arrow starts or turns.
func drawJoint(cell int) *gg.Context {
	n := cell/3 + 2
	dc := gg.NewContext(n, n)
	fillCircle(dc, float64(n)/2, float64(n)/2, float64(cell)*.11, 0, 256)
	return dc
}

func abs(n int) int {
	return max(n, -n)
}
