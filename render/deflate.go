package render

import (
	"encoding/binary"
	"math/bits"
)

// deflater compresses pictures of boards, in the format of RFC 1951. General
// compressors look for repetitions by hashing what they have seen, and lose themselves
// in surfaces of one colour. A board repeats itself at few distances, which are known:
// the pixel before, the row above, the next square of the same kind. Those are tried
// everywhere, and a hash only finds what is left, such as letters.
type deflater struct {
	tokens  []token
	head    [1 << hashBits]int32 // where four bytes were last seen, plus one
	symbols [286]uint32          // how often each literal and length is used
	ranges  [30]uint32           // how often each range of distances is
	bits    bitWriter
	huffman huffman
}

const (
	hashBits = 12
	minMatch = 3
	maxMatch = 258
	window   = 1 << 15
)

// token is a literal byte, or a repetition: its length above its distance.
type token uint32

func (t token) match() (length, distance int) { return int(t >> 16), int(t & 0xFFFF) }

// compress appends data to out. Near are the distances at which data repeats itself.
func (d *deflater) compress(out, data []byte, near []int) []byte {
	d.parse(data, near)
	d.bits = bitWriter{out: out}
	d.write()
	return d.bits.flush()
}

// parse turns data into tokens, and counts them.
func (d *deflater) parse(data []byte, near []int) {
	d.tokens = d.tokens[:0]
	clear(d.head[:])
	clear(d.symbols[:])
	clear(d.ranges[:])
	end := len(data) - tail
	found := d.best(data, 0, near)
	for at := 0; at < len(data); {
		var next repetition
		if found.length < lazy && at+1 < end {
			next = d.best(data, at+1, near)
		}
		if found.saved <= 0 || next.saved > found.saved+literalBits {
			d.tokens = append(d.tokens, token(data[at]))
			d.symbols[data[at]]++
			at++
			found = next
			continue
		}
		d.tokens = append(d.tokens, token(found.length<<16|found.distance))
		d.symbols[257+int(lengthCode[found.length])]++
		d.ranges[distanceCode(found.distance)]++
		at += found.length
		found = repetition{}
		if at < end {
			found = d.best(data, at, near)
		}
	}
	d.symbols[256] = 1 // the end
}

const (
	literalBits = 5  // about what a literal costs
	lazy        = 16 // a repetition as long as this is taken at once
	enough      = 96 // nothing better than one as long as this is looked for
	tail        = 8  // the last bytes are literals, so that eight can always be read
)

// repetition is a length and a distance, and about how many bits they save.
type repetition struct{ length, distance, saved int }

// best finds the repetition at a place that saves most.
func (d *deflater) best(data []byte, at int, near []int) (r repetition) {
	most := min(len(data)-tail-at, maxMatch)
	if most < minMatch {
		return r
	}
	four := binary.LittleEndian.Uint32(data[at:])
	slot := &d.head[four*0x9E3779B1>>(32-hashBits)]
	seen := int(*slot) - 1
	*slot = int32(at + 1)
	for _, back := range near {
		from := at - back
		if from < 0 || (four^binary.LittleEndian.Uint32(data[from:]))<<8 != 0 {
			continue
		}
		n := common(data[at:at+most], data[from:])
		if saved := n*literalBits - 8 - bits.Len(uint(back))*3/4; saved > r.saved {
			r = repetition{n, back, saved}
			if n >= enough {
				return r
			}
		}
	}
	if back := at - seen; seen >= 0 && back <= window {
		if n := common(data[at:at+most], data[seen:]); n > r.length && n >= minMatch {
			if saved := n*literalBits - 8 - bits.Len(uint(back))*3/4; saved > r.saved {
				r = repetition{n, back, saved}
			}
		}
	}
	return r
}

// common returns how many bytes two slices have in common from their start; the first
// is not longer.
func common(a, b []byte) int {
	b = b[:len(a)]
	n := 0
	for ; n+8 <= len(a); n += 8 {
		if differ := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); differ != 0 {
			return n + bits.TrailingZeros64(differ)>>3
		}
	}
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
}

// write writes the tokens as one block with codes made for them.
func (d *deflater) write() {
	h := &d.huffman
	symbols := h.literals.make(d.symbols[:], 15)
	ranges := h.distances.make(d.ranges[:], 15)
	d.bits.put(1|2<<1, 3) // the last block, with codes of its own
	d.header(symbols, ranges)
	for _, t := range d.tokens {
		if t < 256 {
			d.bits.code(symbols[t])
			continue
		}
		length, distance := t.match()
		n := int(lengthCode[length])
		d.bits.codeAnd(symbols[257+n], uint32(length)-uint32(lengthBase[n]), lengthExtra[n])
		r := distanceCode(distance)
		d.bits.codeAnd(ranges[r], uint32(distance)-uint32(distanceBase[r]), distanceExtra[r])
	}
	d.bits.code(symbols[256])
}

