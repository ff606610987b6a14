package endgame

// table is the solved positions of one material.
type table struct {
	layout *layout
	codes  *codes
	counts Counts
}

// newTable counts solved positions.
func newTable(l *layout, codes *codes) *table {
	t := &table{layout: l, codes: codes}
	for i := range l.size {
		c := codes.at(i)
		if i%l.runs != 0 {
			continue
		}
		switch {
		case c == drawn:
			t.counts.Drawn++
		case l.wins(c):
			t.counts.Won++
			if l.hasDistances() {
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

// hasDistances reports whether the codes of a material hold distances.
func (l *layout) hasDistances() bool { return l.material.Pieces() <= l.near }
