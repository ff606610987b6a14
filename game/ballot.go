package game

import (
	"doublecorner/game/draughts"
	"doublecorner/game/openings"
)

// ballot returns the moves with which the game of a challenge begins if that is a ballot, and whether the
// players play it for the second time, with the sides exchanged. As in matches, a rematch has the ballot of the
// game before once more. A game that ended and does not count is played again with its ballot, so that nobody
// can cancel it for another one.
func (s *step) ballot(c *Challenge, white, black PersonID) (opening []Path, second bool, err error) {
	deck := openings.Deck(c.Variant)
	if !c.Ballot || len(deck) == 0 { // the deck of a rule set that changed may be gone
		return nil, false, nil
	}
	before, err := s.gameBefore(c, white, black)
	if err != nil {
		return nil, false, err
	}
	if before != nil && before.Opening != nil && before.Variant == c.Variant && before.IsOver() {
		switch counts := before.result.Outcome != NoOutcome; {
		case !counts:
			return before.Opening, before.SecondOfBallot, nil
		case c.RematchOf != "" && !before.SecondOfBallot && white != before.Player(draughts.White):
			return before.Opening, true, nil
		}
	}
	return pathsOf(deck[s.rng.IntN(len(deck))].Game()), false, nil
}

// gameBefore returns the game that a challenge is a rematch of, or else the last one of the two players that began
// with a ballot, or nil.
func (s *step) gameBefore(c *Challenge, white, black PersonID) (*Game, error) {
	if c.RematchOf == "" {
		return s.lastBetween(white, black, func(g *Game) bool { return g.Ballot })
	}
	g, err := s.tx.Game(c.RematchOf)
	if isNotFound(err) { // it did not count, and was deleted
		return nil, nil
	}
	return g, err
}
