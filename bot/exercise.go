package bot

import (
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/mind"
	"doublecorner/game/search"
	"doublecorner/render"
)

const (
	// exerciseQuiz begins the arg of custom IDs of exercises.
	exerciseQuiz = "exercise"

	errNoExercises userError = "error.no-exercises" // there are none for these rules
)

// exercise is an exercise that a user plays. All that is known of it is in custom IDs: there it has a
// position that was reached, and its ply.
type exercise struct {
	*lesson.Exercise
	at  draughts.Position
	ply int
}

// exerciseOf returns the exercise that a custom ID names, with the rules, its key and the position. A
// position that cannot have been reached is refused, and one of a running game of the user.
func (b *Bot) exerciseOf(req *request, ref string) (*exercise, error) {
	rules, ref, _ := strings.Cut(ref, "/")
	key, fen, _ := strings.Cut(ref, "/")
	v, err := req.settings.variant(rules)
	if err != nil {
		return nil, errUnknown
	}
	e := &exercise{Exercise: lesson.ExerciseOf(v, key), ply: int(req.id.ply)}
	if e.Exercise == nil {
		return nil, errUnknown
	}
	if e.at, err = pdn.ParseFEN(v, fen); err != nil || !e.canBe() {
		return nil, errUnknown
	}
	return e, b.checkFair(req, req, e.at)
}

// canBe reports whether the position may have been reached: both sides have pieces, and no more of them, or
// more men, than at first.
func (e *exercise) canBe() bool {
	for _, side := range draughts.Sides {
		if e.at.Pieces(side).Empty() || e.at.Pieces(side).Len() > e.Start.Pieces(side).Len() || e.at.Men(side).Len() > e.Start.Men(side).Len() {
			return false
		}
	}
	_, over := e.at.Over()
	return !over && e.at.Turn() == e.Start.Turn() && e.ply%2 == 0 && e.left() > 0 && (e.ply > 0 || e.at == e.Start)
}

// left returns how many moves the user may still make.
func (e *exercise) left() int { return e.Moves - e.ply/2 }

func beginExercise(e *lesson.Exercise) *exercise { return &exercise{e, e.Start, 0} }

func (e *exercise) customID(a action, more string) customID {
	ref := strings.Join([]string{exerciseQuiz, e.rules(), e.Key, pdn.FEN(e.at)}, "/")
	return customID{action: a, ply: game.Ply(e.ply), arg: strings.TrimSpace(ref + " " + more)}
}

func (e *exercise) rules() string { return e.Start.Variant().Rules().Key }

func (e *exercise) position() draughts.Position { return e.at }

func (e *exercise) from(req *request) draughts.Side { return req.solverSide(e.Start.Turn()) }

func (e *exercise) moveText(choice string) string { return moveText(e.at, choice) }

func (e *exercise) title(l *lang.Language) string {
	return l.Say("exercise.title", "rules", say.Rules(l, e.Start.Variant().Rules()), "name", l.Say("exercise.name."+e.Key))
}

// task says what is to be done.
func (e *exercise) task(l *lang.Language) string {
	return l.Say("exercise.task", "side", e.Start.Turn().String(), "draws", e.Draws, "n", e.left())
}

func (e *exercise) addBoard(b *Bot, req *request, m *message.Builder, look render.View) error {
	return b.addQuizBoard(req, m, puzzleFile, e.Start.Turn(), draughts.NewHistory(e.at), look)
}

func (e *exercise) addTask(b *Bot, req *request, m *message.Builder, said string, look render.View) error {
	m.Text(e.title(req.lang))
	if e.ply == 0 {
		m.Text(req.lang.Say("exercise.idea." + e.Idea))
	}
	m.Text(e.task(req.lang))
	look.Numbers = true
	if err := e.addBoard(b, req, m, look); err != nil {
		return err
	}
	m.Text(said)
	addMoves(m, req.lang, e.position(), e.from(req), inQuiz(e, quizMoveAction), inQuiz(e, quizPieceAction))
	m.Row(
		button(req.lang, e.customID(quizTypeAction, ""), dg.SecondaryButton),
		buttonLabelled(req.lang.Say("button.best-move"), e.customID(quizSolutionAction, ""), dg.SecondaryButton),
		exercisesButton(req.lang, e.rules()),
	)
	return nil
}

// exercisesButton returns the button that lists the exercises for a rule set.
func exercisesButton(l *lang.Language, rules string) dg.MessageComponent {
	id := rulesPage{rules: rules, topic: exercisesTopic}.customID(rulesPageAction)
	return buttonLabelled(l.Say("button.exercises"), id, dg.SecondaryButton)
}

