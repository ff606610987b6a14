package endgame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/flate"

	"doublecorner/game/draughts"
)

// A file holds the solved positions of one material: a header, the lengths of its blocks, and the
// blocks, each compressed by itself. Each position has a symbol, of one byte or, if there are long
// distances, of two:
//
//	0  drawn
//	1  won, also where distances are known: the soonest loss among the positions after it decides
//	2  lost; with distances, 1 is added for every two plies to the end
//
// A position in which a capture is due has the symbol of the one before it, because its moves lead
// to fewer pieces, and those decide.

// Symbols.
const (
	isDrawn = 0
	isWon   = 1
	isLost  = 2
)

// RulesID identifies what of a rule set decides who wins an ending. Names, draw counters and the
// position in which the game starts are no part of it.
type RulesID [16]byte

// IdentifyRules returns the id of a rule set.
func IdentifyRules(r draughts.Rules) RulesID {
	return draughts.Rules{
		Board: draughts.Board{Size: r.Board.Size, Playable: r.Board.Playable, Corner: r.Board.Corner},
		Man:   r.Man, King: r.King, Capture: r.Capture, Object: r.Object,
		Draws: draughts.Draws{Dead: r.Draws.Dead},
	}.Hash()
}

// header begins a file.
type header struct {
	Magic     [16]byte
	Sum       uint32 // of all that follows
	Length    uint64 // of the file
	Rules     RulesID
	Material  Material
	Width     uint8 // bytes of a symbol
	BlockBits uint8 // a block holds 1<<BlockBits positions
	Blocks    uint32
	Won       uint64
	Lost      uint64
	Drawn     uint64
	Longest   uint32
}

var (
	magic      = [16]byte{'d', 'o', 'u', 'b', 'l', 'e', 'c', 'o', 'r', 'n', 'e', 'r', ' ', 'e', '0', '1'}
	headerSize = binary.Size(header{})
	sumFrom    = len(magic) + 4
	lengthFrom = sumFrom
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

const (
	fileBlockBits     = 14
	embeddedBlockBits = 15
)

// encode writes a solved material as a file. It calls step with how many positions it has written since.
func (t *table) encode(step func(uint64)) ([]byte, error) {
	l := t.layout
	h := header{
		Rules: l.id, Material: l.material, Width: 1, BlockBits: fileBlockBits,
		Won: t.counts.Won, Lost: t.counts.Lost, Drawn: t.counts.Drawn, Longest: uint32(t.counts.Longest),
	}
	if t.codes.bits == 16 {
		h.Width = 2
	}
	generator, c := l.variant.Generator(), cursor{layout: l}
	last := uint16(isDrawn)
	return h.encode(l.size, func(i uint64) (uint16, error) {
		if i%blockSize == 0 {
			step(min(blockSize, l.size-i))
		}
		if !l.duty || !generator.CanCapture(c.seek(i)) {
			last = l.symbol(t.codes.at(i))
		}
		return last, nil
	})
}

// encode writes a file of a header and symbols.
func (h header) encode(size uint64, symbol func(i uint64) (uint16, error)) ([]byte, error) {
	var lengths, blocks bytes.Buffer
	w, err := flate.NewWriter(&blocks, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	block := uint64(1) << h.BlockBits
	raw := make([]byte, 0, block*uint64(h.Width))
	for from := uint64(0); from < size; from += block {
		raw = raw[:0]
		for i := from; i < min(from+block, size); i++ {
			s, err := symbol(i)
			if err != nil {
				return nil, err
			}
			if raw = append(raw, byte(s)); h.Width == 2 {
				raw = append(raw, byte(s>>8))
			}
		}
		before := blocks.Len()
		w.Reset(&blocks)
		if _, err := w.Write(raw); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
		binary.Write(&lengths, binary.LittleEndian, uint32(blocks.Len()-before))
	}
	h.Magic, h.Blocks = magic, uint32((size+block-1)/block)
	h.Length = uint64(headerSize + lengths.Len() + blocks.Len())
	file := bytes.NewBuffer(make([]byte, 0, h.Length))
	binary.Write(file, binary.LittleEndian, h)
	file.Write(lengths.Bytes())
	file.Write(blocks.Bytes())
	binary.LittleEndian.PutUint32(file.Bytes()[len(magic):], crc32.Checksum(file.Bytes()[sumFrom:], castagnoli))
	return file.Bytes(), nil
}

// symbol returns the symbol of a code.
func (l *layout) symbol(c code) uint16 {
	switch {
	case c == drawn:
		return isDrawn
	case l.wins(c):
		return isWon
	case !l.hasDistances():
		return isLost
	}
	return isLost + uint16(c-1)/2
}

// lossCode returns the code of a symbol of isLost or above.
func (l *layout) lossCode(symbol uint16) code {
	plies := 2 * (symbol - isLost)
	if l.misere {
		plies++
	}
	return code(plies + 1)
}

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

// openFile opens a file for a rule set. If whole, it checks all of the file.
func openFile(b *board, from io.ReaderAt, size int64, whole bool) (*reader, error) {
	r := &reader{from: from, serial: readers.Add(1)}
	text := make([]byte, headerSize)
	if _, err := from.ReadAt(text, 0); err != nil && err != io.EOF {
		return nil, err
	}
	if _, err := binary.Decode(text, binary.LittleEndian, &r.header); err != nil {
		return nil, err
	}
	h := &r.header
	switch {
	case h.Magic != magic:
		return nil, errForeign
	case h.Length != uint64(size):
		return nil, errDamaged
	}
	if whole {
		sum := crc32.New(castagnoli)
		if _, err := io.Copy(sum, io.NewSectionReader(from, int64(sumFrom), size-int64(sumFrom))); err != nil {
			return nil, err
		}
		if sum.Sum32() != h.Sum {
			return nil, errDamaged
		}
	}
	if h.Rules != b.id {
		return nil, errRules
	}
	if m := h.Material; m.Pieces() > MostPieces || m.Men+m.Kings == 0 || m.TheirMen+m.TheirKings == 0 {
		return nil, errDamaged
	}
	r.layout = newLayout(b, h.Material)
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

// partEnding ends the name of a file that is being written. One older than partAge was left behind by a process that
// was killed.
const (
	partEnding = ".part"
	partAge    = time.Hour
)

// removeParts removes the files that killed processes left behind in a directory.
func removeParts(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), partEnding) {
			continue
		}
		if f, e := entry.Info(); e == nil && time.Since(f.ModTime()) > partAge {
			if e := os.Remove(filepath.Join(dir, entry.Name())); !errors.Is(e, fs.ErrNotExist) { // another process removes them, too
				err = errors.Join(err, e)
			}
		}
	}
	return err
}

// writeFile writes a file that appears once it is complete and on the disk.
func writeFile(name string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*"+partEnding) // another process may write the same file
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
