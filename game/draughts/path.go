package draughts

import "slices"

// The rules of capturing are stated twice. capture.go states them in masks and shifts, for
// speed, and says of a capture only where it begins and ends and what it captures. This file
// states them square by square, to tell the path of a capture and why another is illegal.
// TestAgreement holds the two together: it compares moves and paths with those of a third,
// plain generator, in random positions of all rule sets.

// mostJumps bounds how many jumps are followed to understand one text that names a part of
// its squares, or breaks a rule: the paths of a king can be without number.
const mostJumps = 5_000

// jump is one jump of a capture.
type jump struct {
	over, land Square
	compass    uint8
}

// capturer is a piece in the middle of a capture.
type capturer struct {
	piece    Piece
	origin   Square
	at       Square
	captured Squares
	last     uint8 // the direction of its last jump
}

func (p Position) capturer(from Square) capturer {
	return capturer{piece: p.At(from), origin: from, at: from, last: noCompass}
}

// ability returns what a piece can do, in the terms of a king's rules.
func (r *Rules) ability(p Piece) King {
	if p.IsKing() {
		return r.King
	}
	return King{Moves: r.Man.Moves, Captures: r.Man.Captures, TurnsBack: true}
}

// blocks reports whether the capturer can neither pass nor land on q.
func (p Position) blocks(c capturer, q Square) bool {
	if q == c.origin || p.variant.rules.Capture.Removal == AtOnce && c.captured.Has(q) {
		return false
	}
	return p.At(q) != NoPiece
}

// mayCapture reports whether the capturer may jump what stands on q.
func (p Position) mayCapture(c capturer, q Square) bool {
	piece := p.At(q)
	return piece.Is(p.Turn().Opponent()) && !c.captured.Has(q) &&
		(c.piece.IsKing() || !piece.IsKing() || p.variant.rules.Man.CapturesKings)
}

// jumps returns the jumps the capturer can make next.
func (p Position) jumps(c capturer) []jump {
	next, can := p.variant.grid.next, p.variant.rules.ability(c.piece)
	var jumps []jump
	for _, compass := range can.Captures.compasses(p.Turn()) {
		if !can.TurnsBack && opposite(compass) == c.last {
			continue
		}
		over := next[c.at][compass]
		for can.Reach == Far && over != 0 && !p.blocks(c, over) {
			over = next[over][compass]
		}
		if over == 0 || !p.blocks(c, over) || !p.mayCapture(c, over) {
			continue
		}
		for land := next[over][compass]; land != 0 && !p.blocks(c, land); land = next[land][compass] {
			jumps = append(jumps, jump{over, land, compass})
			if can.Landing == JustBehind {
				break
			}
		}
	}
	return jumps
}

// afterJump returns the capturer after a jump, and whether the rules let it go on from there.
func (p Position) afterJump(c capturer, j jump) (next capturer, goesOn bool) {
	c.at, c.captured, c.last = j.land, c.captured.With(j.over), j.compass
	if c.piece.IsKing() || !p.variant.isLastRow(c.at, p.Turn()) {
		return c, true
	}
	switch p.variant.rules.Man.Crowning {
	case GoesOn:
		c.piece = p.Turn().King()
	case EndsMove:
		return c, false
	}
	return c, true
}

// crownsAt reports whether a move that ends with c where it is makes a king.
func (p Position) crownsAt(c capturer) bool {
	return !p.At(c.origin).IsKing() && (c.piece.IsKing() || p.variant.isLastRow(c.at, p.Turn()))
}

// continuing returns the jumps over the same piece as j from whose ends the capturer can
// jump on: where there are some, and capturing is obligatory, it must make one of them.
func (p Position) continuing(c capturer, j jump) []jump {
	if !p.variant.rules.Capture.Obligatory {
		return nil
	}
	var found []jump
	for _, other := range p.jumps(c) {
		if other.over != j.over {
			continue
		}
		if next, goesOn := p.afterJump(c, other); goesOn && len(p.jumps(next)) > 0 {
			found = append(found, other)
		}
	}
	return found
}

// follow lets a piece go from square to square. It returns the piece before and after the last
// step, with the jump that was this step, or why the piece cannot go on from before. It does
// not check whether another move must be made instead.
func (p Position) follow(squares []Square) (before, after capturer, last jump, illegal *IllegalMove) {
	c := p.capturer(squares[0])
	for i, to := range squares[1:] {
		before = c
		jumps := p.jumps(c)
		which := slices.IndexFunc(jumps, func(j jump) bool { return j.land == to })
		if which < 0 {
			illegal := p.whyNoStep(c, to)
			if illegal == nil && len(squares) > 2 { // only a capture goes on
				illegal = &IllegalMove{Reason: OneStep, From: to, To: squares[2], Piece: c.piece}
			}
			c.at = to
			return before, c, jump{}, illegal
		}
		var goesOn bool
		last = jumps[which]
		if c, goesOn = p.afterJump(c, last); !goesOn && i < len(squares)-2 {
			return before, c, last, &IllegalMove{Reason: CrownedSoEnded, From: c.at, To: squares[i+2], At: c.at, Piece: c.piece}
		}
	}
	return before, c, last, nil
}

