package draughts

// traits are the parts of a compiled rule set that do not depend on how wide a board is.
type traits struct {
	manMoves, manCaptures   [2][]dir // by side
	kingMoves, kingCaptures []dir

	kingRuns            bool // a king moves any distance
	kingReaches         bool // a king captures pieces any distance away
	kingLandsAnywhere   bool // behind them
	noReverse           bool // a king does not turn straight back in a capture
	menSpareKings       bool // men do not capture kings
	capturedLeaveAtOnce bool // captured pieces leave as they are jumped
	optional            bool // captures are optional
	kingWins            bool // the first king wins
	crowning            Crowning
	runLimit            uint8

	// The rank of a capture is one number, in which each preference of the rule set has a
	// few bits, the first the most significant. These are what it gains by each man and king
	// captured, by being made with a king, and by a king captured with the first jump.
	capturesMan, capturesKing, withKing, soonKing uint64
}

// A king is worth just under one and a half men: two kings are worth less than three men, and
// one king more than one man.
const manValue, kingValue = 100, 149

const (
	// fewCaptures is the number of captures of one piece up to which they are compared one by
	// one.
	fewCaptures = 48
	// fewLandings is the number of landings up to which following one again costs less than
	// looking for it among those before.
	fewLandings = 256
)

func compileTraits(r *Rules, g *grid) traits {
	t := traits{
		kingMoves:           g.dirs(r.King.Moves, White),
		kingCaptures:        g.dirs(r.King.Captures, White),
		kingRuns:            r.King.Range == Far,
		kingReaches:         r.King.Reach == Far,
		kingLandsAnywhere:   r.King.Landing == Anywhere,
		noReverse:           !r.King.TurnsBack,
		menSpareKings:       !r.Man.CapturesKings,
		capturedLeaveAtOnce: r.Capture.Removal == AtOnce,
		optional:            !r.Capture.Obligatory,
		kingWins:            r.Object == Breakthrough,
		crowning:            r.Man.Crowning,
		runLimit:            uint8(r.King.RunLimit),
	}
	for _, s := range Sides {
		t.manMoves[s] = g.dirs(r.Man.Moves, s)
		t.manCaptures[s] = g.dirs(r.Man.Captures, s)
	}
	shift := 64
	for _, p := range r.Capture.Prefer {
		shift -= preferenceBits[p]
		unit := uint64(1) << shift
		switch p {
		case MostPieces:
			t.capturesMan += unit
			t.capturesKing += unit
		case MostKings:
			t.capturesKing += unit
		case MostValue:
			t.capturesMan += manValue * unit
			t.capturesKing += kingValue * unit
		case WithKing:
			t.withKing += unit
		case KingsSoonest:
			t.soonKing += unit << (preferenceBits[KingsSoonest] - 1)
		}
	}
	return t
}

// preferenceBits holds how many bits of the rank each preference needs. No capture has more than
// the 30 pieces that a side can have.
var preferenceBits = [...]int{MostPieces: 5, MostKings: 5, MostValue: 13, WithKing: 1, KingsSoonest: 31}
