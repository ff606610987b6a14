package draughts

// Piece is what stands on a square.
type Piece uint8

const (
	NoPiece Piece = iota
	WhiteMan
	WhiteKing
	BlackMan
	BlackKing
)

// Is tells whether the piece is one of s.
func (p Piece) Is(s Side) bool { return p == s.Man() || p == s.King() }

// IsKing tells whether the piece is crowned.
func (p Piece) IsKing() bool { return p == WhiteKing || p == BlackKing }
