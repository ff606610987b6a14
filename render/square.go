package render

import (
	"math"

	"github.com/fogleman/gg"

	"doublecorner/game/draughts"
)

// ground is how an empty square looks.
type ground uint8

const (
	other   ground = iota // not played on
	plain                 // played on
	lined                 // played on, on a board that uses every square
	visited               // where the last move began or ended
)

// face is how one square looks without its number. Squares with equal faces are drawn once.
type face struct {
	ground ground
	piece  draughts.Piece
	ghost  bool // the piece is captured
	marks  MarkKind
	label  bool // its number is written large in the middle
}

// middle returns where the middle of a large number is, as a part of the height of the square.
func (f face) middle() float64 {
	switch {
	case f.piece == draughts.NoPiece || f.ghost:
		return .5
	case f.piece.IsKing():
		return .53
	}
	return .48
}

// setColour sets the colour to draw with, and how opaque it is, in 256ths.
func setColour(dc *gg.Context, c Colour, part int) {
	r, g, b := c.rgb()
	dc.SetRGBA255(int(r), int(g), int(b), min(part, 255))
}

// fillCircle fills a circle with a colour.
func fillCircle(dc *gg.Context, x, y, r float64, c Colour, part int) {
	setColour(dc, c, part)
	dc.DrawCircle(x, y, r)
	dc.Fill()
}

// drawSquare draws a square of u pixels at the origin.
func drawSquare(dc *gg.Context, t *Theme, u float64, f face) {
	under := t.ground(f.ground)
	setColour(dc, under, 256)
	dc.DrawRectangle(0, 0, u, u)
	dc.Fill()
	if f.ground == lined {
		setColour(dc, t.Line, 256)
		dc.SetLineWidth(max(1, u*.03))
		dc.DrawRectangle(0, 0, u, u)
		dc.Stroke()
	}
	if f.marks&May != 0 {
		for _, r := range []float64{.5, .48, .46} {
			fillCircle(dc, u*.5, u*.5, u*r, t.May, 110)
		}
	}
	switch {
	case f.piece == draughts.NoPiece:
	case f.ghost && f.label:
		drawOutline(dc, u, t, f.piece, under)
	default:
		drawPiece(dc, u, t, f, under)
	}
	if f.marks&Must != 0 {
		outlined(dc, u*.065, t.Must, t.Halo, func() {
			dc.DrawRectangle(u*.0325, u*.0325, u*.935, u*.935)
		})
	}
	if f.marks&Target != 0 { // a ring with four ticks around the piece
		outlined(dc, u*.06, t.Must, t.Halo, func() {
			dc.DrawCircle(u*.5, u*.5, u*.42)
			for i := range 4 {
				sin, cos := math.Sincos(math.Pi / 2 * float64(i))
				dc.DrawLine(u*(.5+.3*cos), u*(.5+.3*sin), u*(.5+.42*cos), u*(.5+.42*sin))
			}
		})
	}
	switch {
	case f.marks&Goal == 0:
	case f.label: // around the number
		setColour(dc, t.Proposed, 256)
		dc.SetLineWidth(max(2, u*.06))
		dc.DrawCircle(u*.5, u*.5, u*.4)
		dc.Stroke()
	default:
		fillCircle(dc, u*.5, u*.5, u*.15, t.Proposed, 256)
	}
	if f.marks&Wrong != 0 {
		outlined(dc, u*.08, t.Must, t.Halo, func() {
			dc.DrawLine(u*.3, u*.3, u*.7, u*.7)
			dc.DrawLine(u*.7, u*.3, u*.3, u*.7)
		})
	}
}

// haloPart is how opaque the line along a mark is, in 256ths.
const haloPart = 170

// outlined strokes a path of width w in a colour, with a line along it that sets it off from
// any ground.
func outlined(dc *gg.Context, w float64, c, halo Colour, path func()) {
	w = max(2, w)
	dc.SetLineCapRound()
	setColour(dc, halo, haloPart)
	dc.SetLineWidth(w + max(1, w*.5))
	path()
	dc.Stroke()
	setColour(dc, c, 256)
	dc.SetLineWidth(w)
	path()
	dc.Stroke()
}

