package endgame

import (
	"embed"
	"encoding/binary"
	"encoding/hex"
	"io"

	"doublecorner/game/draughts"
)

//go:generate go run doublecorner/internal/tools/embed

// embedded holds, for every built-in rule set, the files of three pieces one behind the other. They
// are named by the ids of the rule sets.
//
//go:embed embedded
var embedded embed.FS

// EmbeddedPieces is how many pieces the program itself knows of the built-in rule sets.
const EmbeddedPieces = 3

// Embedded returns the databases that the program itself holds: those of built-in rule sets, and
// of others that differ from these only in names, draws and the starting position.
func Embedded(v *draughts.Variant) *Set {
	s := New(v)
	f, err := embedded.Open("embedded/" + hex.EncodeToString(s.board.id[:]))
	if err != nil {
		return s
	}
	all := f.(io.ReaderAt)
	length := make([]byte, 8)
	for from := int64(0); ; {
		if _, err := all.ReadAt(length, from+int64(lengthFrom)); err != nil {
			break
		}
		size := int64(binary.LittleEndian.Uint64(length))
		r, err := openFile(s.board, io.NewSectionReader(all, from, size), size)
		if err != nil {
			return New(v) // of another version of the rules
		}
		s.known[r.layout.material.number()].Store(r)
		from += size
	}
	s.updatePieces()
	return s
}

// WriteEmbedded writes what Embedded reads.
func (s *Set) WriteEmbedded(w io.Writer) error {
	for pieces := 2; pieces <= EmbeddedPieces; pieces++ {
		for _, m := range Materials(pieces) {
			r := s.known[m.number()].Load()
			if r == nil {
				continue
			}
			h := r.header
			h.BlockBits = embeddedBlockBits
			text, err := h.encode(r.layout.size, r.at)
			if err != nil {
				return err
			}
			if _, err := w.Write(text); err != nil {
				return err
			}
		}
	}
	return nil
}
