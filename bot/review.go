package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/mind"
	"doublecorner/game/review"
	"doublecorner/game/search"
	"doublecorner/render"
)

// review shows what the moves of a finished game were worth: a summary, or the page that a button names. In public the
// summary stays, and each user turns the pages for themselves.
func (b *Bot) review(req *request, g *game.Game) (delivery.Response, error) {
	switch {
	case !g.IsOver():
		return delivery.Response{}, errReviewTooEarly
	case !hasMoves(g):
		return delivery.Response{Message: req.private("score.none")}, nil
	}
	page := 0
	if req.id != nil {
		page, _ = strconv.Atoi(req.id.arg) // of the summary's button there is none
	}
	private := req.isPersonal(g)
	l, look := req.look(g, private)
	r := thinkingResponse(b, req, private, func(ctx context.Context) (*review.Review, error) {
		played, err := b.referee.Played(ctx, req.by.Person)
		if err != nil {
			return nil, err
		}
		r, err := b.reviewOf(ctx, g, req.by.Person)
		if err != nil {
			return nil, err
		}
		return r.FairTo(played), nil
	}, func(ctx context.Context, r *review.Review) (*message.Builder, error) {
		p := reviewPages{r, playedHere{b, g}, l, look, req.prefs.Text}
		return p.compose(ctx, page)
	})
	if req.id != nil && req.id.arg != "" {
		r.Placement = req.replacing()
	}
	return r, nil
}

// fairReview returns the review that is kept of a game, if there is one, without what helps a user in the games that they
// play, and the history of the game.
func (b *Bot) fairReview(ctx context.Context, g *game.Game, played game.Played) (*review.Review, *draughts.History, error) {
	r, h, err := b.keptReview(ctx, g)
	if r != nil {
		r = r.FairTo(played)
	}
	return r, h, err
}

// keptReview returns the review that is kept of a game, if there is one, and the history of the game.
func (b *Bot) keptReview(ctx context.Context, g *game.Game) (*review.Review, *draughts.History, error) {
	kept, err := b.referee.Review(ctx, g)
	if err != nil {
		return nil, nil, err
	}
	return review.OfGame(g, kept)
}

// reviewOf returns the review of a game, and makes it if none is kept. It keeps it unless it had less time than it needs
// because others waited.
func (b *Bot) reviewOf(ctx context.Context, g *game.Game, by game.PersonID) (*review.Review, error) {
	made, err, _ := b.reviews.Do(string(g.ID), func() (any, error) {
		r, h, err := b.keptReview(ctx, g)
		if err != nil || r != nil {
			return r, err
		}
		r, hurried, err := b.makeReview(ctx, mind.Task{Place: g.Place, Person: by, History: h}, len(g.Opening))
		if err != nil || hurried {
			return r, err
		}
		kept, err := r.Bytes()
		if err == nil {
			err = b.referee.KeepReview(ctx, g.ID, kept)
		}
		if err != nil {
			b.log.Error("review not kept", "game", g.ID, "err", err)
		}
		return r, nil
	})
	if err != nil {
		return nil, err
	}
	return made.(*review.Review), nil
}

// makeReview reviews the game of a task, of whose moves the first so many were dealt. It reports whether it had less time than
// it needs because others waited.
func (b *Bot) makeReview(ctx context.Context, of mind.Task, dealt int) (r *review.Review, hurried bool, err error) {
	think := func(ctx context.Context, h *draughts.History, l search.Limit) (search.Thought, error) {
		of.Purpose, of.History, of.Limit = mind.Study, h, l
		t, err := b.mind.Think(ctx, of)
		hurried = hurried || t.Late && t.Time < mind.Longest
		return t, err
	}
	r, err = review.Make(ctx, of.History, dealt, think)
	return r, hurried, err
}

// reviewed is the game that a review is about.
type reviewed interface {
	title(*lang.Language) string
	result(*lang.Language) string
	player(*lang.Language, draughts.Side) string
	// names returns what pictures call the players.
	names(context.Context, *lang.Language) [len(draughts.Sides)]string
	// page returns the custom ID that shows a page of the review: its summary, or a turning point, counted from 1.
	page(n int) customID
	// leads returns the buttons of the summary, in two rows.
	leads(*lang.Language) (first, second []dg.MessageComponent)
	// tries returns the button that asks for a better move; nil if there is none.
	tries(*lang.Language, review.Turn) dg.MessageComponent
	// addLast adds what the page of the last turning point leads to.
	addLast(context.Context, *message.Builder, reviewPages) error
}

