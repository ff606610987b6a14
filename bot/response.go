package bot

import (
	"context"
	"errors"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/mind"
	"doublecorner/game/openings"
	"doublecorner/render"
)

// errorResponse returns a private response that explains an error and what the user can do.
func (b *Bot) errorResponse(req *request, err error) delivery.Response {
	r := delivery.Response{Message: &message.Builder{Private: true}}
	switch {
	case errors.Is(err, mind.ErrOff):
		err = errThinkingOff
	case errors.Is(err, mind.ErrBusy):
		err = errThinkingBusy
	}
	if refused, ok := errors.AsType[*game.RequestError](err); ok {
		b.explain(req, r.Message, refused)
		r.Outdated = refused.Code == game.ChallengeClosed && delivery.OpenFingerprint(refused.Challenge).IsOn(req.i.Message) ||
			req.isOldNote(refused)
	} else if wrong, ok := errors.AsType[messageError](err); ok {
		wrong.add(b, req, r.Message)
	} else if fen, ok := errors.AsType[*pdn.FENError](err); ok {
		part := message.Escape(message.ClipTo(fen.Part, maxEcho))
		r.Message.Text(req.lang.Say("error.position", "named", part != "", "part", part))
	} else if wrong, ok := errors.AsType[userError](err); ok {
		r.Message.Text(req.lang.Say(string(wrong), "channels", req.lang.Or(req.settings.channels()),
			"days", req.lang.Say("clock.days", "n", 2), "none", req.lang.Say("clock.none"),
			"example", exampleTime(req.lang), "zone", req.settings.zone(req.public).String()))
	} else {
		b.addFailure(req, r.Message, err)
	}
	return r
}

// messageError is an error that adds more than a sentence to the message about it.
type messageError interface {
	error
	add(*Bot, *request, *message.Builder)
}

// isOldNote reports whether the user answered an offer that is over, on the note that still asks about it.
func (req *request) isOldNote(r *game.RequestError) bool {
	if req.id == nil || req.id.action != agreeAction && req.id.action != declineOfferAction || r.Game == nil || req.i.Message == nil {
		return false
	}
	isOver := r.Code == game.Stale || r.Code == game.Over || r.Code == game.NotOffered
	return isOver && req.i.Message.ID != r.Game.Post.String()
}

// addFailure logs an error that no user can mend, and adds a reference to the log.
func (b *Bot) addFailure(req *request, m *message.Builder, err error) {
	b.log.Error("interaction failed", "interaction", req.i.ID, "err", err)
	m.Text(req.lang.Say("error.failed", "reference", req.i.ID))
}

// explain adds the reason why the referee refused a request, and a picture of an illegal move.
func (b *Bot) explain(req *request, m *message.Builder, r *game.RequestError) {
	if r.Code == game.IllegalMove && r.Game != nil && r.Before != nil {
		p := r.Before.Position()
		text := b.namingGame(req, req.lang.WhyNot(p, escapeMove(r.Move)), r.Game)
		if r.Before.Len() > r.Game.Len() {
			text = "**" + branchText(req.lang, r.Game, r.Before) + "**\n" + text
		}
		m.Text(text)
		b.addIllustration(req, m, r.Game, p, r.Move)
		m.Row(rulesButton(req.lang, r.Game, r.Move))
		return
	}
	code, result := r.Code, ""
	if r.Game != nil {
		if end, over := r.Game.Result(); over && end.Cause == game.ByTime && code == game.Over {
			code = game.TimeIsUp
		}
		result = winnerText(req.lang, r.Game)
	}
	key := lang.Key("error.", code)
	if !lang.English().Has(key) { // only a fault of the bot causes it
		b.addFailure(req, m, r)
		return
	}
	id, mentioned := "", !req.prefs.Quiet
	if r.Game != nil {
		id = string(r.Game.ID)
		mentioned = mentioned && !r.Game.HasComputer()
		mentioned = mentioned && !(req.settings.InPlace && r.Game.Place == req.place) // an edit notifies nobody
	}
	text := req.lang.Say(key, "limit", r.Limit, "id", id, "called", mentioned, "fault", lang.Key("", r.Terms), "result", result,
		"wrong", lang.Key("", r.Fault), "refusal", strings.ReplaceAll(r.Refusal.Error(), " ", "-"),
		"decks", req.lang.Or(keysOf(openings.Decks(), req.lang.RulesName)))
	m.Text(b.namingGame(req, text, r.Game))
}

// namingGame returns the reason why a command was refused, with the game that it is about if it does not name that
// and the user plays several.
func (b *Bot) namingGame(req *request, reason string, g *game.Game) string {
	if g == nil || req.id != nil || strings.Contains(reason, string(g.ID)) {
		return reason
	}
	const several = 2
	games, err := b.referee.Games(req, game.RunningGamesOf(req.by.Person), req.viewer(), "", several)
	if err != nil || len(games.Items) < several {
		return reason
	}
	return reason + " · " + b.boardLink(req, g)
}

