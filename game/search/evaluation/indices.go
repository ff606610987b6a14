package evaluation

import "doublecorner/game/draughts"

// finder finds the patterns of windows of one size, which are their indices: for each square a digit to the
// base of 3.
type finder struct {
	pairs  int // windows that have weights of their own; two words hold their indices
	field  int // bits of an index
	chunks []chunk
}

const chunkBits = 6

// A vector has an index for each window: in a and b for the windows that have weights of their own, in c
// and d for the same windows of the turned board. The indices never carry into one another.
type vector struct{ a, b, c, d uint64 }

func (v vector) plus(w vector) vector { return vector{v.a + w.a, v.b + w.b, v.c + w.c, v.d + w.d} }

// chunk holds, for each set of men on a few neighboring bits, what they add to the indices of the
// windows if each counts one.
type chunk struct {
	high  bool // the bits are of the high word
	shift uint8
	adds  [1 << chunkBits]vector
}

// newFinder returns a finder for windows and their turned ones.
func newFinder(b board, own, turned []window) finder {
	f := finder{pairs: len(own)}
	f.field = 64 / (f.pairs / 2)
	var adds [128]vector // by bit, what one man adds
	for i := range own {
		first, shift := i < f.pairs/2, i%(f.pairs/2)*f.field
		digit := uint64(1) << shift
		for place := range own[i] {
			mine := &adds[b.variant.Bit(own[i][place])]
			other := &adds[b.variant.Bit(turned[i][place])]
			if first {
				mine.a += digit
				other.c += digit
			} else {
				mine.b += digit
				other.d += digit
			}
			digit *= 3
		}
	}
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
			f.chunks = append(f.chunks, c)
		}
		first += bits
	}
	return f
}

// find returns the indices of all windows: for each square a digit, which is 1 for a man of the
// side that looks from its own end and 2 for a man of the other.
func (f *finder) find(white, black draughts.Bits) vector {
	w, b := f.sum(white), f.sum(black)
	return vector{w.a + 2*b.a, w.b + 2*b.b, 2*w.c + b.c, 2*w.d + b.d}
}

// sum adds up what men add to the indices.
func (f *finder) sum(men draughts.Bits) (v vector) {
	for i := range f.chunks {
		c := &f.chunks[i]
		word := men.Lo
		if c.high {
			word = men.Hi
		}
		v = v.plus(c.adds[word>>(c.shift&63)&(1<<chunkBits-1)])
	}
	return v
}

// list returns the indices of the windows, and of those of the turned board.
func (f *finder) list(v vector) (own, turned []int) {
	for _, words := range [][2]uint64{{v.a, v.c}, {v.b, v.d}} {
		for i := range f.pairs / 2 {
			shift := i * f.field
			own = append(own, int(words[0]>>shift&(1<<f.field-1)))
			turned = append(turned, int(words[1]>>shift&(1<<f.field-1)))
		}
	}
	return own, turned
}
