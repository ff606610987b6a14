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

//go:generate go run doublecorner/internal/tools/widen

// dir is a direction as a shift.
type dir struct {
	shift   int8  // by how many bits; positive is towards higher ones, down the board or to its right
	compass uint8 // 0 to 7 clockwise from north
}

func (d dir) isOppositeOf(compass uint8) bool { return d.compass^compass == 4 }

// set64 is a set of squares of a board that fits one word.
type set64 uint64

func bit64(i uint8) set64             { return 1 << (i & 63) }
func (s set64) Or(t set64) set64      { return s | t }
func (s set64) And(t set64) set64     { return s & t }
func (s set64) Without(t set64) set64 { return s &^ t }
func (s set64) Empty() bool           { return s == 0 }
func (s set64) some() bool            { return s != 0 }
func (s set64) first() set64          { return s & -s }
func (s set64) index() uint8          { return uint8(bits.TrailingZeros64(uint64(s))) }
func (s set64) step(d dir) set64      { return set64(bits.RotateLeft64(uint64(s), int(d.shift))) }
func (s set64) back(d dir) set64      { return set64(bits.RotateLeft64(uint64(s), -int(d.shift))) }

// Bits is a set of squares in the generator's order. Some bits between the rows are no squares.
type Bits struct{ Lo, Hi uint64 }

// set128 is a set of squares of a board that needs two words.
type set128 = Bits

// BitsOf returns the set of one square.
func BitsOf(bit uint8) Bits {
	if bit < 64 {
		return Bits{Lo: 1 << bit}
	}
	return Bits{Hi: 1 << (bit - 64)}
}

func bit128(i uint8) set128 { return BitsOf(i) }

// Or returns the squares of both sets.
func (b Bits) Or(c Bits) Bits { return Bits{b.Lo | c.Lo, b.Hi | c.Hi} }

// And returns the squares that are in both sets.
func (b Bits) And(c Bits) Bits { return Bits{b.Lo & c.Lo, b.Hi & c.Hi} }

// Without returns the squares of b that are not in c.
func (b Bits) Without(c Bits) Bits { return Bits{b.Lo &^ c.Lo, b.Hi &^ c.Hi} }

// Has reports whether a square is in the set.
func (b Bits) Has(bit uint8) bool { return b.And(BitsOf(bit)).some() }

// Empty reports whether no square is in the set.
func (b Bits) Empty() bool { return b.Lo|b.Hi == 0 }

// Len returns the number of squares.
func (b Bits) Len() int { return bits.OnesCount64(b.Lo) + bits.OnesCount64(b.Hi) }

func (b Bits) some() bool { return b.Lo|b.Hi != 0 }
func (b Bits) first() Bits {
	if b.Lo != 0 {
		return Bits{Lo: b.Lo & -b.Lo}
	}
	return Bits{Hi: b.Hi & -b.Hi}
}
func (b Bits) index() uint8 {
	if b.Lo != 0 {
		return uint8(bits.TrailingZeros64(b.Lo))
	}
	return uint8(64 + bits.TrailingZeros64(b.Hi))
}
func (b Bits) step(d dir) Bits { return b.Shift(int(d.shift)) }
func (b Bits) back(d dir) Bits { return b.Shift(-int(d.shift)) }

// Shift moves the squares up by fewer than 64 bits, or down if the number is negative.
func (b Bits) Shift(by int) Bits {
	if by >= 0 {
		n := uint(by) & 63
		return Bits{b.Lo << n, b.Hi<<n | b.Lo>>(64-n)}
	}
	n := uint(-by) & 63
	return Bits{b.Lo>>n | b.Hi<<(64-n), b.Hi >> n}
}

// Positions keep their sets in two words; narrow boards leave the high one alone.
func (s set64) wide() Bits    { return Bits{Lo: uint64(s)} }
func (b Bits) wide() Bits     { return b }
func narrow64(b Bits) set64   { return set64(b.Lo) }
func narrow128(b Bits) set128 { return b }
