package endgame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/flate"
)

// reader reads the symbols of a file.
type reader struct {
	layout *layout
	header header
	from   io.ReaderAt
	serial uint64   // tells readers apart in the cache
	ends   []uint64 // of the blocks, from the beginning of the file
}

// readers counts the readers.
var readers atomic.Uint64

// What is wrong with a file.
var (
	errDamaged = errors.New("it is damaged; delete it, and build it again")
	errForeign = errors.New("it is no database of endings; move it to another directory")
	errRules   = errors.New("it is of another rule set; move it to another directory, or name its rules")
)

// openFile opens a file for a rule set.
func openFile(b *board, from io.ReaderAt, size int64) (*reader, error) {
	h, err := readHeader(from, size)
	if err != nil {
		return nil, err
	}
	return newReader(b, h, from)
}

// openWhole opens a file for a rule set, after it has checked all of the file.
func openWhole(b *board, from io.ReaderAt, size int64) (*reader, error) {
	h, err := readHeader(from, size)
	if err != nil {
		return nil, err
	}
	if err := h.checkSum(from); err != nil {
		return nil, err
	}
	return newReader(b, h, from)
}

// readHeader reads the header of a file of a size.
func readHeader(from io.ReaderAt, size int64) (h header, err error) {
	text := make([]byte, headerSize)
	if _, err := from.ReadAt(text, 0); err != nil && err != io.EOF {
		return h, err
	}
	if _, err := binary.Decode(text, binary.LittleEndian, &h); err != nil {
		return h, err
	}
	switch {
	case h.Magic != magic:
		return h, errForeign
	case h.Length != uint64(size):
		return h, errDamaged
	}
	return h, nil
}

// checkSum checks what follows the sum in a file.
func (h header) checkSum(from io.ReaderAt) error {
	sum := crc32.New(castagnoli)
	if _, err := io.Copy(sum, io.NewSectionReader(from, int64(sumFrom), int64(h.Length)-int64(sumFrom))); err != nil {
		return err
	}
	if sum.Sum32() != h.Sum {
		return errDamaged
	}
	return nil
}

// newReader returns the reader of a file with a header.
func newReader(b *board, h header, from io.ReaderAt) (*reader, error) {
	if h.Rules != b.id {
		return nil, errRules
	}
	if m := h.Material; m.Pieces() > MostPieces || m.Men+m.Kings == 0 || m.TheirMen+m.TheirKings == 0 {
		return nil, errDamaged
	}
	r := &reader{layout: newLayout(b, h.Material), header: h, from: from, serial: readers.Add(1)}
	if h.BlockBits > 24 || uint64(h.Blocks) != (r.layout.size+1<<h.BlockBits-1)>>h.BlockBits {
		return nil, errDamaged
	}
	lengths := make([]byte, 4*h.Blocks)
	if _, err := from.ReadAt(lengths, int64(headerSize)); err != nil && err != io.EOF {
		return nil, err
	}
	end := uint64(headerSize + len(lengths))
	r.ends = append(r.ends, end)
	for ; len(lengths) > 0; lengths = lengths[4:] {
		end += uint64(binary.LittleEndian.Uint32(lengths))
		r.ends = append(r.ends, end)
	}
	if end != h.Length {
		return nil, errDamaged
	}
	return r, nil
}

// counts returns how many positions are worth what.
func (r *reader) counts() Counts {
	return Counts{Won: r.header.Won, Lost: r.header.Lost, Drawn: r.header.Drawn, Longest: int(r.header.Longest)}
}

// at returns the symbol of a position.
func (r *reader) at(i uint64) (uint16, error) {
	b, err := cache.find(r, i>>r.header.BlockBits)
	if err != nil {
		return 0, err
	}
	i &= 1<<r.header.BlockBits - 1
	if r.header.Width == 2 {
		return binary.LittleEndian.Uint16(b[2*i:]), nil
	}
	return uint16(b[i]), nil
}

// block reads a block and unpacks it.
func (r *reader) block(i uint64) ([]byte, error) {
	packed := make([]byte, r.ends[i+1]-r.ends[i])
	if _, err := r.from.ReadAt(packed, int64(r.ends[i])); err != nil && err != io.EOF {
		return nil, err
	}
	positions := min(r.layout.size-i<<r.header.BlockBits, 1<<r.header.BlockBits)
	block := make([]byte, positions*uint64(r.header.Width))
	unpacker, _ := unpackers.Get().(io.ReadCloser)
	if unpacker == nil {
		unpacker = flate.NewReader(nil)
	}
	defer unpackers.Put(unpacker)
	unpacker.(flate.Resetter).Reset(bytes.NewReader(packed), nil)
	if _, err := io.ReadFull(unpacker, block); err != nil {
		return nil, errDamaged
	}
	return block, nil
}
