package render

import "image"

// canvas is a picture being put together: one palette index for each pixel, and
// before each row a zero, which tells PNG that it is not filtered.
type canvas struct {
	*palette
	pix           []uint8
	width, height int
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

// put copies a tile so that its upper left corner is at a point; all of it lies in
// the canvas.
func (c *canvas) put(t *tile, at image.Point) {
	for y := range t.height {
		copy(c.row(at.X, at.Y+y, t.width), t.pix[y*t.width:])
	}
}

// ink covers the canvas with a colour where a mask says so. What lies outside of the
// canvas is cut off.
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
			row[x] = c.about(
				(red*a+uint32(ground>>16&255)*rest)/255,
				(green*a+uint32(ground>>8&255)*rest)/255,
				(blue*a+uint32(ground&255)*rest)/255,
			)
		}
	}
}

// tile is an opaque part of a picture, ready to be copied.
type tile struct {
	width, height int
	pix           []uint8
}

func (t *tile) bytes() int { return len(t.pix) + 64 }

// newTile brings an opaque drawing onto a palette.
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

// mask is a shape to be inked in any colour: how much of each pixel it covers. Each
// row is kept from its first covered pixel to its last.
type mask struct {
	rows  []span
	alpha []uint8
}

// span is the covered part of a row, and where in alpha it is kept.
type span struct{ from, to, alpha int }

func (m *mask) bytes() int { return len(m.alpha) + 24*len(m.rows) + 64 }

// newMask keeps how opaque a drawing is.
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

// coarse rounds how much of a pixel is covered to one of few steps, which the eye does
// not miss and which makes files smaller.
func coarse(alpha uint8) uint8 {
	const levels = 3
	return uint8((int(alpha)*levels + 127) / 255 * 255 / levels)
}
