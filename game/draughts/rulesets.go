package draughts

// What most of the family have in common.
var (
	eightByEight   = Board{Size: 8, Rows: 3}
	mirrored       = Board{Size: 8, Rows: 3, Corner: Right}
	withLetters    = Board{Size: 8, Rows: 3, Notation: Letters}
	tenByTen       = Board{Size: 10, Rows: 4}
	twelveByTwelve = Board{Size: 12, Rows: 5}

	shortKing   = King{Moves: Diagonals, Captures: Diagonals}
	slidingKing = King{Moves: Diagonals, Range: Far, Captures: Diagonals}
	flyingKing  = King{Moves: Diagonals, Range: Far, Captures: Diagonals, Reach: Far, Landing: Anywhere}

	// forwardMan captures only forward, anyMan also backward.
	forwardMan = Man{Moves: DiagonalForward, Captures: DiagonalForward, CapturesKings: true, Crowning: EndsMove}
	anyMan     = Man{Moves: DiagonalForward, Captures: Diagonals, CapturesKings: true, Crowning: Passes}

	mustCapture     = Capture{Obligatory: true}
	mustCaptureMost = Capture{Obligatory: true, Prefer: []Preference{MostPieces}}
)

// Forces that draws speak of.
var (
	onePiece       = Force{Pieces: Span{1, 1}}
	oneKing        = Force{Kings: Span{1, 1}}
	twoKings       = Force{Kings: Span{2, 2}}
	onlyThreeKings = Force{Kings: Span{3, 3}}
	threeKings     = Force{Kings: Span{3, many}}
	kingAndMan     = Force{Kings: Span{1, 1}, Men: Span{1, 1}}
	someKing       = Force{Pieces: Span{1, many}, Kings: Span{1, many}}
	upToFour       = Force{Pieces: Span{1, 4}, Kings: Span{1, many}}
	threePieces    = Force{Pieces: Span{3, 3}, Kings: Span{1, many}}
)

var internationalDraws = Draws{
	Repetition: 3,
	Counters: []Counter{
		{Moves: 25, By: EachSide, Quiet: true},
		{Moves: 5, By: EachSide, Balance: Balance{Strong: threePieces, Weak: oneKing, LongDiagonal: true}},
		{Moves: 16, By: EachSide, Lasts: true, Balance: Balance{Strong: threePieces, Weak: oneKing}},
		{Moves: 5, By: EachSide, Lasts: true, Balance: Balance{Strong: Force{Pieces: Span{1, 2}, Kings: Span{1, 2}}, Weak: oneKing}},
	},
	Unwinnable: []Balance{{Strong: Force{Pieces: Span{1, 2}}, Weak: someKing}},
}

