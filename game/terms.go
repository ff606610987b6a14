package game

import (
	"slices"

	"doublecorner/game/draughts"
)

// Terms are what two people agree to play.
type Terms struct {
	// Variant is the rule set. It is kept whole with the game.
	Variant *draughts.Variant
	// Start is where the game begins; the zero position is the regular one.
	Start draughts.Position
	Clock Clock
	// Rated games count for ratings and leaderboards, friendly ones do not.
	Rated bool
	// Colour is the challenger's.
	Colour Colour
}

// Colour is how the sides are given out.
type Colour uint8

const (
	// ByLot: chance decides.
	ByLot Colour = iota
	// PlayWhite: the challenger has White.
	PlayWhite
	// PlayBlack: the challenger has Black.
	PlayBlack
)

var colourWords = []string{"by lot", "white", "black"}

func (c Colour) String() string { return word(colourWords, c) }

// ColourOf returns the colour that gives the challenger a side.
func ColourOf(s draughts.Side) Colour {
	if s == draughts.White {
		return PlayWhite
	}
	return PlayBlack
}

// Opposite returns the colour that leaves the challenger the other side.
func (c Colour) Opposite() Colour {
	switch c {
	case PlayWhite:
		return PlayBlack
	case PlayBlack:
		return PlayWhite
	}
	return ByLot
}

// TermsFault is what can be wrong with terms.
type TermsFault uint8

const (
	NoRules     TermsFault = iota + 1 // no rule set is named
	OtherRules                        // the start is a position under other rules
	StartIsOver                       // nothing can be played from the start
	StartRated                        // only games from the regular start are rated
	NoColour                          // the colour is none of those there are
)

var termsFaultWords = []string{"fine", "no rules", "start under other rules", "start is over", "start rated", "no colour"}

func (f TermsFault) String() string { return word(termsFaultWords, f) }

// start returns the position the game begins with.
func (t *Terms) start() draughts.Position {
	if t.isRegular() {
		return t.Variant.Start()
	}
	return t.Start
}

func (t *Terms) isRegular() bool { return t.Start == draughts.Position{} }

// settle checks terms and makes equal what means the same.
func (t *Terms) settle() TermsFault {
	if t.Variant == nil {
		return NoRules
	}
	if t.isRegular() || t.Start == t.Variant.Start() {
		t.Start = draughts.Position{}
	} else if t.Start.Variant() != t.Variant {
		return OtherRules
	}
	if _, over := draughts.NewHistory(t.start()).Ending(); over {
		return StartIsOver
	}
	if t.Rated && !t.isRegular() {
		return StartRated
	}
	if t.Colour > PlayBlack {
		return NoColour
	}
	return 0
}

// same tells whether two terms, both settled, leave nothing to choose between them.
func (t *Terms) same(u *Terms) bool {
	return t.Clock == u.Clock && t.Rated == u.Rated && t.Colour == u.Colour &&
		IdentifyRules(t.Variant.Rules()) == IdentifyRules(u.Variant.Rules()) && t.sameStart(u)
}

func (t *Terms) sameStart(u *Terms) bool {
	a, b := t.start().Setup(), u.start().Setup()
	return a.Turn == b.Turn && a.Runs == b.Runs && slices.Equal(a.Pieces, b.Pieces)
}
