package render

import (
	"image"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/fogleman/gg"

	"doublecorner/game/draughts"
)

// style is everything that has been drawn for a theme in one size, each thing when it is
// first needed. It is safe for use by many goroutines.
type style struct {
	styleKey
	theme *Theme
	*palette

	number, label *lettering // in the corners of squares; in their middle, and on the rim
	name, note    *lettering // in the bars

	tiles    sprites[face, *tile]
	segments sprites[segment, *mask]
	icons    sprites[icon, *tile]
	chips    sprites[image.Point, *mask]
	joint    *mask
	pointer  *mask
}

// styleKey identifies a style: a theme, and sizes in pixels.
type styleKey struct{ themeIndex, cell, bar, labelCap int }

// palettes holds the palette of each theme that has been used.
var palettes = make([]*palette, len(themes))

// newStyle returns a style in which nothing is drawn yet. The caller holds the cache.
func newStyle(k styleKey) *style {
	theme := &themes[k.themeIndex]
	if palettes[k.themeIndex] == nil {
		palettes[k.themeIndex] = newPalette(theme)
	}
	s := &style{
		styleKey: k, theme: theme, palette: palettes[k.themeIndex],
		number:  newLettering(float64(k.cell) * .18),
		label:   newLettering(float64(k.labelCap) / capital),
		name:    newLettering(float64(k.bar) * .5),
		note:    newLettering(float64(k.bar) * .42),
		joint:   newMask(drawJoint(k.cell)),
		pointer: newMask(drawPointer(k.bar)),
	}
	s.number.halos, s.label.halos = true, true
	return s
}

// size returns about how many bytes the style takes.
func (s *style) size() int64 {
	size := s.tiles.size.Load() + s.segments.size.Load() + s.icons.size.Load() + s.chips.size.Load()
	for _, l := range []*lettering{s.number, s.label, s.name, s.note} {
		size += l.glyphs.size.Load()
	}
	return size + int64(s.joint.bytes()+s.pointer.bytes())
}

// tile returns a square with a face.
func (s *style) tile(f face) *tile {
	return s.tiles.get(f, func() *tile {
		dc := gg.NewContext(s.cell, s.cell)
		drawSquare(dc, s.theme, float64(s.cell), f)
		return newTile(dc, s.palette)
	})
}

// segment returns a part of an arrow. Its colour is chosen when it is inked.
func (s *style) segment(part segment) *mask {
	return s.segments.get(part, func() *mask { return newMask(drawSegment(part, s.cell)) })
}

// icon is a man beside a text.
type icon struct {
	side   draughts.Side
	ground Colour
	size   int
}

// icon returns a man beside a text, drawn once.
func (s *style) icon(i icon) *tile {
	return s.icons.get(i, func() *tile {
		n := i.size
		dc := gg.NewContext(n, n)
		setColour(dc, i.ground, 256)
		dc.Clear()
		if n == s.dot() { // too small for an outline of its own
			fillCircle(dc, float64(n)*.5, float64(n)*.475, float64(n)*.5, s.theme.BarNote, 256)
		}
		drawDisc(dc, float64(n), float64(n)*.475, float64(n)*.4, float64(n)*.06, s.theme.men(i.side), rings[i.side])
		return newTile(dc, s.palette)
	})
}

// iconSize returns the size of a man in a bar.
func (s *style) iconSize() int { return s.bar * 3 / 4 }

// drawPointer draws the triangle that shows whose turn it is.
func drawPointer(bar int) *gg.Context {
	h := bar * 2 / 5
	dc := gg.NewContext(h*3/4+1, h)
	dc.SetRGB(0, 0, 0)
	dc.LineTo(0, 0)
	dc.LineTo(float64(h)*.75, float64(h)/2)
	dc.LineTo(0, float64(h))
	dc.ClosePath()
	dc.Fill()
	return dc
}

// mostStyleBytes bounds the memory of the styles that are kept.
const mostStyleBytes = 20 << 20

// styles are the styles used last.
var styles cache

// cache keeps styles, the one used last at the end.
type cache struct {
	mu   sync.Mutex
	kept []*style
}

// get returns the style with a key, and makes it if it is new.
func (c *cache) get(k styleKey) *style {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.kept, func(s *style) bool { return s.styleKey == k })
	if i < 0 {
		i = len(c.kept)
		c.kept = append(c.kept, newStyle(k))
	}
	s := c.kept[i]
	c.kept = append(slices.Delete(c.kept, i, i+1), s)
	return s
}

// trim drops the least recently used styles until the rest is small enough. Pictures that
// are being drawn with them are not disturbed.
func (c *cache) trim() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.kept) > 0 && c.size() > mostStyleBytes {
		c.kept = slices.Delete(c.kept, 0, 1)
	}
}

// size returns how many bytes the kept styles take. The caller holds the cache, or is the
// only one that draws.
func (c *cache) size() (total int64) {
	for _, s := range c.kept {
		total += s.size()
	}
	return total
}

// sprites keeps parts of pictures by what they show, each drawn once. It is safe for use by
// many goroutines. The zero value is empty.
type sprites[K comparable, V interface{ bytes() int }] struct {
	size atomic.Int64 // bytes, about

	mu   sync.RWMutex
	kept map[K]V
}

// mostSprites bounds each of the sprites of a style.
const mostSprites = 2000

// get returns the sprite with a key, and draws it if it is new. Only one is drawn at a time.
func (s *sprites[K, V]) get(key K, draw func() V) V {
	s.mu.RLock()
	v, ok := s.kept[key]
	s.mu.RUnlock()
	if ok {
		return v
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.kept[key]; ok {
		return v
	}
	if s.kept == nil || len(s.kept) == mostSprites {
		s.kept = map[K]V{}
		s.size.Store(0)
	}
	v = draw()
	s.kept[key] = v
	s.size.Add(int64(v.bytes()))
	return v
}
