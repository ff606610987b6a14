package draughts

import "fmt"

// Setup is a position as it is written down, to be checked by Variant.Position.
type Setup struct {
	Turn   Side
	Pieces []Placed
	Runs   [2]Run // by side; only where the rules limit a king's run
}

// Placed is a piece on a square.
type Placed struct {
	Square Square
	Piece  Piece
}

// Run counts the moves without capture that one king has made in a row.
type Run struct {
	King  Square
	Moves int
}

// A SetupError says why a position cannot be set up.
type SetupError struct {
	Problem SetupProblem
	Square  Square // where, if it is about a square
	Side    Side   // whose, if it is about a side
	Limit   int    // how many there may be, if there are too many
}

// SetupProblem is what can be wrong with a position.
type SetupProblem uint8

const (
	NoSuchSquare SetupProblem = iota
	SquareTwice
	ManOnLastRow
	TooManyPieces
	NoSuchPiece
	BadRun
)

// setupProblems are sentences about a square, a side and a limit.
var setupProblems = [...]string{
	NoSuchSquare:  "square %[1]d is not on the board",
	SquareTwice:   "two pieces on square %[1]d",
	ManOnLastRow:  "a %[2]s man on square %[1]d, its last row, where it would be a king",
	TooManyPieces: "more than %[3]d %[2]s pieces",
	NoSuchPiece:   "no such piece on square %[1]d",
	BadRun:        "no %[2]s king on square %[1]d can have made that many moves running",
}

func (e *SetupError) Error() string {
	return fmt.Sprintf(setupProblems[e.Problem], e.Square, e.Side, e.Limit)
}

// Position sets up a position, or says with a [SetupError] why it cannot be.
func (v *Variant) Position(s Setup) (Position, error) {
	var sets [len(Sides)]Bits
	var kings Bits
	for _, placed := range s.Pieces {
		q := placed.Square
		if !v.Has(q) {
			return Position{}, &SetupError{Problem: NoSuchSquare, Square: q}
		}
		var side Side
		switch placed.Piece {
		case WhiteMan, WhiteKing:
			side = White
		case BlackMan, BlackKing:
			side = Black
		default:
			return Position{}, &SetupError{Problem: NoSuchPiece, Square: q}
		}
		at := BitsOf(v.Bit(q))
		if at.And(sets[White].Or(sets[Black])).some() {
			return Position{}, &SetupError{Problem: SquareTwice, Square: q, Side: side}
		}
		if placed.Piece.IsKing() {
			kings = kings.Or(at)
		} else if v.isLastRow(q, side) {
			return Position{}, &SetupError{Problem: ManOnLastRow, Square: q, Side: side}
		}
		sets[side] = sets[side].Or(at)
		if limit := v.rules.Board.maxPieces(); sets[side].Len() > limit {
			return Position{}, &SetupError{Problem: TooManyPieces, Side: side, Limit: limit}
		}
	}
	turn := s.Turn & 1
	p := Position{v, Node{Us: sets[turn], Them: sets[turn.Opponent()], Kings: kings, Turn: turn}}
	for _, side := range Sides {
		r := s.Runs[side]
		if r.Moves == 0 {
			continue
		}
		if r.Moves < 0 || r.Moves > v.rules.King.RunLimit || p.At(r.King) != side.King() {
			return Position{}, &SetupError{Problem: BadRun, Square: r.King, Side: side}
		}
		run := runOf(v.Bit(r.King), uint8(r.Moves))
		if side != turn {
			run <<= 16
		}
		p.node.Runs |= run
	}
	return p, nil
}

// Setup returns the position as it is written down.
func (p Position) Setup() Setup {
	s := Setup{Turn: p.Turn()}
	for q := range p.Occupied().All() {
		s.Pieces = append(s.Pieces, Placed{q, p.At(q)})
	}
	for _, side := range Sides {
		s.Runs[side] = p.Run(side)
	}
	return s
}
