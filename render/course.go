package render

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"

	"github.com/fogleman/gg"

	"doublecorner/game/draughts"
)

// Course shows who stood better in the course of a game. All words come from the caller.
type Course struct {
	Theme   string // as View.Theme
	Title   string
	Chances []float64 // White's chances from 0 to 1, after each move; first those at the start
	Turns   []int     // moves at which the game turned, as indices of Chances; they are numbered from 1
}

// Picture draws the course as a PNG picture. The share of the height that is in White's colour is White's
// chance. The error is a ViewError.
func (c Course) Picture() ([]byte, error) {
	if _, err := themeIndex(c.Theme); err != nil {
		return nil, err
	}
	n := len(c.Chances)
	if n == 0 || n > mostPoints || slices.ContainsFunc(c.Chances, func(v float64) bool { return !(v >= 0 && v <= 1) }) {
		return nil, &ViewError{"course's chances", fmt.Sprintf("must be from one to %d numbers from 0 to 1", mostPoints)}
	}
	if slices.ContainsFunc(c.Turns, func(i int) bool { return i < 0 || i >= n }) {
		return nil, &ViewError{"course's turning points", "must be indices of its chances"}
	}
	const width = DefaultSize
	height := width * 2 / 5
	s := panelStyle(c.Theme, width)
	t := s.theme
	to := newCanvas(width, height, s.palette)
	defer to.release()

	unit := width / 32
	plot := image.Rect(unit*5/2, unit*5/2, width-unit, height-unit*2)
	at := scale{plot: plot, low: 0, high: 1, step: 0.5, points: n}
	radius := float64(unit) * 5 / 8
	to.put(newTile(c.draw(t, width, height, at, radius), s.palette), image.Point{})

	s.heading(to, c.Title, "")
	half := s.iconSize() / 2
	to.put(s.icon(icon{draughts.Black, t.Bar, 2 * half}), image.Pt(plot.Min.X/2-half, plot.Min.Y))
	to.put(s.icon(icon{draughts.White, t.Bar, 2 * half}), image.Pt(plot.Min.X/2-half, plot.Max.Y-2*half))
	for i, turn := range c.Turns {
		text := strconv.Itoa(i + 1)
		x, y := c.mark(at, turn, radius)
		s.note.write(to, text, int(x)-s.note.width(text)/2, int(math.Round(y))+s.note.cap()/2, t.TurnText)
	}
	below := height - unit*3/4
	every := 10 // moves
	for n > 20*every {
		every *= 2
	}
	for ply := 0; ply < n; ply += 2 * every {
		text := strconv.Itoa(max(1, ply/2))
		x := int(at.x(ply))
		s.note.write(to, text, min(x, plot.Max.X-s.note.width(text)), below, t.BarNote)
	}
	return to.png(), nil
}

// mark returns the middle of the mark of a turning point. It lies within the plot.
func (c *Course) mark(at scale, turn int, radius float64) (x, y float64) {
	low, high := at.plot.Min, at.plot.Max
	x = max(float64(low.X)+radius, min(float64(high.X)-radius, at.x(turn)))
	y = max(float64(low.Y)+radius, min(float64(high.Y)-radius, at.exact(c.Chances[turn])))
	return x, y
}

// draw draws everything except the text and the icons.
func (c *Course) draw(t *Theme, width, height int, at scale, radius float64) *gg.Context {
	dc := gg.NewContext(width, height)
	setColour(dc, t.Bar, 256)
	dc.Clear()
	left, right, top, bottom := float64(at.plot.Min.X), float64(at.plot.Max.X), float64(at.plot.Min.Y), float64(at.plot.Max.Y)
	setColour(dc, t.Black.Face, 256)
	dc.DrawRectangle(left, top, right-left, bottom-top)
	dc.Fill()
	setColour(dc, t.White.Face, 256)
	dc.LineTo(left, bottom)
	c.line(dc, at)
	dc.LineTo(right, bottom)
	dc.ClosePath()
	dc.Fill()
	setColour(dc, t.BarNote, 256)
	dc.SetLineWidth(1)
	middle := math.Round(at.exact(0.5)) + .5
	dc.DrawLine(left, middle, right, middle)
	dc.Stroke()
	dc.DrawRectangle(left+.5, top+.5, right-left-1, bottom-top-1)
	dc.Stroke()
	setColour(dc, t.Must, 256)
	dc.SetLineWidth(max(2, float64(width)/250))
	dc.SetLineJoinRound()
	c.line(dc, at)
	dc.Stroke()
	for _, turn := range c.Turns {
		x, y := c.mark(at, turn, radius)
		fillCircle(dc, x, y, radius*1.2, t.Bar, 256)
		fillCircle(dc, x, y, radius, t.Turn, 256)
	}
	return dc
}

// line follows the chances from the left to the right of the plot.
func (c *Course) line(dc *gg.Context, at scale) {
	if len(c.Chances) == 1 {
		dc.LineTo(float64(at.plot.Min.X), at.exact(c.Chances[0]))
	}
	for i, chance := range c.Chances {
		dc.LineTo(at.x(i), at.exact(chance))
	}
}