// Along returns the move that goes from square to square: it comes down on each of them and
// on no other. It does not check whether another move must be made instead. The
// error, if any, is an [IllegalMove].
func (p Position) Along(squares []Square) (Move, error) {
	if len(squares) < 2 || slices.ContainsFunc(squares, func(q Square) bool { return !p.variant.Has(q) }) {
		return Move{}, &IllegalMove{Reason: NotASquare}
	}
	if from := squares[0]; !p.At(from).Is(p.Turn()) {
		return Move{}, &IllegalMove{Reason: NoPieceThere, From: from, At: from}
	}
	_, c, _, illegal := p.follow(squares)
	if illegal != nil {
		return Move{}, illegal
	}
	return Move{from: c.origin, to: c.at, crowns: p.crownsAt(c), captured: c.captured}, nil
}

// Path returns a path of a legal move of p: its origin and each square on which the piece
// comes down, to the end. A capture can have several; Path always returns the same one.
func (p Position) Path(m Move) []Square {
	known := recentMoves.find(&p)
	if known != nil {
		if path, ok := known.paths.Load(m); ok {
			return slices.Clone(path.([]Square))
		}
	}
	for path := range p.pathFinder(m).paths {
		if known != nil {
			known.paths.Store(m, slices.Clone(path))
		}
		return slices.Clone(path)
	}
	return []Square{m.from, m.to}
}

// pathFinder finds the paths of one capture. Not every way to capture its pieces is legal:
// it may not end where on this path it could go on, and kings may have to be captured
// as early as possible.
type pathFinder struct {
	Position
	move    Move
	only    []Square         // the one path to look for; nil: all
	soonest bool             // kings must be
	ranks   map[capturer]int // how early kings are captured from there on, at best
	left    *int             // how many jumps may still be followed; nil: any number
}

// noPath is the rank of a jump that leads nowhere.
const noPath = -1

func (p Position) pathFinder(m Move) *pathFinder {
	return &pathFinder{
		Position: p, move: m,
		soonest: slices.Contains(p.variant.rules.Capture.Prefer, KingsSoonest),
		ranks:   map[capturer]int{},
	}
}

// paths yields every path of the move. There is one for most moves; there can be very many for
// a king's long capture. The slice is only valid until the next.
func (f *pathFinder) paths(yield func([]Square) bool) {
	if !f.move.IsCapture() {
		yield([]Square{f.move.from, f.move.to})
		return
	}
	f.walk(f.capturer(f.move.from), []Square{f.move.from}, yield)
}

// walk follows the jumps that capture what the move captures, and reports whether to look
// for more.
func (f *pathFinder) walk(c capturer, path []Square, yield func([]Square) bool) bool {
	if c.captured == f.move.captured {
		return yield(path)
	}
	if !f.mayJump() {
		return false
	}
	best := f.rank(c)
	for _, j := range f.jumps(c) {
		if f.only != nil && (len(path) >= len(f.only) || f.only[len(path)] != j.land) {
			continue
		}
		next, rank := f.after(c, j)
		if rank != noPath && rank == best && !f.walk(next, append(path, j.land), yield) {
			return false
		}
	}
	return true
}

// rank tells how early kings are captured on the best paths from c to the end of the move,
// a bit for each jump, or noPath.
func (f *pathFinder) rank(c capturer) int {
	best, known := f.ranks[c]
	if known {
		return best
	}
	best = noPath
	if !f.mayJump() {
		return best
	}
	for _, j := range f.jumps(c) {
		if _, rank := f.after(c, j); rank > best {
			best = rank
			if !f.soonest {
				break
			}
		}
	}
	f.ranks[c] = best
	return best
}

// mayJump reports whether one more jump may be followed.
func (f *pathFinder) mayJump() bool {
	if f.left == nil {
		return true
	}
	*f.left--
	return *f.left >= 0
}

// after returns the capturer after a jump, and the rank of the best paths that begin with it.
func (f *pathFinder) after(c capturer, j jump) (capturer, int) {
	if !f.move.captured.Has(j.over) {
		return c, noPath
	}
	next, goesOn := f.afterJump(c, j)
	rank := 0
	switch {
	case next.captured == f.move.captured:
		if next.at != f.move.to || f.crownsAt(next) != f.move.crowns || len(f.continuing(c, j)) > 0 {
			return c, noPath
		}
	case !goesOn:
		return c, noPath
	default:
		if rank = f.rank(next); rank == noPath {
			return c, noPath
		}
	}
	if f.soonest && f.At(j.over).IsKing() {
		rank |= 1 << (f.move.captured.Len() - next.captured.Len())
	}
	return next, rank
}

// has reports whether just these squares are a path of the move.
func (f *pathFinder) has(path []Square) bool {
	f.only = path
	for found := range f.paths {
		return len(found) == len(path)
	}
	return false
}