// playedHere is a game of the referee that is reviewed.
type playedHere struct {
	bot *Bot
	*game.Game
}

func (g playedHere) title(l *lang.Language) string { return say.Title(l, g.Game) }

func (g playedHere) result(l *lang.Language) string {
	result, _ := g.Result()
	return say.Result(l, g.Game, result)
}

func (g playedHere) player(l *lang.Language, s draughts.Side) string { return say.Player(l, g.Game, s) }

func (g playedHere) names(ctx context.Context, l *lang.Language) [len(draughts.Sides)]string {
	return say.Players(ctx, l, g.Game, g.bot.names.drawableNameOf)
}

func (g playedHere) page(n int) customID {
	return customID{action: reviewAction, game: g.ID, arg: strconv.Itoa(n)}
}

func (g playedHere) leads(l *lang.Language) (first, second []dg.MessageComponent) {
	next := customID{action: puzzleNextAction, game: g.ID, arg: g.Variant.Rules().Key}
	first = []dg.MessageComponent{buttonLabelled(l.Say("command.puzzle.about"), next, dg.SecondaryButton)}
	if !g.Voting && !g.IsBetween() {
		first = append(first, button(l, customID{action: rematchAction, game: g.ID}, dg.SecondaryButton))
	}
	second = []dg.MessageComponent{
		button(l, customID{action: replayAction, game: g.ID}, dg.SecondaryButton),
		button(l, customID{action: stepAction, game: g.ID, arg: stepOpen}, dg.SecondaryButton),
		button(l, customID{action: exportAction, game: g.ID}, dg.SecondaryButton),
	}
	return first, second
}

func (g playedHere) tries(l *lang.Language, t review.Turn) dg.MessageComponent {
	return button(l, turnCustomID(g.Game, t, quizAction, ""), dg.SecondaryButton)
}

// addLast leads to the puzzle that the worst mistake gave.
func (g playedHere) addLast(ctx context.Context, m *message.Builder, p reviewPages) error {
	h := p.History()
	worst := slices.MaxFunc(p.Turns(), func(a, b review.Turn) int { return cmp.Compare(a.Loss, b.Loss) })
	own, err := g.bot.composer.puzzleOf(ctx, g.Game, h.At(worst.Ply), h.At(worst.Ply+1))
	if own != "" {
		id := customID{action: puzzleDailyAction, game: g.ID, arg: string(own)}
		m.Row(buttonLabelled(p.l.Say("button.own-puzzle"), id, dg.SecondaryButton))
	}
	return err
}

// reviewPages are what a review is shown with: in a language, with the look of pictures, and perhaps with text boards.
type reviewPages struct {
	*review.Review
	of     reviewed
	l      *lang.Language
	look   render.View
	asText bool
}

// compose returns a page: the summary, or a turning point, counted from 1.
func (p reviewPages) compose(ctx context.Context, page int) (*message.Builder, error) {
	if page < 1 || page > len(p.Turns()) {
		return p.summary(ctx)
	}
	return p.turn(ctx, page)
}

// summary returns the first page of a review: how the game ended, how accurate the sides were, and who stood better
// when.
func (p reviewPages) summary(ctx context.Context) (*message.Builder, error) {
	l, h, turns := p.l, p.History(), p.Turns()
	m := &message.Builder{Accent: overAccent}
	m.Text(strings.TrimSpace(l.Say("review.title", "game", p.of.title(l)) + "\n" + p.of.result(l)))
	m.Text(l.Say("review.accuracy",
		"white", p.of.player(l, draughts.White), "of-white", say.Accuracy(p.Review, draughts.White),
		"black", p.of.player(l, draughts.Black), "of-black", say.Accuracy(p.Review, draughts.Black)))
	m.Text(say.Opening(l, h, h.Len()))
	if err := p.addCourse(ctx, m); err != nil {
		return nil, err
	}
	switch {
	case !p.IsWhole():
		m.Text("-# " + l.Say("review.unfair"))
	case len(turns) == 0:
		m.Text(l.Say("review.no-turns"))
	}
	first, second := p.of.leads(l)
	if len(turns) > 0 {
		first = append([]dg.MessageComponent{buttonLabelled(l.Say("button.turns"), p.of.page(1), dg.PrimaryButton)}, first...)
	}
	m.Row(first...)
	m.Row(second...)
	return m, nil
}

