package draughts

import (
	"iter"
	"math/bits"
)

// Square is the number of a playable square, counted from 1 row by row from the
// top left corner as White sees the board, as PDN does. 0 is no square.
type Square uint8

// Squares is a set of squares. The zero value is empty.
type Squares struct{ lo, hi uint64 }

// With returns the set with q in it.
func (s Squares) With(q Square) Squares {
	if q < 64 {
		s.lo |= 1 << q
	} else {
		s.hi |= 1 << (q - 64)
	}
	return s
}

// Has tells whether q is in the set.
func (s Squares) Has(q Square) bool {
	if q < 64 {
		return s.lo>>q&1 != 0
	}
	return s.hi>>(q-64)&1 != 0
}

// Or returns the squares of both sets.
func (s Squares) Or(t Squares) Squares { return Squares{s.lo | t.lo, s.hi | t.hi} }

// And returns the squares that are in both sets.
func (s Squares) And(t Squares) Squares { return Squares{s.lo & t.lo, s.hi & t.hi} }

// Without returns the squares of s that are not in t.
func (s Squares) Without(t Squares) Squares { return Squares{s.lo &^ t.lo, s.hi &^ t.hi} }

// Empty tells whether no square is in the set.
func (s Squares) Empty() bool { return s.lo|s.hi == 0 }

// Len returns the number of squares.
func (s Squares) Len() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// All yields the squares in ascending order.
func (s Squares) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for lo := s.lo; lo != 0; lo &= lo - 1 {
			if !yield(Square(bits.TrailingZeros64(lo))) {
				return
			}
		}
		for hi := s.hi; hi != 0; hi &= hi - 1 {
			if !yield(Square(64 + bits.TrailingZeros64(hi))) {
				return
			}
		}
	}
}

// List returns the squares in ascending order.
func (s Squares) List() []Square {
	list := make([]Square, 0, s.Len())
	for q := range s.All() {
		list = append(list, q)
	}
	return list
}
