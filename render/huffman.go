package render

import (
	"cmp"
	"math/bits"
	"slices"
)

// huffman holds the codes of one picture.
type huffman struct {
	literals, distances, lengths codebook
}

// code is what a symbol is written as: its bits, the first lowest. A symbol that is
// not used has none.
type code struct {
	value uint16
	bits  uint8
}

// codebook makes codes in which frequent symbols are short.
type codebook struct {
	codes []code
	nodes []node
	order []uint16 // symbols in use, by frequency
}

// node is a symbol or two nodes of the tree that the codes come from.
type node struct {
	freq   uint32
	parent int32
}

// make returns the codes for symbols that are used so often, none longer than limit.
// They stay as they are until the next call.
func (b *codebook) make(freq []uint32, limit int) []code {
	b.codes = append(b.codes[:0], make([]code, len(freq))...)
	b.order = b.order[:0]
	for s, f := range freq {
		if f > 0 {
			b.order = append(b.order, uint16(s))
		}
	}
	for s := uint16(0); len(b.order) < 2; s++ { // a tree needs two leaves
		if !slices.Contains(b.order, s) {
			b.order = append(b.order, s)
		}
	}
	slices.SortFunc(b.order, func(s, t uint16) int {
		return cmp.Or(cmp.Compare(freq[s], freq[t]), cmp.Compare(s, t))
	})
	b.number(b.depths(freq, limit))
	return b.codes
}

// depths returns how many symbols have codes of each length.
func (b *codebook) depths(freq []uint32, limit int) [16]int {
	// Leaves are in order; so are the nodes made of them. The two rarest are joined.
	n := len(b.order)
	b.nodes = b.nodes[:0]
	for _, s := range b.order {
		b.nodes = append(b.nodes, node{freq: freq[s]})
	}
	leaf, inner := 0, n
	rarest := func() int {
		if leaf < n && (inner == len(b.nodes) || b.nodes[leaf].freq <= b.nodes[inner].freq) {
			leaf++
			return leaf - 1
		}
		inner++
		return inner - 1
	}
	for range n - 1 {
		one, two := rarest(), rarest()
		b.nodes[one].parent, b.nodes[two].parent = int32(len(b.nodes)), int32(len(b.nodes))
		b.nodes = append(b.nodes, node{freq: b.nodes[one].freq + b.nodes[two].freq})
	}
	// From the root down, a node's frequency makes room for its depth.
	var count [16]int
	b.nodes[len(b.nodes)-1].freq = 0
	for i := len(b.nodes) - 2; i >= 0; i-- {
		depth := b.nodes[b.nodes[i].parent].freq + 1
		b.nodes[i].freq = depth
		if i < n {
			count[min(int(depth), limit)]++
		}
	}
	// Codes that were too long have been cut: lengthen others until all fit again.
	total := 0
	for length := 1; length <= limit; length++ {
		total += count[length] << (limit - length)
	}
	for ; total > 1<<limit; total-- {
		length := limit - 1
		for count[length] == 0 {
			length--
		}
		count[limit]--
		count[length]--
		count[length+1] += 2
	}
	return count
}

// number gives the codes out: the rarest symbols get the longest ones, and among codes
// of a length the order of symbols counts.
func (b *codebook) number(count [16]int) {
	at := 0
	for length := 15; length > 0; length-- {
		for range count[length] {
			b.codes[b.order[at]].bits = uint8(length)
			at++
		}
	}
	var next [17]uint16
	for length := 1; length <= 15; length++ {
		next[length+1] = (next[length] + uint16(count[length])) << 1
	}
	for s := range b.codes {
		if n := b.codes[s].bits; n > 0 {
			b.codes[s].value = bits.Reverse16(next[n]) >> (16 - n)
			next[n]++
		}
	}
}
