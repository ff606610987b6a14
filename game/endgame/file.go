package endgame

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

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
