package game

import "context"

// Review returns the review of a game, or nil if there is none. Its content means nothing to the referee,
// who only stores it with the game. A viewer who may see the game may see the review.
func (r *Referee) Review(ctx context.Context, g *Game) ([]byte, error) {
	return view(ctx, r, func(tx Reader) ([]byte, error) { return orNone(tx.Review(g.ID.home())) })
}

// KeepReview stores the review of a game that is over.
func (r *Referee) KeepReview(ctx context.Context, id GameID, review []byte) error {
	return r.store.Update(ctx, func(tx Tx) error {
		g, err := tx.Game(id.home())
		if err != nil {
			return err
		}
		if !g.IsOver() {
			return &RequestError{Code: NotOver, Game: g}
		}
		return tx.PutReview(id.home(), review)
	})
}