// shadow is the colour of the shadows that pieces throw on the board.
const shadow Colour = 0x000000

// fade returns the colours of pieces through which the ground is seen. Part is how much they
// keep of their own colours, in 256ths.
func (m Men) fade(ground Colour, part int) Men {
	return Men{
		Face: m.Face.over(ground, part), Wall: m.Wall.over(ground, part),
		Groove: m.Groove.over(ground, part), Crown: m.Crown.over(ground, part),
	}
}

// sideOf returns the side of a piece.
func sideOf(p draughts.Piece) draughts.Side {
	if p.Is(draughts.Black) {
		return draughts.Black
	}
	return draughts.White
}

// drawOutline draws the outline of a captured piece, around a number.
func drawOutline(dc *gg.Context, u float64, t *Theme, p draughts.Piece, ground Colour) {
	setColour(dc, t.men(sideOf(p)).fade(ground, ghostPart).Wall, 256)
	dc.SetLineWidth(max(1, u*.03))
	dc.DrawCircle(u*.5, u*.5, u*.42)
	dc.Stroke()
}

// drawPiece draws a piece on a square of u pixels whose ground is one colour.
func drawPiece(dc *gg.Context, u float64, t *Theme, f face, ground Colour) {
	side := sideOf(f.piece)
	men, ring := t.men(side), rings[side]
	if f.label && side == draughts.White { // the number is where the ring would be
		ring = 0
	}
	if f.ghost {
		men = men.fade(ground, ghostPart)
	} else {
		fillCircle(dc, u*.515, u*.545, u*.44, shadow, 40)
	}
	if !f.piece.IsKing() {
		drawDisc(dc, u, u*.48, u*.42, u*.04, men, ring)
		return
	}
	// A king is two pieces, one on the other, and a crown.
	drawDisc(dc, u, u*.54, u*.4, u*.04, men, ring)
	if f.label || side == draughts.White { // the crown or the number is where the ring would be
		ring = 0
	}
	drawDisc(dc, u, u*.43, u*.4, u*.04, men, ring)
	if f.label { // above the number
		drawCrown(dc, u*.5, u*.18, u*.31, men)
		return
	}
	drawCrown(dc, u*.5, u*.43, u*.54, men)
}

// rings are the parts of a disc's radius at which it has a ring: white ones in the middle, black ones along the edge.
var rings = [...]float64{draughts.White: .6, draughts.Black: .84}

// drawDisc draws one disc with the middle of its upper face at height y, and with a ring; 0: without one.
func drawDisc(dc *gg.Context, u, y, r, thick float64, m Men, ring float64) {
	x := u * .5
	setColour(dc, m.Wall, 256)
	dc.DrawCircle(x, y+thick, r)
	dc.DrawRectangle(x-r, y, 2*r, thick)
	dc.DrawCircle(x, y, r)
	dc.Fill()
	fillCircle(dc, x, y, r-max(1, u*.022), m.Face, 256)

	if ring == 0 {
		return
	}
	setColour(dc, m.Groove, 256)
	dc.SetLineWidth(max(1, u*.03))
	dc.DrawCircle(x, y, r*ring)
	dc.Stroke()
}

// drawCrown draws a crown of width w around a point.
func drawCrown(dc *gg.Context, x, y, w float64, m Men) {
	h := w * .66
	left, top := x-w/2, y-h/2
	setColour(dc, m.Crown, 256)
	for _, at := range [][2]float64{{.12, 1}, {.02, .24}, {.28, .52}, {.5, .04}, {.72, .52}, {.98, .24}, {.88, 1}} {
		dc.LineTo(left+w*at[0], top+h*at[1])
	}
	dc.ClosePath()
	dc.Fill()
	for _, tip := range [][2]float64{{.03, .2}, {.5, 0}, {.97, .2}} {
		fillCircle(dc, left+w*tip[0], top+h*tip[1], w*.065, m.Crown, 256)
	}
	// The band below the points.
	setColour(dc, m.Face, 256)
	dc.SetLineWidth(max(1, h*.09))
	dc.DrawLine(left+w*.1, top+h*.79, left+w*.9, top+h*.79)
	dc.Stroke()
}
