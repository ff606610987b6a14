package draughts

import (
	"iter"
	"slices"
)

// The generator only says that a capture exists. Telling the way it goes, and why
// another cannot be made, is done here square by square, at leisure.

// mostSteps is how many jumps are followed to understand one attempt that names a part of
// its squares, or breaks a rule: the ways of a king can be without number.
const mostSteps = 5_000

// leap is one jump of a capture.
type leap struct {
	over, land Square
	compass    uint8
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
	for _, compass := range directions.compasses(p.turn) {
		if c.piece.IsKing() && !r.King.TurnsBack && opposite(compass) == c.last {
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

// goingOn returns the jumps over the same piece as l from whose ends the capturer can
// jump on: where there are some, and capturing is obligatory, it must make one of them.
func (p Position) goingOn(c capturer, l leap) []leap {
	if !p.variant.rules.Capture.Obligatory {
		return nil
	}
	var on []leap
	for _, other := range p.leaps(c) {
		if other.over != l.over {
			continue
		}
		if next, goesOn := p.afterLeap(c, other); goesOn && len(p.leaps(next)) > 0 {
			on = append(on, other)
		}
	}
	return on
}

// Ways yields every way a legal move of p can go: its origin and each square on
// which the piece comes down, to the end. There is one for most moves; there can
// be very many for a king's long capture. The slice is only valid until the next.
func (p Position) Ways(m Move) iter.Seq[[]Square] { return p.route(m).ways }

// Way returns one way a legal move of p can go; always the same one.
func (p Position) Way(m Move) []Square {
	known := recent.find(&p)
	if known != nil {
		if way, ok := known.ways.Load(m); ok {
			return slices.Clone(way.([]Square))
		}
	}
	for way := range p.Ways(m) {
		if known != nil {
			known.ways.Store(m, slices.Clone(way))
		}
		return slices.Clone(way)
	}
	return []Square{m.from, m.to}
}

// route finds the ways of one capture. Not every way to take its pieces is legal:
// it may not end where on this way it could go on, and kings may have to be taken
// as early as possible.
type route struct {
	Position
	move    Move
	soonest bool             // kings must be
	ranks   map[capturer]int // how early they are taken from there on, at best
	steps   *int             // how many jumps may still be followed; nil: any number
}

// noWay is the rank of what leads nowhere.
const noWay = -1

func (p Position) route(m Move) *route {
	return &route{
		Position: p, move: m,
		soonest: slices.Contains(p.variant.rules.Capture.Prefer, KingsSoonest),
		ranks:   map[capturer]int{},
	}
}

// ways yields the ways, as Position.Ways does.
func (r *route) ways(yield func([]Square) bool) {
	if !r.move.IsCapture() {
		yield([]Square{r.move.from, r.move.to})
		return
	}
	r.walk(r.capturer(r.move.from), []Square{r.move.from}, yield)
}

// walk follows the jumps that take what the move takes, and reports whether to look
// for more.
func (r *route) walk(c capturer, path []Square, yield func([]Square) bool) bool {
	if c.taken == r.move.taken {
		return yield(path)
	}
	if !r.step() {
		return false
	}
	best := r.rank(c)
	for _, l := range r.leaps(c) {
		next, rank := r.after(c, l)
		if rank != noWay && rank == best && !r.walk(next, append(path, l.land), yield) {
			return false
		}
	}
	return true
}

// rank tells how early kings are taken on the best ways from c to the end of the move,
// a bit for each jump, or noWay.
func (r *route) rank(c capturer) int {
	best, known := r.ranks[c]
	if known {
		return best
	}
	best = noWay
	if !r.step() {
		return best
	}
	for _, l := range r.leaps(c) {
		if _, rank := r.after(c, l); rank > best {
			best = rank
			if !r.soonest {
				break
			}
		}
	}
	r.ranks[c] = best
	return best
}

// step tells whether one more jump may be followed.
func (r *route) step() bool {
	if r.steps == nil {
		return true
	}
	*r.steps--
	return *r.steps >= 0
}

// after returns the capturer when it has made a jump, and the rank of going so.
func (r *route) after(c capturer, l leap) (capturer, int) {
	if !r.move.taken.Has(l.over) {
		return c, noWay
	}
	next, goesOn := r.afterLeap(c, l)
	rank := 0
	switch {
	case next.taken == r.move.taken:
		if next.at != r.move.to || r.crownsAt(next) != r.move.crowns || len(r.goingOn(c, l)) > 0 {
			return c, noWay
		}
	case !goesOn:
		return c, noWay
	default:
		if rank = r.rank(next); rank == noWay {
			return c, noWay
		}
	}
	if r.soonest && r.At(l.over).IsKing() {
		rank |= 1 << (r.move.taken.Len() - next.taken.Len())
	}
	return next, rank
}

// goes tells whether one of the ways is over just these squares.
func (r *route) goes(way []Square) bool {
	c := r.capturer(r.move.from)
	for _, to := range way[1:] {
		l, ok := r.leapTo(c, to)
		if !ok || c.taken == r.move.taken {
			return false
		}
		next, rank := r.after(c, l)
		if rank == noWay || rank != r.rank(c) {
			return false
		}
		c = next
	}
	return c.taken == r.move.taken
}

// leapTo returns the jump that brings the capturer to a square, if there is one.
func (p Position) leapTo(c capturer, to Square) (leap, bool) {
	for _, l := range p.leaps(c) {
		if l.land == to {
			return l, true
		}
	}
	return leap{}, false
}

// Along returns the move that goes from square to square: it comes down on each of them and
// on no other. The piece can go so, but whether another move must be made instead is not
// looked at. The error, if any, is a Refusal.
func (p Position) Along(squares []Square) (Move, error) {
	if len(squares) < 2 || slices.ContainsFunc(squares, func(q Square) bool { return !p.variant.Has(q) }) {
		return Move{}, &Refusal{Reason: NotASquare}
	}
	c := p.capturer(squares[0])
	if !c.piece.Is(p.turn) {
		return Move{}, &Refusal{Reason: NoPieceThere, From: c.at, At: c.at}
	}
	goesOn := true
	for _, to := range squares[1:] {
		if l, ok := p.leapTo(c, to); !ok {
			_, quiet, refusal := p.hop(c, to)
			if refusal != nil {
				return Move{}, refusal
			}
			if !quiet || len(squares) > 2 {
				return Move{}, &Refusal{Reason: NothingToTake, From: c.at, To: to}
			}
			c.at = to
		} else if !goesOn {
			return Move{}, &Refusal{Reason: CrownedSoEnded, From: c.origin, To: c.at, At: c.at}
		} else {
			c, goesOn = p.afterLeap(c, l)
		}
	}
	return Move{from: c.origin, to: c.at, crowns: p.crownsAt(c), taken: c.taken}, nil
}
