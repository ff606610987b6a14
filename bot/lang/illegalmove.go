package lang

import (
	"errors"

	"doublecorner/game/draughts"
)

// WhyNot returns the sentence for an error of reading or making a move in a position. It names squares
// and moves as the rule set does.
func (l *Language) WhyNot(p draughts.Position, err error) string {
	if illegal, ok := errors.AsType[*draughts.IllegalMove](err); ok {
		return l.illegalMove(p, illegal)
	}
	if ambiguous, ok := errors.AsType[*draughts.AmbiguousError](err); ok {
		return l.Say("refusal.ambiguous", "n", len(ambiguous.Moves), "moves", l.moves(p, ambiguous.Moves))
	}
	if unreadable, ok := errors.AsType[*draughts.UnreadableError](err); ok {
		move, capture := Examples(p.Variant())
		return l.Say("refusal.unreadable", "text", unreadable.Text, "move", move, "capture", capture)
	}
	return l.Say("refusal.other")
}

// Examples returns a move and a capture as a rule set writes them: a first move, and a capture of one man by another.
func Examples(v *draughts.Variant) (move, capture string) {
	p := v.Start()
	if first := p.Moves(); len(first) > 0 {
		move = p.Text(first[len(first)*2/3])
	}
	for from := draughts.Square(v.Squares() * 7 / 10); from > 1; from-- { // in White's half
		for over := from - 1; over > 0; over-- {
			p, err := v.Position(draughts.Setup{Pieces: []draughts.Placed{
				{Square: from, Piece: draughts.WhiteMan}, {Square: over, Piece: draughts.BlackMan},
			}})
			if err == nil && p.CanCapture() {
				return move, p.Text(p.Moves()[0])
			}
		}
	}
	return move, move
}

// illegalMove returns the sentence for an illegal move.
func (l *Language) illegalMove(p draughts.Position, r *draughts.IllegalMove) string {
	v := p.Variant()
	var squares []string
	for _, q := range r.Squares {
		squares = append(squares, v.Name(q))
	}
	key := Key("refusal.", r.Reason)
	if r.Reason == draughts.PathBlocked && r.To == 0 {
		key = "refusal.blocked"
	}
	return l.Say(key,
		"from", v.Name(r.From), "to", v.Name(r.To), "at", v.Name(r.At),
		"typed", r.Typed, "limit", r.Limit,
		"squares", l.Or(squares), "moves", l.moves(p, r.Moves), "count", len(r.Moves),
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
	named := moves
	if len(moves) > maxNamedMoves+1 {
		named = moves[:maxNamedMoves]
	}
	names := p.TextsIn(named, p.Variant().Rules().Board.Notation)
	if rest := len(moves) - len(named); rest > 0 {
		names = append(names, l.Say("list.more", "n", rest))
	}
	return l.Or(names)
}
