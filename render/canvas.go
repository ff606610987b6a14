package render

import (
	"bytes"
	"image"
)

// canvas is a picture being put together: one palette index for each pixel, and
// before each row a zero, which tells PNG that the row is not filtered.
type canvas struct {
	*palette
	pix           []uint8
	width, height int
	writer        pngWriter
}

// canvases holds a few canvases that are not in use.
var canvases = make(chan *canvas, 4)

// newCanvas returns a canvas that shows an older picture until it is painted all over. The
// caller releases it.
func newCanvas(width, height int, p *palette) *canvas {
	var c *canvas
	select {
	case c = <-canvases:
	default:
		c = &canvas{}
	}
	n := (width + 1) * height
	if cap(c.pix) < n {
		c.pix = make([]uint8, n)
	}
	c.palette, c.pix, c.width, c.height = p, c.pix[:n], width, height
	for y := range height {
		c.pix[y*(width+1)] = 0
	}
	return c
}

// release keeps the canvas for another picture.
func (c *canvas) release() {
	select {
	case canvases <- c:
	default:
	}
}

// fill paints a rectangle.
func (c *canvas) fill(r image.Rectangle, index uint8) {
	r = r.Intersect(image.Rect(0, 0, c.width, c.height))
	if r.Empty() {
		return
	}
	first := c.row(r.Min.X, r.Min.Y, r.Dx())
	for i := range first {
		first[i] = index
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(c.row(r.Min.X, y, r.Dx()), first)
	}
}

// row returns n pixels of a row, from x on.
func (c *canvas) row(x, y, n int) []uint8 {
	at := y*(c.width+1) + 1 + x
	return c.pix[at : at+n]
}

// changed returns the rectangle in which the canvas differs from another of its size. If
// none does, it is one pixel.
func (c *canvas) changed(from *canvas) image.Rectangle {
	var all image.Rectangle
	for y := range c.height {
		row, old := c.row(0, y, c.width), from.row(0, y, c.width)
		if bytes.Equal(row, old) {
			continue
		}
		first, end := 0, c.width
		for row[first] == old[first] {
			first++
		}
		for row[end-1] == old[end-1] {
			end--
		}
		all = all.Union(image.Rect(first, y, end, y+1))
	}
	if all.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return all
}

// put copies a tile to the canvas, with its upper left corner at a point. The tile must lie
// within the canvas.
func (c *canvas) put(t *tile, at image.Point) {
	for y := range t.height {
		copy(c.row(at.X, at.Y+y, t.width), t.pix[y*t.width:])
	}
}

// ink covers the canvas with a colour where a mask says so. A part of the mask outside of
// the canvas is cut off.
func (c *canvas) ink(m *mask, at image.Point, colour Colour) {
	r, g, b := colour.rgb()
	red, green, blue := uint32(r), uint32(g), uint32(b)
	for y, s := range m.rows {
		top := at.Y + y
		if top < 0 || top >= c.height {
			continue
		}
		from, to := max(0, at.X+s.from), min(c.width, at.X+s.to)
		if from >= to {
			continue
		}
		cover := m.alpha[s.alpha+from-at.X-s.from:]
		row := c.row(from, top, to-from)
		for x, under := range row {
			a := uint32(cover[x])
			if a == 0 {
				continue
			}
			ground := c.colours[under]
			rest := 255 - a
			row[x] = c.approximate(
				(red*a+uint32(ground>>16&255)*rest)/255,
				(green*a+uint32(ground>>8&255)*rest)/255,
				(blue*a+uint32(ground&255)*rest)/255,
			)
		}
	}
}

// tile is an opaque part of a picture.
type tile struct {
	width, height int
	pix           []uint8
}

func (t *tile) bytes() int { return len(t.pix) + 64 }

// newTile converts an opaque drawing to a palette.
func newTile(img *image.RGBA, p *palette) *tile {
	size := img.Bounds().Size()
	t := &tile{size.X, size.Y, make([]uint8, size.X*size.Y)}
	known := map[Colour]uint8{}
	for y := range size.Y {
		row := img.Pix[y*img.Stride:]
		for x := range size.X {
			c := Colour(row[4*x])<<16 | Colour(row[4*x+1])<<8 | Colour(row[4*x+2])
			index, ok := known[c]
			if !ok {
				index = p.nearest(c)
				known[c] = index
			}
			t.pix[y*size.X+x] = index
		}
	}
	return t
}

// mask is a shape to be inked in any colour: how much of each pixel it covers. Each row is
// stored from its first covered pixel to its last.
type mask struct {
	rows  []span
	alpha []uint8
}

// span is the covered part of a row, and its index in alpha.
type span struct{ from, to, alpha int }

func (m *mask) bytes() int { return len(m.alpha) + 24*len(m.rows) + 64 }

// newMask stores how opaque a drawing is.
func newMask(img *image.RGBA) *mask {
	size := img.Bounds().Size()
	m := &mask{rows: make([]span, size.Y)}
	for y := range size.Y {
		row := img.Pix[y*img.Stride:]
		from, to := size.X, 0
		for x := range size.X {
			if row[4*x+3] != 0 {
				from, to = min(from, x), x+1
			}
		}
		m.rows[y] = span{min(from, to), to, len(m.alpha)}
		for x := m.rows[y].from; x < to; x++ {
			m.alpha = append(m.alpha, coarse(row[4*x+3]))
		}
	}
	return m
}

// coarse rounds how much of a pixel is covered to one of few levels. The eye does not see
// the difference, and files become smaller.
func coarse(alpha uint8) uint8 {
	const levels = 3
	return uint8((int(alpha)*levels + 127) / 255 * 255 / levels)
}
