package draughts

// Rules is a rule set written down: everything that makes one game of the
// draughts family differ from another. It is plain data, meant to be read by
// players as much as by the program; Compile turns it into a Variant, which is
// what positions are played under.
//
// The yaml tags are the vocabulary of rule files (package rulefile).
type Rules struct {
	Key  string `yaml:"key"`  // short name used in commands: "russian"
	Name string `yaml:"name"` // what people call the game: "Russian draughts"

	Board   Board   `yaml:"board"`
	Man     Man     `yaml:"man"`
	King    King    `yaml:"king"`
	Capture Capture `yaml:"capture"`

	Starts Side   `yaml:"starts"` // the side that makes the first move
	Object Object `yaml:"object"` // what a player tries to achieve
	Draws  Draws  `yaml:"draws"`

	GameType int `yaml:"game-type,omitempty"` // number of the game in PDN's GameType tag; 0: it has none
}

// Board says where a game is played and how its squares are called.
type Board struct {
	Size     int      `yaml:"size"`          // squares along an edge: 8, 10 or 12
	Playable Playable `yaml:"playable"`      // which squares are used
	Corner   Corner   `yaml:"corner"`        // on which hand each player has a playable corner
	Rows     int      `yaml:"rows"`          // rows of men each side starts with
	Gap      int      `yaml:"gap,omitempty"` // empty rows behind them
	Notation Notation `yaml:"notation"`      // how moves are usually written
}

// Man says how an uncrowned piece goes about.
type Man struct {
	Moves      Directions `yaml:"moves"`       // one square, not capturing
	Takes      Directions `yaml:"takes"`       // over an adjacent piece, to the square just behind it
	TakesKings bool       `yaml:"takes-kings"` // false: a man may jump men only
	Crowning   Crowning   `yaml:"crowning"`    // what reaching the last row does to a capture
}

// King says how a crowned piece goes about.
type King struct {
	Moves     Directions `yaml:"moves"`
	Range     Range      `yaml:"range"` // how far a move without capture may go
	Takes     Directions `yaml:"takes"`
	Reach     Range      `yaml:"reach"`               // how far away the piece it takes may stand
	Landing   Landing    `yaml:"landing"`             // where it may come down behind that piece
	TurnsBack bool       `yaml:"turns-back"`          // in one capture, it may take its next piece straight back the way it came
	RunLimit  int        `yaml:"run-limit,omitempty"` // moves without capture one king may make running while its side has men; 0: any number
}

// Capture says what is obligatory and what a capture leaves behind.
type Capture struct {
	Obligatory bool         `yaml:"obligatory"`       // a side that can take must, and a jump begun must be finished
	Prefer     []Preference `yaml:"prefer,omitempty"` // which of several captures must be chosen, first rule first; none: any
	Removal    Removal      `yaml:"removal"`          // when taken pieces leave the board
}

// Object is what a player tries to achieve.
type Object uint8

const (
	// Normal: a side that cannot move loses.
	Normal Object = iota
	// Misere: a side that cannot move wins.
	Misere
	// Breakthrough: the first side to have a king wins; a side that cannot move loses.
	Breakthrough
)

// Playable says which squares of the board are used.
type Playable uint8

const (
	// Dark squares only: every second one.
	Dark Playable = iota
	// All squares.
	All
)

// Corner says on which hand each player has a playable corner square.
type Corner uint8

const (
	// Left is where most games have it; the double corner is then on the right.
	Left Corner = iota
	// Right is the Italian and Spanish way.
	Right
)

// Notation says how moves are usually written.
type Notation uint8

const (
	// Numbers counts the playable squares row by row: 11-15.
	Numbers Notation = iota
	// Letters names a file and a rank: c3-d4.
	Letters
)

// Directions is a set of directions as the mover sees them. On a board that
// uses the dark squares only, a straight step goes to the next dark square in
// the same row or column, two squares away.
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
	// Adjacent: one square.
	Adjacent Range = iota
	// Far: any distance over empty squares.
	Far
)

// Landing says where a king comes down behind a piece it takes.
type Landing uint8

const (
	// JustBehind: on the square next to the piece.
	JustBehind Landing = iota
	// Anywhere: on any empty square of the line up to the next piece; if the
	// capture can go on from one of them, it must be such a one.
	Anywhere
)

// Crowning says what happens to a man that reaches the last row by a jump. A
// man whose move ends there is crowned in every game.
type Crowning uint8

const (
	// EndsMove: it is crowned and its move is over.
	EndsMove Crowning = iota
	// Passes: if it can jump on as a man it must, and is not crowned.
	Passes
	// GoesOn: it is crowned at once and goes on taking as a king.
	GoesOn
)

// Removal says when taken pieces leave the board.
type Removal uint8

const (
	// AtEnd: when the move is over. Until then they block, and cannot be jumped again.
	AtEnd Removal = iota
	// AtOnce: one by one as they are jumped.
	AtOnce
)

// Preference is one rule about which of several captures must be chosen.
type Preference uint8

const (
	// MostPieces: as many as possible.
	MostPieces Preference = iota
	// MostKings: as many kings as possible.
	MostKings
	// MostValue: the highest value, a king being worth just under one and a half men.
	MostValue
	// WithKing: with a king rather than with a man.
	WithKing
	// KingsSoonest: the one in which kings are taken earliest.
	KingsSoonest
)
