package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/mind"
	"doublecorner/game/puzzle"
	"doublecorner/game/search"
	"doublecorner/render"
)

// puzzleFile is the file name of a puzzle's picture.
const puzzleFile = "puzzle.png"

// puzzleThemes are the themes that /puzzle offers.
var puzzleThemes = keysOf(puzzle.AllThemes[:], puzzle.Theme.String)

const (
	errNoPuzzles userError = "error.no-puzzles" // there are none for these rules
	errAllSolved userError = "error.all-solved" // the user has tried all there are
)

// puzzleFilter says which puzzles a user wants: those of a rule set, and of a theme unless that is empty.
type puzzleFilter struct{ rules, theme string }

// nextPuzzle returns the puzzle that suits a user best among those that they have not tried: of the collection
// and, in a guild, of its own.
func (b *Bot) nextPuzzle(req *request, f puzzleFilter) (*puzzle.Puzzle, error) {
	all, err := b.allPuzzles(req, req.place, f.rules)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(p *puzzle.Puzzle) bool {
		return f.theme != "" && !slices.ContainsFunc(p.Themes, func(t puzzle.Theme) bool { return t.String() == f.theme })
	})
	if len(all) == 0 {
		return nil, errNoPuzzles
	}
	z, err := b.referee.Puzzler(req, req.by.Person)
	if err != nil {
		return nil, err
	}
	played, err := b.referee.Played(req, req.by.Person)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(p *puzzle.Puzzle) bool {
		attempt, tried := z.Attempts[game.PuzzleID(p.ID)]
		return tried && attempt.IsRated() || played.Has(p.Start)
	})
	if len(all) == 0 {
		return nil, errAllSolved
	}
	sure := z.Rating.Points - z.Rating.Deviation // who begins gets easier ones
	return puzzle.Near(all, sure, uint64(req.by.Person)), nil
}

// allPuzzles returns the puzzles for a rule set, with the points that they have by now: those of the collection,
// and those that come from games of a guild or DM.
func (b *Bot) allPuzzles(ctx context.Context, place game.PlaceID, rules string) ([]*puzzle.Puzzle, error) {
	v, err := draughts.Builtin(rules)
	if err != nil {
		return nil, nil
	}
	everywhere, err := b.referee.PuzzleRecords(ctx, game.Everywhere)
	if err != nil {
		return nil, err
	}
	points := map[game.PuzzleID]int{}
	for _, r := range everywhere {
		points[r.ID] = round(r.Rating.Points)
	}
	all := slices.Clone(puzzle.Of(rules))
	for i, p := range all {
		if now, rated := points[game.PuzzleID(p.ID)]; rated {
			all[i] = p.WithPoints(now)
		}
	}
	here, err := b.referee.PuzzleRecords(ctx, place)
	for _, r := range here {
		if r.Text == "" || r.Rules != rules {
			continue
		}
		p, err := puzzle.Parse(v, r.Text)
		if err != nil {
			b.log.Error("puzzle cannot be read", "place", place, "puzzle", r.ID, "err", err)
			continue
		}
		all = append(all, p.WithPoints(round(r.Rating.Points)))
	}
	return all, err
}

// findPuzzle returns the puzzle with an ID: of the collection, or of a guild's own.
func (b *Bot) findPuzzle(ctx context.Context, place game.PlaceID, id puzzle.ID) (*puzzle.Puzzle, error) {
	all, err := b.allPuzzles(ctx, place, id.Key())
	if i := slices.IndexFunc(all, func(p *puzzle.Puzzle) bool { return p.ID == id }); i >= 0 {
		return all[i], nil
	}
	if err == nil {
		err = errUnknown
	}
	return nil, err
}

// puzzlePage is what a message shows of a puzzle: the position after some plies of the solution.
type puzzlePage struct {
	*puzzle.Puzzle
	theme string // that the user chose
	ply   int
}

