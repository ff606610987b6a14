package game

import (
	"context"
	"slices"
)

// RematchRequest asks the opponent of a finished game to play again.
type RematchRequest struct {
	Request
	Game    GameID
	Room    RoomID
	Unrated bool // also if the game was rated
	Level   int  // of the Computer, if it is to be another one; 0: that of the game
}

// Rematch challenges the opponent of a finished game to play again: with the same clocks, and the sides exchanged, unless that game had no
// outcome, and with the same ballot if that was the first game with it, and perhaps at another level. If the opponent has asked for the same rematch,
// it begins the game. If the rule set has changed since, the new game is under the rules as they are now. Against the
// Computer it begins at once. While the rematch is running, it is the game of the answer, and nothing happens.
func (r *Referee) Rematch(ctx context.Context, q RematchRequest) (Answer, error) {
	return r.do(ctx, rematchKind, q.Request, func(s *step) (Answer, error) {
		g, err := s.viewer().game(s.tx, q.Game)
		if err != nil {
			return Answer{}, err
		}
		side, ok := g.Side(q.By.Person)
		switch {
		case !ok:
			return Answer{}, &RequestError{Code: NotAPlayer, Game: g}
		case !g.IsOver():
			return Answer{}, &RequestError{Code: NotOver, Game: g}
		case g.Voting:
			return Answer{}, &RequestError{Code: PeopleVote, Game: g}
		case g.IsBetween():
			return Answer{}, &RequestError{Code: BetweenPlaces, Game: g}
		}
		opponent := g.Player(side.Opponent())
		// A counter-challenge has other terms, to which asking for a rematch does not agree, and so may one that was changed.
		theirs, err := s.findOpenBy(opponent, func(c *Challenge) bool {
			return c.RematchOf == g.ID && c.CounterTo == "" && c.Changes == 0
		})
		if err != nil {
			return Answer{}, err
		}
		if theirs != nil {
			return s.accept(theirs, q.By.Person)
		}
		running, err := s.tx.Games(RunningGamesOf(q.By.Person), "", s.quotas.GamesPerPerson)
		if err != nil {
			return Answer{}, err
		}
		if i := slices.IndexFunc(running.Items, func(other *Game) bool { return other.RematchOf == g.ID }); i >= 0 {
			return Answer{Game: running.Items[i]}, nil
		}
		terms := g.Terms
		if side != g.Challenger { // everybody keeps their clock
			terms = terms.Mirrored()
		}
		if err := terms.renew(g.Pool); err != nil {
			return Answer{}, err
		}
		terms.Rated = terms.Rated && !q.Unrated
		if q.Level != 0 {
			terms.Level = q.Level
			if fault := terms.faultAgainst(opponent); fault != 0 {
				return Answer{}, &RequestError{Code: BadTerms, Terms: fault}
			}
		}
		terms.Colour = colourOf(side.Opponent())
		if g.result.Outcome == NoOutcome { // it did not count: the sides stay
			terms.Colour = colourOf(side)
		}
		return s.challenge(&Challenge{
			Place: g.Place, Room: q.Room, From: q.By.Person, To: opponent, Terms: terms, RematchOf: g.ID,
		})
	})
}
