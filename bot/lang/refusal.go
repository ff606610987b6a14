package lang

import (
	"errors"

	"doublecorner/game/draughts"
)

// WhyNot says why a move is refused in a position: the error is what reading or making
// it returned. Squares and moves are named as the rule set names them.
func (l *Language) WhyNot(p draughts.Position, err error) string {
	var (
		refusal    *draughts.Refusal
		ambiguous  *draughts.AmbiguousError
		unreadable *draughts.UnreadableError
		tooMany    *draughts.TooManyCapturesError
	)
	switch {
	case errors.As(err, &refusal):
		return l.refusal(p, refusal)
	case errors.As(err, &ambiguous):
		return l.Say("refusal.ambiguous", "n", len(ambiguous.Moves), "moves", l.moves(p, ambiguous.Moves))
	case errors.As(err, &unreadable):
		return l.Say("refusal.unreadable", "text", unreadable.Text)
	case errors.As(err, &tooMany):
		return l.Say("result.rule.captures")
	default:
		return l.Say("refusal.other")
	}
}

// reasons are the messages for the reasons of the rules.
var reasons = map[draughts.Reason]string{
	draughts.NotASquare:          "refusal.not-a-square",
	draughts.NoPieceThere:        "refusal.no-piece",
	draughts.OpponentsPiece:      "refusal.opponents-piece",
	draughts.TargetOccupied:      "refusal.occupied",
	draughts.NotInLine:           "refusal.not-in-line",
	draughts.TooFar:              "refusal.too-far",
	draughts.NoManBackward:       "refusal.no-man-backward",
	draughts.NoManJumpBackward:   "refusal.no-man-jump-backward",
	draughts.CaptureObligatory:   "refusal.capture-obligatory",
	draughts.MustGoOn:            "refusal.must-go-on",
	draughts.MustLandWhereGoesOn: "refusal.must-land-where-goes-on",
	draughts.MorePieces:          "refusal.more-pieces",
	draughts.MoreKings:           "refusal.more-kings",
	draughts.MoreValue:           "refusal.more-value",
	draughts.KingFirst:           "refusal.king-first",
	draughts.KingsSooner:         "refusal.kings-sooner",
	draughts.NoManTakesKing:      "refusal.no-man-takes-king",
	draughts.OwnPieceJumped:      "refusal.own-piece-jumped",
	draughts.JumpedTwice:         "refusal.jumped-twice",
	draughts.NothingToTake:       "refusal.nothing-to-take",
	draughts.CrownedSoEnded:      "refusal.crowned-so-ended",
	draughts.PathBlocked:         "refusal.path-blocked",
	draughts.KingTakesAdjacent:   "refusal.king-takes-adjacent",
	draughts.KingLandsJustBehind: "refusal.king-lands-just-behind",
	draughts.NoTurningBack:       "refusal.no-turning-back",
	draughts.KingRunOver:         "refusal.king-run-over",
	draughts.NobodyReaches:       "refusal.nobody-reaches",
	draughts.GameOver:            "refusal.game-over",
}

func (l *Language) refusal(p draughts.Position, r *draughts.Refusal) string {
	v := p.Variant()
	key := reasons[r.Reason]
	if r.Reason == draughts.PathBlocked && r.To == 0 {
		key = "refusal.blocked"
	}
	return l.Say(key,
		"from", v.Name(r.From), "to", v.Name(r.To), "at", v.Name(r.At),
		"typed", r.Typed, "limit", r.Limit,
		"squares", l.squares(v, r.Squares), "moves", l.moves(p, r.Moves), "count", len(r.Moves),
		"piece", PieceWord(r.Piece), "side", p.Turn(),
	)
}

// PieceWord is how messages choose by a piece.
func PieceWord(p draughts.Piece) string {
	if p.IsKing() {
		return "king"
	}
	return "man"
}

// mostNamed is how many moves a sentence names before it only counts the rest.
const mostNamed = 4

func (l *Language) moves(p draughts.Position, moves []draughts.Move) string {
	n := len(moves)
	if n > mostNamed+1 {
		n = mostNamed
	}
	names := p.TextsIn(moves[:n], p.Variant().Rules().Board.Notation)
	if rest := len(moves) - n; rest > 0 {
		names = append(names, l.Say("list.more", "n", rest))
	}
	return l.Or(names)
}

func (l *Language) squares(v *draughts.Variant, squares []draughts.Square) string {
	var names []string
	for _, q := range squares {
		names = append(names, v.Name(q))
	}
	return l.Or(names)
}
