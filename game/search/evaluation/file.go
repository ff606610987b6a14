package evaluation

import (
	"bufio"
	"bytes"
	"compress/flate"
	"embed"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"slices"
	"sync"

	"doublecorner/game/draughts"
	"doublecorner/internal/recent"
)

// A file of weights is a header and the weights, compressed:
//
//	magic    8 bytes
//	id       16 bytes, of the rule set
//	layout   4 bytes, a checksum of what the features are
//	checksum 4 bytes, of what follows
//	weights  the low bytes of all weights for many pieces, then their high bytes, then the same
//	         for few pieces; without those of wide windows and of kings with neighbors
//	rare     of these, those that are worth anything: how many there are, how many
//	         others come before each since the last one, and their weights, first for many pieces and
//	         then for few; all as varints
//
// The weights and rare are one DEFLATE stream.

var magic = [8]byte{'D', 'C', 'w', 'e', 'i', 'g', 'h', '1'}

// header is what a file begins with.
type header struct {
	Magic    [8]byte
	ID       ID
	Layout   uint32
	Checksum uint32
}

// ID identifies a rule set by what decides how pieces move and who wins. Names, notation, the side
// that starts, draws, and the side on which a mirrored board has its corner do not matter.
type ID [16]byte

// Identify returns the id of a rule set.
func Identify(r draughts.Rules) ID {
	r = r.Nameless()
	r.Starts, r.Draws = draughts.White, draughts.Draws{}
	r.Board.Corner, r.Board.Notation = draughts.Left, draughts.Numbers
	return r.Hash()
}

// The reasons why a file is refused.
var (
	ErrNoWeights   = errors.New("evaluation: this is no file of weights")
	ErrOtherRules  = errors.New("evaluation: the weights are those of another rule set")
	ErrOtherLayout = errors.New("evaluation: the weights were made for other features than this program has")
	ErrDamaged     = errors.New("evaluation: the file of weights is damaged")
)

