package bot

import (
	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// showBoard sends a new message that shows a game. A player's message in the guild of the game
// becomes the game's board, and mentions the opponent if it is their turn; if the game has a
// thread elsewhere, it links to that. The message of another user has no controls, and a message in
// another guild is private.
func (b *Bot) showBoard(req *request, g *game.Game) (delivery.Response, error) {
	_, plays := g.Side(req.by.Person)
	inGuild := g.Place == req.place
	if plays && inGuild && g.Room != req.channel && b.isThread(req, g.Room) {
		return delivery.Response{Message: req.linkTo(g)}, nil
	}
	gameSettings, l, err := b.settingsOfGame(req, g)
	if err != nil {
		return delivery.Response{}, err
	}
	if !inGuild {
		l = req.lang
	}
	var mentions delivery.Mentions
	if plays && inGuild {
		mentions = delivery.ToAct(g).Without(g, req.by.Person)
	}
	m, err := b.board(req, gameSettings, l, g, mentions)
	if err != nil {
		return delivery.Response{}, err
	}
	if plays && inGuild {
		return delivery.Response{Message: m, Board: &delivery.Board{Game: g}}, nil
	}
	m.Private = !inGuild
	if !plays && !g.IsOver() {
		m.RemoveRows()
	}
	return delivery.Response{Message: m}, nil
}

// useFlip shows the user a private board from the side of the button, with a select of moves if it is
// their turn, and a button that turns it. A button without a side is on the message of "More", which
// stays: it shows the side that the user prefers, else the one that is not at the bottom in public.
func (b *Bot) useFlip(req *request, g *game.Game) (delivery.Response, error) {
	from, known := sideOf(req.id.arg)
	isFirst := req.id.arg == ""
	switch {
	case isFirst && req.prefs.View != "":
		from = req.side(g)
	case isFirst:
		from = req.settings.side(bottom(g)).Opponent()
	case !known:
		return delivery.Response{}, errUnknown
	}
	placement := req.replacing()
	if isFirst {
		placement = delivery.Beside
	}
	h, err := g.History()
	if err != nil {
		return delivery.Response{}, err
	}
	m := &message.Builder{Private: true}
	if err := b.addBoard(req, req.lang, m, g, h, req.theme(), from); err != nil {
		return delivery.Response{}, err
	}
	addTextBoard(m, req.lang, h.Position(), from, req.prefs.Text)
	if side, plays := g.Side(req.by.Person); plays && side == g.Turn() && !g.IsOver() {
		addMoves(m, req.lang, h.Position(), inGame(g, moveAction).with, inGame(g, pieceAction).with)
	}
	row := []dg.MessageComponent{
		button(req.lang, inGame(g, flipAction).with(from.Opponent().String()), dg.SecondaryButton),
	}
	if req.mayPlan(g) {
		row = append(row, button(req.lang, inGame(g, planAction), dg.SecondaryButton))
	}
	m.Row(row...)
	return delivery.Response{Message: m, Placement: placement}, nil
}

// useMoveList lists the moves of a game privately, in a file if they are too many for a text.
func (b *Bot) useMoveList(req *request, g *game.Game) (delivery.Response, error) {
	h, err := g.History()
	if err != nil {
		return delivery.Response{}, err
	}
	if h.Len() == 0 {
		return delivery.Response{Message: req.private("score.none")}, nil
	}
	text := say.MoveList(h)
	m := req.private("score.title", "id", string(g.ID), "n", say.FullMoves(h.Len()))
	if len(text) <= maxListText {
		m.Text("```\n" + text + "```")
	} else {
		m.File(textFile(string(g.ID)+".txt", text))
	}
	return delivery.Response{Message: m}, nil
}