// escapeMove shortens and escapes what the user typed, in the error about their move.
func escapeMove(err error) error {
	if illegal, ok := errors.AsType[*draughts.IllegalMove](err); ok {
		escaped := *illegal
		escaped.Typed = message.Escape(message.ClipTo(illegal.Typed, maxEcho))
		return &escaped
	}
	if unreadable, ok := errors.AsType[*draughts.UnreadableError](err); ok {
		escaped := *unreadable
		escaped.Text = message.Escape(message.ClipTo(unreadable.Text, maxEcho))
		return &escaped
	}
	return err
}

// maxEcho is the number of characters of a typed move that an error repeats.
const maxEcho = 60

// addIllustration adds a picture of an illegal move and of what the rules demand.
func (b *Bot) addIllustration(req *request, m *message.Builder, g *game.Game, p draughts.Position, err error) {
	illegal, ok := errors.AsType[*draughts.IllegalMove](err)
	if !ok {
		return
	}
	view := illustration(illegal)
	view.Position, view.From, view.Size, view.Theme = p, req.side(g), 480, req.theme()
	if err := m.Board(req.lang, boardFile, view); err != nil {
		b.log.Error("illegal move not drawn", "game", g.ID, "err", err)
	}
}

// illustration returns the arrow and the marks of an illegal move and of what the rules demand.
func illustration(illegal *draughts.IllegalMove) render.View {
	view := render.View{Hints: true}
	if illegal.From != 0 && illegal.To != 0 && illegal.From != illegal.To {
		view.Arrows = []render.Arrow{{Squares: []draughts.Square{illegal.From, illegal.To}, Kind: render.Refused}}
	}
	for _, q := range illegal.Squares {
		view.Marks = append(view.Marks, render.Mark{Square: q, Kind: render.Goal})
	}
	if illegal.At != 0 {
		view.Marks = append(view.Marks, render.Mark{Square: illegal.At, Kind: render.Cross})
	}
	return view
}

// InternalError responds to an interaction whose handler panicked. The reference leads to the log.
func (b *Bot) InternalError(i *dg.Interaction, reference string) delivery.Plan {
	return b.Plan(i, b.sentence(i, "error.failed", "reference", reference))
}

// Busy responds to an interaction of a user or guild that makes too many.
func (b *Bot) Busy(i *dg.Interaction) delivery.Plan {
	return b.Plan(i, b.sentence(i, "error.busy"))
}

// OverBudget responds to an interaction of a user or guild whose requests took too much work.
func (b *Bot) OverBudget(i *dg.Interaction, wait time.Duration) delivery.Plan {
	return b.Plan(i, b.sentence(i, "error.too-much-work", "n", int(wait.Seconds())+1))
}

// sentence returns a private response to an interaction that is not read as a request.
func (b *Bot) sentence(i *dg.Interaction, key string, values ...any) delivery.Response {
	m := &message.Builder{Private: true}
	client := languageOf(string(i.Locale), lang.English())
	m.Text(b.naming(client, client).Say(key, values...))
	return delivery.Response{Message: m}
}

// slowResponse returns a response whose message takes long to compose.
func (b *Bot) slowResponse(req *request, private bool, compose func(context.Context) (*message.Builder, error)) delivery.Response {
	return delivery.Response{Private: private, Slow: true, Compose: func(ctx context.Context) *message.Builder {
		m, err := compose(ctx)
		if err != nil {
			m = b.errorResponse(req, err).Message
		}
		m.Private = private
		return m
	}}
}

// private returns a private message with a sentence in the language of the user.
func (req *request) private(key string, values ...any) *message.Builder {
	m := &message.Builder{Private: true}
	m.Text(req.lang.Say(key, values...))
	return m
}

// textFile returns a file of text.
func textFile(name, text string) message.File {
	return message.File{Name: name, Type: "text/plain; charset=utf-8", Data: []byte(text)}
}

