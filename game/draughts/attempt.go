package draughts

import (
	"fmt"
	"slices"
)

// An attempt that is not legal is followed here, square by square, to the rule it breaks.

// WhyNot says why nobody can go from the first of squares over the others to the
// last, or from a single square anywhere. It returns nil if that is legal.
func (p Position) WhyNot(squares ...Square) *Refusal {
	moves, err := p.Moves()
	if err != nil {
		return &Refusal{Reason: GameOver}
	}
	return p.whyNot(squares, moves)
}

// whyNot is WhyNot where the legal moves are known.
func (p Position) whyNot(squares []Square, moves []Move) *Refusal {
	r := p.reason(squares, moves)
	if r != nil && r.Piece == NoPiece {
		r.Piece = p.At(r.From)
	}
	return r
}

func (p Position) reason(squares []Square, moves []Move) *Refusal {
	if p.variant.rules.Object == Breakthrough && p.kings.some() {
		return &Refusal{Reason: GameOver}
	}
	for _, q := range squares {
		if !p.variant.Has(q) {
			return &Refusal{Reason: NotASquare, Typed: fmt.Sprint(int(q))}
		}
	}
	if len(squares) == 0 {
		return &Refusal{Reason: NoPieceThere}
	}
	from := squares[0]
	switch piece := p.At(from); {
	case piece == NoPiece:
		return &Refusal{Reason: NoPieceThere, From: from, At: from}
	case !piece.Is(p.turn):
		return &Refusal{Reason: OpponentsPiece, From: from, At: from}
	}
	if len(squares) == 1 {
		return p.whyNotFrom(from, moves)
	}
	if len(p.matching(squares, moves)) > 0 {
		return nil
	}
	refusal := p.whyNotAlong(squares, moves)
	if to := squares[1]; len(squares) == 2 {
		// People may leave out the squares between the first and the last.
		switch refusal.Reason {
		case NotInLine, TooFar, NothingToTake, OwnPieceJumped, PathBlocked, TargetOccupied:
			if longer := p.whyNotJumpingTo(from, to, moves); longer != nil {
				return longer
			}
		}
	}
	return refusal
}

// whyNotFrom says why a piece cannot move at all, or nil if it can.
func (p Position) whyNotFrom(from Square, moves []Move) *Refusal {
	if slices.ContainsFunc(moves, func(m Move) bool { return m.from == from }) {
		return nil
	}
	if p.mustTake(moves) {
		return &Refusal{Reason: CaptureObligatory, From: from, Moves: moves}
	}
	if r := p.tired(from); r != nil {
		return r
	}
	return &Refusal{Reason: PathBlocked, From: from, At: from}
}

// mustTake tells whether the legal moves are captures that must be made.
func (p Position) mustTake(moves []Move) bool {
	return p.variant.rules.Capture.Obligatory && len(moves) > 0 && moves[0].IsCapture()
}

func (p Position) tired(from Square) *Refusal {
	limit := p.variant.rules.King.RunLimit
	if run := p.Run(p.turn); limit > 0 && run.Moves >= limit && run.King == from && !p.Men(p.turn).Empty() {
		return &Refusal{Reason: KingRunOver, From: from, At: from, Limit: limit}
	}
	return nil
}

// whyNotAlong follows an attempt square by square until it breaks a rule.
func (p Position) whyNotAlong(squares []Square, moves []Move) *Refusal {
	c := p.capturer(squares[0])
	for i, to := range squares[1:] {
		l, quiet, refusal := p.hop(c, to)
		switch {
		case refusal != nil && refusal.Reason == NothingToTake && i > 0:
			return p.whyNotStop(c, refusal) // a capture does not end with a mere step
		case refusal != nil:
			return refusal
		case quiet && len(squares) == 2:
			return p.whyNotQuiet(c.at, to, moves)
		case quiet: // only a capture goes on
			return &Refusal{Reason: NothingToTake, From: c.at, To: to}
		}
		next, goesOn := p.afterLeap(c, l)
		if !goesOn && i < len(squares)-2 {
			return &Refusal{Reason: CrownedSoEnded, From: c.at, To: next.at, At: next.at}
		}
		if i == len(squares)-2 {
			return p.whyNotCapture(c, l, next, moves)
		}
		c = next
	}
	return &Refusal{Reason: NoPieceThere, From: squares[0]}
}

