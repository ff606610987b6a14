package draughts

// What most of the family have in common.
var (
	eightByEight   = Board{Size: 8, Rows: 3}
	mirrored       = Board{Size: 8, Rows: 3, Corner: Right}
	withLetters    = Board{Size: 8, Rows: 3, Notation: Letters}
	tenByTen       = Board{Size: 10, Rows: 4}
	twelveByTwelve = Board{Size: 12, Rows: 5}

	shortKing   = King{Moves: Diagonals, Takes: Diagonals}
	slidingKing = King{Moves: Diagonals, Range: Far, Takes: Diagonals}
	flyingKing  = King{Moves: Diagonals, Range: Far, Takes: Diagonals, Reach: Far, Landing: Anywhere}

	// forwardMan takes only forward, anyMan also backward.
	forwardMan = Man{Moves: DiagonalForward, Takes: DiagonalForward, TakesKings: true, Crowning: EndsMove}
	anyMan     = Man{Moves: DiagonalForward, Takes: Diagonals, TakesKings: true, Crowning: Passes}

	mustTake     = Capture{Obligatory: true}
	mustTakeMost = Capture{Obligatory: true, Prefer: []Preference{MostPieces}}
)

// builtin holds the built-in rule sets, one declaration each.
var builtin = []Rules{
	{
		Key: "american", Name: "American checkers", GameType: 21,
		Board: eightByEight, Starts: Black,
		Man: forwardMan, King: shortKing, Capture: mustTake,
	},
	{
		Key: "gamezer", Name: "Gamezer checkers",
		Board: eightByEight, Starts: White,
		Man: anyMan, King: slidingKing, Capture: mustTake,
	},
	{
		Key: "angol", Name: "English checkers with sliding kings",
		Board: eightByEight, Starts: White,
		Man: forwardMan, King: slidingKing, Capture: mustTake,
	},
	{
		Key: "russian", Name: "Russian draughts", GameType: 25,
		Board: withLetters, Starts: White,
		Man:  Man{Moves: DiagonalForward, Takes: Diagonals, TakesKings: true, Crowning: GoesOn},
		King: flyingKing, Capture: mustTake,
	},
	{
		Key: "brazilian", Name: "Brazilian draughts", GameType: 26,
		Board: withLetters, Starts: White,
		Man: anyMan, King: flyingKing, Capture: mustTakeMost,
	},
	{
		Key: "pool", Name: "Pool checkers", GameType: 23,
		Board: eightByEight, Starts: Black,
		Man: anyMan, King: flyingKing, Capture: mustTake,
	},
	{
		Key: "italian", Name: "Italian draughts", GameType: 22,
		Board: mirrored, Starts: White,
		Man:     Man{Moves: DiagonalForward, Takes: DiagonalForward, TakesKings: false, Crowning: EndsMove},
		King:    shortKing,
		Capture: Capture{Obligatory: true, Prefer: []Preference{MostPieces, WithKing, MostKings, KingsSoonest}},
	},
	{
		Key: "spanish", Name: "Spanish draughts", GameType: 24,
		Board: mirrored, Starts: White,
		Man: forwardMan, King: flyingKing,
		Capture: Capture{Obligatory: true, Prefer: []Preference{MostPieces, MostKings}},
	},
	{
		Key: "czech", Name: "Czech draughts", GameType: 29,
		Board: eightByEight, Starts: White,
		Man: forwardMan, King: flyingKing,
		Capture: Capture{Obligatory: true, Prefer: []Preference{WithKing}},
	},
	{
		Key: "thai", Name: "Thai checkers", GameType: 31,
		Board: Board{Size: 8, Rows: 2}, Starts: Black,
		Man:     forwardMan,
		King:    King{Moves: Diagonals, Range: Far, Takes: Diagonals, Reach: Far, Landing: JustBehind, TurnsBack: true},
		Capture: Capture{Obligatory: true, Removal: AtOnce},
	},
	{
		Key: "international", Name: "International draughts", GameType: 20,
		Board: tenByTen, Starts: White,
		Man: anyMan, King: flyingKing, Capture: mustTakeMost,
	},
	{
		Key: "canadian", Name: "Canadian draughts", GameType: 27,
		Board: twelveByTwelve, Starts: White,
		Man: anyMan, King: flyingKing, Capture: mustTakeMost,
	},
	{
		Key: "frisian", Name: "Frisian draughts", GameType: 40,
		Board: tenByTen, Starts: White,
		Man: Man{Moves: DiagonalForward, Takes: Diagonals | Straights, TakesKings: true, Crowning: Passes},
		King: King{
			Moves: Diagonals, Range: Far,
			Takes: Diagonals | Straights, Reach: Far, Landing: Anywhere,
			RunLimit: 3,
		},
		Capture: Capture{Obligatory: true, Prefer: []Preference{MostValue, WithKing}},
	},
	{
		Key: "turkish", Name: "Turkish draughts", GameType: 30,
		Board: Board{Size: 8, Playable: All, Rows: 2, Gap: 1, Notation: Letters}, Starts: White,
		Man: Man{
			Moves: StraightForward | Sideways, Takes: StraightForward | Sideways,
			TakesKings: true, Crowning: Passes,
		},
		King:    King{Moves: Straights, Range: Far, Takes: Straights, Reach: Far, Landing: Anywhere},
		Capture: Capture{Obligatory: true, Prefer: []Preference{MostPieces}, Removal: AtOnce},
	},
}
