package game

import "doublecorner/game/draughts"

// sides returns who plays which side in the game of a challenge that a person accepts, or the Computer.
func (s *step) sides(c *Challenge, by PersonID) (white, black PersonID, err error) {
	white, black = c.player(), by
	swap := c.Colour == PlayBlack
	if c.Colour == ByLot {
		kept, err := s.whiteAfterUncounted(white, black)
		if err != nil {
			return 0, 0, err
		}
		swap = kept == black || kept == Anyone && s.rng.IntN(2) == 0
	}
	if swap {
		return black, white, nil
	}
	return white, black, nil
}

// whiteAfterUncounted returns who of two people has White in their next game by lot. While their last
// one runs and does not count yet, the next has the opposite sides, so that several at once alternate.
// If it ended and does not count, the sides stay as they were, so that no player can cancel it for another
// lot, unless that was so long ago that it is deleted. Else whiteAfterUncounted returns Anyone, and the lot decides.
func (s *step) whiteAfterUncounted(a, b PersonID) (PersonID, error) {
	last, err := s.lastBetween(a, b, func(g *Game) bool { return g.Colour == ByLot })
	switch {
	case err != nil:
		return Anyone, err
	case last == nil, last.IsOver() && last.result.Outcome != NoOutcome, !last.IsOver() && last.IsUnderway():
		return Anyone, nil
	case !last.IsOver():
		return last.Player(draughts.Black), nil
	}
	return last.Player(draughts.White), nil
}

// lastBetween returns the newest game of two people that fits, or nil.
func (s *step) lastBetween(a, b PersonID, fits func(*Game) bool) (last *Game, err error) {
	running, err := s.tx.Games(RunningGamesOf(a), "", s.quotas.GamesPerPerson)
	if err != nil {
		return nil, err
	}
	const most = 20
	finished, err := s.tx.Games(FinishedGamesBetween(a, b), "", most)
	if err != nil {
		return nil, err
	}
	for _, g := range append(running.Items, finished.Items...) {
		if _, plays := g.Side(b); plays && fits(g) && (last == nil || g.Started.After(last.Started)) {
			last = g
		}
	}
	return last, nil
}