// customID returns the custom ID of an action on the page. Its arg is the ID of the puzzle, with the theme that
// the user chose, and perhaps a move or a square.
func (p puzzlePage) customID(a action, more string) customID {
	return customID{action: a, ply: game.Ply(p.ply), arg: strings.TrimSpace(p.ref() + " " + more)}
}

func (p puzzlePage) ref() string {
	if p.theme == "" {
		return string(p.ID)
	}
	return string(p.ID) + "/" + p.theme
}

// puzzlePage reads the custom ID of an action, and returns what else its arg has. The user may have made it up.
func (b *Bot) puzzlePage(req *request) (p puzzlePage, more string, err error) {
	ref, more, _ := strings.Cut(req.id.arg, " ")
	id, theme, _ := strings.Cut(ref, "/")
	if theme != "" && !slices.Contains(puzzleThemes, theme) {
		return p, "", errUnknown
	}
	found, err := b.findPuzzle(req, req.place, puzzle.ID(id))
	if err != nil {
		return p, "", err
	}
	p = puzzlePage{found, theme, int(req.id.ply)}
	if p.ply >= p.Asked || p.ply%2 != 0 {
		return p, "", errUnknown
	}
	return p, more, b.checkFair(req, req, p.At(p.ply))
}

// request returns the request to the referee that a user makes about a puzzle.
func (p puzzlePage) request(req *request, step game.PuzzleStep) game.PuzzleRequest {
	return game.PuzzleRequest{
		By: req.by, Place: req.place, Puzzle: game.PuzzleID(p.ID), Points: p.Points, Step: step,
	}
}

// puzzle shows a puzzle to a user.
func (b *Bot) puzzle(req *request) (delivery.Response, error) {
	f := puzzleFilter{req.text("rules"), req.text("theme")}
	if f.rules == "" {
		f.rules = req.settings.puzzleRules()
	} else if _, err := req.settings.variant(f.rules); err != nil {
		return delivery.Response{}, err
	}
	return b.showNextPuzzle(req, f)
}

func (b *Bot) showNextPuzzle(req *request, f puzzleFilter) (delivery.Response, error) {
	p, err := b.nextPuzzle(req, f)
	if err != nil {
		return delivery.Response{}, err
	}
	return b.puzzleResponse(req, puzzlePage{p, f.theme, 0}, "")
}

// useNextPuzzle shows another puzzle in the place of a solved one.
func (b *Bot) useNextPuzzle(req *request) (delivery.Response, error) {
	rules, theme, _ := strings.Cut(req.id.arg, " ")
	if theme != "" && !slices.Contains(puzzleThemes, theme) {
		return delivery.Response{}, errUnknown
	}
	return b.showNextPuzzle(req, puzzleFilter{rules, theme})
}

// puzzleResponse returns the response that asks for the next move of a puzzle, below what is to be said before.
func (b *Bot) puzzleResponse(req *request, p puzzlePage, said string, marks ...render.Mark) (delivery.Response, error) {
	m := &message.Builder{Private: true, Accent: playingAccent}
	if err := b.addPuzzle(req, m, p, said, nil, marks...); err != nil {
		return delivery.Response{}, err
	}
	return delivery.Response{Message: m, Placement: req.replacing()}, nil
}

// addPuzzle adds a puzzle to a message: what is to be said and shown before, what is asked, the position, and
// the moves.
func (b *Bot) addPuzzle(
	req *request, m *message.Builder, p puzzlePage, said string, shown []dg.MessageComponent, marks ...render.Mark,
) error {
	m.Text(puzzleTitle(req.lang, p.Puzzle))
	m.Text(said)
	m.Parts = append(m.Parts, shown...)
	m.Text(puzzleTask(req.lang, p.Puzzle, p.ply))
	h := p.History(p.ply)
	if err := b.addPuzzleBoard(req, m, puzzleFile, p.Puzzle, h, marks...); err != nil {
		return err
	}
	p.addControls(req.lang, m, h.Position())
	return nil
}

// mark marks the square of the piece to move.
func mark(q draughts.Square) render.Mark { return render.Mark{Square: q, Kind: render.May} }

