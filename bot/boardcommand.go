package bot

import (
	"errors"
	"slices"

	"doublecorner/bot/delivery"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// showBoard sends a new message that shows a game. A player's message in the guild of the game
// becomes the game's board, and mentions the opponent if it is their turn; if the game has a
// thread elsewhere, or people vote in it, it links to that. The message of another user has no controls, and a message in
// another guild is private.
func (b *Bot) showBoard(req *request, g *game.Game) (delivery.Response, error) {
	_, plays := g.Side(req.by.Person)
	inGuild := g.Place == req.place
	if g.Voting && inGuild || plays && inGuild && g.Room != req.channel && b.isThread(req, g.Room) {
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
	m, err := b.composer.board(req, gameSettings, l, g, mentions)
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
// stays: it shows the board as the user turned it before, else from the side that they prefer, else from the one that is
// not at the bottom in public. The private boards of the game stay turned like that.
func (b *Bot) useFlip(req *request, g *game.Game) (delivery.Response, error) {
	from, known := sideOf(req.id.arg)
	isFirst := req.id.arg == ""
	_, flipped := req.flipped(g)
	switch {
	case isFirst && (flipped || req.prefs.View != ""):
		from = req.side(g)
	case isFirst:
		from = req.settings.side(bottom(g)).Opponent()
	case !known:
		return delivery.Response{}, errUnknown
	}
	b.flips.Put(flipKey{req.by.Person, g.ID}, from)
	r := delivery.Response{Placement: req.replacing(), PrivateBoard: b.privateBoard(req, g)}
	if isFirst {
		r.Placement = delivery.Beside
	}
	var err error
	r.Message, err = r.PrivateBoard.Compose(req, g)
	return r, err
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
	m := req.private("score.title", "n", say.FullMoves(h.Len()))
	if len(text) <= maxListText {
		m.Text("```\n" + text + "```")
	} else {
		m.File(textFile(g.ID.Code()+".txt", text))
	}
	return delivery.Response{Message: m}, nil
}

// useThread continues a game in a new thread, unless it is in one or, because both players want that at once, about to
// be.
func (b *Bot) useThread(req *request, g *game.Game) (delivery.Response, error) {
	switch {
	case g.Place != req.place || b.isThread(req, g.Room):
		return delivery.Response{Message: req.linkTo(g), Placement: req.replacing()}, nil
	case !req.mayThread():
		return delivery.Response{}, errThreads
	}
	shown := shownGame{g.ID, g.Post}
	if thread, ok := b.ownThreads.Get(shown); ok {
		return delivery.Response{Message: req.shownIn(thread), Placement: req.replacing()}, nil
	}
	thread, err := b.discord.Thread(req, g.Room, b.threadName(req, g))
	if errors.Is(err, delivery.ErrUnreachable) {
		return delivery.Response{}, errThreads
	} else if err != nil {
		return delivery.Response{}, err
	}
	b.ownThreads.Put(shown, thread)
	g.Room = thread
	mentions := delivery.ToAct(g).Without(g, req.by.Person)
	return delivery.Response{
		Message: req.linkTo(g), Placement: req.replacing(), Board: &delivery.Board{Game: g, Mentions: mentions, In: delivery.InChannel},
	}, nil
}

// useMore shows the rest of a board's buttons.
func (b *Bot) useMore(req *request, g *game.Game) (delivery.Response, error) {
	return delivery.Response{Message: b.moreMessage(req, g)}, nil
}

// useFollow has the user follow a game as a button says.
func (b *Bot) useFollow(req *request) (delivery.Response, error) {
	i := slices.IndexFunc(followings, func(f game.Following) bool { return f.String() == req.id.arg })
	if i < 0 {
		return delivery.Response{}, errUnknown
	}
	a, err := b.referee.Follow(req, game.FollowRequest{Request: req.gameRequest(), Game: req.id.game, Follows: followings[i]})
	if err != nil {
		return delivery.Response{}, err
	}
	r, err := b.useMore(req, a.Game)
	r.Placement = req.replacing()
	return r, err
}
