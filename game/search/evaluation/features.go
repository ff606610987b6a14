package evaluation

import (
	"math/bits"
	"slices"

	"doublecorner/game/draughts"
)

// Features is what the evaluation of a rule set looks at. Each feature has an id, the index of its
// weight. It is safe for use by several goroutines at once. It keeps no Variant alive.
type Features struct {
	rules   ID
	layout  uint32  // a checksum of what the features are
	squares []uint8 // their bits, in the order of the terms of kings
	windows finder
	wide    finder
	inside  [widePairs][]inside
	terms   terms
	pieces  int // how many there are at the start
	armies  int // how many armies are told apart

	places       [128]uint8 // by bit, the number of the square in the order of squares
	turnedPlaces [128]uint8 // the same on the turned board

	kingTerm       [128]int // by bit, the number of the term of a white king there; 0: no square
	turnedKingTerm [128]int // the same for a black king
}

// inside is a window that is part of a wide one.
type inside struct {
	window      int
	first, last [halfWideStates]uint16 // what the first half of the wide one's squares add to its index, and the last
}

// halfWideStates is 3 to the power of half of wideSquares.
const halfWideStates = 729

// newInside returns a window as part of a wide one, if it is one.
func newInside(number int, w, wide window) (in inside, ok bool) {
	in.window = number
	digits := make([]int, wideSquares) // by square of the wide window, what a man there adds
	digit := 1
	for _, q := range w {
		at := slices.Index(wide, q)
		if at < 0 {
			return in, false
		}
		digits[at] = digit
		digit *= 3
	}
	for pattern := range halfWideStates {
		rest := pattern
		for i := range wideSquares / 2 {
			in.first[pattern] += uint16(rest % 3 * digits[i])
			in.last[pattern] += uint16(rest % 3 * digits[wideSquares/2+i])
			rest /= 3
		}
	}
	return in, true
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
	own, turned := b.windows(b.layout().windows)
	wide, turnedWide := b.windows(b.layout().wide)
	f := &Features{
		rules: Identify(v.Rules()), layout: b.checksum(), windows: newFinder(b, own, turned),
		wide: newFinder(b, wide, turnedWide), terms: newTerms(b), pieces: v.Start().Occupied().Len(),
	}
	for number, w := range own {
		for i := range wide {
			if in, ok := newInside(number, w, wide[i]); ok {
				f.inside[i] = append(f.inside[i], in)
				break
			}
		}
	}
	for i, q := range b.squares() {
		f.squares = append(f.squares, v.Bit(q))
		f.places[v.Bit(q)], f.turnedPlaces[v.Bit(b.turned[q])] = uint8(i), uint8(i)
		f.kingTerm[v.Bit(q)] = kingSquares + i
		f.turnedKingTerm[v.Bit(b.turned[q])] = kingSquares + i
	}
	f.armies = (f.pieces/2 + 1) * armyKings
	return f
}

// Len returns the number of features.
func (f *Features) Len() int {
	return f.firstNeighbor() + 2*len(f.squares)*neighborKinds*len(f.squares)
}

// firstNeighbor returns the first id of the features that are a king and a neighbor.
func (f *Features) firstNeighbor() int { return f.firstWide() + widePatterns }

// firstWide returns the first id of the patterns of wide windows.
func (f *Features) firstWide() int { return f.firstArmies() + f.armies*f.armies }

// firstArmies returns the first id of the features that are two armies.
func (f *Features) firstArmies() int { return firstTerm + kingSquares + len(f.squares) }

// Share returns by how much of 1 the weights for many pieces count in a position. The weights for
// few pieces count by the rest.
func (f *Features) Share(n *draughts.Node) float64 {
	return float64(min(n.Us.Len()+n.Them.Len(), f.pieces)) / float64(f.pieces)
}