// puzzleTitle returns the title of a puzzle. Its themes would give too much away.
func puzzleTitle(l *lang.Language, p *puzzle.Puzzle) string {
	return l.Say("puzzle.title", "rules", l.RulesName(p.ID.Key()), "points", p.Points)
}

// puzzleTask says what is to be done from a ply of a puzzle on.
func puzzleTask(l *lang.Language, p *puzzle.Puzzle, ply int) string {
	return l.Say("puzzle.task", "side", p.Start.Turn().String(), "saves", p.Saves, "n", (p.Asked-ply+1)/2)
}

// addPuzzleBoard adds the picture of a game that began with a puzzle, as the solver sees it.
func (b *Bot) addPuzzleBoard(
	req *request, m *message.Builder, file string, p *puzzle.Puzzle, h *draughts.History, marks ...render.Mark,
) error {
	from := p.Start.Turn()
	if side, known := sideOf(req.prefs.View); known {
		from = side
	}
	view := render.View{Position: h.Position(), Last: lastStep(h), Theme: req.theme(), From: from, Marks: marks}
	if err := m.Board(req.lang, file, view); err != nil {
		return err
	}
	if req.prefs.Text {
		m.Text(textBoard(req.lang, h.Position(), from))
	}
	return nil
}

// addControls adds the moves of the position of a puzzle, as addMoveSelect does for a game, and help.
func (p puzzlePage) addControls(l *lang.Language, m *message.Builder, at draughts.Position) {
	moves, err := at.Moves()
	switch {
	case err != nil: // no puzzle has as many
	case len(moves) == 1:
		label := l.Say("button.only-move", "move", at.Text(moves[0]))
		m.Row(buttonLabelled(label, p.customID(puzzleMoveAction, "#0"), dg.SuccessButton))
	case len(moves) <= maxOptions:
		addSelects(m, p.customID(puzzleMoveAction, ""), l.Say("menu.move"), p.options(moveOptions(l, at, moves)))
	default:
		addSelects(m, p.customID(puzzlePieceAction, ""), l.Say("menu.piece"), p.options(pieceOptions(l, at, moves)))
	}
	m.Row(
		button(l, p.customID(puzzleHintAction, ""), dg.SecondaryButton),
		button(l, p.customID(puzzleTypeAction, ""), dg.SecondaryButton),
		button(l, p.customID(puzzleSolutionAction, ""), dg.SecondaryButton),
	)
}

// options puts the puzzle before the values of options, which take the place of a custom ID's arg.
func (p puzzlePage) options(options []dg.SelectMenuOption) []dg.SelectMenuOption {
	for i, o := range options {
		if options[i].Value = p.ref() + " " + o.Value; len(options[i].Value) > maxCustomID {
			options[i].Value = string(p.ID) + " " + o.Value
		}
	}
	return options
}

// usePuzzlePiece shows selects of the moves of the piece that the user selected.
func (b *Bot) usePuzzlePiece(req *request) (delivery.Response, error) {
	p, square, err := b.puzzlePage(req)
	if err != nil {
		return delivery.Response{}, err
	}
	at := p.At(p.ply)
	moves, err := at.Moves()
	if err != nil {
		return delivery.Response{}, err
	}
	moves = slices.DeleteFunc(moves, func(m draughts.Move) bool { return at.Variant().Name(m.From()) != square })
	if len(moves) == 0 {
		return delivery.Response{}, errUnknown
	}
	m := &message.Builder{Private: true, Accent: playingAccent}
	m.Text(puzzleTitle(req.lang, p.Puzzle))
	m.Text(req.lang.Say("menu.where", "square", square))
	if err := b.addPuzzleBoard(req, m, puzzleFile, p.Puzzle, p.History(p.ply), mark(moves[0].From())); err != nil {
		return delivery.Response{}, err
	}
	addSelects(m, p.customID(puzzleMoveAction, ""), req.lang.Say("menu.move"), p.options(moveOptions(req.lang, at, moves)))
	return delivery.Response{Message: m, Placement: req.replacing()}, nil
}

