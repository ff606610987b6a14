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

// Is reports whether the piece belongs to s.
func (p Piece) Is(s Side) bool { return p == s.Man() || p == s.King() }

// IsKing reports whether the piece is crowned.
func (p Piece) IsKing() bool { return p == WhiteKing || p == BlackKing }

// Side is one of the two players' colours. Black is the darker one and starts at the top of
// the board as White sees it, whatever colour its pieces have.
type Side uint8

const (
	White Side = iota
	Black
)

// Sides lists both sides.
var Sides = [2]Side{White, Black}

// Opponent returns the other side.
func (s Side) Opponent() Side { return s ^ 1 }

// Man returns the side's uncrowned piece.
func (s Side) Man() Piece { return [...]Piece{White: WhiteMan, Black: BlackMan}[s] }

// King returns the side's crowned piece.
func (s Side) King() Piece { return [...]Piece{White: WhiteKing, Black: BlackKing}[s] }
