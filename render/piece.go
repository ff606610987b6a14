package render

import (
	"github.com/fogleman/gg"

	"doublecorner/game/draughts"
)

// shadow is the colour of the shadows that pieces throw on the board.
const shadow Colour = 0x000000

// opacity is how solid a piece is drawn.
type opacity uint8

const (
	solid   opacity = iota
	ghost           // a captured piece
	preview         // a piece that is not there yet
)

// fade returns the colours of pieces through which the ground is seen. Part is how much they
// keep of their own colours, in 256ths.
func (m Men) fade(ground Colour, part int) Men {
	return Men{
		Face: m.Face.over(ground, part), Wall: m.Wall.over(ground, part),
		Groove: m.Groove.over(ground, part), Crown: m.Crown.over(ground, part),
	}
}

// drawPiece draws a piece on a square of u pixels whose ground is one colour.
func drawPiece(dc *gg.Context, u float64, t *Theme, p draughts.Piece, l opacity, ground Colour) {
	white := p.Is(draughts.White)
	men := t.men(white)
	switch l {
	case ghost:
		men = men.fade(ground, ghostPart)
	case preview:
		men = men.fade(ground, previewPart)
	case solid:
		drawShadow(dc, u, p.IsKing())
	}
	if !p.IsKing() {
		drawDisc(dc, u, u*.485, u*.37, u*.05, men, white, false)
		return
	}
	// A king is two pieces, one on the other, and a crown.
	drawDisc(dc, u, u*.575, u*.36, u*.045, men, white, false)
	drawDisc(dc, u, u*.455, u*.36, u*.045, men, white, true)
	drawCrown(dc, u*.5, u*.455, u*.49, men)
}

func drawShadow(dc *gg.Context, u float64, king bool) {
	y := u * .545
	if king {
		y = u * .625
	}
	setColour(dc, shadow, 40)
	dc.DrawCircle(u*.515, y, u*.385)
	dc.Fill()
}

// drawDisc draws one disc with the middle of its upper face at height y. Black discs have a
// ring along the edge. White discs have a ring in the middle unless they are plain.
func drawDisc(dc *gg.Context, u, y, r, thick float64, m Men, white, plain bool) {
	x := u * .5
	setColour(dc, m.Wall, 256)
	dc.DrawCircle(x, y+thick, r)
	dc.DrawRectangle(x-r, y, 2*r, thick)
	dc.DrawCircle(x, y, r)
	dc.Fill()
	setColour(dc, m.Face, 256)
	dc.DrawCircle(x, y, r-max(1, u*.022))
	dc.Fill()

	setColour(dc, m.Groove, 256)
	dc.SetLineWidth(max(1, u*.03))
	if white {
		if !plain {
			dc.DrawCircle(x, y, r*.6)
			dc.Stroke()
		}
		return
	}
	dc.DrawCircle(x, y, r*.84)
	dc.Stroke()
}

// drawCrown draws a crown of width w around a point.
func drawCrown(dc *gg.Context, x, y, w float64, m Men) {
	h := w * .66
	left, top := x-w/2, y-h/2
	setColour(dc, m.Crown, 256)
	dc.MoveTo(left+w*.12, top+h)
	dc.LineTo(left+w*.02, top+h*.24)
	dc.LineTo(left+w*.28, top+h*.52)
	dc.LineTo(left+w*.5, top+h*.04)
	dc.LineTo(left+w*.72, top+h*.52)
	dc.LineTo(left+w*.98, top+h*.24)
	dc.LineTo(left+w*.88, top+h)
	dc.ClosePath()
	dc.Fill()
	for _, tip := range [][2]float64{{.03, .2}, {.5, 0}, {.97, .2}} {
		dc.DrawCircle(left+w*tip[0], top+h*tip[1], w*.065)
		dc.Fill()
	}
	// The band below the points.
	setColour(dc, m.Face, 256)
	dc.SetLineWidth(max(1, h*.09))
	dc.DrawLine(left+w*.1, top+h*.79, left+w*.9, top+h*.79)
	dc.Stroke()
}

// setColour sets the colour to draw with, and how opaque it is, in 256ths.
func setColour(dc *gg.Context, c Colour, part int) {
	r, g, b := c.rgb()
	dc.SetRGBA255(int(r), int(g), int(b), min(part, 255))
}
