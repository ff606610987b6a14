package draughts

import "math/bits"

// The generator keeps squares in sparse bit sets: the rows of the board one after another with
// a few bits in between that belong to no square. A step in any direction is then the same
// shift from every square, and a step over the edge ends on a bit that no set of squares has.
//
// Boards of up to 63 such bits (8×8 and 10×10 on the dark squares) fit one word, the others
// need two. The generator is written once, in generate.go and capture.go, with set64;
// zgenerate128.go and zcapture128.go are the same text with set128. Generics would say this
// once, but Go calls methods of a type parameter through a table and does not inline them,
// which makes small boards several times as slow.

//go:generate go run ./internal/widen

// dir is a direction as a shift.
type dir struct {
	shift   int8  // by how many bits; positive is towards higher ones, down the board or to its right
	compass uint8 // 0 to 7 clockwise from north
}

func (d dir) isOppositeOf(compass uint8) bool { return d.compass^compass == 4 }

// set64 is a set of squares of a board that fits one word.
type set64 uint64

func bit64(i uint8) set64             { return 1 << (i & 63) }
func (s set64) or(t set64) set64      { return s | t }
func (s set64) and(t set64) set64     { return s & t }
func (s set64) without(t set64) set64 { return s &^ t }
func (s set64) none() bool            { return s == 0 }
func (s set64) some() bool            { return s != 0 }
func (s set64) first() set64          { return s & -s }
func (s set64) index() uint8          { return uint8(bits.TrailingZeros64(uint64(s))) }
func (s set64) step(d dir) set64      { return set64(bits.RotateLeft64(uint64(s), int(d.shift))) }
func (s set64) back(d dir) set64      { return set64(bits.RotateLeft64(uint64(s), -int(d.shift))) }

// set128 is a set of squares of a board that needs two words.
type set128 Bits

func bit128(i uint8) set128 {
	if i < 64 {
		return set128{Lo: 1 << i}
	}
	return set128{Hi: 1 << (i - 64)}
}
func (s set128) or(t set128) set128      { return set128{s.Lo | t.Lo, s.Hi | t.Hi} }
func (s set128) and(t set128) set128     { return set128{s.Lo & t.Lo, s.Hi & t.Hi} }
func (s set128) without(t set128) set128 { return set128{s.Lo &^ t.Lo, s.Hi &^ t.Hi} }
func (s set128) none() bool              { return s.Lo|s.Hi == 0 }
func (s set128) some() bool              { return s.Lo|s.Hi != 0 }
func (s set128) count() int              { return bits.OnesCount64(s.Lo) + bits.OnesCount64(s.Hi) }
func (s set128) first() set128 {
	if s.Lo != 0 {
		return set128{Lo: s.Lo & -s.Lo}
	}
	return set128{Hi: s.Hi & -s.Hi}
}
func (s set128) index() uint8 {
	if s.Lo != 0 {
		return uint8(bits.TrailingZeros64(s.Lo))
	}
	return uint8(64 + bits.TrailingZeros64(s.Hi))
}
func (s set128) step(d dir) set128 { return s.move(int(d.shift)) }
func (s set128) back(d dir) set128 { return s.move(-int(d.shift)) }
func (s set128) move(by int) set128 {
	if by >= 0 {
		n := uint(by) & 63
		return set128{s.Lo << n, s.Hi<<n | s.Lo>>(64-n)}
	}
	n := uint(-by) & 63
	return set128{s.Lo>>n | s.Hi<<(64-n), s.Hi >> n}
}

// Positions keep their sets in two words; narrow boards leave the high one alone.
func (s set64) wide() set128    { return set128{Lo: uint64(s)} }
func (s set128) wide() set128   { return s }
func narrow64(s set128) set64   { return set64(s.Lo) }
func narrow128(s set128) set128 { return s }