// The bot looks at so many positions to find the best defence. Each exercise is so short, or so few pieces are left,
// that this proves what a move is worth.
const (
	firstNodes  = 20_000 // in exercises that end the game soon
	endingNodes = 400_000
)

func (e *exercise) nodes() uint64 {
	if e.ToEnd {
		return firstNodes
	}
	return endingNodes
}

// thinking returns the response that answers when the bot has thought about a position of the exercise. Where
// that fails, it says why, and asks again.
func (e *exercise) thinking(
	b *Bot, req *request, h *draughts.History, answer func(*message.Builder, search.Thought) error,
) (delivery.Response, error) {
	if !b.mind.IsOn() {
		return delivery.Response{}, errThinkingOff
	}
	task := mind.Task{Purpose: mind.Play, History: h, Pieces: true, Limit: search.Limit{Nodes: e.nodes()}}
	return b.quizThought(req, task, func(m *message.Builder, t search.Thought, err error) {
		// Too little time says nothing about the position.
		if err == nil && !t.Lines[0].Value.Proven && t.Late {
			err = mind.ErrBusy
		}
		if err == nil {
			err = answer(m, t)
		}
		if err == nil {
			return
		}
		*m = *b.errorResponse(req, err).Message
		m.Accent = playingAccent
		if err := e.addTask(b, req, m, "", render.View{}); err != nil {
			b.log.Error("exercise not shown", "exercise", e.Key, "err", err)
		}
	}), nil
}

// solution shows the best move.
func (e *exercise) solution(b *Bot, req *request) (delivery.Response, error) {
	return e.thinking(b, req, draughts.NewHistory(e.at), func(m *message.Builder, t search.Thought) error {
		line := t.Lines[0].Moves
		look := render.View{Arrows: []render.Arrow{{Squares: e.at.Path(line[0]), Kind: render.Proposed}}}
		said := req.lang.Say("exercise.best", "line", say.Moves(e.at, line))
		return e.addTask(b, req, m, said, look)
	})
}

// try makes the user's move and that of the best defence, or tells that the move gives the aim away.
func (e *exercise) try(b *Bot, req *request, move draughts.Move) (delivery.Response, error) {
	h := draughts.NewHistory(e.at)
	if err := h.PlayOn(move); err != nil {
		return delivery.Response{}, errUnknown
	}
	if _, over := h.Ending(); over {
		m := &message.Builder{Private: true}
		err := e.addResult(b, req, m, h)
		return delivery.Response{Message: m, Placement: req.replacing()}, err
	}
	return e.thinking(b, req, h, func(m *message.Builder, t search.Thought) error {
		line := t.Lines[0]
		if !e.keeps(line.Value) || e.isSlow(line.Value) {
			return e.addSpoiled(b, req, m, h, line)
		}
		reply := h.Position().Text(line.Moves[0])
		if err := h.PlayOn(line.Moves[0]); err != nil {
			return err
		}
		next := &exercise{e.Exercise, h.Position(), e.ply + 2}
		if _, over := h.Ending(); over || next.isDecided() || next.left() == 0 {
			return next.addResult(b, req, m, h)
		}
		said := req.lang.Say("exercise.answered", "move", e.at.Text(move), "reply", reply)
		return next.addTask(b, req, m, said, lastArrow(h))
	})
}

// lastArrow shows the last move of a game by an arrow.
func lastArrow(h *draughts.History) render.View {
	last := h.Len() - 1
	path := h.At(last).Path(h.Moves()[last])
	return render.View{Arrows: []render.Arrow{{Squares: path, Kind: render.Played}}}
}

// keeps reports whether the aim can still be reached if the position is worth so much to the defence.
func (e *exercise) keeps(v search.Value) bool {
	if e.Draws {
		return v.Outcome() <= 0
	}
	return v.Outcome() < 0
}

// isSlow reports whether the user wins, if the position is worth so much to the defence, but needs more moves than are
// left.
func (e *exercise) isSlow(v search.Value) bool {
	return e.ToEnd && v.Proven && v.Plies/2 > e.left()-1
}

// isDecided reports whether the user, to move in a position that is won, has won a piece: what is left is simple.
func (e *exercise) isDecided() bool {
	return !e.Draws && !e.ToEnd && e.Lead(e.at) > e.Lead(e.Start) && !e.at.CanCapture()
}

