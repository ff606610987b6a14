package draughts

import "fmt"

// An IllegalMove says why a move is illegal: the most helpful reason, with the squares and moves
// that a sentence or a picture about it needs.
type IllegalMove struct {
	Reason  Reason
	From    Square   // where the move, or the jump of it that fails, begins
	Piece   Piece    // the piece that moves from there; during a capture it stands elsewhere on the board
	To      Square   // where that part ends
	At      Square   // the square or piece in question
	Squares []Square // where it must go on to, or must land
	Moves   []Move   // what must or could be played instead
	Limit   int      // the number in question
	Typed   string   // the square as it was typed, if the board has no such square
}

// Reason is why a move is illegal.
type Reason uint8

const (
	NotASquare           Reason = iota // Typed is not a playable square
	NoPieceThere                       // no piece stands on From
	OpponentsPiece                     // the piece on From is the opponent's
	SameSquare                         // the move ends on From, where it begins
	TargetOccupied                     // a piece stands on To
	NotInLine                          // the piece never moves in the direction from From to To
	TooFar                             // it cannot go as far as from From to To
	NoManBackward                      // a man does not go backward, from From to To
	NoManJumpBackward                  // a man does not jump backward, from From to To over At
	CaptureObligatory                  // there is a capture, and it must be made: Moves
	MustGoOn                           // the piece must go on jumping, from From to one of Squares
	MustLandWhereGoesOn                // behind At it must land on one of Squares, from where it goes on jumping
	MorePieces                         // more pieces can be captured: Limit, by Moves
	MoreKings                          // more kings can be captured: Limit, by Moves
	MoreValue                          // pieces worth more can be captured, by Moves
	KingFirst                          // a king must capture rather than a man: Moves
	KingsSooner                        // kings must be captured as early as possible: Moves
	NoManCapturesKing                  // a man may not capture a king, here the one on At
	OwnPieceJumped                     // own pieces are not jumped, here the one on At
	JumpedTwice                        // a piece is not jumped twice, here the one on At
	NothingToCapture                   // between From and To there is nothing to jump
	OneStep                            // a piece moves once, here by Moves, and does not step on from From
	CrownedSoEnded                     // the man was crowned on At, and that ended its move: it does not go on to To
	PathBlocked                        // the line from From to To is blocked on At
	KingCapturesAdjacent               // a king captures only what stands next to it, not the piece on At
	KingLandsJustBehind                // a king lands just behind the piece on At: on Squares
	NoTurningBack                      // a capture does not turn straight back from From
	KingRunOver                        // the king on From has made Limit moves in a row, and may only capture
	NobodyReaches                      // no piece can go to To
	GameOver                           // the game is over
)

var reasonWords = []string{
	"not a square", "no piece there", "opponent's piece", "same square", "target occupied", "not in line", "too far",
	"no man backward", "no man jump backward", "capture obligatory", "must go on", "must land where it goes on",
	"more pieces", "more kings", "more value", "king first", "kings sooner", "no man captures king", "own piece jumped",
	"jumped twice", "nothing to capture", "one step", "crowned so ended", "path blocked", "king captures adjacent",
	"king lands just behind", "no turning back", "king run over", "nobody reaches", "game over",
}

func (r Reason) String() string { return Word(r, reasonWords...) }

// Error names the reason for logs; bot/lang has the sentences for people.
func (r *IllegalMove) Error() string {
	return fmt.Sprintf("illegal move: %s (from %d to %d at %d %s)", r.Reason, r.From, r.To, r.At, r.Typed)
}
