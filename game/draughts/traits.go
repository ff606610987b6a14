package draughts

// traits are the parts of a compiled rule set that do not depend on how wide a board is.
type traits struct {
	man     Man
	king    King
	capture Capture
	object  Object

	manMoves, manCaptures   [2][]dir // by side
	kingMoves, kingCaptures []dir

	// The rank of a capture is one number, in which each preference of the rule set has a
	// few bits, the first the most significant. These are what it gains by each man and king
	// captured, by being made with a king, and by a king captured with the first jump.
	capturesMan, capturesKing, withKing, soonKing uint64
}

// weighing is how a preference compares captures.
type weighing struct {
	man, king, withKing int    // what counts each man and king captured, and that a king captures
	bits                int    // how many the rank needs: no side has more than 30 pieces
	reason              Reason // why a capture that counts less is illegal
}

// A king is worth just under two men: three kings are less than six men, and more than five
// (rules of Frisian draughts, 2011, article 11).
var weighings = [...]weighing{
	MostPieces:   {man: 1, king: 1, bits: 5, reason: MorePieces},
	MostKings:    {king: 1, bits: 5, reason: MoreKings},
	MostValue:    {man: 100, king: 199, bits: 13, reason: MoreValue},
	WithKing:     {withKing: 1, bits: 1, reason: KingFirst},
	KingsSoonest: {bits: 31, reason: KingsSooner}, // which depends on the path as well
}

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
		man: r.Man, king: r.King, capture: r.Capture, object: r.Object,
		kingMoves: g.dirs(r.King.Moves, White), kingCaptures: g.dirs(r.King.Captures, White),
	}
	for _, s := range Sides {
		t.manMoves[s] = g.dirs(r.Man.Moves, s)
		t.manCaptures[s] = g.dirs(r.Man.Captures, s)
	}
	shift := 64
	for _, p := range r.Capture.Prefer {
		w := weighings[p]
		shift -= w.bits
		t.capturesMan += uint64(w.man) << shift
		t.capturesKing += uint64(w.king) << shift
		t.withKing += uint64(w.withKing) << shift
		if p == KingsSoonest {
			t.soonKing = 1 << (shift + w.bits - 1)
		}
	}
	return t
}
