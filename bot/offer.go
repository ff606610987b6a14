package bot

import "doublecorner/game"

// proposes answers a command that goes for what an offer is about.
func proposes(o game.Offer) func(*Bot, *call) (answer, error) {
	return func(b *Bot, c *call) (answer, error) {
		g, err := b.mine(c)
		if err != nil {
			return answer{}, err
		}
		return b.shown(c)(b.referee.Propose(c, game.OfferRequest{GameRequest: c.of(g.ID, g.Ply()), Offer: o}))
	}
}

// pressProposes answers a button that goes for what an offer is about.
func pressProposes(o game.Offer) func(*Bot, *call, control) (answer, error) {
	return func(b *Bot, c *call, pressed control) (answer, error) {
		q := game.OfferRequest{GameRequest: c.of(pressed.game, pressed.ply), Offer: o}
		return then(b.shown(c)(b.referee.Propose(c, q)))
	}
}

// pressRefuse says no to an offer.
func (b *Bot) pressRefuse(c *call, pressed control) (answer, error) {
	for _, o := range game.Offers {
		if offerKey(o) == pressed.arg {
			q := game.OfferRequest{GameRequest: c.of(pressed.game, pressed.ply), Offer: o}
			return then(b.shown(c)(b.referee.Dismiss(c, q)))
		}
	}
	return answer{}, errUnknown
}

// offerKey is what an offer is called in keys and controls.
func offerKey(o game.Offer) string {
	switch o {
	case game.OfferDraw:
		return "draw"
	case game.OfferTakeBack:
		return "back"
	default:
		return "abort"
	}
}
