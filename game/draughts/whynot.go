package draughts

import (
	"fmt"
	"slices"
)

// WhyNot says why no piece can go from the first of squares over the others to the last, or
// from a single square anywhere. It returns nil if that is legal. It follows the squares one
// by one to the rule that the attempt breaks.
func (p Position) WhyNot(squares ...Square) *IllegalMove {
	return p.whyNot(squares, p.Moves())
}

// whyNot is WhyNot for known legal moves.
func (p Position) whyNot(squares []Square, moves []Move) *IllegalMove {
	r := p.reason(squares, moves)
	if r != nil && r.Piece == NoPiece {
		r.Piece = p.At(r.From)
	}
	return r
}

func (p Position) reason(squares []Square, moves []Move) *IllegalMove {
	if p.variant.rules.Object == Breakthrough && p.node.Kings.some() {
		return &IllegalMove{Reason: GameOver}
	}
	for _, q := range squares {
		if !p.variant.Has(q) {
			return &IllegalMove{Reason: NotASquare, Typed: fmt.Sprint(int(q))}
		}
	}
	if len(squares) == 0 {
		return &IllegalMove{Reason: NoPieceThere}
	}
	from := squares[0]
	switch piece := p.At(from); {
	case piece == NoPiece:
		return &IllegalMove{Reason: NoPieceThere, From: from, At: from}
	case !piece.Is(p.Turn()):
		return &IllegalMove{Reason: OpponentsPiece, From: from, At: from}
	}
	if len(squares) == 1 {
		return p.whyNotFrom(from, moves)
	}
	if len(p.matching(squares, moves)) > 0 {
		return nil
	}
	if first := p.beforeAnswer(squares); len(first) > 0 {
		if legal := p.matching(first, moves); len(legal) > 0 {
			last := first[len(first)-1]
			return &IllegalMove{Reason: OneStep, From: last, To: squares[len(first)], Piece: p.At(from), Moves: legal}
		}
	}
	illegal := p.whyNotAlong(squares, moves)
	if to := squares[1]; len(squares) == 2 {
		// People may leave out the squares between the first and the last.
		switch illegal.Reason {
		case NotInLine, TooFar, NothingToCapture, OwnPieceJumped, PathBlocked, TargetOccupied:
			if longer := p.whyNotJumpingTo(from, to, moves); longer != nil {
				return longer
			}
			if over := p.overOwnPieces(from, to); over != nil {
				return over
			}
		}
		if to == from {
			return &IllegalMove{Reason: SameSquare, From: from, To: to}
		}
		// That a capture is due helps more than why the piece could not go there anyway.
		switch illegal.Reason {
		case NotInLine, TooFar, NoManBackward, NothingToCapture, PathBlocked, TargetOccupied:
			if p.mustCapture(moves) && !p.passesOpponent(from, to) {
				return &IllegalMove{Reason: CaptureObligatory, From: from, To: to, Moves: moves}
			}
		}
	}
	return illegal
}

// beforeAnswer returns the squares before one from which the opponent could go on to the next, as where a player names the
// answer, too.
func (p Position) beforeAnswer(squares []Square) []Square {
	for i := 2; i < len(squares)-1; i++ {
		if p.At(squares[i]).Is(p.Turn().Opponent()) {
			return squares[:i]
		}
	}
	return nil
}

// passesOpponent reports whether an opponent's piece stands on the line between two squares: a player who tries to
// jump it learns why it cannot be jumped.
func (p Position) passesOpponent(from, to Square) bool {
	_, between := p.line(from, to, Diagonals|Straights)
	return slices.ContainsFunc(between, func(q Square) bool { return p.At(q).Is(p.Turn().Opponent()) })
}

// whyNotFrom says why a piece cannot move at all, or nil if it can.
func (p Position) whyNotFrom(from Square, moves []Move) *IllegalMove {
	if slices.ContainsFunc(moves, func(m Move) bool { return m.from == from }) {
		return nil
	}
	illegal := p.whyNotQuiet(from, 0, moves)
	if illegal.Reason == PathBlocked {
		illegal.At = from
	}
	return illegal
}

// mustCapture reports whether the legal moves are captures that must be made.
func (p Position) mustCapture(moves []Move) bool {
	return p.variant.rules.Capture.Obligatory && len(moves) > 0 && moves[0].IsCapture()
}

