package bot

import (
	"context"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/internal/work"
)

// slowResponse returns a response whose message takes long to compose.
func (b *Bot) slowResponse(req *request, private bool, compose func(context.Context) (*message.Builder, error)) delivery.Response {
	return delivery.Response{Private: private, Slow: true, Compose: func(ctx context.Context) *message.Builder {
		m, err := compose(ctx)
		if err != nil {
			m = b.errorResponse(req, work.Cause(ctx, err)).Message
			m.Aside = true
		}
		m.Private = private
		return m
	}}
}

// thinkingResponse returns a slow response whose message is composed of what think returns.
func thinkingResponse[T any](
	b *Bot, req *request, private bool,
	think func(context.Context) (T, error), compose func(context.Context, T) (*message.Builder, error),
) delivery.Response {
	var thought T
	var err error
	r := b.slowResponse(req, private, func(ctx context.Context) (*message.Builder, error) {
		if err != nil {
			return nil, err
		}
		return compose(ctx, thought)
	})
	r.Think = func(ctx context.Context) { thought, err = think(ctx) }
	return r
}

// textFile returns a file of text.
func textFile(name, text string) message.File {
	return message.File{Name: name, Type: "text/plain; charset=utf-8", Data: []byte(text)}
}

// boardResponse returns the response that shows the game of the referee's answer. The board is the response,
// the edited message of the game, or a new message in the game's channel if the user acts outside its thread,
// server or DM. If the board is not the response, the user sees it privately. Offers and what comes of them are
// told by a note, and the board stays.
func (b *Bot) boardResponse(req *request, a game.Answer) delivery.Response {
	g := a.Game
	gameSettings, l, err := b.settingsOfGame(req, g)
	if err != nil { // the announcement is stored and will show the board
		b.log.Error("board not shown yet", "interaction", req.i.ID, "game", g.ID, "err", err)
		return delivery.Response{Message: req.linkTo(g)}
	}
	last := g.Seq() - 1
	for last >= 0 && g.Event(last).Kind == game.WentAway { // as the game began
		last--
	}
	board := &delivery.Board{Game: g, Mentions: delivery.Mentioned(g, last).Without(g, req.by.Person), Notice: req.linkTo(g)}
	r := delivery.Response{Board: board, Announcements: a.Announced}
	used := req.i.Message != nil && req.i.Message.ID == g.Post.String()
	inPlace, isNote := req.editsBoard(gameSettings, g), delivery.IsNote(g, last) && !g.HasComputer()
	onBoard := used && (inPlace || isNote && g.Event(last).Kind != game.Offered)
	compose := func(ctx context.Context) (*message.Builder, error) {
		return b.composer.board(ctx, gameSettings, l, g, board.Mentions)
	}
	switch {
	case onBoard:
		r.Placement = delivery.Replace
	case inPlace, b.isElsewhere(req, g):
		board.In = delivery.InChannel
		if inPlace {
			board.In = delivery.InMessage
		}
		r.Placement = req.replacing()
		r.Private, r.PrivateBoard = true, b.privateBoard(req, g)
		compose = func(ctx context.Context) (*message.Builder, error) { return r.PrivateBoard.Compose(ctx, g) }
	case isNote:
		board.In = delivery.Unchanged
		compose = func(ctx context.Context) (*message.Builder, error) { return b.composer.note(ctx, l, g, last) }
		if req.isPrivate() {
			r.Placement = delivery.Follow
			if !message.HasPicture(req.i.Message) {
				r.Before = b.moreMessage(req, g)
			}
		} else if req.i.Message != nil && !used { // of a note
			r.Placement = delivery.Replace
		}
	default:
		b.replace(req, &r, gameSettings, l)
	}
	r.Compose = func(ctx context.Context) *message.Builder {
		m, err := compose(ctx)
		if err != nil {
			b.log.Error("board not shown yet", "interaction", req.i.ID, "game", g.ID, "err", err)
			return nil
		}
		return m
	}
	return r
}

// editsBoard reports whether a request about a game edits the message that shows it: the guild wants that, or
// the game is against the computer, unless the user types and may have to scroll up to it. An edit mentions
// nobody, so followers get a new message at the end.
func (req *request) editsBoard(s *settings, g *game.Game) bool {
	wanted := s.inPlace() || g.HasComputer() && req.id != nil
	return wanted && g.Post != 0 && !(g.IsOver() && len(g.Followers) > 0)
}

// replace sets what the message whose component was used becomes, and the placement of a response that is a newer board, if
// that follows from it. A private board shows the game as it is now. A board becomes a line, unless it is deleted once the
// newer one is shown.
func (b *Bot) replace(req *request, r *delivery.Response, gameSettings *settings, l *lang.Language) {
	g := r.Board.Game
	var err error
	switch {
	case req.id == nil || req.i.Message == nil:
	case req.isPrivate() && !message.HasPicture(req.i.Message):
	case req.isPrivate():
		r.Placement, r.PrivateBoard = delivery.Follow, b.privateBoard(req, g)
		r.Before, err = r.PrivateBoard.Compose(req, g)
	case req.i.Message.ID == g.Post.String() && gameSettings.deletesBoard(g, req.inThread()):
		r.Placement = delivery.Beside
	default:
		r.Before, err = b.usedBoard(req, l, g)
	}
	if err != nil {
		b.log.Error("an old board keeps its picture", "interaction", req.i.ID, "game", g.ID, "err", err)
	}
}

// usedBoard returns the line that a board becomes because its button or select was used; nil if it says nothing more than
// what the courier makes of it. The line does not refer to the picture, because a board that is not the newest may be a
// line already.
func (b *Bot) usedBoard(req *request, l *lang.Language, g *game.Game) (*message.Builder, error) {
	shown := 0 // events
	switch req.id.action {
	case moveAction:
		if shown = say.LastTurn(g); g.Event(shown).Answers {
			shown-- // the user's own move came just before
		}
	case drawAction:
		shown = g.Seq() - 1
	default:
		return nil, nil
	}
	past := g.AsOf(shown)
	past.Room = req.channel
	return b.composer.line(l, past)
}

// about returns the handler of a command, a component or a modal about what choose returns: a game, for example.
func about[T any](
	choose func(*Bot, *request) (T, error), do func(*Bot, *request, T) (delivery.Response, error),
) handler {
	return func(b *Bot, req *request) (delivery.Response, error) {
		subject, err := choose(b, req)
		if err != nil {
			return delivery.Response{}, err
		}
		return do(b, req, subject)
	}
}

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