// header writes how long the codes are, itself in a code.
func (d *deflater) header(symbols, ranges []code) {
	nSymbols, nRanges := used(symbols, 257), used(ranges, 1)
	var lengths [286 + 30]uint8
	all := lengths[:0]
	for _, c := range symbols[:nSymbols] {
		all = append(all, c.bits)
	}
	for _, c := range ranges[:nRanges] {
		all = append(all, c.bits)
	}
	var freq [19]uint32
	var runs [286 + 30]lengthRun
	said := runs[:0]
	for i := 0; i < len(all); {
		n := 1
		for i+n < len(all) && all[i+n] == all[i] {
			n++
		}
		r := lengthRun{symbol: all[i]}
		switch {
		case all[i] == 0 && n >= 11:
			n = min(n, 138)
			r = lengthRun{18, uint8(n - 11), 7}
		case all[i] == 0 && n >= 3:
			r = lengthRun{17, uint8(n - 3), 3}
		case i > 0 && all[i] == all[i-1] && n >= 3:
			n = min(n, 6)
			r = lengthRun{16, uint8(n - 3), 2}
		default:
			n = 1
		}
		said = append(said, r)
		freq[r.symbol]++
		i += n
	}
	codes := d.huffman.lengths.make(freq[:], 7)
	n := 19
	for n > 4 && codes[lengthOrder[n-1]].bits == 0 {
		n--
	}
	d.bits.put(uint32(nSymbols-257), 5)
	d.bits.put(uint32(nRanges-1), 5)
	d.bits.put(uint32(n-4), 4)
	for _, symbol := range lengthOrder[:n] {
		d.bits.put(uint32(codes[symbol].bits), 3)
	}
	for _, r := range said {
		d.bits.codeAnd(codes[r.symbol], uint32(r.extra), r.extraBits)
	}
}

// lengthRun is one symbol of the header, with what follows it.
type lengthRun struct{ symbol, extra, extraBits uint8 }

// used returns how many codes must be told, at least a number of them.
func used(codes []code, least int) int {
	n := len(codes)
	for n > least && codes[n-1].bits == 0 {
		n--
	}
	return n
}

// lengthOrder is the order in which the header's own codes are told.
var lengthOrder = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// Codes for lengths and distances: where each range starts, and how many bits say
// where in it.
var (
	lengthBase    [29]uint16
	lengthExtra   [29]uint8
	lengthCode    [maxMatch + 1]uint8
	distanceBase  [30]uint16
	distanceExtra [30]uint8
)

func init() {
	length := 3
	for c := range lengthBase {
		if c >= 8 {
			lengthExtra[c] = uint8(c/4 - 1)
		}
		if c == 28 {
			length, lengthExtra[c] = maxMatch, 0
		}
		lengthBase[c] = uint16(length)
		for range 1 << lengthExtra[c] {
			if length <= maxMatch {
				lengthCode[length] = uint8(c)
			}
			length++
		}
	}
	distance := 1
	for c := range distanceBase {
		if c >= 4 {
			distanceExtra[c] = uint8(c/2 - 1)
		}
		distanceBase[c] = uint16(distance)
		distance += 1 << distanceExtra[c]
	}
}

// distanceCode returns the range a distance lies in.
func distanceCode(distance int) int {
	d := uint(distance - 1)
	if d < 4 {
		return int(d)
	}
	n := bits.Len(d) - 1
	return 2*n + int(d>>(n-1)&1)
}

// bitWriter appends bits to out, the lowest first.
type bitWriter struct {
	out  []byte
	hold uint64
	held uint
}

func (w *bitWriter) put(value uint32, n uint8) {
	w.hold |= uint64(value) << w.held
	if w.held += uint(n); w.held >= 32 {
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(w.hold))
		w.hold >>= 32
		w.held -= 32
	}
}

func (w *bitWriter) code(c code) { w.put(uint32(c.value), c.bits) }

// codeAnd writes a code and bits that follow it, at most 28 in all.
func (w *bitWriter) codeAnd(c code, extra uint32, n uint8) {
	w.put(uint32(c.value)|extra<<c.bits, c.bits+n)
}

// flush fills the last byte, and returns what was written.
func (w *bitWriter) flush() []byte {
	for ; w.held > 0; w.held -= min(w.held, 8) {
		w.out = append(w.out, byte(w.hold))
		w.hold >>= 8
	}
	return w.out
}

// adler32sum is the checksum of zlib, eight bytes at a time: several times as fast as
// hash/adler32, which matters here.
func adler32sum(data []byte) uint32 {
	const (
		mod   = 65521
		lanes = 0x00FF00FF00FF00FF
		words = 16 // so many of them overflow no lane of 16 bits
	)
	a, b := uint64(1), uint64(0)
	for len(data) >= 8*words {
		// Every second byte of each word has a lane of its own, in evens or odds: their
		// sums, and the sums of those before each word.
		var evens, odds, evensBefore, oddsBefore uint64
		for i := 0; i < 8*words; i += 8 {
			word := binary.LittleEndian.Uint64(data[i : i+8])
			evensBefore += evens
			oddsBefore += odds
			evens += word & lanes
			odds += word >> 8 & lanes
		}
		b += 8 * words * a
		for lane := range uint64(4) {
			even, odd := evens>>(16*lane)&0xFFFF, odds>>(16*lane)&0xFFFF
			a += even + odd
			b += (8-2*lane)*even + (7-2*lane)*odd
			b += 8 * (evensBefore>>(16*lane)&0xFFFF + oddsBefore>>(16*lane)&0xFFFF)
		}
		a, b = a%mod, b%mod
		data = data[8*words:]
	}
	for _, c := range data {
		a += uint64(c)
		b += a
	}
	return uint32(b%mod<<16 | a%mod)
}
