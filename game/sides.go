package game

import "doublecorner/game/draughts"

// sides returns who plays which side in the game of a challenge that a person accepts, or the Computer.
func (s *step) sides(c *Challenge, by PersonID) (white, black PersonID, err error) {
	white, black = c.From, by
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
	last, white, err := s.lastBetween(a, b, func(g *Game) bool { return g.Colour == ByLot })
	switch {
	case err != nil:
		return Anyone, err
	case last == nil, last.IsOver() && last.result.Outcome != NoOutcome, !last.IsOver() && last.IsUnderway():
		return Anyone, nil
	case !last.IsOver() && white == a:
		return b, nil
	case !last.IsOver():
		return a, nil
	}
	return white, nil
}

// lastBetween returns the newest game of two people that fits, or nil, and which of them has White in it.
func (s *step) lastBetween(a, b PersonID, fits func(*Game) bool) (last *Game, white PersonID, err error) {
	pairs, err := pairsWithPseudonyms(s.tx, a, b)
	if err != nil {
		return nil, Anyone, err
	}
	running, err := s.tx.Games(RunningGamesOf(a), "", s.quotas.GamesPerPerson)
	if err != nil {
		return nil, Anyone, err
	}
	games := running.Items
	for _, p := range pairs {
		const most = 20
		finished, err := s.tx.Games(FinishedGamesBetween(p[0], p[1]), "", most)
		if err != nil {
			return nil, Anyone, err
		}
		games = append(games, finished.Items...)
	}
	for _, g := range games {
		if !fits(g) || last != nil && !g.Started.After(last.Started) {
			continue
		}
		for _, p := range pairs {
			switch [2]PersonID{g.Player(draughts.White), g.Player(draughts.Black)} {
			case p:
				last, white = g, a
			case [2]PersonID{p[1], p[0]}:
				last, white = g, b
			}
		}
	}
	return last, white, nil
}
