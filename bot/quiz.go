package bot

import (
	"context"
	"errors"
	"strings"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game/draughts"
	"doublecorner/game/mind"
	"doublecorner/game/search"
	"doublecorner/render"
)

// quiz is what a user solves by moves, in a private message: a puzzle, a picture of the rules, or an exercise.
type quiz interface {
	// customID returns the custom ID of an action on the quiz. Its arg names the quiz, and perhaps a choice
	// or a square.
	customID(a action, more string) customID
	position() draughts.Position
	// from returns the side at the bottom of its board.
	from(*request) draughts.Side
	title(*lang.Language) string
	// addBoard adds the picture of the position, with marks and arrows.
	addBoard(b *Bot, req *request, m *message.Builder, look render.View) error
	// addTask adds to a message what is asked, the position, and the moves right below what is to be said.
	addTask(b *Bot, req *request, m *message.Builder, said string, look render.View) error
	// moveText returns the text of a choice.
	moveText(choice string) string
	// try responds to a legal move.
	try(*Bot, *request, draughts.Move) (delivery.Response, error)
	// solution responds to a user who gives up.
	solution(*Bot, *request) (delivery.Response, error)
}

// quizResponse returns the response that asks for a move, below what is to be said.
func (b *Bot) quizResponse(req *request, q quiz, said string, look render.View) (delivery.Response, error) {
	m := &message.Builder{Private: true, Accent: playingAccent}
	err := q.addTask(b, req, m, said, look)
	return delivery.Response{Message: m, Placement: req.replacing()}, err
}

// quizPlies is how many moves a quiz tells of what follows.
const quizPlies = 5

// quizThought returns the response to a user of a quiz that compose fills when the bot has done a task, or
// could not.
func (b *Bot) quizThought(
	req *request, task mind.Task, compose func(*message.Builder, search.Thought, error),
) delivery.Response {
	var t search.Thought
	var err error
	return delivery.Response{
		Private: true, Slow: true, Placement: req.replacing(),
		Think: func(ctx context.Context) { t, err = b.think(ctx, req, task, quizPlies) },
		Compose: func(context.Context) *message.Builder {
			m := &message.Builder{Private: true, Accent: playingAccent}
			compose(m, t, err)
			return m
		},
	}
}

// addQuizBoard adds the picture of a game that began with a quiz, as the solver sees it, with marks and arrows.
func (b *Bot) addQuizBoard(
	req *request, m *message.Builder, file string, solver draughts.Side, h *draughts.History, look render.View,
) error {
	look.Position, look.Last, look.Theme, look.From = h.Position(), lastStep(h), req.theme(), req.solverSide(solver)
	if err := m.Board(req.lang, file, look); err != nil {
		return err
	}
	addTextBoard(m, req.lang, h.Position(), look.From, req.prefs.Text)
	return nil
}

// solverSide returns the side at the bottom of the board of a quiz: the one that the user prefers, else the solver's.
func (req *request) solverSide(solver draughts.Side) draughts.Side {
	if side, known := sideOf(req.prefs.View); known {
		return side
	}
	return solver
}

// useQuiz shows a quiz.
func (b *Bot) useQuiz(req *request, q quiz) (delivery.Response, error) {
	return b.quizResponse(req, q, "", render.View{})
}

// useQuizPiece shows the moves of the piece that the user selected, and selects of the pieces again.
func (b *Bot) useQuizPiece(req *request, q quiz) (delivery.Response, error) {
	square, at := req.detail(), q.position()
	moves, err := movesOf(at, square)
	if err != nil {
		return delivery.Response{}, err
	}
	m := &message.Builder{Private: true, Accent: playingAccent}
	m.Text(q.title(req.lang))
	m.Text(req.lang.Say("menu.where", "square", square))
	if err := q.addBoard(b, req, m, marking(moves[0].From())); err != nil {
		return delivery.Response{}, err
	}
	from := q.from(req)
	addMovesOf(m, req.lang, at, moves, from, inQuiz(q, quizMoveAction))
	addChoices(m, req.lang.Say("menu.piece"), inQuiz(q, quizPieceAction), pieceOptions(req.lang, at, at.Moves(), from))
	return delivery.Response{Message: m, Placement: req.replacing()}, nil
}

// marking marks the square of the piece to move.
func marking(q draughts.Square) render.View {
	return render.View{Numbers: true, Marks: []render.Mark{{Square: q, Kind: render.May}}}
}

// useQuizMove makes the move that the user selected.
func (b *Bot) useQuizMove(req *request, q quiz) (delivery.Response, error) {
	text := q.moveText(req.detail())
	move, err := q.position().Read(text)
	if _, illegal := errors.AsType[*draughts.IllegalMove](err); err != nil && !illegal {
		return delivery.Response{}, errUnknown
	}
	return b.tryRead(req, q, text, move, err)
}

// tryRead responds to a move that was read from a text, or says why it was not.
func (b *Bot) tryRead(req *request, q quiz, text string, move draughts.Move, err error) (delivery.Response, error) {
	if err == nil {
		return q.try(b, req, move)
	}
	said, look := say.WhyNot(req.lang, q.position(), err), render.View{}
	if illegal, ok := errors.AsType[*draughts.IllegalMove](err); ok {
		text = strings.ReplaceAll(say.Echo(text), `\-`, "-") // no list begins here
		said = "❌ **" + text + "** · " + said
		look = illustration(illegal)
	}
	return b.quizResponse(req, q, said, look)
}

// quizMoveInput is the custom ID of the text input of a move.
const quizMoveInput = "move"

// openQuizModal asks for a move as text.
func (b *Bot) openQuizModal(req *request, q quiz) (delivery.Response, error) {
	move, capture := lang.Examples(q.position().Variant())
	return delivery.Response{Modal: &message.Modal{
		CustomID: q.customID(quizTypedAction, "").String(), Title: req.lang.Say("puzzle.form"),
		Inputs: []message.Input{{
			CustomID: quizMoveInput, Label: req.lang.Say("puzzle.form-move", "move", move, "capture", capture), Short: true,
		}},
	}}, nil
}

// typeQuizMove makes the move that the user typed.
func (b *Bot) typeQuizMove(req *request, q quiz) (delivery.Response, error) {
	text := writtenMove(req.inputs[quizMoveInput])
	move, err := q.position().Read(text)
	return b.tryRead(req, q, text, move, err)
}

// useQuizSolution shows the solution to a user who gives up.
func (b *Bot) useQuizSolution(req *request, q quiz) (delivery.Response, error) {
	return q.solution(b, req)
}

// inQuiz returns the choices of an action on a quiz.
func inQuiz(q quiz, a action) choice {
	return func(value string) customID { return q.customID(a, value) }
}
