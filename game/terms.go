package game

import (
	"slices"

	"doublecorner/game/draughts"
	"doublecorner/game/openings"
)

// Terms are the conditions of a game on which two people agree.
type Terms struct {
	Variant *draughts.Variant // the rule set; the game is stored with all of it
	Start   draughts.Position // at the beginning; the zero position stands for the regular one
	Ballot  bool              // the opening is drawn from the deck of the rule set when the game begins
	Clock   Clock
	Odds    Clock  // of the opponent of the challenger; none: both have Clock
	Rated   bool   // the game counts for ratings and leaderboards
	Colour  Colour // the choice of the challenger
	// Vacations says that in a tournament, too, clocks stand still while their players are on vacation.
	Vacations bool
	Public    bool // everybody may watch the game who has an address of it: see Share
	Level     int  // of the Computer, up to Levels; 0 between people
	// Voting says that the people of the challenger's room play together, and vote for each move: see Vote. So many votes
	// for a move as Quorum make it at once; 0: it is made when its time is over.
	Voting bool
	Quorum int
}

// Colour is the challenger's choice of a side.
type Colour uint8

const (
	ByLot Colour = iota // the lot decides
	PlayWhite
	PlayBlack
)

func (c Colour) String() string { return draughts.Word(c, "by lot", "white", "black") }

// colourOf returns the colour that gives the challenger a side.
func colourOf(s draughts.Side) Colour { return PlayWhite + Colour(s) }

// Opposite returns the colour that leaves the challenger the other side.
func (c Colour) Opposite() Colour {
	if c == ByLot {
		return ByLot
	}
	return PlayWhite + PlayBlack - c
}

// TermsFault names what is wrong with terms.
type TermsFault uint8

const (
	NoRules       TermsFault = iota + 1 // no rule set is named
	OtherRules                          // the start is a position under other rules
	StartIsOver                         // nothing can be played from the start
	StartRated                          // only games from the regular start are rated
	NoColour                            // the colour is none of those there are
	NoLevel                             // the level is none of those there are, or does not fit the opponent
	ComputerRated                       // games against the Computer are not rated
	NoBallots                           // the rule set has no deck of ballots, or the start is another one
	OddsRated                           // games in which one has more time are not rated
	OddsOfKinds                         // one clock counts by moves, and the other does not
	VoteRated                           // games in which people vote are not rated
	VoteClock                           // people vote for so long a move, and only they have minutes for one
	BadQuorum                           // the quorum is negative or very large, or nobody votes
)

func (f TermsFault) String() string {
	return draughts.Word(f, "fine", "no rules", "start under other rules", "start is over", "start rated", "no colour",
		"no level", "computer rated", "no ballots", "odds rated", "odds of kinds", "vote rated", "vote clock", "bad quorum")
}

// start returns the position at the beginning.
func (t *Terms) start() draughts.Position {
	if t.IsRegular() {
		return t.Variant.Start()
	}
	return t.Start
}

// IsRegular reports whether a game begins from the position that its rule set names.
func (t *Terms) IsRegular() bool { return t.Start == draughts.Position{} }

// HasOdds reports whether one player has another clock than the other.
func (t *Terms) HasOdds() bool { return !t.Odds.IsNone() }

// Mirrored returns the terms as the opponent of the challenger would name them.
func (t *Terms) Mirrored() Terms {
	m := *t
	m.Colour = t.Colour.Opposite()
	if t.HasOdds() {
		m.Clock, m.Odds = t.Odds, t.Clock
	}
	return m
}

// renew replaces an earlier version of the built-in rule set of a pool by the rule set as it is now.
func (t *Terms) renew(pool Pool) error {
	now, err := draughts.Builtin(string(pool))
	if err != nil || now == t.Variant {
		return nil // it is custom, or unchanged
	}
	if !t.IsRegular() {
		t.Start, err = now.Position(t.Start.Setup())
	}
	t.Variant = now
	return err
}

// normalize checks terms and gives terms of the same meaning the same form.
func (t *Terms) normalize() TermsFault {
	if t.Variant == nil {
		return NoRules
	}
	if t.Start == t.Variant.Start() {
		t.Start = draughts.Position{}
	}
	if !t.IsRegular() && t.Start.Variant() != t.Variant {
		return OtherRules
	}
	if t.Odds == t.Clock {
		t.Odds = Clock{}
	}
	_, over := draughts.NewHistory(t.start()).Ending()
	switch {
	case over:
		return StartIsOver
	case t.Rated && !t.IsRegular():
		return StartRated
	case t.Colour > PlayBlack:
		return NoColour
	case t.Level < 0 || t.Level > Levels:
		return NoLevel
	case t.Rated && t.HasComputer():
		return ComputerRated
	case t.Ballot && (!t.IsRegular() || len(openings.Deck(t.Variant)) == 0):
		return NoBallots
	case t.HasOdds() && t.Rated:
		return OddsRated
	case t.HasOdds() && (t.Clock.IsNone() || (t.Clock.Base() > 0) != (t.Odds.Base() > 0)):
		return OddsOfKinds
	case t.Voting && t.Rated:
		return VoteRated
	case t.Voting != (t.Clock.minutes > 0) && (!t.Voting || t.Clock.days == 0 || t.Clock.spare > 0), t.Voting && (t.HasOdds() || t.Clock.PerMove() > MaxVoteTime):
		return VoteClock
	case t.Quorum < 0 || t.Quorum > maxQuorum || t.Quorum > 0 && !t.Voting:
		return BadQuorum
	}
	return 0
}

// faultAgainst checks terms, and that they have a level if the opponent is the Computer, and only then.
func (t *Terms) faultAgainst(opponent PersonID) TermsFault {
	if fault := t.normalize(); fault != 0 {
		return fault
	}
	if t.HasComputer() != (opponent == Computer) {
		return NoLevel
	}
	return 0
}

// equal reports whether two normalized terms mean the same.
func (t *Terms) equal(u *Terms) bool {
	a, b := t.start().Setup(), u.start().Setup()
	return t.Clock == u.Clock && t.Odds == u.Odds && t.Rated == u.Rated && t.Colour == u.Colour && t.Level == u.Level && t.Ballot == u.Ballot &&
		t.Voting == u.Voting && t.Quorum == u.Quorum &&
		IdentifyRules(t.Variant.Rules()) == IdentifyRules(u.Variant.Rules()) &&
		a.Turn == b.Turn && a.Runs == b.Runs && slices.Equal(a.Pieces, b.Pieces)
}
