package draughts

import (
	"iter"
	"slices"
)

// The generator only says that a capture exists. Telling the way it goes, and why
// another cannot be made, is done here square by square, at leisure.

// leap is one jump of a capture.
type leap struct {
	over, land Square
	compass    uint8
}

// compasses returns the directions that d means to a side.
func (v *Variant) compasses(d Directions, s Side) []uint8 {
	var list []uint8
	for _, step := range v.grid.dirs(d, s) {
		list = append(list, step.compass)
	}
	return list
}

// capturer is a piece in the middle of a capture.
type capturer struct {
	piece   Piece
	origin  Square
	at      Square
	taken   Squares
	last    uint8 // the direction of its last jump
	crowned bool  // on its way
}

func (p Position) capturer(from Square) capturer {
	return capturer{piece: p.At(from), origin: from, at: from, last: noCompass}
}

// blocks tells whether the capturer can neither pass nor land on q.
func (p Position) blocks(c capturer, q Square) bool {
	if q == c.origin || p.variant.rules.Capture.Removal == AtOnce && c.taken.Has(q) {
		return false
	}
	return p.At(q) != NoPiece
}

// mayTake tells whether the capturer may jump what stands on q.
func (p Position) mayTake(c capturer, q Square) bool {
	prey := p.At(q)
	return prey.Is(p.turn.Opponent()) && !c.taken.Has(q) &&
		(c.piece.IsKing() || !prey.IsKing() || p.variant.rules.Man.TakesKings)
}

// leaps returns the jumps the capturer can make next.
func (p Position) leaps(c capturer) []leap {
	r, next := &p.variant.rules, p.variant.grid.next
	directions, far, landAnywhere := r.Man.Takes, false, false
	if c.piece.IsKing() {
		directions, far, landAnywhere = r.King.Takes, r.King.Reach == Far, r.King.Landing == Anywhere
	}
	var leaps []leap
	for _, compass := range p.variant.compasses(directions, p.turn) {
		if c.piece.IsKing() && !r.King.TurnsBack && compass^4 == c.last {
			continue
		}
		over := next[c.at][compass]
		for far && over != 0 && !p.blocks(c, over) {
			over = next[over][compass]
		}
		if over == 0 || !p.blocks(c, over) || !p.mayTake(c, over) {
			continue
		}
		for land := next[over][compass]; land != 0 && !p.blocks(c, land); land = next[land][compass] {
			leaps = append(leaps, leap{over, land, compass})
			if !landAnywhere {
				break
			}
		}
	}
	return leaps
}

// afterLeap returns the capturer when it has made a jump, and whether the rules let
// it go on from there.
func (p Position) afterLeap(c capturer, l leap) (next capturer, goesOn bool) {
	c.at, c.taken, c.last = l.land, c.taken.With(l.over), l.compass
	if c.piece.IsKing() || !p.variant.isLastRow(c.at, p.turn) {
		return c, true
	}
	switch p.variant.rules.Man.Crowning {
	case GoesOn:
		c.piece, c.crowned = p.turn.King(), true
	case EndsMove:
		return c, false
	}
	return c, true
}

// crownsAt tells whether a move that ends with c where it is makes a king.
func (p Position) crownsAt(c capturer) bool {
	return c.crowned || !c.piece.IsKing() && p.variant.isLastRow(c.at, p.turn)
}

// Ways yields every way a legal move of p can go: its origin and each square on
// which the piece comes down, to the end. There is one for most moves; there can
// be very many for a king's long capture. The slice is only valid until the next.
func (p Position) Ways(m Move) iter.Seq[[]Square] {
	return func(yield func([]Square) bool) {
		if !m.IsCapture() {
			yield([]Square{m.from, m.to})
			return
		}
		p.walk(m, p.capturer(m.from), []Square{m.from}, yield)
	}
}

// walk follows the jumps that take what m takes, and reports whether to look for more.
func (p Position) walk(m Move, c capturer, path []Square, yield func([]Square) bool) bool {
	if c.taken == m.taken {
		return c.at != m.to || p.crownsAt(c) != m.crowns || yield(path)
	}
	for _, l := range p.leaps(c) {
		if !m.taken.Has(l.over) {
			continue
		}
		next, goesOn := p.afterLeap(c, l)
		if !goesOn && next.taken != m.taken {
			continue
		}
		if !p.walk(m, next, append(path, l.land), yield) {
			return false
		}
	}
	return true
}

// Way returns one way a legal move of p can go; always the same one. Where kings
// must be taken soonest, it is one that does so.
func (p Position) Way(m Move) []Square {
	soonest := slices.Contains(p.variant.rules.Capture.Prefer, KingsSoonest)
	var best []Square
	rank := -1
	for way := range p.Ways(m) {
		if !soonest {
			return slices.Clone(way)
		}
		if r := p.kingsEarly(m, way); r > rank {
			best, rank = slices.Clone(way), r
		}
	}
	if best == nil {
		return []Square{m.from, m.to}
	}
	return best
}

// kingsEarly ranks the ways of a capture by how early they take kings.
func (p Position) kingsEarly(m Move, way []Square) int {
	rank := 0
	for i := range len(way) - 1 {
		rank <<= 1
		_, between := p.line(way[i], way[i+1], Diagonals|Straights)
		for _, q := range between {
			if m.taken.Has(q) && p.At(q).IsKing() {
				rank |= 1
			}
		}
	}
	return rank
}
