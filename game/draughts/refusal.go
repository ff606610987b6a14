package draughts

import "fmt"

// A Refusal says why an attempt is not a legal move: one reason, the most helpful
// one, with the squares and moves that a sentence or a picture about it needs.
type Refusal struct {
	Reason  Reason
	From    Square   // where the attempt, or the part of it that fails, starts
	Piece   Piece    // what goes from there: in the midst of a capture it stands elsewhere on the board
	To      Square   // where that part ends
	At      Square   // the square or piece in question
	Squares []Square // where it must go on to, or must land
	Moves   []Move   // what must or could be played instead
	Limit   int      // the number in question
	Typed   string   // the square as it was typed, if it is none
}

// Reason is why an attempt is not a legal move.
type Reason uint8

const (
	NotASquare          Reason = iota // Typed is not a playable square
	NoPieceThere                      // no piece stands on From
	OpponentsPiece                    // the piece on From is the opponent's
	TargetOccupied                    // a piece stands on To
	NotInLine                         // the piece cannot move in the direction from From to To at all
	TooFar                            // it cannot go as far as from From to To
	NoManBackward                     // a man does not go backward, from From to To
	NoManJumpBackward                 // a man does not jump backward, from From to To over At
	CaptureObligatory                 // a capture is: Moves
	MustGoOn                          // the piece must go on jumping, from From to one of Squares
	MustLandWhereGoesOn               // behind At it must land on one of Squares, from where it goes on jumping
	MorePieces                        // more pieces can be taken: Limit, by Moves
	MoreKings                         // more kings can be taken: Limit, by Moves
	MoreValue                         // pieces worth more can be taken, by Moves
	KingFirst                         // a king must take before a man: Moves
	KingsSooner                       // kings must be taken as early as possible: Moves
	NoManTakesKing                    // a man may not take a king, here the one on At
	OwnPieceJumped                    // own pieces are not jumped, here the one on At
	JumpedTwice                       // a piece is not jumped twice, here the one on At
	NothingToTake                     // between From and To there is nothing to jump
	CrownedSoEnded                    // the man was crowned on At, and that ended its move
	PathBlocked                       // the way from From to To is blocked on At
	KingTakesAdjacent                 // a king takes only what stands next to it, not the piece on At
	KingLandsJustBehind               // a king lands just behind the piece on At: on Squares
	NoTurningBack                     // a capture does not turn straight back over the way it came, from From
	KingRunOver                       // the king on From has made Limit moves running, and may only take
	NobodyReaches                     // no piece can go to To
	GameOver                          // the game is over

	reasons // their number
)

var reasonWords = []string{
	"not a square", "no piece there", "opponent's piece", "target occupied", "not in line", "too far",
	"no man backward", "no man jump backward", "capture obligatory", "must go on", "must land where it goes on",
	"more pieces", "more kings", "more value", "king first", "kings sooner", "no man takes king", "own piece jumped",
	"jumped twice", "nothing to take", "crowned so ended", "path blocked", "king takes adjacent",
	"king lands just behind", "no turning back", "king run over", "nobody reaches", "game over",
}

// Reasons lists every reason there is.
func Reasons() []Reason {
	list := make([]Reason, reasons)
	for i := range list {
		list[i] = Reason(i)
	}
	return list
}

func (r Reason) String() string { return wordOf(reasonWords, r) }

// Error names the reason for logs; sentences for people are made elsewhere, in
// their language.
func (r *Refusal) Error() string {
	return fmt.Sprintf("illegal move: %s (from %d to %d at %d %s)", r.Reason, r.From, r.To, r.At, r.Typed)
}
