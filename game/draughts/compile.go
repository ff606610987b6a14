package draughts

// traits are the parts of a compiled rule set that do not depend on how wide a board is.
type traits struct {
	manMoves, manTakes   [2][]dir // by side
	kingMoves, kingTakes []dir

	kingRuns          bool // a king moves any distance
	kingReaches       bool // a king takes pieces any distance away
	kingLandsAnywhere bool
	noReverse         bool
	menSpareKings     bool
	takenLeaveAtOnce  bool
	optional          bool // captures are
	kingWins          bool
	crowning          Crowning
	runLimit          uint8
	ranks             bool // captures differ in rank
	mixed             bool // men take straight and diagonally, so two jumps can take the same two pieces in either order
	countsSlowly      bool

	// The rank of a capture is one number: the preferences of the rule set are
	// fields of it, the first the most significant.
	takesMan, takesKing, withKing, soonKing uint64
}

// A king is worth just under one and a half men: two kings are less than three men,
// and one is more than one.
const manValue, kingValue = 100, 149

// fewCaptures is up to how many captures of one piece are compared one by one.
const fewCaptures = 48

// MostLandings is how often the pieces of a side may come down in all their captures of one
// position together, the same way of coming to a square counted once. In millions of
// positions of games played at random there were never more than a thousand.
const MostLandings = 10_000

// fewLandings is up to how many landings it costs less to follow one again than to look
// for it among those before.
const fewLandings = 256

func compileTraits(r *Rules, g *grid) traits {
	t := traits{
		kingMoves:         g.dirs(r.King.Moves, White),
		kingTakes:         g.dirs(r.King.Takes, White),
		kingRuns:          r.King.Range == Far,
		kingReaches:       r.King.Reach == Far,
		kingLandsAnywhere: r.King.Landing == Anywhere,
		noReverse:         !r.King.TurnsBack,
		menSpareKings:     !r.Man.TakesKings,
		takenLeaveAtOnce:  r.Capture.Removal == AtOnce,
		optional:          !r.Capture.Obligatory,
		kingWins:          r.Object == Breakthrough,
		crowning:          r.Man.Crowning,
		runLimit:          uint8(r.King.RunLimit),
		ranks:             len(r.Capture.Prefer) > 0,
		mixed:             r.Man.Takes&Diagonals != 0 && r.Man.Takes&Straights != 0,
		countsSlowly:      !r.Capture.Obligatory || r.Object == Breakthrough,
	}
	for _, s := range Sides {
		t.manMoves[s] = g.dirs(r.Man.Moves, s)
		t.manTakes[s] = g.dirs(r.Man.Takes, s)
	}
	shift := 64
	for _, p := range r.Capture.Prefer {
		shift -= p.width()
		unit := uint64(1) << shift
		switch p {
		case MostPieces:
			t.takesMan += unit
			t.takesKing += unit
		case MostKings:
			t.takesKing += unit
		case MostValue:
			t.takesMan += manValue * unit
			t.takesKing += kingValue * unit
		case WithKing:
			t.withKing += unit
		case KingsSoonest:
			t.soonKing += unit << (KingsSoonest.width() - 1)
		}
	}
	return t
}

// width returns how many bits of the rank a preference takes. No capture takes
// more than the 30 pieces that a side can have.
func (p Preference) width() int {
	switch p {
	case WithKing:
		return 1
	case KingsSoonest:
		return 31
	case MostValue:
		return 13
	}
	return 5
}
