package draughts

import (
	"iter"
	"slices"
)

// Square is the number of a playable square, counted from 1 row by row from the
// top left corner as White sees the board, as PDN does. 0 is no square.
type Square uint8

// Squares is a set of squares. The zero value is empty.
type Squares set128

// With returns the set with q in it.
func (s Squares) With(q Square) Squares { return s.Or(Squares(bit128(uint8(q)))) }

// Has tells whether q is in the set.
func (s Squares) Has(q Square) bool { return !s.And(Squares(bit128(uint8(q)))).Empty() }

// Or returns the squares of both sets.
func (s Squares) Or(t Squares) Squares { return Squares(set128(s).or(set128(t))) }

// And returns the squares that are in both sets.
func (s Squares) And(t Squares) Squares { return Squares(set128(s).and(set128(t))) }

// Without returns the squares of s that are not in t.
func (s Squares) Without(t Squares) Squares { return Squares(set128(s).without(set128(t))) }

// Empty tells whether no square is in the set.
func (s Squares) Empty() bool { return set128(s).none() }

// Len returns the number of squares.
func (s Squares) Len() int { return set128(s).count() }

// All yields the squares in ascending order.
func (s Squares) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for rest := set128(s); rest.some(); rest = rest.without(rest.first()) {
			if !yield(Square(rest.index())) {
				return
			}
		}
	}
}

// List returns the squares in ascending order.
func (s Squares) List() []Square { return slices.Collect(s.All()) }