// Encode returns a file of weights by the ids of features.
func (f *Features) Encode(weights []Pair) ([]byte, error) {
	var body bytes.Buffer
	squeeze, err := flate.NewWriter(&body, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	squeeze.Write(encode(weights[:f.firstWide()])) // a buffer takes everything
	squeeze.Write(encodeRare(weights[f.firstWide():]))
	if err := squeeze.Close(); err != nil {
		return nil, err
	}
	file, err := binary.Append(nil, binary.LittleEndian, header{magic, f.rules, f.layout, crc32.ChecksumIEEE(body.Bytes())})
	return append(file, body.Bytes()...), err
}

// Read returns the Evaluator with the weights of a file.
func Read(v *draughts.Variant, r io.Reader) (*Evaluator, error) {
	f := FeaturesOf(v)
	weights, err := f.Decode(r)
	if err != nil {
		return nil, err
	}
	return New(f, weights), nil
}

// Decode returns the weights of a file by the ids of features. It ends before the rare ones if all are 0.
func (f *Features) Decode(r io.Reader) ([]Pair, error) {
	h, err := readHeader(r)
	switch {
	case err != nil:
		return nil, err
	case h.ID != f.rules:
		return nil, ErrOtherRules
	case h.Layout != f.layout:
		return nil, ErrOtherLayout
	}
	body, err := io.ReadAll(io.LimitReader(r, mostBody))
	if err != nil {
		return nil, err
	}
	if crc32.ChecksumIEEE(body) != h.Checksum {
		return nil, ErrDamaged
	}
	squeezed := bufio.NewReader(flate.NewReader(bytes.NewReader(body)))
	plain := make([]byte, 4*f.firstWide())
	if _, err := io.ReadFull(squeezed, plain); err != nil {
		return nil, ErrDamaged
	}
	return decodeRare(squeezed, decode(plain), f.Len()-f.firstWide())
}

// mostBody is more than any file has.
const mostBody = 32 << 20

func readHeader(r io.Reader) (h header, err error) {
	if binary.Read(r, binary.LittleEndian, &h) != nil || h.Magic != magic {
		return header{}, ErrNoWeights
	}
	return h, nil
}

// encode returns weights as bytes, similar ones side by side.
func encode(weights []Pair) []byte {
	n := len(weights)
	plain := make([]byte, 4*n)
	for i, w := range weights {
		many, few := zigzag(w.Many), zigzag(w.Few)
		plain[i], plain[n+i] = byte(many), byte(many>>8)
		plain[2*n+i], plain[3*n+i] = byte(few), byte(few>>8)
	}
	return plain
}

// decode is the inverse of encode.
func decode(plain []byte) []Pair {
	n := len(plain) / 4
	weights := make([]Pair, n)
	for i := range weights {
		weights[i] = Pair{
			Many: zagzig(uint16(plain[i]) | uint16(plain[n+i])<<8),
			Few:  zagzig(uint16(plain[2*n+i]) | uint16(plain[3*n+i])<<8),
		}
	}
	return weights
}

// encodeRare returns weights that are mostly 0 as bytes.
func encodeRare(weights []Pair) []byte {
	var gaps, many, few []byte
	entries, skipped := uint64(0), uint64(0)
	for _, w := range weights {
		if w == (Pair{}) {
			skipped++
			continue
		}
		gaps = binary.AppendUvarint(gaps, skipped)
		many = binary.AppendVarint(many, int64(w.Many))
		few = binary.AppendVarint(few, int64(w.Few))
		entries, skipped = entries+1, 0
	}
	return slices.Concat(binary.AppendUvarint(nil, entries), gaps, many, few)
}

// decodeRare is the inverse of encodeRare. It appends so many weights to others, unless all are 0.
func decodeRare(r io.ByteReader, others []Pair, n int) ([]Pair, error) {
	entries, err := binary.ReadUvarint(r)
	if err != nil || entries > uint64(n) {
		return nil, ErrDamaged
	}
	if entries == 0 {
		return others, nil
	}
	at, next := make([]int, entries), uint64(0)
	for i := range at {
		skipped, err := binary.ReadUvarint(r)
		if err != nil || skipped >= uint64(n)-next {
			return nil, ErrDamaged
		}
		at[i] = int(next + skipped)
		next += skipped + 1
	}
	weights := append(others, make([]Pair, n)...)
	rare := weights[len(others):]
	for _, of := range []func(*Pair) *int16{func(p *Pair) *int16 { return &p.Many }, func(p *Pair) *int16 { return &p.Few }} {
		for _, i := range at {
			w, err := binary.ReadVarint(r)
			if err != nil || int64(int16(w)) != w {
				return nil, ErrDamaged
			}
			*of(&rare[i]) = int16(w)
		}
	}
	return weights, nil
}

// zigzag makes numbers near 0 small ones, whatever their sign.
func zigzag(w int16) uint16 { return uint16(w<<1) ^ uint16(w>>15) }

// zagzig is the inverse of zigzag.
func zagzig(u uint16) int16 { return int16(u>>1) ^ -int16(u&1) }

// embedded holds the files of weights, each named by the key of a rule set they are for.
//
//go:embed weights/*.weights
var embedded embed.FS

// embeddedNames are the names of the embedded files by the id of their rule set.
var embeddedNames = sync.OnceValue(func() map[ID]string {
	names := map[ID]string{}
	files, _ := fs.Glob(embedded, "weights/*.weights")
	for _, name := range files {
		file, err := embedded.Open(name)
		if err != nil {
			continue
		}
		if h, err := readHeader(file); err == nil {
			names[h.ID] = name
		}
		file.Close()
	}
	return names
})

// known holds the Evaluators of the rule sets that came last.
var known = recent.NewMap[rulesKey, *Evaluator](mostKnown)

const mostKnown = 4

// rulesKey is what the Evaluator of a rule set depends on.
type rulesKey struct {
	id     ID
	corner draughts.Corner // decides which squares of the board are used
}

// For returns the Evaluator of a rule set: with its embedded weights, or else that of Material.
func For(v *draughts.Variant) *Evaluator {
	rules := v.Rules()
	key := rulesKey{Identify(rules), rules.Board.Corner}
	e, ok := known.Get(key)
	if ok {
		return e
	}
	e = New(WeightsFor(v))
	known.Put(key, e)
	return e
}

// WeightsFor returns the features of a rule set and its embedded weights, or else those of Material.
func WeightsFor(v *draughts.Variant) (*Features, []Pair) {
	file, err := embedded.ReadFile(embeddedNames()[Identify(v.Rules())])
	if err != nil {
		return MaterialWeights(v)
	}
	f := FeaturesOf(v)
	weights, err := f.Decode(bytes.NewReader(file))
	if err != nil {
		return MaterialWeights(v)
	}
	return f, weights
}
