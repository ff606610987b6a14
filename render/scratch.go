package render

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// scratch is what one picture at a time needs: room for its pixels, and the
// compressor, which is large.
type scratch struct {
	c        canvas
	near     [5]int // distances at which its bytes repeat
	deflater deflater
	out      []byte
}

// scratches are those not in use, at most mostScratches.
var scratches = make(chan *scratch, mostScratches)

func takeScratch() *scratch {
	select {
	case s := <-scratches:
		return s
	default:
		return &scratch{}
	}
}

func (s *scratch) giveBack() {
	select {
	case scratches <- s:
	default:
	}
}

// canvas returns room for a picture of a board with squares of a size. What is on it
// is left from the picture before.
func (s *scratch) canvas(width, height, cell int, p *palette) *canvas {
	n := (width + 1) * height
	if cap(s.c.pix) < n {
		s.c.pix = make([]uint8, n)
	}
	s.c = canvas{p, s.c.pix[:n], width, height}
	for y := range height {
		s.c.pix[y*(width+1)] = 0
	}
	s.near = [5]int{width + 1, 2 * cell, 1, width, width + 2}
	return &s.c
}

// encode returns the canvas as a PNG file.
func (s *scratch) encode() []byte {
	c := &s.c
	s.out = append(s.out[:0], "\x89PNG\r\n\x1a\n"...)

	start := s.begin("IHDR")
	s.out = binary.BigEndian.AppendUint32(s.out, uint32(c.width))
	s.out = binary.BigEndian.AppendUint32(s.out, uint32(c.height))
	s.out = append(s.out, 8, 3, 0, 0, 0) // eight bits, a palette
	s.end(start)

	start = s.begin("PLTE")
	s.out = append(s.out, c.plte...)
	s.end(start)

	start = s.begin("IDAT")
	s.out = append(s.out, 0x78, 0x01) // the header of zlib
	s.out = s.deflater.compress(s.out, c.pix, s.near[:])
	s.out = binary.BigEndian.AppendUint32(s.out, adler32sum(c.pix))
	s.end(start)

	s.end(s.begin("IEND"))
	return bytes.Clone(s.out)
}

// begin begins a chunk of a PNG file.
func (s *scratch) begin(kind string) (start int) {
	start = len(s.out)
	s.out = append(s.out, 0, 0, 0, 0)
	s.out = append(s.out, kind...)
	return start
}

// end ends the chunk that begins at start.
func (s *scratch) end(start int) {
	binary.BigEndian.PutUint32(s.out[start:], uint32(len(s.out)-start-8))
	s.out = binary.BigEndian.AppendUint32(s.out, crc32.ChecksumIEEE(s.out[start+4:]))
}
