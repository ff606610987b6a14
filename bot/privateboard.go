package bot

import (
	"context"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// privateBoard returns the board of a game that only the user sees.
func (b *Bot) privateBoard(req *request, g *game.Game) *delivery.PrivateBoard {
	return &delivery.PrivateBoard{Game: g, Player: req.by.Person, Compose: func(ctx context.Context, g *game.Game) (*message.Builder, error) {
		return b.composePrivateBoard(ctx, req, g)
	}}
}

// composePrivateBoard returns the message of a private board: with the moves if it is the turn of the user, and a button that
// turns it, or with how the game ended.
func (b *Bot) composePrivateBoard(ctx context.Context, req *request, g *game.Game) (*message.Builder, error) {
	from := req.side(g)
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	m := &message.Builder{Private: true, Accent: playingAccent}
	change, err := say.LastChange(req.lang, g, h)
	if err != nil {
		return nil, err
	}
	head := b.composer.heading(ctx, req.lang, g)
	m.Text(head.line + change)
	if err := b.composer.addBoard(ctx, req.lang, m, g, h, req.theme(), from); err != nil {
		return nil, err
	}
	addTextBoard(m, req.lang, h.Position(), from, req.prefs.Text)
	if result, over := g.Result(); over {
		b.composer.addEnd(ctx, req.lang, m, g, h, result)
		return m, nil
	}
	turn, err := b.composer.turnText(ctx, req.lang, g, h)
	if err != nil {
		return nil, err
	}
	m.Text(turn)
	if side, plays := g.Side(req.by.Person); plays && side == g.Turn() {
		addMoves(m, req.lang, h.Position(), from, inGame(g, moveAction).with, inGame(g, pieceAction).with)
	}
	row := []dg.MessageComponent{
		b.composer.liveButton(req.lang, g),
		button(req.lang, inGame(g, flipAction).with(from.Opponent().String()), dg.SecondaryButton),
	}
	if req.mayPlan(g) {
		row = append(row, button(req.lang, inGame(g, planAction), dg.SecondaryButton))
	}
	if head.host == req.by.Person {
		row = append(row, nextBoardButton(req.lang, g))
		if t := b.composer.tournamentOf(ctx, g); t != nil {
			m.Text("-# " + message.Escape(b.composer.viewOf(ctx, req.lang, "", t).Note()))
		}
	}
	m.Row(row...)
	if g.Room != req.channel {
		m.Text("-# " + say.Channel(g.Room) + " · " + say.Code(g.ID))
	}
	return m, nil
}
