package game

import (
	"context"
	"errors"

	"doublecorner/game/draughts"
)

// MoveRequest makes a move.
type MoveRequest struct {
	GameRequest
	// Text is the move in any notation, as draughts.Position.Read understands it.
	Text string
}

// Move makes a move. One that is not legal is refused with the reason, and costs
// nothing.
func (r *Referee) Move(ctx context.Context, q MoveRequest) (Answer, error) {
	return r.hear(ctx, moveVerb, q.Request, func(h *hearing) error {
		g, side, err := h.players(q.GameRequest)
		if err != nil {
			return err
		}
		if g.Turn() != side {
			return &Refusal{Code: NotYourTurn, Game: g}
		}
		history, err := h.boards.take(g)
		if err != nil {
			return err
		}
		m, err := history.Read(q.Text)
		if err != nil {
			return illegal(g, err)
		}
		way := Way(history.Position().Way(m))
		if err := history.Play(m); err != nil {
			return illegal(g, err)
		}
		if err := h.happen(g, Event{Kind: Moved, Side: side, Way: way}); err != nil {
			return err
		}
		if end, over := history.Ending(); over {
			err = h.end(g, side, Result{Cause: ByRules, Rule: end.Rule, Outcome: outcomeOf(end)})
		}
		h.boards.keep(g, history)
		return err
	})
}

func illegal(g *Game, err error) error {
	var (
		refusal    *draughts.Refusal
		ambiguous  *draughts.AmbiguousError
		unreadable *draughts.UnreadableError
	)
	if errors.As(err, &refusal) || errors.As(err, &ambiguous) || errors.As(err, &unreadable) {
		return &Refusal{Code: IllegalMove, Game: g, Move: err}
	}
	return err
}

func outcomeOf(end draughts.Ending) Outcome {
	if end.Drawn {
		return Drawn
	}
	return WonBy(end.Winner)
}

// Claim ends a game as a draw that a rule allows a player to claim.
func (r *Referee) Claim(ctx context.Context, q GameRequest) (Answer, error) {
	return r.hear(ctx, claimVerb, q.Request, func(h *hearing) error {
		g, side, err := h.players(q)
		if err != nil {
			return err
		}
		history, err := g.History()
		if err != nil {
			return err
		}
		end, ok := history.Claim()
		if !ok {
			return &Refusal{Code: NothingToClaim, Game: g}
		}
		return h.end(g, side, Result{Cause: ByClaim, Rule: end.Rule, Outcome: Drawn})
	})
}

// Resign gives a game up.
func (r *Referee) Resign(ctx context.Context, q GameRequest) (Answer, error) {
	return r.hear(ctx, resignVerb, q.Request, func(h *hearing) error {
		g, side, err := h.players(q)
		if err != nil {
			return err
		}
		return h.end(g, side, Result{Cause: ByResignation, Outcome: WonBy(side.Opponent())})
	})
}

// Abort ends a game as if it had not been played, which each player may do until
// both have moved.
func (r *Referee) Abort(ctx context.Context, q GameRequest) (Answer, error) {
	return r.hear(ctx, abortVerb, q.Request, func(h *hearing) error {
		g, side, err := h.players(q)
		if err != nil {
			return err
		}
		if g.IsMutual() {
			return &Refusal{Code: TooLateToAbort, Game: g}
		}
		return h.end(g, side, Result{Cause: Aborted})
	})
}

// OfferRequest is about an offer: to make one, or to answer or withdraw one.
type OfferRequest struct {
	GameRequest
	Offer Offer
}

// offered returns the game an offer is about and the side of who asks.
func (h *hearing) offered(q OfferRequest) (*Game, draughts.Side, error) {
	if int(q.Offer) >= len(Offers) {
		return nil, 0, refuse(NotOffered)
	}
	return h.players(q.GameRequest)
}

// Offer makes an offer to the opponent. If the opponent has made the same, that is
// agreement.
func (r *Referee) Offer(ctx context.Context, q OfferRequest) (Answer, error) {
	return r.hear(ctx, offerVerb, q.Request, func(h *hearing) error {
		g, side, err := h.offered(q)
		if err != nil {
			return err
		}
		if g.Offered(side.Opponent(), q.Offer) && q.Offer != OfferTakeBack {
			return h.agree(g, side, q.Offer)
		}
		switch {
		case !g.mayOffer(side, q.Offer):
			return &Refusal{Code: OfferedBefore, Game: g}
		case q.Offer == OfferTakeBack && g.takesBack(side) == 0:
			return &Refusal{Code: NothingToTakeBack, Game: g}
		}
		return h.happen(g, Event{Kind: Offered, Side: side, Offer: q.Offer})
	})
}

// Agree accepts an offer that the opponent has made.
func (r *Referee) Agree(ctx context.Context, q OfferRequest) (Answer, error) {
	return r.hear(ctx, agreeVerb, q.Request, func(h *hearing) error {
		g, side, err := h.offered(q)
		if err != nil {
			return err
		}
		if !g.Offered(side.Opponent(), q.Offer) {
			return &Refusal{Code: NotOffered, Game: g}
		}
		return h.agree(g, side, q.Offer)
	})
}

// agree does what the opponent of a side has offered.
func (h *hearing) agree(g *Game, side draughts.Side, o Offer) error {
	switch o {
	case OfferDraw:
		return h.end(g, side, Result{Cause: ByAgreement, Outcome: Drawn})
	case OfferAbort:
		return h.end(g, side, Result{Cause: Aborted})
	default:
		asks := side.Opponent()
		return h.happen(g, Event{Kind: TookBack, Side: asks, Plies: g.takesBack(asks)})
	}
}

// Disagree declines an offer that the opponent has made.
func (r *Referee) Disagree(ctx context.Context, q OfferRequest) (Answer, error) {
	return r.hear(ctx, disagreeVerb, q.Request, func(h *hearing) error {
		g, side, err := h.offered(q)
		if err != nil {
			return err
		}
		if !g.Offered(side.Opponent(), q.Offer) {
			return &Refusal{Code: NotOffered, Game: g}
		}
		return h.happen(g, Event{Kind: Declined, Side: side, Offer: q.Offer})
	})
}

// TakeOfferBack withdraws an offer before it is answered.
func (r *Referee) TakeOfferBack(ctx context.Context, q OfferRequest) (Answer, error) {
	return r.hear(ctx, takeOfferBackVerb, q.Request, func(h *hearing) error {
		g, side, err := h.offered(q)
		if err != nil {
			return err
		}
		if !g.Offered(side, q.Offer) {
			return &Refusal{Code: NotOffered, Game: g}
		}
		return h.happen(g, Event{Kind: Withdrawn, Side: side, Offer: q.Offer})
	})
}
