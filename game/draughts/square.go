package draughts

import (
	"iter"
	"slices"
)

// Square is the number of a playable square, counted from 1 row by row from the
// top left corner as White sees the board, as PDN does. 0 is no square.
type Square uint8

// Squares is a set of squares. The zero value is empty.
type Squares Bits

// With returns the set with q in it.
func (s Squares) With(q Square) Squares { return s.Or(Squares(BitsOf(uint8(q)))) }

// Has reports whether q is in the set.
func (s Squares) Has(q Square) bool { return Bits(s).Has(uint8(q)) }

// Or returns the squares of both sets.
func (s Squares) Or(t Squares) Squares { return Squares(Bits(s).Or(Bits(t))) }

// And returns the squares that are in both sets.
func (s Squares) And(t Squares) Squares { return Squares(Bits(s).And(Bits(t))) }

// Without returns the squares of s that are not in t.
func (s Squares) Without(t Squares) Squares { return Squares(Bits(s).Without(Bits(t))) }

// Empty reports whether no square is in the set.
func (s Squares) Empty() bool { return Bits(s).Empty() }

// Len returns the number of squares.
func (s Squares) Len() int { return Bits(s).Len() }

// All yields the squares in ascending order.
func (s Squares) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for rest := Bits(s); rest.some(); rest = rest.Without(rest.first()) {
			if !yield(Square(rest.index())) {
				return
			}
		}
	}
}

// List returns the squares in ascending order.
func (s Squares) List() []Square { return slices.Collect(s.All()) }
