package bot

import (
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// propose returns the handler that makes an offer, or agrees to one.
func propose(o game.Offer) handler {
	return act(func(b *Bot, req *request, q game.GameRequest) (game.Answer, error) {
		return b.referee.Propose(req, game.OfferRequest{GameRequest: q, Offer: o})
	})
}

// misclickTime is how long after a board appeared a click may have been meant for what was there before.
const misclickTime = 2 * time.Second

// confirmed is the argument of the button that confirms an offer.
const confirmed = "sure"

// useDraw offers a draw. The user confirms an offer that may be a misclick.
func (b *Bot) useDraw(req *request) (delivery.Response, error) {
	if req.id.arg != confirmed && req.mayBeMisclick() {
		return about((*Bot).playedGame, (*Bot).confirmDraw)(b, req)
	}
	return asFollowUp(propose(game.OfferDraw))(b, req)
}

// mayBeMisclick reports whether a message had only just appeared when one of its buttons was used. It compares
// Discord's times, so that the answer to a click is the same whenever it arrives.
func (req *request) mayBeMisclick() bool {
	if req.i.Message == nil {
		return false
	}
	clicked, err := dg.SnowflakeTimestamp(req.i.ID)
	appeared, err2 := dg.SnowflakeTimestamp(req.i.Message.ID)
	if edited := req.i.Message.EditedTimestamp; edited != nil {
		appeared = *edited
	}
	return err == nil && err2 == nil && clicked.Before(appeared.Add(misclickTime))
}

// confirmDraw asks a player for confirmation, with the button that offers a draw.
func (b *Bot) confirmDraw(req *request, g *game.Game) (delivery.Response, error) {
	m := req.private("offer.really", "id", string(g.ID))
	m.Row(buttonLabelled(req.lang.Say("button.offer-draw"), req.id.with(confirmed), dg.PrimaryButton))
	return delivery.Response{Message: m}, nil
}

// useAgree agrees to the opponent's offer.
func (b *Bot) useAgree(req *request, q game.GameRequest) (game.Answer, error) {
	o, err := req.offer()
	if err != nil {
		return game.Answer{}, err
	}
	return b.referee.Propose(req, game.OfferRequest{GameRequest: q, Offer: o, Agree: true})
}

// useDeclineOffer declines or withdraws an offer.
func (b *Bot) useDeclineOffer(req *request, q game.GameRequest) (game.Answer, error) {
	o, err := req.offer()
	if err != nil {
		return game.Answer{}, err
	}
	return b.referee.Dismiss(req, game.OfferRequest{GameRequest: q, Offer: o})
}
