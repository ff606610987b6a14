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

func (o Offer) String() string { return draughts.Word(o, "draw", "take back", "abort") }

// offers are the states of the offers since the last move or take-back.
type offers [len(draughts.Sides)][len(Offers)]offerState

type offerState uint8

const (
	offerNotMade offerState = iota
	offerPending
	offerClosed // declined or withdrawn; it can be made again after the next move
)

// Offered reports whether a side's offer is pending.
func (g *Game) Offered(s draughts.Side, o Offer) bool { return g.offers[s][o] == offerPending }

// takeBackPlies returns how many moves to take back so that the last move of a side is among
// them, or 0 if the side has made none.
func (g *Game) takeBackPlies(s draughts.Side) int {
	n := 1
	if g.Turn() == s {
		n = 2
	}
	if g.made() < n {
		return 0
	}
	return n
}

// OfferRequest makes or rejects an offer.
type OfferRequest struct {
	GameRequest
	Offer Offer
	// Answers says that the player answers the opponent's offer, and neither makes nor withdraws one of their own.
	Answers bool
}

// Propose makes an offer unless that is not necessary: it claims a draw that a rule allows and
// aborts a game that is not underway, because neither needs consent, and it agrees to what the
// opponent has offered.
func (r *Referee) Propose(ctx context.Context, q OfferRequest) (Answer, error) {
	claimed, err := r.claim(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	return r.play(ctx, proposeKind, q.GameRequest, func(s *step, g *Game, side draughts.Side) error {
		if int(q.Offer) >= len(Offers) {
			return &RequestError{Code: NotOffered, Game: g}
		}
		opponent := side.Opponent()
		agreed := g.Offered(opponent, q.Offer)
		switch {
		case q.Answers && g.Offered(side, q.Offer):
			return &RequestError{Code: OwnOffer, Game: g}
		case q.Answers && !agreed:
			return &RequestError{Code: NotOffered, Game: g}
		case claimed != nil:
			return s.end(g, side, *claimed)
		case q.Offer == OfferAbort && (agreed || !g.IsUnderway()):
			return s.end(g, side, Result{Cause: Aborted})
		case q.Offer == OfferDraw && agreed:
			return s.end(g, side, Result{Cause: ByAgreement, Outcome: Drawn})
		case q.Offer == OfferTakeBack && agreed:
			plies := g.takeBackPlies(opponent)
			if err := s.addEvent(g, Event{Kind: TookBack, Side: opponent, Plies: plies}); err != nil {
				return err
			}
			return s.endIfTooLong(g, side)
		case g.Voting:
			return &RequestError{Code: PeopleVote, Game: g}
		case g.offers[side][q.Offer] != offerNotMade:
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
		case g.Offered(side, q.Offer) && q.Answers:
			return &RequestError{Code: OwnOffer, Game: g}
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
	side, _ := g.Side(q.By.Person) // a person who plays neither is refused later
	if end, ok := history.Claim(side); ok {
		return &Result{Cause: ByClaim, Rule: end.Rule, Outcome: Drawn}, nil
	}
	return nil, nil
}
