package render

import (
	"image"
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
	ground  ground
	piece   draughts.Piece
	opacity opacity
	marks   MarkKind
}

// colour returns the ground's colour.
func (g ground) colour(t *Theme) Colour {
	switch g {
	case other:
		return t.Other
	case visited:
		return t.Last
	default:
		return t.Square
	}
}

// drawSquare draws a square of n pixels.
func drawSquare(t *Theme, n int, f face) *image.RGBA {
	dc := gg.NewContext(n, n)
	paintSquare(dc, t, float64(n), f)
	return dc.Image().(*image.RGBA)
}

// paintSquare paints a square of u pixels at the origin.
func paintSquare(dc *gg.Context, t *Theme, u float64, f face) {
	under := f.ground.colour(t)
	setColour(dc, under, 256)
	dc.DrawRectangle(0, 0, u, u)
	dc.Fill()
	if t.Grain != 0 {
		drawGrain(dc, u, t.Grain, f.ground == other)
	}
	if f.ground == lined {
		setColour(dc, t.Line, 256)
		dc.SetLineWidth(max(1, u*.03))
		dc.DrawRectangle(0, 0, u, u)
		dc.Stroke()
	}
	if f.marks&May != 0 {
		for _, r := range []float64{.485, .46, .435} {
			setColour(dc, t.May, 110)
			dc.DrawCircle(u*.5, u*.5, u*r)
			dc.Fill()
		}
	}
	if f.piece != draughts.NoPiece {
		drawPiece(dc, u, t, f.piece, f.opacity, under)
	}
	if f.marks&Must != 0 {
		outlined(dc, u*.065, t.Must, t.Halo, func() {
			dc.DrawRectangle(u*.0325, u*.0325, u*.935, u*.935)
		})
	}
	if f.marks&Target != 0 {
		drawTarget(dc, u, t.Must, t.Halo)
	}
	if f.marks&Goal != 0 {
		setColour(dc, t.Preview, 256)
		dc.DrawCircle(u*.5, u*.5, u*.15)
		dc.Fill()
	}
	if f.marks&Cross != 0 {
		drawCross(dc, u, t.Preview, t.Halo)
	}
}

// drawGrain draws the streaks of wood on a square. They are horizontal, so that rows of
// pixels stay alike.
func drawGrain(dc *gg.Context, u float64, c Colour, light bool) {
	for i, part := range []int{40, 0, 22, 0, 0, 34, 0, 16, 0, 0, 28, 0, 0, 20, 0} {
		if light {
			part = part * 5 / 8
		}
		setColour(dc, c, part)
		dc.DrawRectangle(0, float64(int(u)*i/15), u, max(1, float64(int(u)/50)))
		dc.Fill()
	}
}

// drawTarget draws a ring with four ticks around a piece.
func drawTarget(dc *gg.Context, u float64, c, halo Colour) {
	outlined(dc, u*.06, c, halo, func() {
		dc.DrawCircle(u*.5, u*.5, u*.42)
		for i := range 4 {
			sin, cos := math.Sincos(math.Pi / 2 * float64(i))
			dc.DrawLine(u*(.5+.3*cos), u*(.5+.3*sin), u*(.5+.42*cos), u*(.5+.42*sin))
		}
	})
}

func drawCross(dc *gg.Context, u float64, c, halo Colour) {
	outlined(dc, u*.08, c, halo, func() {
		dc.DrawLine(u*.3, u*.3, u*.7, u*.7)
		dc.DrawLine(u*.7, u*.3, u*.3, u*.7)
	})
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
