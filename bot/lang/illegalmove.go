package lang

import (
	"errors"

	"doublecorner/game/draughts"
)

// WhyNot returns the sentence for an error of reading or making a move in a position. It names squares
// and moves as the rule set does.
func (l *Language) WhyNot(p draughts.Position, err error) string {
	var (
		illegal    *draughts.IllegalMove
		ambiguous  *draughts.AmbiguousError
		unreadable *draughts.UnreadableError
		tooMany    *draughts.TooManyCapturesError
	)
	switch {
	case errors.As(err, &illegal):
		return l.illegalMove(p, illegal)
	case errors.As(err, &ambiguous):
		return l.Say("refusal.ambiguous", "n", len(ambiguous.Moves), "moves", l.moves(p, ambiguous.Moves))
	case errors.As(err, &unreadable):
		return l.Say("refusal.unreadable", "text", unreadable.Text)
	case errors.As(err, &tooMany):
		return l.Say("result.rule.too-many-captures")
	default:
		return l.Say("refusal.other")
	}
}

// illegalMove returns the sentence for an illegal move.
func (l *Language) illegalMove(p draughts.Position, r *draughts.IllegalMove) string {
	v := p.Variant()
	key := Key("refusal.", r.Reason)
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

// PieceWord returns the word by which messages choose between kings and men.
func PieceWord(p draughts.Piece) string {
	if p.IsKing() {
		return "king"
	}
	return "man"
}

// maxNamedMoves is the number of moves that a sentence names before it counts the others.
const maxNamedMoves = 4

// moves lists moves.
func (l *Language) moves(p draughts.Position, moves []draughts.Move) string {
	n := len(moves)
	if n > maxNamedMoves+1 {
		n = maxNamedMoves
	}
	names := p.TextsIn(moves[:n], p.Variant().Rules().Board.Notation)
	if rest := len(moves) - n; rest > 0 {
		names = append(names, l.Say("list.more", "n", rest))
	}
	return l.Or(names)
}

// squares lists squares.
func (l *Language) squares(v *draughts.Variant, squares []draughts.Square) string {
	var names []string
	for _, q := range squares {
		names = append(names, v.Name(q))
	}
	return l.Or(names)
}
