package game

import "context"

// RematchRequest asks for a game to be played again.
type RematchRequest struct {
	Request
	Game GameID
	Room RoomID
}

// Rematch challenges the opponent of a finished game to play it again with colours
// exchanged. If the opponent has asked for the same, the game begins.
func (r *Referee) Rematch(ctx context.Context, q RematchRequest) (Answer, error) {
	return r.hear(ctx, rematchVerb, q.Request, func(h *hearing) error {
		g, err := h.game(q.Game)
		if err != nil {
			return err
		}
		side, ok := g.Side(q.By.Person)
		switch {
		case !ok:
			return &Refusal{Code: NotAPlayer, Game: g}
		case !g.IsOver():
			return &Refusal{Code: NotOver, Game: g}
		}
		opponent := g.Player(side.Opponent())
		// With other terms it is still a rematch, but asking for one does not agree to them.
		asked, err := h.openBy(opponent, func(c *Challenge) bool { return c.RematchOf == g.ID && c.Counters == "" })
		if err != nil {
			return err
		}
		if asked != nil {
			return h.accept(asked)
		}
		terms := g.Terms
		terms.Colour = ColourOf(side.Opponent())
		if g.result.Outcome == NoOutcome { // what did not count is played again as it was
			terms.Colour = ColourOf(side)
		}
		return h.challenge(&Challenge{
			Place: g.Place, Room: q.Room, From: q.By.Person, To: opponent, Terms: terms, RematchOf: g.ID,
		})
	})
}
