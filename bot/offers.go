package bot

import (
	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// propose returns the handler of a command that makes an offer, or agrees to one.
func propose(o game.Offer) func(*Bot, *request) (delivery.Response, error) {
	return func(b *Bot, req *request) (delivery.Response, error) {
		g, err := b.chosenGame(req)
		if err != nil {
			return delivery.Response{}, err
		}
		a, err := b.referee.Propose(req, game.OfferRequest{GameRequest: req.about(g.ID, g.Ply()), Offer: o})
		return b.boardResponse(req, a, err)
	}
}

// useOffer returns the handler of a button that makes an offer, or agrees to one.
func useOffer(o game.Offer) func(*Bot, *request, customID) (delivery.Response, error) {
	return func(b *Bot, req *request, id customID) (delivery.Response, error) {
		a, err := b.referee.Propose(req, game.OfferRequest{GameRequest: req.about(id.game, id.ply), Offer: o})
		return following(b.boardResponse(req, a, err))
	}
}

// useDeclineOffer declines or withdraws an offer.
func (b *Bot) useDeclineOffer(req *request, id customID) (delivery.Response, error) {
	for _, o := range game.Offers {
		if string(offerActions[o]) == id.arg {
			a, err := b.referee.Dismiss(req, game.OfferRequest{GameRequest: req.about(id.game, id.ply), Offer: o})
			return following(b.boardResponse(req, a, err))
		}
	}
	return delivery.Response{}, errUnknown
}

// resign asks the player of the chosen game for confirmation.
func (b *Bot) resign(req *request) (delivery.Response, error) {
	g, err := b.chosenGame(req)
	if err != nil {
		return delivery.Response{}, err
	}
	return b.confirmResignation(req, g)
}

// useResign asks the player of the button's game for confirmation.
func (b *Bot) useResign(req *request, id customID) (delivery.Response, error) {
	g, err := b.referee.Game(req, id.game, req.viewer())
	if err != nil {
		return delivery.Response{}, err
	}
	r, err := b.confirmResignation(req, g)
	if err == nil && g.Ply() != id.ply {
		return delivery.Response{}, &game.RequestError{Code: game.Stale, Game: g}
	}
	return r, err
}

// confirmResignation returns a private message with the button that resigns.
func (b *Bot) confirmResignation(req *request, g *game.Game) (delivery.Response, error) {
	if _, plays := g.Side(req.by.Person); !plays {
		return delivery.Response{}, &game.RequestError{Code: game.NotAPlayer, Game: g}
	} else if g.IsOver() {
		return delivery.Response{}, &game.RequestError{Code: game.Over, Game: g}
	}
	m := &message.Builder{Private: true}
	m.Text(req.lang.Say("resign.really", "id", string(g.ID)))
	m.Row(button(req.lang, customID{action: confirmResignAction, game: g.ID, ply: g.Ply()}, dg.DangerButton))
	return delivery.Response{Message: m}, nil
}

// useConfirmResign resigns a game.
func (b *Bot) useConfirmResign(req *request, id customID) (delivery.Response, error) {
	a, err := b.referee.Resign(req, req.about(id.game, id.ply))
	return b.boardResponse(req, a, err)
}
