package render

import (
	"image"
	"image/color"
	"strconv"
	"testing"

	"doublecorner/game/draughts"
)

// On a phone that shows boards 309 pixels wide, the numbers of moves are at least nine pixels high, and stand out from
// what is under them: pieces, squares, glows, frames and arrows.
func TestNumbersCanBeRead(t *testing.T) {
	views := map[string]View{
		"start of 8×8":     board(t, "american", "", ""),
		"start of 10×10":   board(t, "international", "", "32-28"),
		"start of 12×12":   board(t, "canadian", "", ""),
		"an arrow":         board(t, "american", busy, "22x6"),
		"kings":            board(t, "american", "W:W25,K30,24:B12,K9,3,K17", "24-20"),
		"a captured piece": board(t, "international", "W:W33,47,K36:B29,19,23,K5,10", "33x13"),
		"a king's frame":   board(t, "canadian", "B:W31,40,K70,61:BK12,K28,45,K66,22", ""),
		"a refused move": with(board(t, "international", "W:WK48,31,K3:B7", ""), func(v *View) {
			v.Arrows = []Arrow{{[]draughts.Square{48, 31}, Refused}, {[]draughts.Square{31, 22}, Refused}}
		}),
		"no glow": with(board(t, "american", "", ""), func(v *View) { v.Hints, v.Numbers = false, true }),
	}
	for what, v := range views {
		for _, theme := range themes {
			for _, v.From = range draughts.Sides {
				v.Theme = theme.Key
				t.Run(what+" "+theme.Key, func(t *testing.T) { readNumbers(t, v) })
			}
		}
	}
}

// readNumbers measures the number on each square where a move of a view begins or ends.
func readNumbers(t *testing.T, v View) {
	picture := decodeView(t, v)
	p := newPainter(&v)
	for _, m := range v.Position.Moves() {
		for _, q := range []draughts.Square{m.From(), m.To()} {
			text, _ := p.style.theme.label(p.faces[q])
			r, g, b := p.style.colours[p.style.near[text>>19<<10|text>>11&31<<5|text>>3&31]].rgb()
			at := p.at(q)
			n := drawnNumber{picture, color.RGBA{r, g, b, 255}, image.Rect(at.X, at.Y, at.X+p.cell, at.Y+p.cell)}
			digits := n.digits()
			if want := len(strconv.Itoa(int(q))); len(digits) != want {
				t.Errorf("%d has %d digits that can be read", q, len(digits))
			}
			for _, digit := range digits {
				if high := float64(digit.Dy()) * 309 / float64(v.size()); high < 9 {
					t.Errorf("%d is %.2f pixels high on a phone", q, high)
				}
			}
			if got := n.contrast(); got < 4.5 {
				t.Errorf("the contrast of %d is %.2f", q, got)
			}
		}
	}
}

// drawnNumber is a number in a picture.
type drawnNumber struct {
	image.Image
	ink  color.RGBA
	cell image.Rectangle
}

// isInk reports whether a pixel has the colour of the number.
func (n *drawnNumber) isInk(x, y int) bool { return color.RGBAModel.Convert(n.At(x, y)) == n.ink }

// digits returns the bounds of the shapes in the middle of the square: all that is in the colour of the number, and
// touches.
func (n *drawnNumber) digits() (digits []image.Rectangle) {
	seen := map[image.Point]bool{}
	y := (n.cell.Min.Y + n.cell.Max.Y) / 2
	for x := n.cell.Min.X + n.cell.Dx()/6; x < n.cell.Max.X-n.cell.Dx()/6; x++ {
		if shape := n.shape(image.Pt(x, y), seen); !shape.Empty() {
			digits = append(digits, shape)
		}
	}
	return digits
}

// shape returns the bounds of what touches a point in the colour of the number, and has not been seen.
func (n *drawnNumber) shape(at image.Point, seen map[image.Point]bool) (bounds image.Rectangle) {
	if seen[at] || !at.In(n.cell) || !n.isInk(at.X, at.Y) {
		return bounds
	}
	seen[at] = true
	bounds = image.Rectangle{at, at.Add(image.Pt(1, 1))}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			bounds = bounds.Union(n.shape(at.Add(image.Pt(dx, dy)), seen))
		}
	}
	return bounds
}

// contrast returns the least contrast of the digits to a pixel beside them. Between are those of soft edges.
func (n *drawnNumber) contrast() float64 {
	least := 21.0
	for _, digit := range n.digits() {
		for y := digit.Min.Y - 2; y < digit.Max.Y+2; y++ {
			for x := digit.Min.X - 2; x < digit.Max.X+2; x++ {
				if n.inkWithin(x, y, 2) && !n.inkWithin(x, y, 1) {
					least = min(least, contrast(light(n.ink), light(n.At(x, y))))
				}
			}
		}
	}
	return least
}

// inkWithin reports whether a pixel of the number is so near.
func (n *drawnNumber) inkWithin(x, y, far int) bool {
	for dy := -far; dy <= far; dy++ {
		for dx := -far; dx <= far; dx++ {
			if n.isInk(x+dx, y+dy) {
				return true
			}
		}
	}
	return false
}

// light turns a pixel into linear light.
func light(c color.Color) [3]float64 {
	r, g, b, _ := c.RGBA()
	return Colour(r>>8<<16 | g>>8<<8 | b>>8).light()
}
