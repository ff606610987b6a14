package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/mind"
	"doublecorner/internal/work"
	"doublecorner/render"
)

// errorResponse returns a private response that explains an error and what the user can do.
func (b *Bot) errorResponse(req *request, err error) delivery.Response {
	r := delivery.Response{Message: &message.Builder{Private: true}, Placement: delivery.Beside}
	switch {
	case errors.Is(err, mind.ErrOff):
		err = errThinkingOff
	case errors.Is(err, mind.ErrBusy):
		err = errThinkingBusy
	case errors.Is(err, work.ErrSpent):
		err = errTooLong
	}
	if refused, ok := errors.AsType[*game.RequestError](err); ok {
		b.explain(req, r.Message, refused)
		if refused.Code == game.ChallengeClosed && delivery.OpenFingerprint(refused.Challenge).IsOn(req.i.Message) {
			r.Outdated, r.Closed = true, refused.Challenge.ID
		} else if req.isOldNote(refused) {
			r.Outdated = true
		}
	} else if wrong, ok := errors.AsType[messageError](err); ok {
		wrong.add(b, req, r.Message)
	} else if fen, ok := errors.AsType[*pdn.FENError](err); ok {
		part := say.Echo(fen.Part)
		r.Message.Text(req.lang.Say("error.position", "named", part != "", "part", part, "letters", fen.Err == pdn.ErrFENLetters))
	} else if wrong, ok := errors.AsType[userError](err); ok {
		r.Message.Text(req.lang.Say(string(wrong), "channels", req.lang.Or(req.settings.channels()), "limit", message.MaxOptions,
			"days", req.lang.Say("clock.days", "n", 2), "most", game.MaxDays, "none", req.lang.Say("clock.none"), "moves", game.MaxPlies,
			"example", when.Example(req.lang), "zone", when.ZoneName(req.lang, req.settings.zone(req.public).String())))
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
	answers := []action{agreeAction, declineOfferAction, withdrawOfferAction}
	if req.id == nil || !slices.Contains(answers, req.id.action) || r.Game == nil || req.i.Message == nil {
		return false
	}
	isOver := r.Code == game.Stale || r.Code == game.Over || r.Code == game.NotOffered
	return isOver && req.i.Message.ID != r.Game.Post.String()
}

// addFailure logs an error that no user can mend, and adds a reference to the log.
func (b *Bot) addFailure(req *request, m *message.Builder, err error) {
	b.log.Error("interaction failed", "interaction", req.i.ID, "guild", req.i.GuildID, "err", err)
	key := "error.failed"
	if errors.Is(err, game.ErrNotStored) && !errors.Is(err, game.ErrUncertain) {
		key = "error.not-stored"
	}
	m.Failed = true
	m.Text(req.lang.Say(key, "reference", req.i.ID))
}

// explain adds the reason why the referee refused a request, and a picture of an illegal move.
func (b *Bot) explain(req *request, m *message.Builder, r *game.RequestError) {
	if r.Code == game.IllegalMove && r.Game != nil && r.Before != nil {
		p := r.Before.Position()
		text := b.namingGame(req, say.WhyNot(req.lang, p, r.Move), r.Game)
		if r.Before.Len() > r.Game.Len() {
			text = "**" + say.Branch(req.lang, r.Game, r.Before) + "**\n" + text
		}
		m.Text(text)
		b.addIllustration(req, m, r.Game, p, r.Move)
		if r.Before.Len() == r.Game.Len() && r.Game.Player(r.Game.Turn()) == req.by.Person { // no conditional move
			req.addWayOut(m, r.Game, p, r.Move)
		}
		m.Row(rulesButton(req.lang, r.Game, r.Move))
		return
	}
	asker := say.Asker{Person: req.by.Person, Button: req.id != nil, Mentions: !req.prefs.Quiet}
	if asker.Mentions && r.Game != nil {
		gameSettings, _, err := b.settingsOfGame(req, r.Game)
		asker.Mentions = err == nil && !gameSettings.inPlace() // an edit notifies nobody
	}
	text, ok := say.Refused(req.lang, r, asker)
	if !ok { // only a fault of the bot causes it
		b.addFailure(req, m, r)
		return
	}
	m.Text(b.namingGame(req, text, r.Game))
	if r.Code == game.TermsChanged {
		m.Text(say.Challenge(req.lang, r.Challenge))
		accept := acceptAction
		if r.Challenge.From == game.Stranger {
			accept = meetAction
		}
		m.Row(buttonLabelled(req.lang.Say("button.accept"), onChallenge(r.Challenge, accept), dg.SuccessButton))
	}
	if r.Code == game.OwnOffer && req.id != nil {
		withdraw := *req.id
		withdraw.action = withdrawOfferAction
		m.Row(buttonLabelled(req.lang.Say("button.withdraw"), withdraw, dg.SecondaryButton))
	}
}

// namingGame returns the reason why a command was refused, with the game that it is about if the user plays several.
func (b *Bot) namingGame(req *request, reason string, g *game.Game) string {
	if g == nil || req.id != nil {
		return reason
	}
	const several = 2
	games, err := b.referee.Games(req, game.RunningGamesOf(req.by.Person), req.viewer(), "", several)
	if err != nil || len(games.Items) < several {
		return reason
	}
	return reason + "\n-# " + b.composer.gameLink(req, g)
}

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

// addWayOut adds the moves that a user may have meant by an illegal one: those that the text fits, or else those of the piece,
// or if there are none, all.
func (req *request) addWayOut(m *message.Builder, g *game.Game, p draughts.Position, err error) {
	var moves []draughts.Move
	if ambiguous, ok := errors.AsType[*draughts.AmbiguousError](err); ok {
		moves = ambiguous.Moves
	} else if illegal, ok := errors.AsType[*draughts.IllegalMove](err); ok {
		moves = slices.DeleteFunc(slices.Clone(p.Moves()), func(m draughts.Move) bool { return m.From() != illegal.From })
	}
	from, move := req.side(g), inGame(g, moveAction).with
	if len(moves) == 0 {
		addMoves(m, req.lang, p, from, move, inGame(g, pieceAction).with)
		return
	}
	addMovesOf(m, req.lang, p, moves[:min(len(moves), message.MaxOptions)], from, move)
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
	switch {
	case illegal.At == 0 || illegal.Reason == draughts.CrownedSoEnded: // nothing is wrong with the square
	case len(illegal.Squares) > 0: // a piece to be captured, by landing there
		view.Marks = append(view.Marks, render.Mark{Square: illegal.At, Kind: render.Target})
	default:
		view.Marks = append(view.Marks, render.Mark{Square: illegal.At, Kind: render.Wrong})
	}
	return view
}

// InternalError responds to an interaction whose handler panicked. The reference leads to the log.
func (b *Bot) InternalError(i *dg.Interaction, reference string) delivery.Response {
	return b.sentence(clientLanguage(i), i, "error.failed", "reference", reference)
}

// Busy responds to an interaction of a user or guild that makes too many.
func (b *Bot) Busy(ctx context.Context, i *dg.Interaction) delivery.Response {
	return b.sentence(b.userLanguage(ctx, i), i, "error.busy")
}

// OverBudget responds to an interaction of a user or guild whose requests took too much work.
func (b *Bot) OverBudget(ctx context.Context, i *dg.Interaction, wait time.Duration) delivery.Response {
	return b.sentence(b.userLanguage(ctx, i), i, "error.too-much-work", "n", int(wait.Seconds())+1)
}

// sentence returns a private response to an interaction that is not handled.
func (b *Bot) sentence(l *lang.Language, i *dg.Interaction, key string, values ...any) delivery.Response {
	m := &message.Builder{Private: true}
	m.Text(b.records.naming(l, clientLanguage(i)).Say(key, values...))
	return delivery.Response{Message: m}
}

// languagePatience is how long a refusal waits for the language of its user.
const languagePatience = 500 * time.Millisecond

// userLanguage returns the language that the user of an interaction prefers, or if that cannot be read in time, that of
// their client.
func (b *Bot) userLanguage(ctx context.Context, i *dg.Interaction) *lang.Language {
	ctx, cancel := context.WithTimeout(ctx, languagePatience)
	defer cancel()
	client := clientLanguage(i)
	req, ok := newRequest(ctx, delivery.Interaction{Interaction: i})
	if !ok {
		return client
	}
	prefs, err := b.records.preferencesOf(ctx, req.by.Person)
	if err != nil {
		return client
	}
	return cmp.Or(lang.For(prefs[req.by.Person].Language), client)
}

// clientLanguage returns the language of the client of an interaction.
func clientLanguage(i *dg.Interaction) *lang.Language {
	return cmp.Or(lang.For(string(i.Locale)), lang.English())
}

// roleError says what cannot be done because of a role, or without one of several.
type roleError struct {
	key      string // of the sentence
	roles    []game.RoleID
	obstacle delivery.RoleObstacle
}

func (e *roleError) Error() string { return e.key }

func (e *roleError) add(_ *Bot, req *request, m *message.Builder) {
	m.Text(req.lang.Say(e.key, "role", strings.Join(say.Each(e.roles, say.Role), " / "), "obstacle", string(e.obstacle)))
}
