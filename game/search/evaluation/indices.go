package evaluation

import "doublecorner/game/draughts"

const chunkBits = 6

// A vector has a number of 16 bits for every window: first those for the windows as they are, then
// those for the same windows of the turned board. The numbers never carry into one another.
type vector [windowPairs / 2]uint64

// chunk holds, for each set of men on a few neighboring bits, what they add to the indices of the
// windows if each counts one.
type chunk struct {
	high  bool // the bits are of the high word
	shift uint8
	adds  [1 << chunkBits]vector
}

// indices is a vector by its numbers.
type indices [2 * windowPairs]uint16

// newChunks returns the chunks of a board that have squares of windows.
func newChunks(b board, own, turned []window) []chunk {
	var weights [128]vector // by bit, what one man adds
	for lane, windows := range [][]window{own, turned} {
		for i, w := range windows {
			digit := uint64(1)
			for _, q := range w {
				at := lane*windowPairs + i
				weights[b.variant.Bit(q)][at/4] += digit << (at % 4 * 16)
				digit *= 3
			}
		}
	}
	var chunks []chunk
	for first := 0; first < len(weights); {
		bits := min(chunkBits, 64-first%64)
		c := chunk{high: first >= 64, shift: uint8(first % 64)}
		used := false
		for set := range c.adds {
			for i := range bits {
				if set>>i&1 == 0 {
					continue
				}
				for word, add := range weights[first+i] {
					c.adds[set][word] += add
					used = used || add != 0
				}
			}
		}
		if used {
			chunks = append(chunks, c)
		}
		first += bits
	}
	return chunks
}

// find returns the indices of all windows: for each square a digit, which is 1 for a man of the
// side that looks from its own end and 2 for a man of the other.
func find(chunks []chunk, white, black draughts.Bits) indices {
	var w, b vector
	for i := range chunks {
		c := &chunks[i]
		ours, theirs := white.Lo, black.Lo
		if c.high {
			ours, theirs = white.Hi, black.Hi
		}
		add := &c.adds[ours>>(c.shift&63)&(1<<chunkBits-1)]
		w[0] += add[0]
		w[1] += add[1]
		w[2] += add[2]
		w[3] += add[3]
		add = &c.adds[theirs>>(c.shift&63)&(1<<chunkBits-1)]
		b[0] += add[0]
		b[1] += add[1]
		b[2] += add[2]
		b[3] += add[3]
	}
	var found indices
	for word := range w {
		sum := w[word] + 2*b[word]
		if word >= windowPairs/4 {
			sum = 2*w[word] + b[word]
		}
		found[4*word] = uint16(sum)
		found[4*word+1] = uint16(sum >> 16)
		found[4*word+2] = uint16(sum >> 32)
		found[4*word+3] = uint16(sum >> 48)
	}
	return found
}
