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
// server or DM. If the board is not the response, the response links to it. Offers and what comes of them are
// told by a note, and the board stays.
func (b *Bot) boardResponse(req *request, a game.Answer) delivery.Response {
	g := a.Game
	gameSettings, l, err := b.settingsOfGame(req, g)
	if err != nil { // the announcement is stored and will show the board
		b.log.Error("board not shown yet", "interaction", req.i.ID, "game", g.ID, "err", err)
		return delivery.Response{Message: req.linkTo(g)}
	}
	last := g.Seq() - 1
	board := &delivery.Board{Game: g, Mentions: delivery.Mentioned(g, last), Notice: req.linkTo(g)}
	if g.HasComputer() { // the other player is here
		board.Mentions = board.Mentions.Without(g, req.by.Person)
	}
	r := delivery.Response{Board: board, Announcements: a.Announced}
	compose := func(ctx context.Context) (*message.Builder, error) {
		return b.composer.board(ctx, gameSettings, l, g, board.Mentions)
	}
	used := req.i.Message != nil && req.i.Message.ID == g.Post.String()
	inPlace, isNote := req.editsBoard(gameSettings, g), delivery.IsNote(g, last)
	onBoard := used && (inPlace || isNote && g.Event(last).Kind != game.Offered)
	if !onBoard {
		r.Before = b.usedBoard(req, l, g)
	}
	switch {
	case onBoard:
		r.Placement = delivery.Replace
	case inPlace:
		if g.Room == req.channel {
			board.Notice = req.private("board.above", "game", b.composer.gameLink(req, g))
		}
		board.In, r.Message = delivery.InMessage, board.Notice
		return r
	case b.isElsewhere(req, g):
		board.In, r.Message = delivery.InChannel, board.Notice
		return r
	case isNote:
		board.In = delivery.Unchanged
		compose = func(ctx context.Context) (*message.Builder, error) { return b.composer.note(ctx, l, g, last) }
		if req.isPrivate() {
			r.Placement = delivery.Follow
		} else if req.i.Message != nil && !used { // of a note
			r.Placement = delivery.Replace
		}
	}
	if !inPlace && g.Post != 0 && last >= 0 && g.Event(last).Kind == game.TookBack {
		board.In, r.Before, r.Placement = delivery.InMessage, nil, delivery.Unplaced
		compose = func(ctx context.Context) (*message.Builder, error) { return b.takenBack(ctx, l, g) }
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
// the game is against the computer, unless the user types moves and may have to scroll up to it. An edit
// mentions nobody, so followers get a new message at the end.
func (req *request) editsBoard(s *settings, g *game.Game) bool {
	wanted := s.InPlace || g.HasComputer() && req.text("move") == ""
	return wanted && g.Post != 0 && !(g.IsOver() && len(g.Followers) > 0)
}

// usedBoard returns the line that a board becomes because its button or select was used; nil if none was.
// The response does not refer to the picture, because a board that is not the newest may be a line already.
func (b *Bot) usedBoard(req *request, l *lang.Language, g *game.Game) *message.Builder {
	if req.i.Message == nil || req.isPrivate() || req.id == nil {
		return nil
	}
	shown := 0 // events
	switch req.id.action {
	case moveAction:
		if shown = say.LastTurn(g); g.Event(shown).Answers {
			shown-- // the user's own move came just before
		}
	case drawAction:
		shown = g.Seq() - 1
	default:
		return nil
	}
	past := g.AsOf(shown)
	past.Room = req.channel
	m, err := b.composer.line(l, past)
	if err != nil {
		b.log.Error("an old board keeps its picture", "interaction", req.i.ID, "game", g.ID, "err", err)
		return nil
	}
	return m
}

// takenBack returns the message that says what was taken back, and mentions the player to move.
func (b *Bot) takenBack(ctx context.Context, l *lang.Language, g *game.Game) (*message.Builder, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	change, err := say.LastChange(l, g, h)
	if err != nil {
		return nil, err
	}
	m := &message.Builder{Accent: playingAccent}
	turn, err := b.composer.turnText(ctx, l, g, h)
	if err != nil {
		return nil, err
	}
	m.Text(change + "\n" + turn + " · " + b.composer.gameLink(ctx, g))
	m.Mentions, err = b.composer.mentioned(ctx, g, delivery.Mentioned(g, g.Seq()-1))
	return m, err
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