// usePuzzleMove makes the move that the user selected.
func (b *Bot) usePuzzleMove(req *request) (delivery.Response, error) {
	p, value, err := b.puzzlePage(req)
	if err != nil {
		return delivery.Response{}, err
	}
	at := p.At(p.ply)
	move, err := at.Read(moveText(at, value))
	if err != nil {
		return delivery.Response{}, errUnknown
	}
	return b.tryMove(req, p, move)
}

// The modal in which users type a move of a puzzle.
const puzzleMoveInput = "move"

// openPuzzleModal asks for a move as text.
func (b *Bot) openPuzzleModal(req *request) (delivery.Response, error) {
	p, _, err := b.puzzlePage(req)
	if err != nil {
		return delivery.Response{}, err
	}
	return delivery.Response{Modal: &message.Modal{
		CustomID: p.customID(puzzleTypedAction, "").String(), Title: req.lang.Say("puzzle.form"),
		Inputs: []message.Input{{CustomID: puzzleMoveInput, Label: req.lang.Say("puzzle.form-move"), Short: true}},
	}}, nil
}

// typePuzzleMove makes the move that the user typed.
func (b *Bot) typePuzzleMove(req *request) (delivery.Response, error) {
	p, _, err := b.puzzlePage(req)
	if err != nil {
		return delivery.Response{}, err
	}
	at := p.At(p.ply)
	move, err := at.Read(req.inputs[puzzleMoveInput])
	if err != nil {
		return b.puzzleResponse(req, p, req.lang.WhyNot(at, escapeMove(err)))
	}
	return b.tryMove(req, p, move)
}

// tryMove responds to a move of a puzzle: with the reply to it, with the end, or with what refutes it.
func (b *Bot) tryMove(req *request, p puzzlePage, move draughts.Move) (delivery.Response, error) {
	at := p.At(p.ply)
	switch {
	case move != p.Moves[p.ply]:
		return b.refute(req, p, move)
	case p.ply+2 < p.Asked:
		reply := p.At(p.ply + 1)
		said := req.lang.Say("puzzle.right", "move", at.Text(move), "reply", reply.Text(p.Moves[p.ply+1]))
		p.ply += 2
		return b.puzzleResponse(req, p, said)
	}
	a, err := b.referee.Puzzle(req, p.request(req, game.PuzzleRight))
	if err != nil {
		return delivery.Response{}, err
	}
	return b.solution(req, p, a)
}

// How long the bot thinks about what refutes a wrong move, and how many moves of that it tells.
const (
	refutationNodes = 30_000
	refutationPlies = 5
)

// refute records a wrong move, and shows what the opponent does about it.
func (b *Bot) refute(req *request, p puzzlePage, move draughts.Move) (delivery.Response, error) {
	if _, err := b.referee.Puzzle(req, p.request(req, game.PuzzleWrong)); err != nil {
		return delivery.Response{}, err
	}
	h := p.History(p.ply)
	if err := h.PlayOn(move); err != nil {
		return delivery.Response{}, errUnknown
	}
	return delivery.Response{Placement: req.replacing(), Compose: func(ctx context.Context) *message.Builder {
		m := &message.Builder{Private: true, Accent: playingAccent}
		wrong := p.At(p.ply).Text(move)
		said := req.lang.Say("puzzle.wrong", "move", wrong, "saves", p.Saves)
		t, err := b.mind.Think(ctx, mind.Task{
			Purpose: mind.Help, Place: req.place, Person: req.by.Person, History: h,
			Limit: search.Limit{Nodes: refutationNodes},
		})
		if err == nil && len(t.Lines) > 0 && len(t.Lines[0].Moves) > 0 {
			line := t.Lines[0].Moves
			said = req.lang.Say("puzzle.refuted", "move", wrong, "saves", p.Saves,
				"line", moveLine(h.Position(), line[:min(len(line), refutationPlies)]))
			if h.PlayOn(line[0]) == nil {
				err = b.addPuzzleBoard(req, m, "refutation.png", p.Puzzle, h)
			}
		}
		refutation := m.Parts
		m.Parts = nil
		if again := b.addPuzzle(req, m, p, said, refutation); err == nil {
			err = again
		}
		if err != nil && !errors.Is(err, mind.ErrOff) && !errors.Is(err, mind.ErrBusy) {
			b.log.Error("wrong move of a puzzle not shown", "puzzle", p.ID, "err", err)
		}
		return m
	}}, nil
}

