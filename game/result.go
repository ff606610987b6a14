package game

import (
	"context"
	"strings"
	"unicode/utf8"

	"doublecorner/game/draughts"
)

// Cause is the reason for which a game is over.
type Cause uint8

const (
	ByRules       Cause = iota // a rule of the game ended it: Result.Rule
	ByClaim                    // a player claimed a draw that a rule allows: Result.Rule
	ByAgreement                // the players agreed on a draw
	ByResignation              // a player resigned
	ByTime                     // a player's time ran out
	ByRuling                   // a moderator decided
	Aborted                    // a player, both or a moderator ended it as if it had not been played
	Abandoned                  // a player left its tournament or was erased; the opponent wins if the game was underway
	ByLength                   // it reached MaxPlies: a draw
	ByInactivity               // without a clock, a player did not move for long
)

func (c Cause) String() string {
	return draughts.Word(c, "rules", "claim", "agreement", "resignation", "time", "ruling", "aborted", "abandoned", "length", "inactivity")
}

// Outcome says who has won a game.
type Outcome uint8

const (
	NoOutcome Outcome = iota // it was aborted or ended before it was underway, and counts for nothing
	Drawn
	WhiteWon
	BlackWon
)

func (o Outcome) String() string { return draughts.Word(o, "none", "drawn", "white won", "black won") }

// WonBy returns the outcome in which a side has won.
func WonBy(s draughts.Side) Outcome { return WhiteWon + Outcome(s) }

// Winner returns the side that has won, if one has.
func (o Outcome) Winner() (draughts.Side, bool) {
	if o != WhiteWon && o != BlackWon {
		return 0, false
	}
	return draughts.Side(o - WhiteWon), true
}

// score returns the score of a side: 1, a half or 0.
func (o Outcome) score(s draughts.Side) float64 {
	switch winner, won := o.Winner(); {
	case !won:
		return 0.5
	case winner == s:
		return 1
	}
	return 0
}

// Result describes how a game ended.
type Result struct {
	Cause   Cause
	Outcome Outcome
	Rule    draughts.EndRule // for ByRules and ByClaim
	// Moderator is the person who ruled, and Reason is what they wrote, for ByRuling and for
	// Aborted by a moderator.
	Moderator PersonID
	Reason    string
	// Weight is the weight of the game for the ratings, at most 1: see weightOf. It is 0 for a
	// game that was not rated.
	Weight  float64
	Changes [len(draughts.Sides)][]RatingChange // of ratings, by side
}

// RatingChange is the change of a rating by a game.
type RatingChange struct {
	Place         PlaceID // where the rating holds; Everywhere for the overall one
	Before, After Rating
}

// MaxPlies is the greatest number of moves and take-backs in a game. No real game needs as
// many; it keeps two people, or rules without draws, from making one game grow without end.
const MaxPlies = 1000

// end ends a game by the action of a side and rates it. A game that is not underway gets an
// outcome only by a rule of the game.
func (s *step) end(g *Game, side draughts.Side, result Result) error {
	if !g.IsUnderway() && result.Cause != ByRules {
		result.Outcome = NoOutcome
	}
	if g.Rated && result.Outcome != NoOutcome {
		if err := s.rate(g, &result); err != nil {
			return err
		}
	}
	return s.addEvent(g, Event{Kind: Ended, Side: side, Result: &result})
}

// endIfTooLong ends a game that has reached MaxPlies.
func (s *step) endIfTooLong(g *Game, side draughts.Side) error {
	if g.ply < MaxPlies {
		return nil
	}
	return s.end(g, side, Result{Cause: ByLength, Outcome: Drawn})
}

// Resign ends a game: the opponent wins. For the people of a room, a moderator of their place can resign.
func (r *Referee) Resign(ctx context.Context, q GameRequest) (Answer, error) {
	return r.play(ctx, resignKind, q, func(s *step, g *Game, side draughts.Side) error {
		return s.end(g, side, Result{Cause: ByResignation, Outcome: WonBy(side.Opponent())})
	})
}

// RulingRequest ends a game by a moderator's decision.
type RulingRequest struct {
	GameRequest
	Outcome Outcome // for Adjudicate
	Reason  string
}

// maxReason is the greatest length of a ruling's reason in characters.
const maxReason = 500

// Adjudicate ends a game with the outcome that a moderator decides on. The game keeps the
// reason.
func (r *Referee) Adjudicate(ctx context.Context, q RulingRequest) (Answer, error) {
	return r.rule(ctx, adjudicateKind, q, Result{Cause: ByRuling, Outcome: q.Outcome})
}

// Annul ends a game by a moderator's decision as if it had not been played.
func (r *Referee) Annul(ctx context.Context, q RulingRequest) (Answer, error) {
	return r.rule(ctx, annulKind, q, Result{Cause: Aborted})
}

// rule ends a game by a moderator's decision.
func (r *Referee) rule(ctx context.Context, kind RequestKind, q RulingRequest, result Result) (Answer, error) {
	return r.do(ctx, kind, q.Request, func(s *step) (Answer, error) {
		if result.Cause == ByRuling && (result.Outcome == NoOutcome || result.Outcome > BlackWon) {
			return Answer{}, refuse(NoRuling)
		}
		g, err := s.viewer().game(s.tx, q.Game)
		if err != nil {
			return Answer{}, err
		}
		reason := strings.TrimSpace(q.Reason)
		_, plays := g.Side(s.by.Person)
		switch {
		case !s.by.Moderator || g.Place != s.place || g.IsBetween():
			return Answer{}, &RequestError{Code: NotAModerator, Game: g}
		case plays:
			return Answer{}, &RequestError{Code: OwnGame, Game: g}
		case reason == "":
			return Answer{}, &RequestError{Code: NoReason, Game: g}
		case utf8.RuneCountInString(reason) > maxReason:
			return Answer{}, &RequestError{Code: ReasonTooLong, Game: g, Limit: maxReason}
		}
		if err := q.checkCurrent(g); err != nil {
			return Answer{}, err
		}
		ruling := result // a step can run again
		ruling.Moderator, ruling.Reason = s.by.Person, strings.ToValidUTF8(reason, "�")
		return Answer{Game: g}, s.end(g, g.Turn(), ruling)
	})
}