// whyNotAlong follows an attempt square by square until it breaks a rule.
func (p Position) whyNotAlong(squares []Square, moves []Move) *IllegalMove {
	before, after, last, illegal := p.follow(squares)
	stepsOn := illegal != nil && (illegal.Reason == NothingToCapture || illegal.Reason == OneStep) && !before.captured.Empty()
	switch {
	case stepsOn && p.variant.rules.Capture.Obligatory && len(p.jumps(before)) > 0: // a capture does not end with a mere step
		return mustGoOn(before, p.jumps(before))
	case illegal != nil && illegal.Reason == OneStep:
		first := after
		if !before.captured.Empty() {
			first = before
		}
		m := Move{from: first.origin, to: first.at, crowns: p.crownsAt(first), captured: first.captured}
		if !slices.Contains(moves, m) {
			return p.whyNotQuiet(first.origin, first.at, moves)
		}
		illegal.Moves = []Move{m}
		return illegal
	case illegal != nil:
		return illegal
	case after.captured.Empty():
		return p.whyNotQuiet(before.at, after.at, moves)
	}
	return p.whyNotCapture(before, last, after, moves)
}

func mustGoOn(c capturer, jumps []jump) *IllegalMove {
	return &IllegalMove{Reason: MustGoOn, From: c.at, At: jumps[0].over, Squares: landingSquares(jumps)}
}

// landingSquares returns where some jumps land.
func landingSquares(jumps []jump) []Square {
	var squares []Square
	for _, j := range jumps {
		if !slices.Contains(squares, j.land) {
			squares = append(squares, j.land)
		}
	}
	slices.Sort(squares)
	return squares
}

// whyNotQuiet says why a piece cannot make a move now that it could make on an otherwise empty
// board.
func (p Position) whyNotQuiet(from, to Square, moves []Move) *IllegalMove {
	if p.mustCapture(moves) {
		return &IllegalMove{Reason: CaptureObligatory, From: from, To: to, Moves: moves}
	}
	limit := p.variant.rules.King.RunLimit
	if run := p.Run(p.Turn()); limit > 0 && run.Moves >= limit && run.King == from && !p.Men(p.Turn()).Empty() {
		return &IllegalMove{Reason: KingRunOver, From: from, At: from, Limit: limit}
	}
	return &IllegalMove{Reason: PathBlocked, From: from, To: to, At: to}
}

// whyNotCapture says why a capture is not allowed whose every jump is possible: the last one,
// j, brought before to after.
func (p Position) whyNotCapture(before capturer, j jump, after capturer, moves []Move) *IllegalMove {
	if better := p.continuing(before, j); len(better) > 0 {
		if slices.Contains(better, j) {
			return mustGoOn(after, p.jumps(after))
		}
		return &IllegalMove{Reason: MustLandWhereGoesOn, From: before.at, To: j.land, At: j.over, Squares: landingSquares(better)}
	}
	if len(moves) == 0 {
		return &IllegalMove{Reason: GameOver}
	}
	illegal := &IllegalMove{Reason: CaptureObligatory, From: after.origin, To: after.at, Moves: moves}
	for _, preference := range p.variant.rules.Capture.Prefer {
		w := weighings[preference]
		want := p.worth(w, moves[0].from, moves[0].captured)
		if want > p.worth(w, after.origin, after.captured) {
			illegal.Reason, illegal.Limit = w.reason, want
			return illegal
		}
	}
	if slices.Contains(p.variant.rules.Capture.Prefer, KingsSoonest) {
		illegal.Reason = KingsSooner
	}
	return illegal
}

// worth returns the value of a capture by one preference. For kings captured soonest, which
// depends on the path as well, it says nothing.
func (p Position) worth(w weighing, from Square, captured Squares) int {
	kings := captured.And(p.Kings(p.Turn().Opponent())).Len()
	value := w.king*kings + w.man*(captured.Len()-kings)
	if p.At(from).IsKing() {
		value += w.withKing
	}
	return value
}

// whyNoStep says why c cannot go straight to another square to which no jump leads. It returns nil if c can go
// there without capturing on an otherwise empty board.
func (p Position) whyNoStep(c capturer, to Square) *IllegalMove {
	refuse := func(reason Reason, at Square, squares ...Square) *IllegalMove {
		return &IllegalMove{Reason: reason, From: c.at, To: to, At: at, Piece: c.piece, Squares: squares}
	}
	if to == c.at || p.blocks(c, to) {
		return refuse(TargetOccupied, to)
	}
	can := p.variant.rules.ability(c.piece)
	compass, between := p.line(c.at, to, can.Moves|can.Captures)
	if compass == noCompass {
		compass, between = p.line(c.at, to, Diagonals|Straights)
		if compass == noCompass || !p.onlyForward(compass, can.Moves|can.Captures) {
			return refuse(NotInLine, 0)
		}
	}
	mayMove := slices.Contains(can.Moves.compasses(p.Turn()), compass)
	mayCapture := slices.Contains(can.Captures.compasses(p.Turn()), compass)

	if can.Range == Adjacent && can.Reach == Adjacent && can.Landing == JustBehind && len(between) > 1 {
		return refuse(TooFar, 0)
	}
	inTheWay := func(q Square) bool { return p.blocks(c, q) }
	before := slices.IndexFunc(between, inTheWay)
	if before < 0 {
		switch {
		case !c.captured.Empty() && mayMove && len(between) == 0:
			return refuse(OneStep, 0)
		case !c.captured.Empty():
			return refuse(NothingToCapture, 0)
		case !mayMove && p.onlyForward(compass, can.Moves):
			return refuse(NoManBackward, 0)
		case !mayMove:
			return refuse(NotInLine, 0)
		case can.Range == Adjacent && len(between) > 0:
			return refuse(NothingToCapture, between[0])
		}
		return nil
	}

	over, behind := between[before], between[before+1:]
	next := slices.IndexFunc(behind, inTheWay)
	switch {
	case p.At(over).Is(p.Turn()):
		return refuse(OwnPieceJumped, over)
	case c.captured.Has(over):
		return refuse(JumpedTwice, over)
	case !mayCapture && p.backward(compass) && !c.piece.IsKing():
		return refuse(NoManJumpBackward, over)
	case !mayCapture:
		return refuse(NotInLine, 0)
	case can.Reach == Adjacent && before > 0:
		return refuse(KingCapturesAdjacent, over)
	case !p.mayCapture(c, over):
		return refuse(NoManCapturesKing, over)
	case next >= 0:
		return refuse(PathBlocked, behind[next])
	case can.Landing == JustBehind && len(behind) > 0:
		return refuse(KingLandsJustBehind, over, behind[0])
	}
	return refuse(NoTurningBack, over)
}

