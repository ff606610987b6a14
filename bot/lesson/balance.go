package lesson

import (
	"math/rand/v2"
	"slices"

	"doublecorner/game/draughts"
	"doublecorner/render"
)

// balance returns the values of a sentence about a balance of pieces.
func balance(b draughts.Balance) []any {
	diagonal := "any"
	switch {
	case b.LongDiagonal:
		diagonal = "on"
	case b.OffLongDiagonal:
		diagonal = "off"
	case b.StrongOnDiagonal:
		diagonal = "held"
	}
	limited, total := b.Total != draughts.Span{}, anyPieces // no sentence uses a total that is not limited
	if limited {
		total = amount("pieces", b.Total)
	}
	return []any{"strong", force(b.Strong), "weak", force(b.Weak), "limited", limited, "total", total, "diagonal", diagonal}
}

var anyPieces = phrase{Key: "lesson.force.any"}

// force names the pieces of a side.
func force(f draughts.Force) list {
	none := draughts.Span{}
	switch {
	case f == draughts.Force{}:
		return list{anyPieces}
	case f.Pieces == none:
		var has list
		if f.Kings != none {
			has = append(has, amount("kings", f.Kings))
		}
		if f.Men != none {
			has = append(has, amount("men", f.Men))
		}
		return has
	case f.Kings == none:
		return list{amount("pieces", f.Pieces)}
	case f.Pieces.Min <= f.Kings.Min && f.Pieces.IsOpen() && f.Kings.IsOpen():
		return list{{Key: "lesson.force.least", Values: []any{"n", f.Kings.Min}}}
	case f.Pieces == f.Kings && f.Pieces.Min == f.Pieces.Max: // else a man may be among them
		return list{amount("kings", f.Kings)}
	}
	kings := amount("kings", f.Kings)
	if f.Kings.Max >= f.Pieces.Max { // as many as there are pieces
		kings = span("kings", f.Kings.Min, f.Kings.Min, "more")
	}
	return list{{Key: "lesson.force.among", Values: []any{"pieces", amount("pieces", f.Pieces), "kings", kings}}}
}

// amount names a number of kings, men or pieces.
func amount(of string, n draughts.Span) phrase {
	switch {
	case n.IsOpen():
		return span(of, n.Min, n.Min, "more")
	case n.Max == n.Min+1:
		return span(of, n.Min, n.Max, "two")
	case n.Max > n.Min:
		return span(of, n.Min, n.Max, "range")
	}
	return span(of, n.Min, n.Min, "exactly")
}

func span(of string, n, most int, upTo string) phrase {
	return phrase{Key: "lesson.force." + of, Values: []any{"n", n, "most", most, "up-to", upTo}}
}

// addBalance adds a point about a balance of pieces. Its diagram has such pieces on random
// squares, where nothing can be captured and holds is true.
func (c *Chapter) addBalance(key string, b draughts.Balance, holds func(draughts.Position) bool, values ...any) {
	c.add(key, func() *Diagram { return findBalance(c.v, b, holds) }, values...)
}

// findBalance puts pieces of a balance on random squares until nothing can be captured and
// holds is true.
func findBalance(v *draughts.Variant, b draughts.Balance, holds func(draughts.Position) bool) *Diagram {
	strong, weak := fewest(b.Strong, draughts.White), fewest(b.Weak, draughts.Black)
	for len(strong)+len(weak) < b.Total.Min {
		strong = append(strong, draughts.WhiteKing)
	}
	if len(strong)+len(weak) > v.Squares() {
		return nil // no game ever has so many
	}
	const tries = 150
	diagonal := v.LongDiagonal().List()
	slices.Reverse(diagonal)            // now from White's corner
	dice := rand.New(rand.NewPCG(1, 1)) // the same diagrams every time
	for range tries {
		var setup draughts.Setup
		squares := dice.Perm(v.Squares())
		for i, piece := range slices.Concat(strong, weak) {
			q := draughts.Square(squares[i] + 1)
			if b.LongDiagonal && i == len(strong) {
				q = diagonal[dice.IntN(len(diagonal))]
			}
			setup.Pieces = append(setup.Pieces, draughts.Placed{Square: q, Piece: piece})
		}
		p, err := v.Position(setup)
		if err != nil || p.CanCapture() {
			continue
		}
		setup.Turn = draughts.Black
		other, err := v.Position(setup)
		if err == nil && !other.CanCapture() && holds(p) {
			return &Diagram{View: render.View{Position: p}}
		}
	}
	return nil
}

// fewest returns the fewest pieces of a force. Any force is shown as a king and a man.
func fewest(f draughts.Force, side draughts.Side) []draughts.Piece {
	kings, men := f.Kings.Min, max(f.Men.Min, f.Pieces.Min-f.Kings.Min)
	if f == (draughts.Force{}) {
		kings, men = 1, 1
	}
	pieces := slices.Repeat([]draughts.Piece{side.King()}, kings)
	return append(pieces, slices.Repeat([]draughts.Piece{side.Man()}, men)...)
}
