package bot

import (
	"cmp"
	"context"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/mind"
	"doublecorner/game/puzzle"
	"doublecorner/game/search"
	"doublecorner/render"
)

// analyse shows the best moves of a position: a FEN, or that of a finished game. Unless the user shares it,
// only they see it.
func (b *Bot) analyse(req *request) (delivery.Response, error) {
	text := req.text("position")
	g, h, err := b.namedMoment(req, text)
	if err != nil {
		return delivery.Response{}, err
	}
	if g == nil {
		v, err := req.settings.variant(cmp.Or(req.text("rules"), req.defaultRules()))
		if err != nil {
			return delivery.Response{}, err
		}
		p, err := pdn.ParseFEN(v, text)
		if err != nil {
			return delivery.Response{}, err
		}
		h = draughts.NewHistory(p)
	}
	return b.analysisOf(req, g, h, !req.boolean("share", false))
}

// useAnalyse shows the user the best moves after some moves of a finished game.
func (b *Bot) useAnalyse(req *request, g *game.Game) (delivery.Response, error) {
	h, err := g.History()
	if err != nil {
		return delivery.Response{}, err
	}
	return b.analysisOf(req, g, h.Until(min(int(req.id.ply), h.Len())), true)
}

// analysisOf shows the best moves of a position, which is of a game or of none.
func (b *Bot) analysisOf(req *request, g *game.Game, h *draughts.History, private bool) (delivery.Response, error) {
	switch {
	case !b.mind.IsOn():
		return delivery.Response{}, errThinkingOff
	case g != nil && !g.IsOver():
		return delivery.Response{}, errReviewTooEarly
	}
	l, view := req.lang, render.View{Theme: req.theme()}
	private = private || g != nil && g.Place != req.place
	if g != nil {
		l, view = req.look(g, private)
	} else if !private {
		l, view.Theme = req.public, themeOf(req.settings.Theme)
	}
	return thinkingResponse(b, req, private, func(ctx context.Context) (search.Thought, error) {
		if err := b.checkUnsolved(ctx, req, h.Position()); err != nil {
			return search.Thought{}, err
		}
		return b.bestMoves(ctx, req, mind.Study, h)
	}, func(_ context.Context, t search.Thought) (*message.Builder, error) {
		return analysisMessage(l, g, h, t, view, req.prefs.Text)
	}), nil
}

// analysisMessage returns the message that shows the best moves of a position, with arrows for them in its
// picture.
func analysisMessage(
	l *lang.Language, g *game.Game, h *draughts.History, t search.Thought, view render.View, asText bool,
) (*message.Builder, error) {
	p := h.Position()
	m := &message.Builder{Accent: overAccent}
	subject := l.Say("analysis.position", "rules", say.Rules(l, p.Variant().Rules()), "side", p.Turn().String())
	if g != nil {
		subject = say.Title(l, g)
	}
	m.Text(l.Say("analysis.title", "of", subject))
	if g != nil {
		m.Text(say.Step(l, g, h, h.Len()))
	}
	m.Text(say.Opening(l, h, h.Len()))
	lines := t.Lines
	if _, over := h.Ending(); over || len(lines[0].Moves) == 0 {
		lines = nil
	}
	view.Position, view.Size = p, turnSize
	for i, line := range lines {
		kind := render.Played
		if i == 0 {
			kind = render.Proposed
		}
		view.Arrows = append(view.Arrows, render.Arrow{Squares: p.Path(line.Moves[0]), Kind: kind})
	}
	if err := m.Board(l, boardFile, view); err != nil {
		return nil, err
	}
	addTextBoard(m, l, p, view.From, asText)
	for i, line := range lines {
		text := message.Numbered(i+1, say.Idea(l, p, line))
		if len(line.Moves) > 1 {
			text += "\n" + say.Line(h, h.Len(), line.Moves)
		}
		m.Text(text)
	}
	if len(lines) == 0 {
		m.Text(l.Say("analysis.over"))
	} else {
		m.Text("-# " + l.Say("analysis.legend", "n", len(lines)))
	}
	return m, nil
}

// think does a task for a user who waits for it, unless it would help in a game that they play against a person. Each line
// has so many moves, unless an exchange goes on, and ends where it would help.
func (b *Bot) think(ctx context.Context, req *request, task mind.Task, plies int) (search.Thought, error) {
	played, err := b.referee.Played(ctx, req.by.Person)
	if err != nil {
		return search.Thought{}, err
	}
	at := task.History.Position()
	if played.Has(at) {
		return search.Thought{}, errUnfair
	}
	task.Place, task.Person = req.place, req.by.Person
	t, err := b.mind.Think(ctx, task)
	for i, line := range t.Lines {
		t.Lines[i].Moves = played.Until(at, search.Beginning(line.Moves, plies))
	}
	return t, err
}

// checkFair refuses help with a position that is close to one of a game that the user plays against a person.
func (b *Bot) checkFair(ctx context.Context, req *request, p draughts.Position) error {
	played, err := b.referee.Played(ctx, req.by.Person)
	if err == nil && played.Has(p) {
		return errUnfair
	}
	return err
}

// checkFairStart refuses a game against the computer from a set position of a game that the user plays
// against a person, or of a puzzle that they have yet to solve.
func (b *Bot) checkFairStart(req *request, t *game.Terms) error {
	if t.Start == (draughts.Position{}) {
		return nil
	}
	if err := b.checkUnsolved(req, req, t.Start); err != nil {
		return err
	}
	return b.checkFair(req, req, t.Start)
}

// checkUnsolved refuses help with positions if one of them is the start of a puzzle that the user has yet to solve.
func (b *Bot) checkUnsolved(ctx context.Context, req *request, positions ...draughts.Position) error {
	var ids []game.PuzzleID
	for _, p := range positions {
		for _, id := range puzzle.IDsAt(p) {
			ids = append(ids, game.PuzzleID(id))
		}
	}
	open, err := b.referee.OpenPuzzle(ctx, req.by.Person, req.place, ids)
	if err == nil && open.ID != "" {
		return unsolvedError(open)
	}
	return err
}

// unsolvedError says that the user has yet to solve a puzzle, and leads to it.
type unsolvedError game.OpenPuzzle

func (unsolvedError) Error() string { return "error.unsolved" }

func (e unsolvedError) add(_ *Bot, req *request, m *message.Builder) {
	m.Text(req.lang.Say(e.Error(), "daily", e.Daily))
	m.Row(button(req.lang, customID{action: puzzleDailyAction, arg: string(e.ID)}, dg.PrimaryButton))
}

const (
	// shownLines is how many moves of a position are shown with what follows.
	shownLines = 3
	// shownPlies is how many moves of each line are shown, unless an exchange goes on.
	shownPlies = 6
	// analysisNodes are searched for a position.
	analysisNodes = 200_000
)

// bestMoves thinks about the best moves of a position for a user who waits for them.
func (b *Bot) bestMoves(ctx context.Context, req *request, p mind.Purpose, h *draughts.History) (search.Thought, error) {
	limit := search.Limit{Nodes: analysisNodes, Lines: shownLines}
	return b.think(ctx, req, mind.Task{Purpose: p, History: h, Limit: limit}, shownPlies)
}
