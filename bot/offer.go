package bot

import "doublecorner/game"

// propose returns the handler that makes an offer, or agrees to one.
func propose(o game.Offer) handler {
	return act(func(b *Bot, req *request, q game.GameRequest) (game.Answer, error) {
		return b.referee.Propose(req, game.OfferRequest{GameRequest: q, Offer: o})
	})
}

// useAgree agrees to the opponent's offer.
func (b *Bot) useAgree(req *request, q game.GameRequest) (game.Answer, error) {
	o, err := req.offer()
	if err != nil {
		return game.Answer{}, err
	}
	return b.referee.Propose(req, game.OfferRequest{GameRequest: q, Offer: o, Answers: true})
}

// useDismiss returns the handler that declines the opponent's offer, or withdraws the user's own.
func useDismiss(declines bool) handler {
	return act(func(b *Bot, req *request, q game.GameRequest) (game.Answer, error) {
		o, err := req.offer()
		if err != nil {
			return game.Answer{}, err
		}
		return b.referee.Dismiss(req, game.OfferRequest{GameRequest: q, Offer: o, Answers: declines})
	})
}