// boardResponse returns the response that shows the game of the referee's answer. The board is the response,
// the edited message of the game if the guild wants boards edited in place, or a new message in the game's
// channel if the user acts outside its thread, server or DM. If the board is not the response, the response links to it. Offers
// and what comes of them are told by a note, and the board stays.
func (b *Bot) boardResponse(req *request, a game.Answer) delivery.Response {
	g := a.Game
	gameSettings, l, err := b.settingsOfGame(req, g)
	if err != nil { // the announcement is stored and will show the board
		b.log.Error("board not shown yet", "interaction", req.i.ID, "game", g.ID, "err", err)
		return delivery.Response{Message: req.linkTo(g)}
	}
	board := &delivery.Board{Game: g, Mentions: delivery.Mentioned(g, g.Seq()-1), Notice: req.linkTo(g)}
	if g.HasComputer() { // the other player is here
		board.Mentions = board.Mentions.Without(g, req.by.Person)
	}
	r := delivery.Response{Board: board, Announcements: a.Announced}
	// A game against the computer stays in its message unless the user types moves, and may have to scroll up to it.
	inPlace := (gameSettings.InPlace || g.HasComputer() && req.commandName() != "move") && g.Post != 0 && !(g.IsOver() && len(g.Followers) > 0) // an edit mentions nobody
	used := req.i.Message != nil && req.i.Message.ID == g.Post.String()
	isNote := delivery.IsNote(g, g.Seq()-1)
	onBoard := used && (inPlace || isNote && g.Event(g.Seq()-1).Kind != game.Offered)
	elsewhere := g.Place != req.place || g.Post != 0 && g.Room != req.channel && b.isThread(req, g.Room)
	if !onBoard {
		r.Before = b.usedBoard(req, l, g)
	}
	switch {
	case inPlace && !onBoard:
		board.In, r.Message = delivery.InMessage, board.Notice
	case elsewhere && !onBoard:
		board.In, r.Message = delivery.InChannel, board.Notice
	case isNote && !onBoard:
		board.In = delivery.Unchanged
		r.Compose = b.composing(req, g, func(ctx context.Context) (*message.Builder, error) { return b.note(ctx, l, g, g.Seq()-1) })
		if req.isPrivate() {
			r.Placement = delivery.Follow
		} else if req.i.Message != nil && !used { // of a note
			r.Placement = delivery.Replace
		}
	case g.Post != 0 && g.Seq() > 0 && g.Event(g.Seq()-1).Kind == game.TookBack:
		board.In, r.Before = delivery.InMessage, nil
		r.Compose = b.composing(req, g, func(ctx context.Context) (*message.Builder, error) { return b.takenBack(ctx, l, g) })
	default:
		if onBoard {
			r.Placement = delivery.Replace
		}
		r.Compose = b.composing(req, g, func(ctx context.Context) (*message.Builder, error) {
			return b.board(ctx, gameSettings, l, g, board.Mentions)
		})
	}
	return r
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
		if shown = lastTurn(g); g.Event(shown).Answers {
			shown-- // the user's own move came just before
		}
	case drawAction:
		shown = g.Seq() - 1
	default:
		return nil
	}
	past := g.AsOf(shown)
	past.Room = req.channel
	m, err := b.line(req, l, past)
	if err != nil {
		b.log.Error("an old board keeps its picture", "interaction", req.i.ID, "game", g.ID, "err", err)
		return nil
	}
	return m
}

// composing returns the function that composes the message of a response about a game; nil if it fails.
func (b *Bot) composing(
	req *request, g *game.Game, compose func(context.Context) (*message.Builder, error),
) func(context.Context) *message.Builder {
	return func(ctx context.Context) *message.Builder {
		m, err := compose(ctx)
		if err != nil {
			b.log.Error("board not shown yet", "interaction", req.i.ID, "game", g.ID, "err", err)
			return nil
		}
		return m
	}
}

// takenBack returns the message that says what was taken back, and mentions who is to move.
func (b *Bot) takenBack(ctx context.Context, l *lang.Language, g *game.Game) (*message.Builder, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	change, err := lastChange(l, g, h)
	if err != nil {
		return nil, err
	}
	m := &message.Builder{Accent: playingAccent}
	turn, err := b.turnText(ctx, l, g, h)
	if err != nil {
		return nil, err
	}
	m.Text(change + "\n" + turn + " · " + b.gameLink(ctx, g))
	m.Mentions, err = b.mentioned(ctx, g, delivery.Mentioned(g, g.Seq()-1))
	return m, err
}

// settingsOfGame returns the settings that apply to a game, and the language of its board.
func (b *Bot) settingsOfGame(req *request, g *game.Game) (*settings, *lang.Language, error) {
	if g.Place == req.place {
		return &req.settings, req.public, nil
	}
	gameSettings, err := b.settingsOf(req, g.Place)
	return &gameSettings, b.language(&gameSettings), err
}

// linkTo returns a private message that links to the channel of a game.
func (req *request) linkTo(g *game.Game) *message.Builder { return req.shownIn(g, g.Room) }

// shownIn returns a private message that links to the channel that shows a game.
func (req *request) shownIn(g *game.Game, channel game.RoomID) *message.Builder {
	return req.private("board.there", "id", string(g.ID), "channel", "<#"+channel.String()+">")
}