// whyNotStop says that a piece that has begun to jump must go on, or otherwise.
func (p Position) whyNotStop(c capturer, otherwise *Refusal) *Refusal {
	if leaps := p.leaps(c); len(leaps) > 0 && p.variant.rules.Capture.Obligatory {
		return mustGoOn(c, leaps)
	}
	return otherwise
}

func mustGoOn(c capturer, leaps []leap) *Refusal {
	return &Refusal{Reason: MustGoOn, From: c.at, At: leaps[0].over, Squares: landings(leaps)}
}

func landings(leaps []leap) []Square {
	var squares []Square
	for _, l := range leaps {
		if !slices.Contains(squares, l.land) {
			squares = append(squares, l.land)
		}
	}
	slices.Sort(squares)
	return squares
}

// whyNotQuiet says why a move that the piece could make on an otherwise empty
// board cannot be made now.
func (p Position) whyNotQuiet(from, to Square, moves []Move) *Refusal {
	if p.mustTake(moves) {
		return &Refusal{Reason: CaptureObligatory, From: from, To: to, Moves: moves}
	}
	if r := p.tired(from); r != nil {
		return r
	}
	return &Refusal{Reason: PathBlocked, From: from, To: to, At: to}
}

// whyNotCapture says why a capture whose every jump is possible is not allowed:
// the last jump brought before over l to c.
func (p Position) whyNotCapture(before capturer, l leap, c capturer, moves []Move) *Refusal {
	if better := p.goingOn(before, l); len(better) > 0 {
		if slices.Contains(better, l) {
			return mustGoOn(c, p.leaps(c))
		}
		return &Refusal{Reason: MustLandWhereGoesOn, From: before.at, To: l.land, At: l.over, Squares: landings(better)}
	}
	if len(moves) == 0 {
		return &Refusal{Reason: GameOver}
	}
	attempt := tally{king: p.At(c.origin).IsKing()}
	for q := range c.taken.All() {
		attempt.add(p.At(q))
	}
	best := p.tally(moves[0])
	for _, preference := range p.variant.rules.Capture.Prefer {
		if want := best.by(preference); want > attempt.by(preference) {
			return &Refusal{Reason: preference.reason(), From: c.origin, To: c.at, Moves: moves, Limit: want}
		}
	}
	if slices.Contains(p.variant.rules.Capture.Prefer, KingsSoonest) {
		return &Refusal{Reason: KingsSooner, From: c.origin, To: c.at, Moves: moves}
	}
	return &Refusal{Reason: CaptureObligatory, From: c.origin, To: c.at, Moves: moves}
}

// tally is what the preferences among captures look at.
type tally struct {
	king       bool
	men, kings int
}

func (t *tally) add(p Piece) {
	if p.IsKing() {
		t.kings++
	} else {
		t.men++
	}
}

func (p Position) tally(m Move) tally {
	t := tally{king: p.At(m.from).IsKing()}
	for q := range m.taken.All() {
		t.add(p.At(q))
	}
	return t
}

// by returns how well a capture does by one preference. For kings taken soonest,
// which depends on the way as well, it says nothing.
func (t tally) by(p Preference) int {
	switch p {
	case MostPieces:
		return t.men + t.kings
	case MostKings:
		return t.kings
	case MostValue:
		return manValue*t.men + kingValue*t.kings
	case WithKing:
		if t.king {
			return 1
		}
	}
	return 0
}

func (p Preference) reason() Reason {
	switch p {
	case MostPieces:
		return MorePieces
	case MostKings:
		return MoreKings
	case MostValue:
		return MoreValue
	case WithKing:
		return KingFirst
	default:
		return KingsSooner
	}
}

