package bot

import (
	"errors"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// threadName returns what the thread of a game is called.
func (b *Bot) threadName(req *request, g *game.Game) string {
	names := playerNames(req, req.public, g, b.nameOf)
	return message.Clip(req.public.Say("board.thread", "white", names[draughts.White], "black", names[draughts.Black], "id", string(g.ID)))
}

// useThread continues a game in a new thread, unless it is in one.
func (b *Bot) useThread(req *request, g *game.Game) (delivery.Response, error) {
	switch {
	case g.Place != req.place || b.isThread(req, g.Room):
		return delivery.Response{Message: req.linkTo(g), Placement: req.replacing()}, nil
	case !req.mayThread():
		return delivery.Response{}, errThreads
	}
	thread, err := b.discord.Thread(req, g.Room, b.threadName(req, g))
	if errors.Is(err, delivery.ErrUnreachable) {
		return delivery.Response{}, errThreads
	} else if err != nil {
		return delivery.Response{}, err
	}
	g.Room = thread
	mentions := delivery.ToAct(g).Without(g, req.by.Person)
	return delivery.Response{
		Message: req.linkTo(g), Placement: req.replacing(), Board: &delivery.Board{Game: g, Mentions: mentions, In: delivery.InChannel},
	}, nil
}
