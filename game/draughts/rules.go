// Package draughts is the rules of draughts and checkers: rule sets, boards, moves, why a move
// is illegal, and how a game ends.
//
// [Rules] declares a rule set, and [Compile] turns it into a [Variant]. A [Position] of a Variant lists
// its legal moves, each a [Move], reads those that people type, and says why others are illegal. A [History] is
// a game: it knows when the game is over, and what draws can be claimed.
package draughts

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
)

// Rules declares a rule set: everything in which one game of the draughts family differs from
// another. It is plain data that players can read as well as the program. Compile turns it
// into a [Variant], under which positions are played.
//
// The yaml tags are the vocabulary of rule files (package rulefile). The json tags and the
// order of the fields are the form in which rule sets are stored, and make their ids, so neither
// changes; a new field that most rule sets lack is omitted where it is empty.
type Rules struct {
	Key  string `yaml:"key" json:"Key"`   // short name used in commands: "russian"
	Name string `yaml:"name" json:"Name"` // what people call the game: "Russian draughts"

	Board   Board   `yaml:"board" json:"Board"`
	Man     Man     `yaml:"man" json:"Man"`
	King    King    `yaml:"king" json:"King"`
	Capture Capture `yaml:"capture" json:"Capture"`

	Starts Side   `yaml:"starts" json:"Starts"` // the side that makes the first move
	Object Object `yaml:"object" json:"Object"` // what a player tries to achieve
	Draws  Draws  `yaml:"draws" json:"Draws"`

	GameType int `yaml:"game-type,omitempty" json:"GameType"` // number of the game in PDN's GameType tag; 0: it has none
}

// JSON returns the rules in the form in which they are stored.
func (r Rules) JSON() []byte {
	text, err := json.Marshal(r)
	if err != nil {
		panic(fmt.Sprintf("draughts: rules that cannot be written: %v", err)) // words of declared values only
	}
	return text
}

// ReadJSON reads what JSON returns. A field or a word that this program does not know is an error, because no game may be
// played by a part of the rules.
func ReadJSON(text []byte) (r Rules, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return r, d.Decode(&r)
}

// Hash returns a hash of the rules as JSON. Rule sets with the same hash are the same.
func (r Rules) Hash() [16]byte {
	sum := sha256.Sum256(r.JSON())
	return [16]byte(sum[:16])
}

// IsBuiltin reports whether the rules are those of a built-in rule set, and not only called like it.
func (r Rules) IsBuiltin() bool {
	e, ok := entries[r.Key]
	return ok && e.hash() == r.Hash()
}

// Nameless returns the rules without what they are called: those of all games that are played alike.
func (r Rules) Nameless() Rules {
	r.Key, r.Name, r.GameType = "", "", 0
	return r
}

// clone returns a copy that shares nothing with r.
func (r Rules) clone() Rules {
	r.Capture.Prefer = copyOf(r.Capture.Prefer)
	r.Draws = r.Draws.clone()
	return r
}

// Board is the geometry of a board and the names of its squares.
type Board struct {
	Size     int      `yaml:"size" json:"Size"`         // squares along an edge: 8, 10 or 12
	Playable Playable `yaml:"playable" json:"Playable"` // which squares are used
	Corner   Corner   `yaml:"corner" json:"Corner"`     // at which hand each player has a playable corner
	Rows     int      `yaml:"rows" json:"Rows"`         // rows of men each side starts with
	Gap      int      `yaml:"gap,omitempty" json:"Gap"` // empty rows behind them
	Notation Notation `yaml:"notation" json:"Notation"` // how moves are usually written
}

// Man says how an uncrowned piece moves and captures.
type Man struct {
	Moves         Directions `yaml:"moves" json:"Moves"`            // without capture, one square
	Captures      Directions `yaml:"takes" json:"Takes"`            // over an adjacent piece, to the square just behind it
	CapturesKings bool       `yaml:"takes-kings" json:"TakesKings"` // false: a man captures men only
	Crowning      Crowning   `yaml:"crowning" json:"Crowning"`      // what reaching the last row does to a capture
}

// King says how a crowned piece moves and captures.
type King struct {
	Moves     Directions `yaml:"moves" json:"Moves"`
	Range     Range      `yaml:"range" json:"Range"` // how far a move without capture may go
	Captures  Directions `yaml:"takes" json:"Takes"`
	Reach     Range      `yaml:"reach" json:"Reach"`                  // how far away the piece it captures may stand
	Landing   Landing    `yaml:"landing" json:"Landing"`              // where it may come down behind that piece
	TurnsBack bool       `yaml:"turns-back" json:"TurnsBack"`         // in one capture, it may turn straight back for its next piece
	RunLimit  int        `yaml:"run-limit,omitempty" json:"RunLimit"` // moves without capture that one king may make in a row while its side has men; 0: any number
}

// Capture says what is obligatory and what a capture leaves behind.
type Capture struct {
	Obligatory bool         `yaml:"obligatory" json:"Obligatory"`   // a side that can capture must, and must jump as far as it can
	Prefer     []Preference `yaml:"prefer,omitempty" json:"Prefer"` // which of several captures must be chosen, first rule first; none: any
	Removal    Removal      `yaml:"removal" json:"Removal"`         // when captured pieces leave the board
}

// Object is what a player tries to achieve.
type Object uint8

const (
	Normal       Object = iota // a side that cannot move loses
	Misere                     // a side that cannot move wins
	Breakthrough               // the first side to have a king wins; a side that cannot move loses
)

// Playable says which squares of the board are used.
type Playable uint8

const (
	Dark Playable = iota // every second square
	All
)

// Corner says at which hand each player has a playable corner square.
type Corner uint8

const (
	Left  Corner = iota // as in most games; the double corner is then at the right
	Right               // as in the Italian and Spanish games
)

// Notation says how moves are usually written.
type Notation uint8

const (
	Numbers Notation = iota // the playable squares are counted row by row, 11-15
	Letters                 // a square is a file and a rank, c3-d4
)

// Directions is a set of directions as the mover sees them. On a board with dark squares only, a
// straight step goes to the next dark square in the same row or column, two squares away.
type Directions uint8

const (
	DiagonalForward Directions = 1 << iota
	DiagonalBackward
	StraightForward
	StraightBackward
	Sideways

	Diagonals = DiagonalForward | DiagonalBackward
	Straights = StraightForward | StraightBackward | Sideways
)

// Range says how far a king goes.
type Range uint8

const (
	Adjacent Range = iota // one square
	Far                   // any distance over empty squares
)

// Landing says where a king comes down behind a piece it captures.
type Landing uint8

const (
	JustBehind Landing = iota // on the square next to the piece
	// Anywhere is on any empty square of the line up to the next piece. If the capture can go
	// on from some of them, it must land on one of these.
	Anywhere
)

// Crowning says what happens to a man that reaches the last row by a jump. A
// man whose move ends there is crowned in every game.
type Crowning uint8

const (
	EndsMove Crowning = iota // it is crowned and its move is over
	Passes                   // if it can jump on as a man it must, and is not crowned
	GoesOn                   // it is crowned at once and goes on capturing as a king
)

// Removal says when captured pieces leave the board.
type Removal uint8

const (
	AtEnd  Removal = iota // when the move is over; until then they block, and cannot be jumped again
	AtOnce                // one by one as they are jumped
)

// Preference is one rule about which of several captures must be chosen.
type Preference uint8

const (
	MostPieces   Preference = iota // as many as possible
	MostKings                      // as many kings as possible
	MostValue                      // the highest value, a king being worth just under two men
	WithKing                       // with a king rather than with a man
	KingsSoonest                   // the one that captures kings earliest
)