// line returns the direction, one of those given, that leads from one square to
// another, and the squares between them; or noCompass.
func (p Position) line(from, to Square, directions Directions) (uint8, []Square) {
	for _, compass := range directions.compasses(p.Turn()) {
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

// backward reports whether a direction leads back for the side to move.
func (p Position) backward(compass uint8) bool {
	return slices.Contains((DiagonalBackward | StraightBackward).compasses(p.Turn()), compass)
}

// onlyForward reports whether a piece with some directions, a man, can go only the opposite of a
// backward direction.
func (p Position) onlyForward(compass uint8, can Directions) bool {
	return p.backward(compass) && slices.Contains(can.compasses(p.Turn()), opposite(compass))
}

// whyNotJumpingTo says why a capture of several jumps from one square to another is not
// allowed, where only these two were named. It returns nil if there is none.
func (p Position) whyNotJumpingTo(from, to Square, moves []Move) *IllegalMove {
	var found *IllegalMove
	left := mostJumps
	var search func(c capturer)
	search = func(c capturer) {
		for _, j := range p.jumps(c) {
			// To be told that one must go on is more helpful than that one captured too few.
			if left--; left < 0 || found != nil && found.Reason == MustGoOn {
				return
			}
			next, goesOn := p.afterJump(c, j)
			if next.at == to && next.captured.Len() > 1 {
				// The reasons are declared with those first that tell most.
				if r := p.whyNotCapture(c, j, next, moves); found == nil || r.Reason < found.Reason {
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

// overOwnPieces refuses several jumps from one square to another, where only these two were named, if they
// pass over opponents and over pieces of the same side. It returns nil if there are none.
func (p Position) overOwnPieces(from, to Square) *IllegalMove {
	// Where its own side's other pieces are opponents, a piece can jump both.
	own := p.node.Us.Without(BitsOf(p.variant.Bit(from)))
	all := p
	all.node.Us, all.node.Them = p.node.Us.Without(own), p.node.Them.Or(own)
	opponents := p.Pieces(p.Turn().Opponent())
	left := mostJumps
	var search func(c capturer, refusal *IllegalMove) *IllegalMove
	search = func(c capturer, refusal *IllegalMove) *IllegalMove {
		if c.at == to && refusal != nil && !c.captured.And(opponents).Empty() {
			return refusal
		}
		for _, j := range all.jumps(c) {
			if left--; left < 0 {
				return nil
			}
			refused := refusal
			if refused == nil && p.At(j.over).Is(p.Turn()) {
				refused = &IllegalMove{Reason: OwnPieceJumped, From: c.at, To: j.land, At: j.over, Piece: c.piece}
			}
			next, goesOn := all.afterJump(c, j)
			if !goesOn && next.at != to {
				continue
			}
			if found := search(next, refused); found != nil {
				return found
			}
		}
		return nil
	}
	return search(p.capturer(from), nil)
}

// whyNobodyTo says why no piece can go to a square.
func (p Position) whyNobodyTo(to Square, moves []Move) *IllegalMove {
	switch {
	case len(moves) == 0:
		return &IllegalMove{Reason: GameOver}
	case p.At(to).Is(p.Turn()): // the text means this piece, which cannot go anywhere
		return p.whyNotFrom(to, moves)
	case p.At(to) != NoPiece:
		return &IllegalMove{Reason: TargetOccupied, To: to, At: to}
	case p.mustCapture(moves):
		return &IllegalMove{Reason: CaptureObligatory, To: to, Moves: moves}
	}
	return &IllegalMove{Reason: NobodyReaches, To: to}
}