// Append appends the features of a position.
func (f *Features) Append(n *draughts.Node, to []Feature) []Feature {
	white, black, sign := n.Us, n.Them, 1
	if n.Turn == draughts.Black {
		white, black, sign = black, white, -1
	}
	own, turned := f.windows.list(f.windows.find(white.Without(n.Kings), black.Without(n.Kings)))
	ownCase, turnedCase := casesOf(white, black, n.Kings)
	for i := range windowPairs {
		to = appendPattern(to, ownCase, i, own[i], sign)
		to = appendPattern(to, turnedCase, i, turned[i], -sign)
	}
	if n.Kings.Empty() {
		own, turned = f.wide.list(f.wide.find(white, black))
		for i := range widePairs {
			if id := f.firstWide() + i*wideStates; own[i] != turned[i] {
				to = append(to, Feature{id + own[i], sign}, Feature{id + turned[i], -sign})
			}
		}
	}
	if id, times := f.compare(white, black, n.Kings); times != 0 {
		to = append(to, Feature{f.firstArmies() + id, sign * times})
	}
	add := func(term, times int) {
		if times != 0 {
			to = append(to, Feature{firstTerm + term, times})
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
		to = append(to, Feature{firstTerm + f.kingTerm[first(&kings)], sign})
	}
	for kings := black.And(n.Kings); !kings.Empty(); {
		to = append(to, Feature{firstTerm + f.turnedKingTerm[first(&kings)], -sign})
	}
	to = f.appendNeighbors(to, white, black, n.Kings, n.Turn == draughts.White, &f.places, sign)
	to = f.appendNeighbors(to, black, white, n.Kings, n.Turn == draughts.Black, &f.turnedPlaces, -sign)
	return to
}

// A king has neighbors: the other pieces, wherever they stand. Each pair has a weight, one if the king's side is to
// move and one if it is not, as the king's side sees it.
const (
	ownMan = iota
	ownKing
	theirMan
	theirKing
	neighborKinds
)

// neighborsOf returns the squares of the neighbors of a side's kings, by kind.
func neighborsOf(own, theirs, kings draughts.Bits) [neighborKinds]draughts.Bits {
	return [neighborKinds]draughts.Bits{
		ownMan: own.Without(kings), ownKing: own.And(kings), theirMan: theirs.Without(kings), theirKing: theirs.And(kings),
	}
}

// firstBeside returns the number of the first feature that is a king on a square and a neighbor of a kind.
func (f *Features) firstBeside(king int, toMove bool, kind int) int {
	if toMove {
		king += len(f.squares)
	}
	return (king*neighborKinds + kind) * len(f.squares)
}

// appendNeighbors appends the features that are a king of a side and another piece.
func (f *Features) appendNeighbors(to []Feature, own, theirs, kings draughts.Bits, toMove bool, places *[128]uint8, times int) []Feature {
	sets := neighborsOf(own, theirs, kings)
	for left := sets[ownKing]; !left.Empty(); {
		bit := first(&left)
		for kind, set := range sets {
			for !set.Empty() {
				if other := first(&set); other != bit {
					id := f.firstNeighbor() + f.firstBeside(int(places[bit]), toMove, kind) + int(places[other])
					to = append(to, Feature{id, times})
				}
			}
		}
	}
	return to
}

// appendPattern appends the features of a pattern and of its parts. No men are worth nothing.
func appendPattern(to []Feature, c, window, pattern, times int) []Feature {
	if pattern == 0 {
		return to
	}
	to = append(to, Feature{(c*windowPairs+window)*windowStates + pattern, times})
	id := patterns + window*partPatterns
	for _, p := range parts {
		if part := p.pattern(pattern); part != 0 {
			to = append(to, Feature{id + part, times})
		}
		id += p.states
	}
	return to
}

// casesOf returns the cases of the windows that White looks through, and of the same windows of the turned
// board, through which Black looks.
func casesOf(white, black, kings draughts.Bits) (own, turned int) {
	if kings.Empty() {
		return 0, 0
	}
	if !white.And(kings).Empty() {
		own, turned = 1, 2
	}
	if !black.And(kings).Empty() {
		own, turned = own+2, turned+1
	}
	return own, turned
}

// armyKings is how many numbers of kings are told apart.
const armyKings = 5

// compare returns which two armies the sides have, as the side with the greater one sees it: a pair of armies
// has one weight. An army is so many men and kings. It returns times 1 if that side is White, -1 if it is
// Black, and 0 if the armies are equal.
func (f *Features) compare(white, black, kings draughts.Bits) (id, times int) {
	w, b := f.army(white, kings), f.army(black, kings)
	switch {
	case w > b:
		return w*f.armies + b, 1
	case w < b:
		return b*f.armies + w, -1
	}
	return 0, 0
}

// army returns the number of a side's army.
func (f *Features) army(side, kings draughts.Bits) int {
	crowned := side.And(kings).Len()
	return min(side.Len()-crowned, f.pieces/2)*armyKings + min(crowned, armyKings-1)
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
