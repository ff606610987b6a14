package game

import "doublecorner/game/draughts"

// Cause is why a game is over.
type Cause uint8

const (
	ByRules       Cause = iota // by a rule of the game: Result.Rule
	ByClaim                    // a player claimed a draw that a rule allows: Result.Rule
	ByAgreement                // the players agreed on a draw
	ByResignation              // a player gave up
	ByTime                     // a player's time ran out
	ByRuling                   // a moderator decided
	Aborted                    // it ended as if it had not been played: freely, by agreement or by a moderator
	Abandoned                  // a player had everything about them erased; the opponent wins if the game was underway
	ByLength                   // it had gone on for as long as a game can: a draw
)

var causeWords = []string{"rules", "claim", "agreement", "resignation", "time", "ruling", "aborted", "abandoned", "length"}

func (c Cause) String() string { return word(causeWords, c) }

// Outcome is who has won.
type Outcome uint8

const (
	NoOutcome Outcome = iota // aborted, or ended before it was underway: it counts for nothing
	Drawn
	WhiteWon
	BlackWon
)

var outcomeWords = []string{"none", "drawn", "white won", "black won"}

func (o Outcome) String() string { return word(outcomeWords, o) }

// WonBy returns the outcome in which a side has won.
func WonBy(s draughts.Side) Outcome { return WhiteWon + Outcome(s) }

// Winner returns the side that has won, if one has.
func (o Outcome) Winner() (draughts.Side, bool) {
	switch o {
	case WhiteWon:
		return draughts.White, true
	case BlackWon:
		return draughts.Black, true
	}
	return 0, false
}

// score returns what a side has got: 1, a half or 0.
func (o Outcome) score(s draughts.Side) float64 {
	switch winner, won := o.Winner(); {
	case !won:
		return 0.5
	case winner == s:
		return 1
	}
	return 0
}

// Result is how a game ended.
type Result struct {
	Cause   Cause
	Outcome Outcome
	Rule    draughts.EndRule // for ByRules and ByClaim
	// Moderator is who ruled, for ByRuling and for what a moderator aborted, and
	// Reason why, in their words.
	Moderator PersonID
	Reason    string
	// Weight is what the game counted for, from 1 down: see weightOf. 0: it was not rated.
	Weight float64
	// Changes are what it did to ratings, by side.
	Changes [len(draughts.Sides)][]RatingChange
}

// RatingChange is what a game did to a rating.
type RatingChange struct {
	Place         PlaceID // where the rating holds; Everywhere for the overall one
	Before, After Rating
}