// builtin holds the built-in rule sets, one declaration each.
var builtin = []Rules{
	{
		Key: "american", Name: "American checkers", GameType: 21,
		Board: eightByEight, Starts: Black,
		Man: forwardMan, King: shortKing, Capture: mustCapture,
		// WCDF, Rules of Draughts (docslib.org/doc/1233951), 1.32: a player shows that their next
		// move brings the same position up for the third time, or that 40 moves of each side
		// went by without a man's move or a capture. Both are claims.
		Draws: Draws{
			Repetition: 3, RepetitionClaimed: true,
			Counters:   []Counter{{Moves: 40, By: EachSide, Quiet: true, Claimed: true}},
			Unwinnable: []Balance{{Strong: oneKing, Weak: someKing}},
		},
	},
	{
		Key: "gamezer", Name: "Gamezer checkers",
		Board: eightByEight, Starts: White,
		Man: anyMan, King: slidingKing, Capture: mustCapture,
		// The page names no draws. These are the American ones.
		Draws: Draws{
			Repetition: 3, RepetitionClaimed: true,
			Counters:   []Counter{{Moves: 40, By: EachSide, Quiet: true, Claimed: true}},
			Unwinnable: []Balance{{Strong: oneKing, Weak: someKing}},
		},
	},
	{
		Key: "angol", Name: "English checkers with flying kings",
		Board: eightByEight, Starts: White,
		Man: forwardMan, King: slidingKing, Capture: mustCapture,
		// The Hungarian page; draws come by themselves. Its twenty moves of kings in a row are
		// those of each side: if they were those of both together, its third draw could never
		// come: three kings that do not beat one within 20 moves of their own.
		Draws: Draws{
			Repetition: 3,
			Counters: []Counter{
				{Moves: 20, By: EachSide, Quiet: true},
				{Moves: 20, By: StrongerSide, Balance: Balance{Strong: onlyThreeKings, Weak: oneKing}},
			},
			Unwinnable: []Balance{{Strong: oneKing, Weak: someKing}},
		},
	},
	{
		Key: "russian", Name: "Russian draughts", GameType: 25,
		Board: withLetters, Starts: White,
		Man:  Man{Moves: DiagonalForward, Captures: Diagonals, CapturesKings: true, Crowning: GoesOn},
		King: flyingKing, Capture: mustCapture,
		// FMJD-64/IDF rules, 7.2: three pieces do not beat a king that holds the main
		// road in 5 moves; three kings do not beat one in 15; 15 moves with kings only;
		// both sides have kings and the balance of pieces has not changed for 5 moves
		// with 2 or 3 pieces on the board, 30 with 4 or 5, 60 with 6 or 7.
		Draws: Draws{
			Repetition: 3,
			Counters: []Counter{
				{Moves: 5, By: StrongerSide, Balance: Balance{Strong: Force{Pieces: Span{3, 3}}, Weak: oneKing, LongDiagonal: true}},
				{Moves: 15, By: StrongerSide, Balance: Balance{Strong: threeKings, Weak: oneKing}},
				{Moves: 15, By: EachSide, Quiet: true},
				{Moves: 5, By: EachSide, Exact: true, Balance: Balance{Strong: someKing, Weak: someKing, Total: Span{2, 3}}},
				{Moves: 30, By: EachSide, Exact: true, Balance: Balance{Strong: someKing, Weak: someKing, Total: Span{4, 5}}},
				{Moves: 60, By: EachSide, Exact: true, Balance: Balance{Strong: someKing, Weak: someKing, Total: Span{6, 7}}},
			},
			Unwinnable: []Balance{{Strong: oneKing, Weak: someKing}},
		},
	},
	{
		Key: "brazilian", Name: "Brazilian draughts", GameType: 26,
		Board: withLetters, Starts: White,
		Man: anyMan, King: flyingKing, Capture: mustCaptureMost,
		// CBD rules: 20 moves with kings only; 5 moves in endings of two kings or fewer
		// against two, of a king against a king or a king and a man, and of two kings
		// against a king and a man.
		Draws: Draws{
			Repetition: 3,
			Counters: []Counter{
				{Moves: 20, By: EachSide, Quiet: true},
				{Moves: 5, By: EachSide, Balance: Balance{Strong: twoKings, Weak: twoKings}},
				{Moves: 5, By: EachSide, Balance: Balance{Strong: twoKings, Weak: oneKing}},
				{Moves: 5, By: EachSide, Balance: Balance{Strong: twoKings, Weak: kingAndMan}},
				{Moves: 5, By: EachSide, Balance: Balance{Strong: oneKing, Weak: oneKing}},
				{Moves: 5, By: EachSide, Balance: Balance{Strong: kingAndMan, Weak: oneKing}},
			},
			Unwinnable: []Balance{{Strong: oneKing, Weak: someKing}, {Strong: twoKings, Weak: oneKing}},
		},
	},
	{
		Key: "filipino", Name: "Filipino checkers",
		Board: mirrored, Starts: White,
		Man: anyMan, King: flyingKing, Capture: mustCaptureMost,
		// A. Quilet, Book of Filipino Checkers (pdfcoffee.com/book-of-filipino-checkersdocx-pdf-free.html):
		// the moves of the Brazilian game; rule 10: three kings do not beat one within its 12
		// moves. How to Play Filipino Checkers (luffykudo.wordpress.com/2024/03/11/how-to-play-filipino-checkers)
		// has both boards, that of Luzon and that of the Visayas and Mindanao.
		Draws: Draws{
			Repetition: 3,
			Counters: []Counter{
				{Moves: 12, By: WeakerSide, Balance: Balance{Strong: onlyThreeKings, Weak: oneKing}},
				{Moves: 20, By: EachSide, Quiet: true},
			},
			Unwinnable: []Balance{{Strong: oneKing, Weak: someKing}, {Strong: twoKings, Weak: oneKing}},
		},
	},
	{
		Key: "pool", Name: "Pool checkers", GameType: 23,
		Board: eightByEight, Starts: Black,
		Man: anyMan, King: flyingKing, Capture: mustCapture,
		// APCA Tournament Rules of Play (americanpoolcheckers.us), 26 and 27: the same position
		// for the third time, or 15 moves of each side without a man's move or a capture; three
		// kings do not beat one within its 13 moves. That 26 needs a claim is the American custom.
		Draws: Draws{
			Repetition: 3, RepetitionClaimed: true,
			Counters: []Counter{
				{Moves: 13, By: WeakerSide, Balance: Balance{Strong: threeKings, Weak: oneKing}},
				{Moves: 15, By: EachSide, Quiet: true, Claimed: true},
			},
			Unwinnable: []Balance{{Strong: oneKing, Weak: someKing}},
		},
	},
	{
		Key: "italian", Name: "Italian draughts", GameType: 22,
		Board: mirrored, Starts: White,
		Man:     Man{Moves: DiagonalForward, Captures: DiagonalForward, CapturesKings: false, Crowning: EndsMove},
		King:    shortKing,
		Capture: Capture{Obligatory: true, Prefer: []Preference{MostPieces, WithKing, MostKings, KingsSoonest}},
		// FID, Regolamento tecnico, Capo I (fid.it/regolamenti/2008/RegTec_CAPO_I.pdf), 9.3 and
		// 10.4: a player may claim the same position for the fourth time, or 40 moves of each side
		// without a man's move or a capture.
		Draws: Draws{
			Repetition: 4, RepetitionClaimed: true,
			Counters:   []Counter{{Moves: 40, By: EachSide, Quiet: true, Claimed: true}},
			Unwinnable: []Balance{{Strong: oneKing, Weak: someKing}},
		},
	},
	{
		Key: "spanish", Name: "Spanish draughts", GameType: 24,
		Board: mirrored, Starts: White,
		Man: forwardMan, King: flyingKing,
		Capture: Capture{Obligatory: true, Prefer: []Preference{MostPieces, MostKings}},
		// Federação Portuguesa de Damas, Rules of Portuguese Draughts (Spanish Draughts), 3.8 and
		// 5.3: 12 moves of three kings that hold the long diagonal against one; 20 moves of each
		// side with kings only, once each has a king and at most four pieces; the same position
		// for the third time. There the 20 moves do not run against three kings; here they do, so
		// that kings which leave the diagonal and come back do not begin anew for ever.
		Draws: Draws{
			Repetition: 3,
			Counters: []Counter{
				{Moves: 20, By: EachSide, Quiet: true, Balance: Balance{Strong: upToFour, Weak: upToFour}},
				{Moves: 12, By: StrongerSide, Balance: Balance{Strong: onlyThreeKings, Weak: oneKing, StrongOnDiagonal: true}},
			},
			Unwinnable: []Balance{{Strong: oneKing, Weak: someKing}},
		},
	},
	{
		Key: "czech", Name: "Czech draughts", GameType: 29,
		Board: withLetters, Starts: White,
		Man: forwardMan, King: flyingKing,
		Capture: Capture{Obligatory: true, Prefer: []Preference{WithKing}},
		// FMJD, Brief Rules of Czech Draughts (fmjd.org/variant.php?p=czech): the same position
		// three times, if a player claims it; 15 moves without a jump or a man's move.
		Draws: Draws{
			Repetition: 3, RepetitionClaimed: true,
			Counters:   []Counter{{Moves: 15, By: EachSide, Quiet: true}},
			Unwinnable: []Balance{{Strong: oneKing, Weak: someKing}},
		},
	},
	{
		Key: "thai", Name: "Thai checkers", GameType: 31,
		Board: Board{Size: 8, Rows: 2}, Starts: Black,
		Man:     forwardMan,
		King:    King{Moves: Diagonals, Range: Far, Captures: Diagonals, Reach: Far, Landing: JustBehind, TurnsBack: true},
		Capture: Capture{Obligatory: true, Removal: AtOnce},
		// No rules of a federation were found; repetition is what servers play by. There is no
		// fixed rule who starts (Makhos, coldmoon.io/?page_id=387; Mak-hot, checkers.fandom.com).
		Draws: Draws{
			Repetition: 3,
			Counters:   []Counter{{Moves: 25, By: EachSide, Quiet: true}},
		},
	},
	{
		Key: "international", Name: "International draughts", GameType: 20,
		Board: tenByTen, Starts: White,
		Man: anyMan, King: flyingKing, Capture: mustCaptureMost,
		// FMJD rules, Annex 1, article 6: 25 moves of each side with kings only; 16 of each
		// once three pieces, a king among them, stand against one king, also if some are
		// captured meanwhile; 5 of each while that king keeps to the long diagonal; and 5 of
		// each once two pieces, a king among them, or one king stand against one king.
		Draws: internationalDraws,
	},
	{
		Key: "canadian", Name: "Canadian draughts", GameType: 27,
		Board: twelveByTwelve, Starts: White,
		Man: anyMan, King: flyingKing, Capture: mustCaptureMost,
		// Played by the rules of the international game, draws included.
		Draws: internationalDraws,
	},
	{
		Key: "frisian", Name: "Frisian draughts", GameType: 40,
		Board: tenByTen, Starts: White,
		Man: Man{Moves: DiagonalForward, Captures: Diagonals | Straights, CapturesKings: true, Crowning: Passes},
		King: King{
			Moves: Diagonals, Range: Far,
			Captures: Diagonals | Straights, Reach: Far, Landing: Anywhere,
			RunLimit: 3,
		},
		Capture: Capture{Obligatory: true, Prefer: []Preference{MostValue, WithKing}},
		// Frisian rules (WFD): two kings against one are drawn after 7 moves of each
		// side; one against one at once unless a win is forced, which shows within 2
		// moves, as lidraughts has it.
		Draws: Draws{
			Repetition: 3,
			Counters: []Counter{
				{Moves: 7, By: EachSide, Balance: Balance{Strong: twoKings, Weak: oneKing}},
				{Moves: 2, By: EachSide, Balance: Balance{Strong: oneKing, Weak: oneKing}},
				{Moves: 25, By: EachSide, Quiet: true},
			},
			Unwinnable: []Balance{{Strong: oneKing, Weak: someKing}},
		},
	},
	{
		Key: "turkish", Name: "Turkish draughts", GameType: 30,
		Board: Board{Size: 8, Playable: All, Rows: 2, Gap: 1, Notation: Letters}, Starts: White,
		Man: Man{
			Moves: StraightForward | Sideways, Captures: StraightForward | Sideways,
			CapturesKings: true, Crowning: Passes,
		},
		King:    King{Moves: Straights, Range: Far, Captures: Straights, Reach: Far, Landing: Anywhere},
		Capture: Capture{Obligatory: true, Prefer: []Preference{MostPieces}, Removal: AtOnce},
		// One piece left to each side is a draw, even if one of them is a king: Türk Daması
		// Kuralları, 19 (damaakademisi.com/page/178). Others have a king beat a man. By the
		// federation's tournament rules, whose time runs out loses in any position.
		Draws: Draws{
			Repetition: 3,
			Counters:   []Counter{{Moves: 25, By: EachSide, Quiet: true}},
			Dead:       []Balance{{Strong: onePiece, Weak: onePiece}},
		},
	},
}