// moveLine returns the moves of a line from a position.
func moveLine(at draughts.Position, moves []draughts.Move) string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, at.Text(m))
		at = at.Play(m)
	}
	return strings.Join(texts, " ")
}

// usePuzzleHint shows which piece to move.
func (b *Bot) usePuzzleHint(req *request) (delivery.Response, error) {
	p, _, err := b.puzzlePage(req)
	if err != nil {
		return delivery.Response{}, err
	}
	if _, err := b.referee.Puzzle(req, p.request(req, game.PuzzleHint)); err != nil {
		return delivery.Response{}, err
	}
	from := p.Moves[p.ply].From()
	piece := lang.PieceWord(p.At(p.ply).At(from))
	said := req.lang.Say("puzzle.hint", "piece", piece, "square", p.Start.Variant().Name(from))
	return b.puzzleResponse(req, p, said, mark(from))
}

// usePuzzleSolution shows the solution to a user who gives up.
func (b *Bot) usePuzzleSolution(req *request) (delivery.Response, error) {
	p, _, err := b.puzzlePage(req)
	if err != nil {
		return delivery.Response{}, err
	}
	a, err := b.referee.Puzzle(req, p.request(req, game.PuzzleWrong))
	if err != nil {
		return delivery.Response{}, err
	}
	return b.solution(req, p, a)
}

// solution returns the response at the end of a puzzle: its solution, and what became of the ratings.
func (b *Bot) solution(req *request, p puzzlePage, a game.PuzzleAnswer) (delivery.Response, error) {
	l := req.lang
	m := &message.Builder{Private: true, Accent: overAccent}
	m.Text(puzzleTitle(l, p.Puzzle))
	m.Text(l.Say("puzzle.end", "solved", a.Attempt.Solved, "failed", a.Attempt.Failed, "hinted", a.Attempt.Hinted))
	m.Text(l.Say("puzzle.solution", "line", moveLine(p.Start, p.Moves)))
	if err := b.addPuzzleBoard(req, m, puzzleFile, p.Puzzle, p.History(len(p.Moves))); err != nil {
		return delivery.Response{}, err
	}
	var themes []string
	for _, t := range p.Themes {
		themes = append(themes, l.Say("choice.theme."+t.String()))
	}
	facts := []string{l.Say("puzzle.themes", "themes", l.And(themes))}
	facts = append(facts, l.Say("puzzle.rating", "changed", a.Before != a.After, "before", round(a.Before.Points),
		"after", round(a.After.Points), "provisional", a.After.IsProvisional()))
	if a.Attempt.Daily > 0 {
		z, err := b.referee.Puzzler(req, req.by.Person)
		if err != nil {
			return delivery.Response{}, err
		}
		facts = append(facts, l.Say("puzzle.daily-solved", "n", a.Record.Solved, "streak", z.Streak))
	}
	m.Text(strings.Join(facts, "\n"))
	m.Row(
		button(l, customID{action: puzzleNextAction, arg: strings.TrimSpace(p.ID.Key() + " " + p.theme)}, dg.PrimaryButton),
		button(l, customID{action: puzzleLeaderboardAction, arg: puzzleLeaderboard}, dg.SecondaryButton),
	)
	return delivery.Response{Message: m, Placement: req.replacing()}, nil
}

func round(points float64) int { return int(points + .5) }

// puzzleLeaderboard is the leaderboard of puzzles here.
var puzzleLeaderboard = strings.Join([]string{string(game.PuzzlePool), "here", "all", ""}, " ")
