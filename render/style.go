package render

import (
	"image"
	"sync"

	"github.com/fogleman/gg"

	"doublecorner/game/draughts"
)

// style is everything that has been drawn for a theme in one size, each thing when it is
// first needed. It is safe for use by many goroutines.
type style struct {
	theme *Theme
	*palette
	cell, bar int

	number, edge *lettering // in the corners of squares, and on the rim
	name, note   *lettering // in the bars

	tiles    sprites[face, *tile]
	segments sprites[segment, *mask]
	icons    sprites[icon, *tile]
	joint    *mask
	pointer  *mask

	used int64 // when it was last used, by the clock of the cache
}

// palettes holds functions that return the palette of each theme and make it only once.
var palettes = func() []func() *palette {
	made := make([]func() *palette, len(themes))
	for i := range themes {
		made[i] = sync.OnceValue(func() *palette { return newPalette(&themes[i]) })
	}
	return made
}()

func newStyle(k styleKey) *style {
	return &style{
		theme: &themes[k.theme], palette: palettes[k.theme](), cell: k.cell, bar: k.bar,
		number:  newLettering(float64(k.cell) * .19),
		edge:    newLettering(float64(k.rim) * .74),
		name:    newLettering(float64(k.bar) * .5),
		note:    newLettering(float64(k.bar) * .42),
		joint:   newMask(drawJoint(k.cell)),
		pointer: newMask(drawPointer(k.bar)),
	}
}

// size returns about how many bytes the style takes.
func (s *style) size() int64 {
	size := s.tiles.size.Load() + s.segments.size.Load() + s.icons.size.Load()
	for _, l := range []*lettering{s.number, s.edge, s.name, s.note} {
		size += l.glyphs.size.Load()
	}
	return size + int64(s.joint.bytes()+s.pointer.bytes())
}

// tile returns a square with a face.
func (s *style) tile(f face) *tile {
	return s.tiles.get(f, func() *tile { return newTile(drawSquare(s.theme, s.cell, f), s.palette) })
}

// segment returns a part of an arrow. Its colour is chosen when it is inked.
func (s *style) segment(part segment) *mask {
	return s.segments.get(part, func() *mask { return newMask(drawSegment(part, s.cell)) })
}

// icon is a man shown in a bar.
type icon struct {
	side   draughts.Side
	bright bool // in the bright bar
}

// icon returns a man as it is shown in a bar.
func (s *style) icon(i icon) *tile {
	return s.icons.get(i, func() *tile {
		n := s.iconSize()
		dc := gg.NewContext(n, n)
		ground, _, _ := s.theme.bar(i.bright)
		setColour(dc, ground, 256)
		dc.Clear()
		men := s.theme.men(i.side == draughts.White)
		drawDisc(dc, float64(n), float64(n)*.475, float64(n)*.4, float64(n)*.06, men, i.side == draughts.White, false)
		return newTile(dc.Image().(*image.RGBA), s.palette)
	})
}

func (s *style) iconSize() int { return s.bar * 3 / 4 }

// drawPointer draws the triangle that shows whose turn it is.
func drawPointer(bar int) *image.RGBA {
	h := bar * 2 / 5
	dc := gg.NewContext(h*3/4+1, h)
	dc.SetRGB(0, 0, 0)
	dc.LineTo(0, 0)
	dc.LineTo(float64(h)*.75, float64(h)/2)
	dc.LineTo(0, float64(h))
	dc.ClosePath()
	dc.Fill()
	return dc.Image().(*image.RGBA)
}
