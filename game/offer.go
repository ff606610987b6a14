package game

import (
	"context"

	"doublecorner/game/draughts"
)

// Offer is what a player can offer the other, or ask of them. Every offer lapses
// when a move is made.
type Offer uint8

const (
	// OfferDraw: to call the game a draw.
	OfferDraw Offer = iota
	// OfferTakeBack: to let the one who asks take back their last move.
	OfferTakeBack
	// OfferAbort: to end the game as if it had not been played.
	OfferAbort
)

// Offers lists every kind of offer.
var Offers = [...]Offer{OfferDraw, OfferTakeBack, OfferAbort}

var offerWords = []string{"draw", "take back", "abort"}

func (o Offer) String() string { return word(offerWords, o) }

// offers are those made since the last change on the board.
type offers [len(draughts.Sides)][len(Offers)]offerState

type offerState uint8

const (
	notMade offerState = iota
	standing
	gone // declined or withdrawn; it cannot be made again before the next move
)

// Offered tells whether an offer of a side stands.
func (g *Game) Offered(s draughts.Side, o Offer) bool { return g.offers[s][o] == standing }

// mayOffer tells whether a side has not made an offer yet since the last move.
func (g *Game) mayOffer(s draughts.Side, o Offer) bool { return g.offers[s][o] == notMade }

// takesBack returns how many moves must be taken back so that a side's last one
// is; 0 if it has made none.
func (g *Game) takesBack(s draughts.Side) int {
	n := 1
	if g.Turn() == s {
		n = 2
	}
	if len(g.ways) < n {
		return 0
	}
	return n
}

// OfferRequest is about an offer: to make it, or to say no to it.
type OfferRequest struct {
	GameRequest
	Offer Offer
}

// Propose goes for what an offer is about by the shortest way there is. A draw that a
// rule allows is claimed, and a game that is not underway is aborted: that needs
// nobody's consent. What the opponent has offered is agreed to. Everything else is
// offered.
func (r *Referee) Propose(ctx context.Context, q OfferRequest) (Answer, error) {
	claimed, err := r.claim(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	return r.hear(ctx, proposeVerb, q.Request, func(h *hearing) error {
		g, side, err := h.offered(q)
		if err != nil {
			return err
		}
		alone := claimed
		if q.Offer == OfferAbort && !g.IsUnderway() {
			alone = &Result{Cause: Aborted}
		}
		switch {
		case alone != nil:
			return h.end(g, side, *alone)
		case g.Offered(side.Opponent(), q.Offer):
			return h.agree(g, side, q.Offer)
		case !g.mayOffer(side, q.Offer):
			return &Refusal{Code: OfferedBefore, Game: g}
		case q.Offer == OfferTakeBack && g.takesBack(side) == 0:
			return &Refusal{Code: NothingToTakeBack, Game: g}
		}
		return h.happen(g, Event{Kind: Offered, Side: side, Offer: q.Offer})
	})
}

// Dismiss says no to an offer: the opponent's is declined, or one's own withdrawn before
// it is answered.
func (r *Referee) Dismiss(ctx context.Context, q OfferRequest) (Answer, error) {
	return r.hear(ctx, dismissVerb, q.Request, func(h *hearing) error {
		g, side, err := h.offered(q)
		if err != nil {
			return err
		}
		switch {
		case g.Offered(side.Opponent(), q.Offer):
			return h.happen(g, Event{Kind: Declined, Side: side, Offer: q.Offer})
		case g.Offered(side, q.Offer):
			return h.happen(g, Event{Kind: Withdrawn, Side: side, Offer: q.Offer})
		}
		return &Refusal{Code: NotOffered, Game: g}
	})
}

// offered returns the game an offer is about and the side of who asks.
func (h *hearing) offered(q OfferRequest) (*Game, draughts.Side, error) {
	if int(q.Offer) >= len(Offers) {
		return nil, 0, refuse(NotOffered)
	}
	return h.players(q.GameRequest)
}

// claim returns the draw that a player can claim now, if one is asked for and there is one.
// As with a plan, it is worked out before the transaction.
func (r *Referee) claim(ctx context.Context, q OfferRequest) (*Result, error) {
	if q.Offer != OfferDraw {
		return nil, nil
	}
	g, err := r.gameAt(ctx, q.GameRequest)
	if g == nil || err != nil {
		return nil, err
	}
	history, err := g.History()
	if err != nil {
		return nil, err
	}
	if end, ok := history.Claim(); ok {
		return &Result{Cause: ByClaim, Rule: end.Rule, Outcome: Drawn}, nil
	}
	return nil, nil
}

// agree does what the opponent of a side has offered.
func (h *hearing) agree(g *Game, side draughts.Side, o Offer) error {
	switch o {
	case OfferDraw:
		return h.end(g, side, Result{Cause: ByAgreement, Outcome: Drawn})
	case OfferAbort:
		return h.end(g, side, Result{Cause: Aborted})
	}
	asks := side.Opponent()
	if err := h.happen(g, Event{Kind: TookBack, Side: asks, Plies: g.takesBack(asks)}); err != nil {
		return err
	}
	return h.endAtLast(g, side)
}
