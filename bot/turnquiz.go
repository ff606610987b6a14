package bot

import (
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

// turnQuiz is a turning point of a game that was reviewed: a user tries to play better.
type turnQuiz struct {
	review.Turn
	game *game.Game
	r    *review.Review
	page int // of the review
}

// turnQuiz returns the turning point that a custom ID names: its game, and the ply.
func (b *Bot) turnQuiz(req *request) (*turnQuiz, error) {
	g, err := b.chosenGame(req)
	if err != nil {
		return nil, err
	}
	if !g.IsOver() {
		return nil, errReviewTooEarly
	}
	played, err := b.referee.Played(req, req.by.Person)
	if err != nil {
		return nil, err
	}
	r, _, err := b.fairReview(req, g, played)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, errUnknown
	}
	for i, t := range r.Turns() {
		if game.Ply(t.Ply) == req.id.ply {
			return &turnQuiz{t, g, r, i + 1}, nil
		}
	}
	return nil, errUnknown
}

func (q *turnQuiz) customID(a action, more string) customID {
	return turnCustomID(q.game, q.Turn, a, more)
}

func (q *turnQuiz) position() draughts.Position { return q.r.History().At(q.Ply) }

func (q *turnQuiz) from(req *request) draughts.Side { return req.solverSide(q.position().Turn()) }

func (q *turnQuiz) moveText(choice string) string { return moveText(q.position(), choice) }

func (q *turnQuiz) title(l *lang.Language) string {
	return turnTitle(l, q.r, q.page, say.Player(l, q.game, q.position().Turn()))
}

func (q *turnQuiz) addBoard(b *Bot, req *request, m *message.Builder, look render.View) error {
	return b.addQuizBoard(req, m, puzzleFile, q.position().Turn(), q.r.History().Until(q.Ply), look)
}

// addTask adds what is asked, and the moves right below what is to be said.
func (q *turnQuiz) addTask(b *Bot, req *request, m *message.Builder, said string, look render.View) error {
	m.Text(q.title(req.lang))
	at := q.position()
	m.Text(req.lang.Say("review.task", "side", at.Turn().String(), "move", at.Text(q.Played)))
	look.Numbers = true
	if err := q.addBoard(b, req, m, look); err != nil {
		return err
	}
	m.Text(said)
	addMoves(m, req.lang, at, q.from(req), inQuiz(q, quizMoveAction), inQuiz(q, quizPieceAction))
	m.Row(
		button(req.lang, q.customID(quizTypeAction, ""), dg.SecondaryButton),
		buttonLabelled(req.lang.Say("button.best-move"), q.customID(quizSolutionAction, ""), dg.SecondaryButton),
		q.backButton(req.lang, dg.SecondaryButton),
	)
	return nil
}

// backButton returns the button that leads back to the page of the review.
func (q *turnQuiz) backButton(l *lang.Language, style dg.ButtonStyle) dg.MessageComponent {
	return buttonLabelled(l.Say("button.back-to-review"), playedHere{Game: q.game}.page(q.page), style)
}

// turnNodes are searched to see whether a move is about as good as the best one.
const turnNodes = 100_000

// try responds to a move: the best one is right, and so is one that is about as good.
func (q *turnQuiz) try(b *Bot, req *request, move draughts.Move) (delivery.Response, error) {
	switch move {
	case q.Better[0]:
		return q.end(b, req, q.Better, "lesson.right")
	case q.Played:
		return b.quizResponse(req, q, q.noBetter(req.lang, move, q.Then), q.arrow(move))
	}
	h := q.r.History().Until(q.Ply)
	if err := h.PlayOn(move); err != nil {
		return delivery.Response{}, errUnknown
	}
	task := mind.Task{Purpose: mind.Study, History: h, Limit: search.Limit{Nodes: turnNodes}}
	return b.quizThought(req, task, func(m *message.Builder, t search.Thought, err error) {
		switch {
		case err != nil:
			*m = *b.errorResponse(req, err).Message
			err = q.addTask(b, req, m, "", render.View{})
		case q.r.ChanceOf(q.Before)+q.r.ChanceOf(t.Lines[0].Value)-1 < asGood:
			err = q.addEnd(b, req, m, append([]draughts.Move{move}, t.Lines[0].Moves...), "lesson.right")
		default:
			err = q.addTask(b, req, m, q.noBetter(req.lang, move, t.Lines[0].Moves), q.arrow(move))
		}
		if err != nil {
			b.log.Error("turning point not shown", "game", q.game.ID, "err", err)
		}
	}), nil
}

// noBetter says that a move is no better than the one that was played, because of what follows.
func (q *turnQuiz) noBetter(l *lang.Language, move draughts.Move, then []draughts.Move) string {
	at := q.position()
	after := at.Play(move)
	return l.Say("review.no-better", "move", at.Text(move), "side", after.Turn().String(),
		"line", say.Moves(after, then[:min(3, len(then))]))
}

// arrow shows a move of the position.
func (q *turnQuiz) arrow(move draughts.Move) render.View {
	return render.View{Arrows: []render.Arrow{{Squares: q.position().Path(move), Kind: render.Played}}}
}

// solution shows the best move.
func (q *turnQuiz) solution(b *Bot, req *request) (delivery.Response, error) {
	return q.end(b, req, q.Better, "exercise.best")
}

// end returns the response at the end, which shows a line of best play.
func (q *turnQuiz) end(b *Bot, req *request, line []draughts.Move, key string) (delivery.Response, error) {
	m := &message.Builder{Private: true}
	err := q.addEnd(b, req, m, line, key)
	return delivery.Response{Message: m, Placement: req.replacing()}, err
}

// addEnd adds a line of best play, what is certain about its first move, and the way back.
func (q *turnQuiz) addEnd(b *Bot, req *request, m *message.Builder, line []draughts.Move, key string) error {
	l, at := req.lang, q.position()
	m.Accent = overAccent
	m.Text(q.title(l))
	m.Text(strings.TrimSpace(l.Say(key, "move", at.Text(line[0]), "line", at.Text(line[0])) + "\n" + say.Merit(l, at, line)))
	if err := q.addBoard(b, req, m, render.View{Arrows: []render.Arrow{{Squares: at.Path(line[0]), Kind: render.Proposed}}}); err != nil {
		return err
	}
	m.Text("-# " + l.Say("hint.line", "moves", say.Line(q.r.History(), q.Ply, line)))
	m.Row(q.backButton(l, dg.PrimaryButton))
	return nil
}
