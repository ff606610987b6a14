package main

import (
	"errors"
	"fmt"
	"strings"

	"doublecorner/game/draughts"
)

// sentence says in plain English why a move is refused in a position.
func sentence(p draughts.Position, err error) string {
	var (
		refusal    *draughts.Refusal
		ambiguous  *draughts.AmbiguousError
		unreadable *draughts.UnreadableError
	)
	switch {
	case errors.As(err, &refusal):
		return refused(p, refusal)
	case errors.As(err, &ambiguous):
		return "this can be " + oneOf(p, ambiguous.Moves)
	case errors.As(err, &unreadable):
		return "this is not a move"
	default:
		return err.Error()
	}
}

func refused(p draughts.Position, r *draughts.Refusal) string {
	v := p.Variant()
	from, to, at := v.Name(r.From), v.Name(r.To), v.Name(r.At)
	switch r.Reason {
	case draughts.NotASquare:
		return fmt.Sprintf("%s is not a square that is played on", r.Typed)
	case draughts.NoPieceThere:
		return fmt.Sprintf("there is no piece on %s", from)
	case draughts.OpponentsPiece:
		return fmt.Sprintf("the piece on %s is the opponent's: it is %s's turn", from, p.Turn())
	case draughts.TargetOccupied:
		return fmt.Sprintf("%s is occupied", to)
	case draughts.NotInLine:
		return fmt.Sprintf("a %s does not move in the direction from %s to %s", pieceName(p.At(r.From)), from, to)
	case draughts.TooFar:
		return fmt.Sprintf("%s is too far from %s", to, from)
	case draughts.NoManBackward:
		return fmt.Sprintf("a man does not move backward, from %s to %s", from, to)
	case draughts.NoManJumpBackward:
		return fmt.Sprintf("a man does not jump backward here, from %s over %s to %s", from, at, to)
	case draughts.CaptureObligatory:
		return "a capture is obligatory: " + oneOf(p, r.Moves)
	case draughts.MustGoOn:
		return fmt.Sprintf("the piece cannot stop on %s: it must go on to %s", from, orSquares(v, r.Squares))
	case draughts.MustLandWhereGoesOn:
		return fmt.Sprintf("behind %s the king must land on %s, from where it goes on", at, orSquares(v, r.Squares))
	case draughts.MorePieces:
		return fmt.Sprintf("as many pieces as possible must be taken, %d here: %s", r.Limit, oneOf(p, r.Moves))
	case draughts.MoreKings:
		return fmt.Sprintf("as many kings as possible must be taken, %d here: %s", r.Limit, oneOf(p, r.Moves))
	case draughts.MoreValue:
		return "the capture of the highest value must be made: " + oneOf(p, r.Moves)
	case draughts.KingFirst:
		return "a king must take before a man: " + oneOf(p, r.Moves)
	case draughts.KingsSooner:
		return "kings must be taken as early as possible: " + oneOf(p, r.Moves)
	case draughts.NoManTakesKing:
		return fmt.Sprintf("a man may not take a king, and there is one on %s", at)
	case draughts.OwnPieceJumped:
		return fmt.Sprintf("an own piece, on %s, cannot be jumped", at)
	case draughts.JumpedTwice:
		return fmt.Sprintf("the piece on %s cannot be jumped twice in one move", at)
	case draughts.NothingToTake:
		return fmt.Sprintf("between %s and %s there is nothing to jump", from, to)
	case draughts.CrownedSoEnded:
		return fmt.Sprintf("the man was crowned on %s, and that ended its move", at)
	case draughts.PathBlocked:
		if r.To == 0 {
			return fmt.Sprintf("the piece on %s is blocked", from)
		}
		return fmt.Sprintf("the way from %s to %s is blocked on %s", from, to, at)
	case draughts.KingTakesAdjacent:
		return fmt.Sprintf("a king takes only what stands next to it here, not the piece on %s from %s", at, from)
	case draughts.KingLandsJustBehind:
		return fmt.Sprintf("a king lands just behind the piece it takes here, on %s", orSquares(v, r.Squares))
	case draughts.NoTurningBack:
		return fmt.Sprintf("in one capture the king cannot turn straight back on %s", from)
	case draughts.KingRunOver:
		return fmt.Sprintf("the king on %s has made %d moves running: another piece must move, unless it can take", at, r.Limit)
	case draughts.NobodyReaches:
		return fmt.Sprintf("no piece can go to %s", to)
	case draughts.GameOver:
		return "the game is over"
	default:
		return r.Reason.String()
	}
}

func pieceName(p draughts.Piece) string {
	if p.IsKing() {
		return "king"
	}
	return "man"
}

// mostNamed is how many moves a sentence names before it only counts the rest.
const mostNamed = 4

func oneOf(p draughts.Position, moves []draughts.Move) string {
	var names []string
	for _, m := range moves {
		names = append(names, p.Text(m))
	}
	if rest := len(names) - mostNamed; rest > 1 {
		names = append(names[:mostNamed], fmt.Sprintf("%d more", rest))
	}
	return or(names)
}

func orSquares(v *draughts.Variant, squares []draughts.Square) string {
	var names []string
	for _, q := range squares {
		names = append(names, v.Name(q))
	}
	return or(names)
}

func or(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
