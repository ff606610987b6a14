package bot

import (
	"slices"
	"strings"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// move makes a move that the user typed.
func (b *Bot) move(req *request) (delivery.Response, error) {
	g, err := b.chosenGame(req)
	if err != nil {
		return delivery.Response{}, err
	}
	a, err := b.referee.Move(req, game.MoveRequest{GameRequest: req.about(g.ID, g.Ply()), Text: req.text("move")})
	return b.boardResponse(req, a, err)
}

// useMove makes a move that the user selected.
func (b *Bot) useMove(req *request, id customID) (delivery.Response, error) {
	text := id.arg
	if strings.HasPrefix(text, "#") {
		g, h, err := b.gameAndHistory(req, id.game)
		if err != nil {
			return delivery.Response{}, err
		}
		if g.Ply() == id.ply {
			text = moveText(h.Position(), text)
		}
	}
	a, err := b.referee.Move(req, game.MoveRequest{GameRequest: req.about(id.game, id.ply), Text: text})
	return following(b.boardResponse(req, a, err))
}

// usePiece shows selects of the moves of the piece that the user selected.
func (b *Bot) usePiece(req *request, id customID) (delivery.Response, error) {
	g, err := b.referee.Game(req, id.game, req.viewer())
	if err != nil {
		return delivery.Response{}, err
	}
	side, plays := g.Side(req.by.Person)
	switch {
	case !plays:
		return delivery.Response{}, &game.RequestError{Code: game.NotAPlayer, Game: g}
	case g.IsOver():
		return delivery.Response{}, &game.RequestError{Code: game.Over, Game: g}
	case g.Ply() != id.ply:
		return delivery.Response{}, &game.RequestError{Code: game.Stale, Game: g}
	case g.Turn() != side:
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
	moves = slices.DeleteFunc(moves, func(m draughts.Move) bool { return p.Variant().Name(m.From()) != id.arg })
	if len(moves) == 0 {
		return delivery.Response{}, errUnknown
	}
	m := &message.Builder{Private: true}
	m.Text(req.lang.Say("menu.where", "square", id.arg))
	addSelects(m, customID{action: moveAction, game: g.ID, ply: g.Ply()}, req.lang.Say("menu.move"), moveOptions(req.lang, p, moves))
	return delivery.Response{Message: m}, nil
}
