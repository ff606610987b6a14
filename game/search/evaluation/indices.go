package evaluation

import "doublecorner/game/draughts"

const chunkBits = 6

// A vector has a number of 16 bits for each of 16 windows: in a and b for the windows that have
// weights of their own, in c and d for the same windows of the turned board. The numbers never
// carry into one another.
type vector struct{ a, b, c, d uint64 }

func (v vector) plus(w vector) vector { return vector{v.a + w.a, v.b + w.b, v.c + w.c, v.d + w.d} }

// chunk holds, for each set of men on a few neighboring bits, what they add to the indices of the
// windows if each counts one.
type chunk struct {
	high  bool // the bits are of the high word
	shift uint8
	adds  [1 << chunkBits]vector
}

// newChunks returns the chunks of a board that have squares of windows.
func newChunks(b board, own, turned []window) []chunk {
	var adds [128]vector // by bit, what one man adds
	digit := uint64(1)
	for place := range windowSquares {
		for i := range windowPairs {
			high, shift := i >= 4, i%4*16
			mine := &adds[b.variant.Bit(own[i][place])]
			other := &adds[b.variant.Bit(turned[i][place])]
			if high {
				mine.b += digit << shift
				other.d += digit << shift
			} else {
				mine.a += digit << shift
				other.c += digit << shift
			}
		}
		digit *= 3
	}
	var chunks []chunk
	for first := 0; first < len(adds); {
		bits := min(chunkBits, 64-first%64)
		c := chunk{high: first >= 64, shift: uint8(first % 64)}
		for set := range c.adds {
			for i := range bits {
				if set>>i&1 != 0 {
					c.adds[set] = c.adds[set].plus(adds[first+i])
				}
			}
		}
		if c.adds[1<<bits-1] != (vector{}) {
			chunks = append(chunks, c)
		}
		first += bits
	}
	return chunks
}

// find returns the indices of all windows: for each square a digit, which is 1 for a man of the
// side that looks from its own end and 2 for a man of the other.
func find(chunks []chunk, white, black draughts.Bits) vector {
	w, b := sum(chunks, white), sum(chunks, black)
	return vector{w.a + 2*b.a, w.b + 2*b.b, 2*w.c + b.c, 2*w.d + b.d}
}

// sum adds up what men add to the indices.
func sum(chunks []chunk, men draughts.Bits) (v vector) {
	for i := range chunks {
		c := &chunks[i]
		word := men.Lo
		if c.high {
			word = men.Hi
		}
		v = v.plus(c.adds[word>>(c.shift&63)&(1<<chunkBits-1)])
	}
	return v
}

// list returns the indices of the windows, and of those of the turned board.
func (v vector) list() (own, turned [windowPairs]uint16) {
	for i := range 4 {
		shift := 16 * i
		own[i], own[4+i] = uint16(v.a>>shift), uint16(v.b>>shift)
		turned[i], turned[4+i] = uint16(v.c>>shift), uint16(v.d>>shift)
	}
	return own, turned
}
