package endgame

// codes is a list of codes in memory, of as few bits as they need.
type codes struct {
	bits  uint8 // 2, 8 or 16
	bytes []byte
	words []uint16
}

func newCodes(n uint64, most code) *codes {
	switch {
	case most <= 2:
		return &codes{bits: 2, bytes: make([]byte, (n+3)/4)}
	case most <= 255:
		return &codes{bits: 8, bytes: make([]byte, n)}
	}
	return &codes{bits: 16, words: make([]uint16, n)}
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

// table is the solved positions of one material.
type table struct {
	layout *layout
	codes  *codes
	counts Counts
}

func newTable(l *layout, most code, at func(uint64) code) *table {
	t := &table{layout: l, codes: newCodes(l.size, most)}
	for i := range l.size {
		c := at(i)
		t.codes.set(i, c)
		if i%l.runs != 0 {
			continue
		}
		switch {
		case c == drawn:
			t.counts.Drawn++
		case l.wins(c):
			t.counts.Won++
			if l.distances() {
				t.counts.Longest = max(t.counts.Longest, int(c-1))
			}
		default:
			t.counts.Lost++
		}
	}
	return t
}

// tables are solved materials, by their numbers.
type tables [materials]*table

// signs returns the table without distances.
func (t *table) signs() *table {
	small := &table{layout: t.layout, codes: newCodes(t.layout.size, 2), counts: t.counts}
	for i := range t.layout.size {
		small.codes.set(i, t.codes.at(i).sign())
	}
	return small
}

// distances tells whether the codes of a material hold distances.
func (l *layout) distances() bool { return l.material.Pieces() <= distancePieces }
