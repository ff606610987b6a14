package endgame

// codes is a list of codes in memory, of as few bits as they need.
type codes struct {
	bits  int // 2, 8 or 16
	bytes []byte
	words []uint16
}

// bitsFor returns how many bits the codes up to one need.
func bitsFor(most code) int {
	switch {
	case most <= 2:
		return 2
	case most <= 255:
		return 8
	}
	return 16
}

func newCodes(n uint64, bits int) *codes {
	c := &codes{bits: bits}
	switch bits {
	case 2:
		c.bytes = make([]byte, (n+3)/4)
	case 8:
		c.bytes = make([]byte, n)
	default:
		c.words = make([]uint16, n)
	}
	return c
}

func (c *codes) at(i uint64) code {
	switch c.bits {
	case 2:
		return code(c.bytes[i/4] >> (i % 4 * 2) & 3)
	case 8:
		return code(c.bytes[i])
	}
	return code(c.words[i])
}

func (c *codes) set(i uint64, v code) {
	switch c.bits {
	case 2:
		shift := i % 4 * 2
		c.bytes[i/4] = c.bytes[i/4]&^(3<<shift) | byte(v)<<shift
	case 8:
		c.bytes[i] = byte(v)
	default:
		c.words[i] = uint16(v)
	}
}
