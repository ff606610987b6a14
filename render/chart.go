package render

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"

	"github.com/fogleman/gg"
)

// Chart shows how a rating changed. All words come from the caller.
type Chart struct {
	Theme  string // as View.Theme
	Title  string
	Points []Rating // at least one, in the order of time
	First  string   // below the first point: a date
	Last   string   // below the last
}

// Rating is a point of a chart.
type Rating struct {
	Value     float64
	Deviation float64 // shown as a band of twice as much above and below
}

func (r Rating) isImpossible() bool {
	return !(r.Value > -1e6 && r.Value < 1e6 && r.Deviation >= 0 && r.Deviation < 1e6) // also if one is no number
}

// bandPart is how opaque the band of the deviation is, in 256ths.
const bandPart = 60

// mostPoints is how many points a chart can have.
const mostPoints = 10000

// Picture draws the chart as a PNG picture. The error is a ViewError.
func (c Chart) Picture() ([]byte, error) {
	if _, err := themeIndex(c.Theme); err != nil {
		return nil, err
	}
	if n := len(c.Points); n == 0 || n > mostPoints || slices.ContainsFunc(c.Points, Rating.isImpossible) {
		return nil, &ViewError{"chart's points", fmt.Sprintf("must be from one to %d ratings", mostPoints)}
	}
	const width = DefaultSize
	height := width / 2
	s := panelStyle(c.Theme, width)
	t := s.theme
	to := newCanvas(width, height, s.palette)
	defer to.release()

	unit := width / 32
	plot := image.Rect(unit*5/2, unit*5/2, width-unit*3, height-unit*2)
	scale := newScale(c.Points, plot)
	to.put(newTile(c.draw(t, width, height, scale), s.palette), image.Point{})

	s.heading(to, c.Title, "")
	for _, v := range scale.lines() {
		s.note.writeBefore(to, strconv.Itoa(int(v)), plot.Min.X-unit/3, scale.y(v)+s.note.cap()/2, width, t.BarNote)
	}
	last := c.Points[len(c.Points)-1].Value
	s.name.write(to, strconv.Itoa(int(math.Round(last))), plot.Max.X+unit/2, scale.y(last)+s.name.cap()/2, t.Turn)
	below, half := height-unit*3/4, plot.Dx()/2
	s.note.write(to, s.note.fit(c.First, half), plot.Min.X, below, t.BarNote)
	s.note.writeBefore(to, c.Last, plot.Max.X, below, half, t.BarNote)
	return to.png(), nil
}

// draw draws everything except the text.
func (c *Chart) draw(t *Theme, width, height int, s scale) *gg.Context {
	dc := gg.NewContext(width, height)
	setColour(dc, t.Bar, 256)
	dc.Clear()
	setColour(dc, t.Turn.over(t.Bar, bandPart), 256)
	for i, p := range c.Points {
		dc.LineTo(s.x(i), s.exact(p.Value+2*p.Deviation))
	}
	for i := len(c.Points) - 1; i >= 0; i-- {
		dc.LineTo(s.x(i), s.exact(c.Points[i].Value-2*c.Points[i].Deviation))
	}
	dc.ClosePath()
	dc.Fill()
	setColour(dc, t.BarNote, 90)
	dc.SetLineWidth(1)
	for _, v := range s.lines() { // over the band, which may fill the plot
		y := float64(s.y(v)) + .5
		dc.DrawLine(float64(s.plot.Min.X), y, float64(s.plot.Max.X), y)
		dc.Stroke()
	}
	setColour(dc, t.Turn, 256)
	dc.SetLineWidth(max(2, float64(width)/200))
	dc.SetLineJoinRound()
	for i, p := range c.Points {
		dc.LineTo(s.x(i), s.exact(p.Value))
	}
	dc.Stroke()
	last := len(c.Points) - 1
	fillCircle(dc, s.x(last), s.exact(c.Points[last].Value), max(3, float64(width)/110), t.Turn, 256)
	return dc
}

// scale converts ratings to places in a plot.
type scale struct {
	plot      image.Rectangle
	low, high float64
	step      float64 // between two lines
	points    int
}

// newScale makes all points fit, and a limited part of their bands.
func newScale(points []Rating, plot image.Rectangle) scale {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		band := min(2*p.Deviation, 250)
		low, high = min(low, p.Value-band), max(high, p.Value+band)
	}
	if high-low < 100 {
		mid := (high + low) / 2
		low, high = mid-50, mid+50
	}
	step := 10.0
	for _, next := range []float64{20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000, 100000, 1e6} {
		if (high-low)/step > 5 {
			step = next
		}
	}
	return scale{plot, math.Floor(low/step) * step, math.Ceil(high/step) * step, step, len(points)}
}

func (s *scale) x(i int) float64 {
	if s.points == 1 {
		return float64(s.plot.Max.X)
	}
	return float64(s.plot.Min.X) + float64(s.plot.Dx())*float64(i)/float64(s.points-1)
}

func (s *scale) exact(v float64) float64 {
	v = min(max(v, s.low), s.high)
	return float64(s.plot.Max.Y) - (v-s.low)/(s.high-s.low)*float64(s.plot.Dy())
}

func (s *scale) y(v float64) int { return int(math.Round(s.exact(v))) }

// lines returns the values of the horizontal lines.
func (s *scale) lines() []float64 {
	var at []float64
	for v := s.low; v <= s.high+s.step/2; v += s.step {
		at = append(at, v)
	}
	return at
}