// addSpoiled adds that the last move of a game gave the aim away, and what follows.
func (e *exercise) addSpoiled(b *Bot, req *request, m *message.Builder, h *draughts.History, line search.Line) error {
	worth := "unclear"
	switch {
	case line.Value.Outcome() > 0:
		worth = "lost"
	case e.keeps(line.Value):
		worth = "slow"
	case line.Value.Proven:
		worth = "drawn"
	}
	moves := say.Moves(h.Position(), line.Moves)
	m.Text(e.title(req.lang))
	m.Text(req.lang.Say("exercise.spoiled", "move", e.at.Text(h.Moves()[0]), "worth", worth, "line", moves))
	if err := h.PlayOn(line.Moves[0]); err != nil {
		return err
	}
	if err := b.addQuizBoard(req, m, puzzleFile, e.Start.Turn(), h, render.View{}); err != nil {
		return err
	}
	e.addRetry(req.lang, m)
	return nil
}

// addRetry adds buttons that take the last move back, and begin anew.
func (e *exercise) addRetry(l *lang.Language, m *message.Builder) {
	m.Row(
		buttonLabelled(l.Say("button.take-back-here"), e.customID(quizAction, ""), dg.PrimaryButton),
		buttonLabelled(l.Say("button.best-move"), e.customID(quizSolutionAction, ""), dg.SecondaryButton),
		exercisesButton(l, e.rules()),
	)
}

// addResult adds how the exercise ended, after the user's move or the reply.
func (e *exercise) addResult(b *Bot, req *request, m *message.Builder, h *draughts.History) error {
	l := req.lang
	end, over := h.Ending()
	isOurs := over && !end.Drawn && end.Winner == e.Start.Turn()
	reached := isOurs || e.isDecided() || e.Draws && (over && end.Drawn || !over)
	moves := say.FullMoves(e.ply + h.Len()%2)
	m.Accent = overAccent
	m.Text(e.title(l))
	if reached {
		if err := b.referee.SolveExercise(req, req.by, e.id()); err != nil {
			return err
		}
		m.Text(l.Say("exercise.reached", "draws", e.Draws, "n", moves, "rest", !over && !e.Draws))
	} else {
		m.Text(l.Say("exercise.missed", "over", over, "drawn", end.Drawn, "n", moves))
	}
	if err := b.addQuizBoard(req, m, puzzleFile, e.Start.Turn(), h, render.View{}); err != nil {
		return err
	}
	next, label := e.Exercise, "button.begin-again"
	if reached {
		var err error
		if next, err = b.nextExercise(req, e.Start.Variant()); err != nil {
			return err
		}
		label = "button.next-exercise"
	}
	var on dg.MessageComponent
	if next != nil {
		on = buttonLabelled(l.Say(label), beginExercise(next).customID(quizAction, ""), dg.PrimaryButton)
	}
	m.Row(on, exercisesButton(l, e.rules()))
	return nil
}

// id returns the ID by which the exercise is kept among the user's puzzles.
func (e *exercise) id() game.PuzzleID {
	return game.PuzzleID(strings.Join([]string{exerciseQuiz, e.rules(), e.Key}, "/"))
}

// nextExercise returns the first exercise for a rule set that a user has not solved; nil if there is none.
func (b *Bot) nextExercise(req *request, v *draughts.Variant) (*lesson.Exercise, error) {
	z, err := b.referee.Puzzler(req, req.by.Person)
	if err != nil {
		return nil, err
	}
	for _, e := range lesson.Exercises(v) {
		if !z.Attempts[beginExercise(e).id()].Solved {
			return e, nil
		}
	}
	return nil, nil
}

// exercisesPage returns the message of the rules page that lists the exercises.
func (b *Bot) exercisesPage(req *request, page rulesPage, v *draughts.Variant) (*message.Builder, error) {
	all := lesson.Exercises(v)
	switch {
	case len(all) == 0:
		return nil, errNoExercises
	case !b.mind.IsOn():
		return nil, errThinkingOff
	}
	z, err := b.referee.Puzzler(req, req.by.Person)
	if err != nil {
		return nil, err
	}
	l := req.lang
	m := req.private("lesson.title", "rules", say.Rules(l, v.Rules()), "topic", say.Topic(l, page.topic), "page", 1, "pages", 1)
	lines := []string{l.Say("exercise.list")}
	var options []dg.SelectMenuOption
	for _, e := range all {
		begun := beginExercise(e)
		name := l.Say("exercise.name." + e.Key)
		lines = append(lines, l.Say("exercise.line", "solved", z.Attempts[begun.id()].Solved, "name", name, "task", begun.task(l)))
		options = append(options, dg.SelectMenuOption{Label: message.Clip(name), Value: begun.customID(quizAction, "").arg})
	}
	m.Text(strings.Join(lines, "\n"))
	m.Row(selectOne(customID{action: quizAction}, l.Say("exercise.choose"), options))
	m.Row(b.topicSelect(l, page, v))
	m.Row(b.pageButtons(l, page, v)...)
	return m, nil
}
