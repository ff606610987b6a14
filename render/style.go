package render

import (
	"image"
	"sync"
	"sync/atomic"

	"github.com/fogleman/gg"

	"doublecorner/game/draughts"
)

// style is all that has been drawn for a theme at a size: each thing once, when it is
// first needed. It is safe for use by many goroutines.
type style struct {
	theme *Theme
	*palette
	cell, bar int

	number, edge *lettering // in the corners of squares, and on the rim
	name, note   *lettering // in the bars

	tiles     [faces]atomic.Pointer[tile]
	stretches [stretches]atomic.Pointer[mask]
	icons     [iconKinds]atomic.Pointer[tile]
	stop      *mask
	pointer   *mask

	drawing sync.Mutex
	bytes   atomic.Int64 // about what it takes in memory
	used    int64        // when it was last asked for; kept by the cache
}

// palettes holds the palette of each theme, made when first needed.
var palettes = func() []func() *palette {
	made := make([]func() *palette, len(themes))
	for i := range themes {
		made[i] = sync.OnceValue(func() *palette { return newPalette(&themes[i]) })
	}
	return made
}()

func newStyle(k styleKey) *style {
	s := &style{theme: &themes[k.theme], palette: palettes[k.theme](), cell: k.cell, bar: k.bar}
	grew := func(bytes int) { s.bytes.Add(int64(bytes)) }
	s.number = newLettering(float64(k.cell)*.19, grew)
	s.edge = newLettering(float64(k.rim)*.74, grew)
	s.name = newLettering(float64(k.bar)*.5, grew)
	s.note = newLettering(float64(k.bar)*.42, grew)
	s.stop = newMask(drawStop(k.cell))
	s.pointer = newMask(drawPointer(k.bar))
	grew(faces*8 + stretches*8 + s.stop.bytes() + s.pointer.bytes())
	return s
}

// tile returns a square as it looks.
func (s *style) tile(f face) *tile {
	return once(s, &s.tiles[f.index()], func() *tile {
		return newTile(drawSquare(s.theme, s.cell, f), s.palette)
	})
}

// stretch returns a part of an arrow.
func (s *style) stretch(t stretch) *mask {
	return once(s, &s.stretches[t.index()], func() *mask { return newMask(drawStretch(t, s.cell)) })
}

// icon is a piece shown in a bar.
type icon struct {
	side   draughts.Side
	bright bool // in the bright bar
}

const iconKinds = 4

func (i icon) index() int {
	if i.bright {
		return int(i.side) + 2
	}
	return int(i.side)
}

// icon returns a man as it is shown in a bar.
func (s *style) icon(i icon) *tile {
	return once(s, &s.icons[i.index()], func() *tile {
		n := s.iconSize()
		dc := gg.NewContext(n, n)
		ground := s.theme.Bar
		if i.bright {
			ground = s.theme.Turn
		}
		setColour(dc, ground, 256)
		dc.Clear()
		men := s.theme.men(i.side == draughts.White)
		drawDisc(dc, float64(n), float64(n)*.475, float64(n)*.4, float64(n)*.06, men, i.side == draughts.White, false)
		return newTile(dc.Image().(*image.RGBA), s.palette)
	})
}

func (s *style) iconSize() int { return s.bar * 3 / 4 }

// once returns what a place holds, having it drawn if it is empty.
func once[T any, P interface {
	*T
	bytes() int
}](s *style, place *atomic.Pointer[T], draw func() P) *T {
	if had := place.Load(); had != nil {
		return had
	}
	s.drawing.Lock()
	defer s.drawing.Unlock()
	if had := place.Load(); had != nil {
		return had
	}
	drawn := draw()
	place.Store(drawn)
	s.bytes.Add(int64(drawn.bytes()))
	return drawn
}

// drawPointer draws the sign of whose turn it is.
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
