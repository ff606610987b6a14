package render

import (
	"bufio"
	"compress/lzw"
	"encoding/binary"
	"io"
)

// gifWriter writes an animated GIF file frame by frame, so that a game of any length
// needs no more memory than two pictures. Each frame holds the rectangle that changed,
// and in it only the pixels that did. The first error stays.
type gifWriter struct {
	out    *bufio.Writer
	err    error
	delta  []uint8
	lzw    *lzw.Writer // whose tables are large, and serve every frame
	blocks blockWriter
}

// newGIFWriter begins a file that plays for ever.
func newGIFWriter(w io.Writer, width, height int, p *palette) *gifWriter {
	g := &gifWriter{out: bufio.NewWriter(w), lzw: lzw.NewWriter(nil, lzw.LSB, 8).(*lzw.Writer)}
	g.blocks.to = g
	g.write([]byte("GIF89a"))
	g.number(width)
	g.number(height)
	g.write([]byte{0xF7, 0, 0}) // one table of 256 colours for all frames
	var table [256 * 3]byte
	copy(table[:], p.plte)
	g.write(table[:])
	g.write([]byte("\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00"))
	return g
}

// frame adds a picture that stands for a time in hundredths of a second. Before is the
// picture it follows, of the same size.
func (g *gifWriter) frame(now, before *canvas, stands int) {
	left, top, right, bottom := now.width, now.height, 0, 0
	for y := range now.height {
		first, last := changed(now.row(0, y, now.width), before.row(0, y, now.width))
		if first > last {
			continue
		}
		left, right = min(left, first), max(right, last+1)
		top, bottom = min(top, y), y+1
	}
	if left >= right { // nothing changed, but the frame must stand
		left, top, right, bottom = 0, 0, 1, 1
	}

	g.write([]byte{0x21, 0xF9, 4, 1<<2 | 1}) // leave what was there; one index is clear
	g.number(stands)
	g.write([]byte{asBefore, 0, 0x2C})
	for _, n := range []int{left, top, right - left, bottom - top} {
		g.number(n)
	}
	g.write([]byte{0, 8}) // no table of its own; eight bits
	g.lzw.Reset(&g.blocks, lzw.LSB, 8)
	for y := top; y < bottom; y++ {
		row := now.row(left, y, right-left)
		g.delta = append(g.delta[:0], row...)
		for x, old := range before.row(left, y, right-left) {
			if old == row[x] {
				g.delta[x] = asBefore
			}
		}
		g.lzw.Write(g.delta)
	}
	g.lzw.Close()
	g.blocks.flush()
	g.write([]byte{0})
}

// changed returns the first and the last pixel that differ, or a first after the last.
func changed(row, old []uint8) (first, last int) {
	for first < len(row) && row[first] == old[first] {
		first++
	}
	last = len(row) - 1
	for last > first && row[last] == old[last] {
		last--
	}
	return first, last
}

func (g *gifWriter) close() error {
	g.write([]byte{0x3B})
	if g.err == nil {
		g.err = g.out.Flush()
	}
	return g.err
}

func (g *gifWriter) write(b []byte) {
	if g.err == nil {
		_, g.err = g.out.Write(b)
	}
}

// number writes two bytes.
func (g *gifWriter) number(n int) { g.write(binary.LittleEndian.AppendUint16(nil, uint16(n))) }

// blockWriter cuts what is written to it into blocks of at most 255 bytes.
type blockWriter struct {
	to  *gifWriter
	buf [256]byte // the first is the length of the rest
}

func (b *blockWriter) Write(p []byte) (int, error) {
	for _, c := range p {
		b.buf[0]++
		b.buf[b.buf[0]] = c
		if b.buf[0] == 255 {
			b.flush()
		}
	}
	return len(p), b.to.err
}

func (b *blockWriter) flush() {
	if b.buf[0] > 0 {
		b.to.write(b.buf[:1+int(b.buf[0])])
		b.buf[0] = 0
	}
}