// hop examines one part of an attempt: from where c is straight to another
// square. It is a jump, or a quiet step, or refused.
func (p Position) hop(c capturer, to Square) (l leap, quiet bool, refusal *Refusal) {
	refuse := func(reason Reason, at Square) (leap, bool, *Refusal) {
		return leap{}, false, &Refusal{Reason: reason, From: c.at, To: to, At: at, Piece: c.piece}
	}
	if to == c.at || p.blocks(c, to) {
		return refuse(TargetOccupied, to)
	}
	r := &p.variant.rules
	moves, takes, runs, reach, land := r.Man.Moves, r.Man.Takes, Adjacent, Adjacent, JustBehind
	if c.piece.IsKing() {
		moves, takes, runs, reach, land = r.King.Moves, r.King.Takes, r.King.Range, r.King.Reach, r.King.Landing
	}
	compass, between := p.line(c.at, to, moves|takes)
	if compass == noCompass {
		compass, between = p.line(c.at, to, Diagonals|Straights)
		if compass == noCompass || !p.backward(compass) || c.piece.IsKing() || !p.usesForwardOf(compass, moves|takes) {
			return refuse(NotInLine, 0)
		}
	}
	mayMove := slices.Contains(moves.compasses(p.turn), compass)
	mayTake := slices.Contains(takes.compasses(p.turn), compass)

	if runs == Adjacent && reach == Adjacent && land == JustBehind && len(between) > 1 {
		return refuse(TooFar, 0)
	}
	var inTheWay []Square
	for _, q := range between {
		if p.blocks(c, q) {
			inTheWay = append(inTheWay, q)
		}
	}
	if len(inTheWay) == 0 {
		switch {
		case c.at != c.origin || !c.taken.Empty():
			return refuse(NothingToTake, 0)
		case !mayMove && p.backward(compass) && !c.piece.IsKing() && p.usesForwardOf(compass, moves):
			return refuse(NoManBackward, 0)
		case !mayMove:
			return refuse(NotInLine, 0)
		case runs == Adjacent && len(between) > 0:
			return refuse(NothingToTake, between[0])
		}
		return leap{}, true, nil
	}

	over := inTheWay[0]
	before := slices.Index(between, over)
	behind := len(between) - before - 1
	switch {
	case p.At(over).Is(p.turn):
		return refuse(OwnPieceJumped, over)
	case c.taken.Has(over):
		return refuse(JumpedTwice, over)
	case !mayTake && p.backward(compass) && !c.piece.IsKing():
		return refuse(NoManJumpBackward, over)
	case !mayTake:
		return refuse(NotInLine, 0)
	case reach == Adjacent && before > 0:
		return refuse(KingTakesAdjacent, over)
	case !p.mayTake(c, over):
		return refuse(NoManTakesKing, over)
	case len(inTheWay) > 1:
		return refuse(PathBlocked, inTheWay[1])
	case land == JustBehind && behind > 0:
		_, _, refusal = refuse(KingLandsJustBehind, over)
		refusal.Squares = []Square{between[before+1]}
		return leap{}, false, refusal
	case c.piece.IsKing() && !r.King.TurnsBack && opposite(compass) == c.last:
		return refuse(NoTurningBack, over)
	}
	return leap{over, to, compass}, false, nil
}

// line returns the direction, one of those given, that leads from one square to
// another, and the squares between them; or noCompass.
func (p Position) line(from, to Square, directions Directions) (uint8, []Square) {
	for _, compass := range directions.compasses(p.turn) {
		var between []Square
		for q := p.variant.grid.next[from][compass]; q != 0; q = p.variant.grid.next[q][compass] {
			if q == to {
				return compass, between
			}
			between = append(between, q)
		}
	}
	return noCompass, nil
}

// backward tells whether a direction leads back for the side to move.
func (p Position) backward(compass uint8) bool {
	return slices.Contains((DiagonalBackward | StraightBackward).compasses(p.turn), compass)
}

// usesForwardOf tells whether directions has the one opposite to compass, or its
// mirror image: whether the piece could go that way if it were forward.
func (p Position) usesForwardOf(compass uint8, directions Directions) bool {
	return slices.Contains(directions.compasses(p.turn), opposite(compass))
}

// whyNotJumpingTo says why a capture of several jumps from one square to another,
// of which only these two were named, is not allowed; nil if there is no such.
func (p Position) whyNotJumpingTo(from, to Square, moves []Move) *Refusal {
	var found *Refusal
	steps := mostSteps
	var search func(c capturer)
	search = func(c capturer) {
		for _, l := range p.leaps(c) {
			// To be told that one must go on is more helpful than that one took too few.
			if steps--; steps < 0 || found != nil && found.Reason == MustGoOn {
				return
			}
			next, goesOn := p.afterLeap(c, l)
			if next.at == to && next.taken.Len() > 1 {
				// Of several reasons the one that Reason names first tells most.
				if r := p.whyNotCapture(c, l, next, moves); found == nil || r.Reason < found.Reason {
					found = r
				}
			}
			if goesOn {
				search(next)
			}
		}
	}
	search(p.capturer(from))
	return found
}
