package bot

import (
	"context"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// boardResponse returns the response that shows the game of the referee's answer. The board is the
// response, the edited message of the game if the guild wants boards edited in place, or a new message
// in the game's channel if the user acts in another one. If the board is not the response, the response
// links to it.
func (b *Bot) boardResponse(req *request, a game.Answer) delivery.Response {
	g := a.Game
	gameSettings, l, err := b.settingsOfGame(req, g)
	if err != nil { // the announcement is stored and will show the board
		b.log.Error("board not shown yet", "interaction", req.i.ID, "game", g.ID, "err", err)
		return delivery.Response{Message: req.linkTo(g)}
	}
	board := &delivery.Board{Game: g, Mentions: delivery.Mentioned(g, g.Seq()-1), Notice: req.linkTo(g)}
	r := delivery.Response{Board: board, Announcements: a.Announced}
	inPlace := gameSettings.InPlace && g.Post != 0
	onBoard := inPlace && req.i.Message != nil && req.i.Message.ID == g.Post.String()
	elsewhere := g.Place != req.place || gameSettings.Threads && g.Room != req.channel && g.Post != 0
	switch {
	case inPlace && !onBoard:
		board.In, r.Message = delivery.InMessage, board.Notice
	case elsewhere && !onBoard:
		board.In, r.Message = delivery.InChannel, board.Notice
	default:
		if onBoard {
			r.Placement = delivery.Replace
		}
		r.Compose = func(ctx context.Context) *message.Builder {
			m, err := b.board(withRecords(ctx, req), l, g, board.Mentions)
			if err != nil {
				b.log.Error("board not shown yet", "interaction", req.i.ID, "game", g.ID, "err", err)
				return nil
			}
			return m
		}
	}
	return r
}

// settingsOfGame returns the settings that apply to a game, and the language of its board.
func (b *Bot) settingsOfGame(req *request, g *game.Game) (*settings, *lang.Language, error) {
	if g.Place == req.place {
		return &req.settings, req.public, nil
	}
	gameSettings, err := b.settingsOf(req, g.Place)
	return &gameSettings, gameSettings.language(), err
}

// linkTo returns a private message that links to the channel of a game.
func (req *request) linkTo(g *game.Game) *message.Builder {
	return req.private("board.there", "id", string(g.ID), "channel", "<#"+g.Room.String()+">")
}
