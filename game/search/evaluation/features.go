package evaluation

import (
	"math/bits"

	"doublecorner/game/draughts"
)

// Features is what the evaluation of a rule set looks at. Each feature has an id, the index of its
// weight. It is safe for use by several goroutines at once. It keeps no Variant alive.
type Features struct {
	rules   ID
	layout  uint32  // a checksum of what the features are
	squares []uint8 // their bits, in the order of the terms of kings
	chunks  []chunk
	terms   terms
	pieces  int // how many there are at the start

	kingTerm       [128]int // by bit, the number of the term of a white king there; 0: no square
	turnedKingTerm [128]int // the same for a black king
}

// Feature is something that is there in a position, and how often, counted from the view of the
// side to move.
type Feature struct {
	ID    int
	Times int
}

// FeaturesOf returns the features of a rule set.
func FeaturesOf(v *draughts.Variant) *Features {
	b := newBoard(v)
	own, turned := b.windows()
	f := &Features{
		rules: Identify(v.Rules()), layout: b.layout(own), chunks: newChunks(b, own, turned), terms: newTerms(b),
		pieces: v.Start().Occupied().Len(),
	}
	for i, q := range b.squares() {
		f.squares = append(f.squares, v.Bit(q))
		f.kingTerm[v.Bit(q)] = kingSquares + i
		f.turnedKingTerm[v.Bit(b.turned[q])] = kingSquares + i
	}
	return f
}

// Len returns the number of features.
func (f *Features) Len() int { return patterns + kingSquares + len(f.squares) }

// Windows returns how many windows have weights of their own.
func (f *Features) Windows() int { return windowPairs }

// Pattern returns which pattern of which window a feature is. The first of the window's eight squares
// is the lowest digit of the pattern to base 3. It returns false if the feature is another.
func (f *Features) Pattern(id int) (window, pattern int, ok bool) {
	return id / windowStates % windowPairs, id % windowStates, id < patterns
}

// Share returns by how much of 1 the weights for many pieces count in a position. The weights for
// few pieces count by the rest.
func (f *Features) Share(n *draughts.Node) float64 {
	return float64(min(n.Us.Len()+n.Them.Len(), f.pieces)) / float64(f.pieces)
}

// Append appends the features of a position, first those of windows.
func (f *Features) Append(n *draughts.Node, to []Feature) []Feature {
	white, black, sign := n.Us, n.Them, 1
	if n.Turn == draughts.Black {
		white, black, sign = black, white, -1
	}
	own, turned := find(f.chunks, white.Without(n.Kings), black.Without(n.Kings)).list()
	firstID := 0
	if !n.Kings.Empty() {
		firstID = windowPairs * windowStates
	}
	for i := range windowPairs {
		if own[i] != 0 { // no men are worth nothing
			to = append(to, Feature{firstID + i*windowStates + int(own[i]), sign})
		}
		if turned[i] != 0 {
			to = append(to, Feature{firstID + i*windowStates + int(turned[i]), -sign})
		}
	}
	add := func(term, times int) {
		if times != 0 {
			to = append(to, Feature{patterns + term, times})
		}
	}
	b := f.terms.balance(white, black, n.Kings)
	add(man, sign*b.men)
	add(king, sign*b.kings)
	add(manMoves, sign*b.manMoves)
	add(kingMoves, sign*b.kingMoves)
	add(turn, 1)
	add(opposition, f.terms.opposition(white, black))
	for kings := white.And(n.Kings); !kings.Empty(); {
		to = append(to, Feature{patterns + f.kingTerm[first(&kings)], sign})
	}
	for kings := black.And(n.Kings); !kings.Empty(); {
		to = append(to, Feature{patterns + f.turnedKingTerm[first(&kings)], -sign})
	}
	return to
}

// first removes the first of some squares, and returns its bit.
func first(squares *draughts.Bits) uint8 {
	if squares.Lo != 0 {
		at := bits.TrailingZeros64(squares.Lo)
		squares.Lo &= squares.Lo - 1
		return uint8(at)
	}
	at := bits.TrailingZeros64(squares.Hi)
	squares.Hi &= squares.Hi - 1
	return uint8(64+at) & 127
}
