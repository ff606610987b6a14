package game

import (
	"context"

	"doublecorner/game/draughts"
)

// Offer is something that a player offers the other or asks of them. A move ends every offer.
type Offer uint8

const (
	OfferDraw     Offer = iota // to end the game as a draw
	OfferTakeBack              // to let the player who asks take back their last move
	OfferAbort                 // to end the game as if it had not been played
)

// Offers holds every kind of offer.
var Offers = [...]Offer{OfferDraw, OfferTakeBack, OfferAbort}

func (o Offer) String() string { return word(o, "draw", "take back", "abort") }

// offers are the states of the offers since the last move or take-back.
type offers [len(draughts.Sides)][len(Offers)]offerState

type offerState uint8

const (
	offerNotMade offerState = iota
	offerPending
	offerClosed // declined or withdrawn; it can be made again after the next move
)

// Offered tells whether a side's offer is pending.
func (g *Game) Offered(s draughts.Side, o Offer) bool { return g.offers[s][o] == offerPending }

// canOffer tells whether a side has not made an offer since the last move.
func (g *Game) canOffer(s draughts.Side, o Offer) bool { return g.offers[s][o] == offerNotMade }

// takeBackPlies returns how many moves to take back so that the last move of a side is among
// them, or 0 if the side has made none.
func (g *Game) takeBackPlies(s draughts.Side) int {
	n := 1
	if g.Turn() == s {
		n = 2
	}
	if len(g.moves) < n {
		return 0
	}
	return n
}

// OfferRequest makes or rejects an offer.
type OfferRequest struct {
	GameRequest
	Offer Offer
}

// Propose does what an offer is about in the shortest way. It claims a draw that a rule
// allows and aborts a game that is not underway, for neither needs consent. It agrees to what
// the opponent has offered. Everything else it offers.
func (r *Referee) Propose(ctx context.Context, q OfferRequest) (Answer, error) {
	claimed, err := r.claim(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	return r.play(ctx, proposeKind, q.GameRequest, func(s *step, g *Game, side draughts.Side) error {
		result := claimed
		if q.Offer == OfferAbort && !g.IsUnderway() {
			result = &Result{Cause: Aborted}
		}
		switch {
		case int(q.Offer) >= len(Offers):
			return &RequestError{Code: NotOffered, Game: g}
		case result != nil:
			return s.end(g, side, *result)
		case g.Offered(side.Opponent(), q.Offer):
			return s.agree(g, side, q.Offer)
		case !g.canOffer(side, q.Offer):
			return &RequestError{Code: OfferedBefore, Game: g}
		case q.Offer == OfferTakeBack && g.takeBackPlies(side) == 0:
			return &RequestError{Code: NothingToTakeBack, Game: g}
		}
		return s.addEvent(g, Event{Kind: Offered, Side: side, Offer: q.Offer})
	})
}

// Dismiss declines the opponent's offer, or withdraws the player's own pending offer.
func (r *Referee) Dismiss(ctx context.Context, q OfferRequest) (Answer, error) {
	return r.play(ctx, dismissKind, q.GameRequest, func(s *step, g *Game, side draughts.Side) error {
		switch {
		case int(q.Offer) >= len(Offers):
		case g.Offered(side.Opponent(), q.Offer):
			return s.addEvent(g, Event{Kind: Declined, Side: side, Offer: q.Offer})
		case g.Offered(side, q.Offer):
			return s.addEvent(g, Event{Kind: Withdrawn, Side: side, Offer: q.Offer})
		}
		return &RequestError{Code: NotOffered, Game: g}
	})
}

// claim returns the draw that a player can claim now, or nil. Like a plan, it is computed
// before the transaction.
func (r *Referee) claim(ctx context.Context, q OfferRequest) (*Result, error) {
	if q.Offer != OfferDraw {
		return nil, nil
	}
	g, err := r.gameAtPly(ctx, q.GameRequest)
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
func (s *step) agree(g *Game, side draughts.Side, o Offer) error {
	switch o {
	case OfferDraw:
		return s.end(g, side, Result{Cause: ByAgreement, Outcome: Drawn})
	case OfferAbort:
		return s.end(g, side, Result{Cause: Aborted})
	}
	opponent := side.Opponent()
	if err := s.addEvent(g, Event{Kind: TookBack, Side: opponent, Plies: g.takeBackPlies(opponent)}); err != nil {
		return err
	}
	return s.endIfTooLong(g, side)
}
