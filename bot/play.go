package bot

import (
	"slices"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// act returns the handler that changes the game of a component, or the chosen game of a command.
func act(do func(*Bot, *request, game.GameRequest) (game.Answer, error)) handler {
	return func(b *Bot, req *request) (delivery.Response, error) {
		q := game.GameRequest{Request: req.gameRequest()}
		if req.id != nil {
			q.Game, q.Ply = req.id.game, req.id.ply
		} else {
			g, err := b.chosenGame(req)
			if err != nil {
				return delivery.Response{}, err
			}
			q.Game, q.Ply = g.ID, g.Ply()
		}
		a, err := do(b, req, q)
		if err != nil {
			return delivery.Response{}, err
		}
		return b.boardResponse(req, a), nil
	}
}

// move makes a move that the user typed.
func (b *Bot) move(req *request, q game.GameRequest) (game.Answer, error) {
	return b.referee.Move(req, game.MoveRequest{GameRequest: q, Text: req.text("move")})
}

// useMove makes a move that the user selected.
func (b *Bot) useMove(req *request, q game.GameRequest) (game.Answer, error) {
	text := req.id.arg
	if strings.HasPrefix(text, "#") {
		g, h, err := b.gameAndHistory(req)
		if err != nil {
			return game.Answer{}, err
		}
		if g.Ply() == q.Ply {
			text = moveText(h.Position(), text)
		}
	}
	return b.referee.Move(req, game.MoveRequest{GameRequest: q, Text: text})
}

// usePiece shows selects of the moves of the piece that the user selected.
func (b *Bot) usePiece(req *request) (delivery.Response, error) {
	g, err := b.playedGame(req)
	if err != nil {
		return delivery.Response{}, err
	}
	if side, _ := g.Side(req.by.Person); side != g.Turn() {
		return delivery.Response{}, &game.RequestError{Code: game.NotYourTurn, Game: g}
	}
	h, err := g.History()
	if err != nil {
		return delivery.Response{}, err
	}
	p := h.Position()
	moves, err := p.Moves()
	if err != nil {
		return delivery.Response{}, err
	}
	moves = slices.DeleteFunc(moves, func(m draughts.Move) bool { return p.Variant().Name(m.From()) != req.id.arg })
	if len(moves) == 0 {
		return delivery.Response{}, errUnknown
	}
	m := req.private("menu.where", "square", req.id.arg)
	addSelects(m, customID{action: moveAction, game: g.ID, ply: g.Ply()}, req.lang.Say("menu.move"), moveOptions(req.lang, p, moves))
	return delivery.Response{Message: m}, nil
}

// propose returns the handler that makes an offer, or agrees to one.
func propose(o game.Offer) handler {
	return act(func(b *Bot, req *request, q game.GameRequest) (game.Answer, error) {
		return b.referee.Propose(req, game.OfferRequest{GameRequest: q, Offer: o})
	})
}

// useDeclineOffer declines or withdraws an offer.
func (b *Bot) useDeclineOffer(req *request, q game.GameRequest) (game.Answer, error) {
	for _, o := range game.Offers {
		if string(offerActions[o]) == req.id.arg {
			return b.referee.Dismiss(req, game.OfferRequest{GameRequest: q, Offer: o})
		}
	}
	return game.Answer{}, errUnknown
}

// confirmResignation asks a player for confirmation, with the button that resigns.
func (b *Bot) confirmResignation(req *request) (delivery.Response, error) {
	g, err := b.playedGame(req)
	if err != nil {
		return delivery.Response{}, err
	}
	m := req.private("resign.really", "id", string(g.ID))
	m.Row(button(req.lang, customID{action: confirmResignAction, game: g.ID, ply: g.Ply()}, dg.DangerButton))
	return delivery.Response{Message: m}, nil
}

// resign resigns a game.
func (b *Bot) resign(req *request, q game.GameRequest) (game.Answer, error) {
	return b.referee.Resign(req, q)
}

// playedGame returns the chosen game if the user plays it now, at the ply of the component.
func (b *Bot) playedGame(req *request) (*game.Game, error) {
	g, err := b.chosenGame(req)
	if err != nil {
		return nil, err
	}
	_, plays := g.Side(req.by.Person)
	switch {
	case !plays:
		return nil, &game.RequestError{Code: game.NotAPlayer, Game: g}
	case g.IsOver():
		return nil, &game.RequestError{Code: game.Over, Game: g}
	case req.id != nil && req.id.ply != g.Ply():
		return nil, &game.RequestError{Code: game.Stale, Game: g}
	}
	return g, nil
}

// adjudicate ends a game with a result.
func (b *Bot) adjudicate(req *request, q game.GameRequest) (game.Answer, error) {
	outcome := map[string]game.Outcome{"white": game.WhiteWon, "black": game.BlackWon, "draw": game.Drawn}[req.text("outcome")]
	return b.referee.Adjudicate(req, game.RulingRequest{GameRequest: q, Reason: req.text("reason"), Outcome: outcome})
}

// annul ends a game without a result.
func (b *Bot) annul(req *request, q game.GameRequest) (game.Answer, error) {
	return b.referee.Annul(req, game.RulingRequest{GameRequest: q, Reason: req.text("reason")})
}