// turn returns a page of a review that shows a turning point: what was played, what is certain about it, and what was
// better.
func (p reviewPages) turn(ctx context.Context, page int) (*message.Builder, error) {
	l, h, turns := p.l, p.History(), p.Turns()
	t := turns[page-1]
	before := h.At(t.Ply)
	m := &message.Builder{Accent: overAccent}
	title := turnTitle(l, p.Review, page, p.of.player(l, before.Turn()))
	m.Text(strings.TrimSpace(title + "\n" + say.TurnFact(l, p.Review, t)))
	view := p.look
	view.Position, view.Arrows, view.Size = before, turnArrows(h, t), turnSize
	alt := l.Say("review.arrows", "move", say.NumberedMove(h, t.Ply), "better", before.Text(t.Better[0])) + " " + view.Alt(l.Say)
	if err := m.PNG(fmt.Sprintf("turn-%d.png", page), view, alt); err != nil {
		return nil, err
	}
	addTextBoard(m, l, before, p.look.From, p.asText)
	lines := []string{say.Change(l, p.Review, t), l.Say("review.better", "moves", say.Line(h, t.Ply, t.Better))}
	if len(t.Then) > 0 {
		lines = append(lines, l.Say("review.then", "moves", say.Line(h, t.Ply+1, t.Then)))
	}
	m.Text("-# " + strings.Join(append(lines, l.Say("review.legend")), "\n-# "))
	row := []dg.MessageComponent{buttonLabelled(l.Say("button.leaf", "where", "back"), p.of.page(page-1), dg.SecondaryButton)}
	if page < len(turns) {
		row = append(row, buttonLabelled(l.Say("button.leaf", "where", "next"), p.of.page(page+1), dg.PrimaryButton))
	}
	m.Row(append(row, p.of.tries(l, t))...)
	if page < len(turns) {
		return m, nil
	}
	return m, p.of.addLast(ctx, m, p)
}

// turnTitle returns the heading of the turning point on a page of a review, in which a player could have played better.
func turnTitle(l *lang.Language, r *review.Review, page int, player string) string {
	return l.Say("review.turn", "n", page, "move", say.NumberedMove(r.History(), r.Turns()[page-1].Ply), "player", player)
}

// turnQuizKind is the arg of custom IDs of turning points, and may have more behind it.
const turnQuizKind = "turn"

// turnCustomID returns the custom ID of an action on a turning point that a user tries to play better.
func turnCustomID(g *game.Game, t review.Turn, a action, more string) customID {
	return customID{action: a, game: g.ID, ply: game.Ply(t.Ply), arg: strings.TrimSpace(turnQuizKind + " " + more)}
}

// turnSize is the width of the picture of a turning point in pixels.
const turnSize = 600

// addCourse adds the chart of who stood better when.
func (p reviewPages) addCourse(ctx context.Context, m *message.Builder) error {
	l, h, r := p.l, p.History(), p.Review
	names := p.of.names(ctx, l)
	chart := render.Course{Theme: p.look.Theme, Title: names[draughts.White] + " – " + names[draughts.Black]}
	chance := .5
	for ply := range h.Len() + 1 {
		if !r.Hides(ply) { // else the chart is level
			chance = r.Chance(ply)
		}
		chart.Chances = append(chart.Chances, chance)
	}
	percent := func(ply int) int { return review.Percent(chart.Chances[ply]) }
	alt := []string{l.Say("review.chart", "n", say.FullMoves(h.Len()), "first", percent(0), "last", percent(h.Len()))}
	for i, t := range r.Turns() {
		chart.Turns = append(chart.Turns, t.Ply+1)
		alt = append(alt, fmt.Sprintf("%d: %s. %s.", i+1, say.NumberedMove(h, t.Ply), say.Change(l, r, t)))
	}
	if err := m.PNG("review.png", chart, strings.Join(alt, " ")); err != nil {
		return err
	}
	m.Text("-# " + l.Say("review.key", "turns", len(chart.Turns) > 0))
	return nil
}

// turnArrows returns the arrows of a turning point: what was played and what was better.
func turnArrows(h *draughts.History, t review.Turn) []render.Arrow {
	p := h.At(t.Ply)
	return []render.Arrow{
		{Squares: p.Path(t.Played), Kind: render.Played},
		{Squares: p.Path(t.Better[0]), Kind: render.Proposed},
	}
}
