package render

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"

	"github.com/fogleman/gg"
	"github.com/klauspost/compress/zlib"
)

// canvas is a picture being put together: one palette index for each pixel, and
// before each row a zero, which tells PNG that the row is not filtered.
type canvas struct {
	*palette
	pix           []uint8
	width, height int

	// A compressor is large, so it is kept with the canvas.
	compressor *zlib.Writer
	compressed bytes.Buffer
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
		compressor, _ := zlib.NewWriterLevel(nil, zlib.BestSpeed)
		c = &canvas{compressor: compressor}
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

// release keeps the canvas for another picture, and bounds the styles that are kept.
func (c *canvas) release() {
	styles.trim()
	select {
	case canvases <- c:
	default:
	}
}

// row returns n pixels of a row, from x on.
func (c *canvas) row(x, y, n int) []uint8 {
	at := y*(c.width+1) + 1 + x
	return c.pix[at : at+n]
}

// fill paints a rectangle with a colour of the palette.
func (c *canvas) fill(r image.Rectangle, colour Colour) {
	index, first := c.nearest(colour), c.row(r.Min.X, r.Min.Y, r.Dx())
	for i := range first {
		first[i] = index
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(c.row(r.Min.X, y, r.Dx()), first)
	}
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
	red, green, blue := uint32(colour>>16&255), uint32(colour>>8&255), uint32(colour&255)
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
			r := (red*a + uint32(ground>>16&255)*rest) / 255
			g := (green*a + uint32(ground>>8&255)*rest) / 255
			b := (blue*a + uint32(ground&255)*rest) / 255
			row[x] = c.near[r>>3<<10|g>>3<<5|b>>3]
		}
	}
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

// png returns the canvas as a PNG file. Package image/png, which has its own compressor,
// takes twice as long and a quarter more bytes.
func (c *canvas) png() []byte {
	c.compressed.Reset()
	c.compressor.Reset(&c.compressed)
	c.compressor.Write(c.pix) // which a bytes.Buffer takes without error
	c.compressor.Close()

	header := make([]byte, 0, 13)
	header = binary.BigEndian.AppendUint32(header, uint32(c.width))
	header = binary.BigEndian.AppendUint32(header, uint32(c.height))
	header = append(header, 8, 3, 0, 0, 0) // eight bits for each pixel, which index a palette
	file := make([]byte, 0, c.compressed.Len()+len(c.plte)+100)
	file = append(file, "\x89PNG\r\n\x1a\n"...)
	file = appendChunk(file, "IHDR", header)
	file = appendChunk(file, "PLTE", c.plte)
	file = appendChunk(file, "IDAT", c.compressed.Bytes())
	return appendChunk(file, "IEND", nil)
}

// appendChunk appends a chunk of a PNG file: its length, its kind, its data and their checksum.
func appendChunk(file []byte, kind string, data []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(data)))
	start := len(file)
	file = append(append(file, kind...), data...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[start:]))
}

// tile is an opaque part of a picture.
type tile struct {
	width, height int
	pix           []uint8
}

func (t *tile) bytes() int { return len(t.pix) + 64 }

// newTile converts an opaque drawing to a palette.
func newTile(dc *gg.Context, p *palette) *tile {
	rgba := dc.Image().(*image.RGBA).Pix
	t := &tile{dc.Width(), dc.Height(), make([]uint8, len(rgba)/4)}
	known := map[Colour]uint8{}
	for i := range t.pix {
		c := Colour(rgba[4*i])<<16 | Colour(rgba[4*i+1])<<8 | Colour(rgba[4*i+2])
		index, ok := known[c]
		if !ok {
			index = p.nearest(c)
			known[c] = index
		}
		t.pix[i] = index
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

// newMask stores how opaque a drawing is. It rounds how much of a pixel is covered to one of
// few levels: the eye does not see the difference, and files become smaller.
func newMask(dc *gg.Context) *mask {
	const levels = 3
	rgba, width := dc.Image().(*image.RGBA).Pix, dc.Width()
	m := &mask{rows: make([]span, dc.Height())}
	for y := range m.rows {
		row := rgba[4*width*y:]
		from, to := width, 0
		for x := range width {
			if row[4*x+3] != 0 {
				from, to = min(from, x), x+1
			}
		}
		m.rows[y] = span{min(from, to), to, len(m.alpha)}
		for x := m.rows[y].from; x < to; x++ {
			m.alpha = append(m.alpha, uint8((int(row[4*x+3])*levels+127)/255*255/levels))
		}
	}
	return m
}
