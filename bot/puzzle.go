package bot

import (
	"cmp"
	"context"
	"errors"
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
	"doublecorner/game/puzzle"
	"doublecorner/game/search"
	"doublecorner/render"
)

// puzzleFile is the file name of a puzzle's picture.
const puzzleFile = "puzzle.png"

// puzzleThemes are the themes that /puzzle offers.
var puzzleThemes = say.Each(puzzle.AllThemes[:], puzzle.Theme.String)

const errAllSolved userError = "error.all-solved" // the user has tried all puzzles there are

// errNoPuzzles says that there are no puzzles for the rules and the theme.
var errNoPuzzles = errors.New("no puzzles")

// puzzleFilter says which puzzles a user wants: those of a rule set, and of a theme unless that is empty.
type puzzleFilter struct{ rules, theme string }

// nextPuzzle returns the puzzle that suits a user best among those that they have not tried: of the collection
// and, in a guild, of its own.
func (b *Bot) nextPuzzle(req *request, f puzzleFilter) (*puzzle.Puzzle, error) {
	all, err := b.composer.allPuzzles(req, req.place, f.rules)
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
		return tried && attempt.IsRated()
	})
	sure := z.Rating.Points - 2*z.Rating.Deviation // a beginner gets the easiest ones
	for len(all) > 0 && req.Err() == nil {
		p := puzzle.Near(all, sure, uint64(req.by.Person))
		if !played.HasAny(p.History(len(p.Moves))) {
			return p, nil
		}
		all = slices.DeleteFunc(all, func(other *puzzle.Puzzle) bool { return other == p })
	}
	return nil, cmp.Or[error](req.Err(), errAllSolved)
}

// allPuzzles returns the puzzles for a rule set, with the points that they have by now: those of the collection,
// and those that come from games of a guild or DM.
func (c *composer) allPuzzles(ctx context.Context, place game.PlaceID, rules string) ([]*puzzle.Puzzle, error) {
	v, err := draughts.Builtin(rules)
	if err != nil {
		return nil, nil
	}
	everywhere, err := c.referee.PuzzleRecords(ctx, game.Everywhere)
	if err != nil {
		return nil, err
	}
	points := map[game.PuzzleID]int{}
	for _, r := range everywhere {
		points[r.ID] = say.Round(r.Rating.Points)
	}
	all := slices.Clone(puzzle.Of(rules))
	for i, p := range all {
		if now, rated := points[game.PuzzleID(p.ID)]; rated {
			all[i] = p.WithPoints(now)
		}
	}
	here, err := c.referee.PuzzleRecords(ctx, place)
	for _, r := range here {
		if r.Text == "" || r.Rules != rules {
			continue
		}
		p, err := ownPuzzle(v, r)
		if err != nil {
			c.log.Error("puzzle cannot be read", "guild", place, "puzzle", r.ID, "err", err)
			continue
		}
		all = append(all, p)
	}
	return all, err
}

// ownPuzzle returns the puzzle of a record that has one, with the points that it has by now.
func ownPuzzle(v *draughts.Variant, r *game.PuzzleRecord) (*puzzle.Puzzle, error) {
	p, err := puzzle.Parse(v, r.Text)
	if err != nil {
		return nil, err
	}
	return p.WithPoints(say.Round(r.Rating.Points)), nil
}

// findPuzzle returns the puzzle with an ID: of the collection, or of a guild's own.
func (c *composer) findPuzzle(ctx context.Context, place game.PlaceID, id puzzle.ID) (*puzzle.Puzzle, error) {
	p := puzzle.Find(id)
	if p != nil {
		place = game.Everywhere
	}
	r, err := c.referee.PuzzleRecord(ctx, place, game.PuzzleID(id))
	switch {
	case err != nil:
		return nil, err
	case p == nil && r.Text == "":
		return nil, errUnknown
	case p == nil:
		v, err := draughts.Builtin(id.Key())
		if err != nil {
			return nil, err
		}
		return ownPuzzle(v, &r)
	case r.Played.IsZero(): // nobody has tried it
		return p, nil
	}
	return p.WithPoints(say.Round(r.Rating.Points)), nil
}

// puzzlePage is what a message shows of a puzzle: the position after some plies of the solution.
type puzzlePage struct {
	*puzzle.Puzzle
	theme  string // that the user chose
	shown  int    // the points that the first page showed, which all others show, too
	ply    int
	hinted bool // the page shows the hint
}

// beginPuzzle returns the first page of a puzzle.
func beginPuzzle(p *puzzle.Puzzle, theme string) puzzlePage {
	return puzzlePage{Puzzle: p, theme: theme, shown: p.Points}
}

// customID returns the custom ID of an action on the page. Its arg is the ID of the puzzle, with the theme that
// the user chose and the points that are shown, and perhaps a move or a square.
func (p puzzlePage) customID(a action, more string) customID {
	return customID{action: a, ply: game.Ply(p.ply), arg: strings.TrimSpace(p.ref() + " " + more)}
}

func (p puzzlePage) ref() string {
	return strings.Join([]string{string(p.ID), p.theme, strconv.Itoa(p.shown)}, "/")
}

// firstPage returns the first page of the puzzle that a custom ID names, perhaps with a theme and the points that are
// shown. The user may have made it up.
func (b *Bot) firstPage(req *request, ref string) (p puzzlePage, err error) {
	id, rest, _ := strings.Cut(ref, "/")
	theme, shown, isShown := strings.Cut(rest, "/")
	points, err := strconv.ParseUint(cmp.Or(shown, "0"), 10, 16)
	if theme != "" && !slices.Contains(puzzleThemes, theme) || err != nil {
		return p, errUnknown
	}
	found, err := b.composer.findPuzzle(req, req.place, puzzle.ID(id))
	if err != nil {
		return p, err
	}
	p = beginPuzzle(found, theme)
	if isShown {
		p.shown = int(points)
	}
	return p, nil
}

// puzzlePage returns the page that the custom ID of an action names. The user may have made it up.
func (b *Bot) puzzlePage(req *request) (puzzlePage, error) {
	ref, _, _ := strings.Cut(req.id.arg, " ")
	p, err := b.firstPage(req, ref)
	if err != nil {
		return p, err
	}
	p.ply = int(req.id.ply)
	if p.ply >= p.Asked || p.ply%2 != 0 {
		return p, errUnknown
	}
	played, err := b.referee.Played(req, req.by.Person)
	if err == nil && played.HasAny(p.History(len(p.Moves))) {
		err = errUnfair
	}
	return p, err
}

// request returns the request to the referee that a user makes about a puzzle.
func (p puzzlePage) request(req *request, step game.PuzzleStep) game.PuzzleRequest {
	return game.PuzzleRequest{
		By: req.by, Place: req.place, Puzzle: game.PuzzleID(p.ID), Points: p.Points, Step: step,
	}
}

// puzzle shows a puzzle to a user. If they name no rules, it is one of those that they play, if there is one.
func (b *Bot) puzzle(req *request) (delivery.Response, error) {
	f := puzzleFilter{req.text("rules"), req.text("theme")}
	if f.rules != "" {
		if _, err := req.settings.variant(f.rules); err != nil {
			return delivery.Response{}, err
		}
		return b.showNextPuzzle(req, f)
	}
	f.rules = puzzleRules(req.defaultRules())
	g, err := b.lastPlayed(req)
	if err != nil {
		return delivery.Response{}, err
	}
	if g != nil && g.Variant.Rules().IsBuiltin() {
		return b.showNextPuzzle(req, puzzleFilter{g.Variant.Rules().Key, f.theme}, f)
	}
	return b.showNextPuzzle(req, f)
}

// useFirstPuzzle shows a puzzle beside what offers it.
func (b *Bot) useFirstPuzzle(req *request) (delivery.Response, error) {
	r, err := b.puzzle(req)
	r.Placement = delivery.Beside
	return r, err
}

// showNextPuzzle shows the user the next puzzle of a filter, or if that has none, of others.
func (b *Bot) showNextPuzzle(req *request, f puzzleFilter, others ...puzzleFilter) (delivery.Response, error) {
	p, err := b.nextPuzzle(req, f)
	switch {
	case len(others) > 0 && (errors.Is(err, errNoPuzzles) || errors.Is(err, errAllSolved)):
		return b.showNextPuzzle(req, others[0], others[1:]...)
	case errors.Is(err, errNoPuzzles):
		return offerPuzzles(req, f)
	case err != nil:
		return delivery.Response{}, err
	}
	return b.showPuzzle(req, beginPuzzle(p, f.theme))
}

// showPuzzle shows the user the start of a puzzle, with which they get no other help until it has counted.
func (b *Bot) showPuzzle(req *request, p puzzlePage) (delivery.Response, error) {
	if _, err := b.referee.Puzzle(req, p.request(req, game.PuzzleShown)); err != nil {
		return delivery.Response{}, err
	}
	return b.quizResponse(req, p, "", render.View{})
}

// offerPuzzles says that there are no puzzles of some kind, and offers those of the same family of rules, or
// else of the usual ones.
func offerPuzzles(req *request, f puzzleFilter) (delivery.Response, error) {
	v, err := req.settings.variant(f.rules)
	if err != nil {
		return delivery.Response{}, err
	}
	other := puzzleRules(req.defaultRules())
	for _, family := range draughts.Families() {
		if isFamily := f.rules == family.Key || strings.HasPrefix(f.rules, family.Key+"-"); isFamily && v.Rules().IsBuiltin() {
			other = family.Key
		}
	}
	m := req.private("puzzle.none", "rules", say.Rules(req.lang, v.Rules()), "theme", f.theme != "")
	m.Row(buttonLabelled(req.lang.RulesName(other), customID{action: puzzleNextAction, arg: other}, dg.PrimaryButton))
	return delivery.Response{Message: m, Placement: req.replacing()}, nil
}

// useNextPuzzle shows another puzzle in the place of a solved one, or beside the review of a game.
func (b *Bot) useNextPuzzle(req *request) (delivery.Response, error) {
	rules, theme, _ := strings.Cut(req.id.arg, " ")
	if theme != "" && !slices.Contains(puzzleThemes, theme) {
		return delivery.Response{}, errUnknown
	}
	r, err := b.showNextPuzzle(req, puzzleFilter{rules, theme})
	if req.id.game != "" {
		r.Placement = delivery.Beside
	}
	return r, err
}

func (p puzzlePage) position() draughts.Position { return p.At(p.ply) }

func (p puzzlePage) from(req *request) draughts.Side { return req.solverSide(p.Start.Turn()) }

// title returns the title of a puzzle. Its themes would give too much away.
func (p puzzlePage) title(l *lang.Language) string {
	return l.Say("puzzle.title", "rules", l.RulesName(p.ID.Key()), "points", p.shown)
}

func (p puzzlePage) moveText(choice string) string { return moveText(p.position(), choice) }

func (p puzzlePage) addBoard(b *Bot, req *request, m *message.Builder, look render.View) error {
	return b.addQuizBoard(req, m, puzzleFile, p.Start.Turn(), p.History(p.ply), look)
}

// addTask adds what is asked, the position, the moves below what is to be said, and help.
func (p puzzlePage) addTask(b *Bot, req *request, m *message.Builder, said string, look render.View) error {
	m.Text(p.title(req.lang))
	m.Text(say.PuzzleTask(req.lang, p.Puzzle, p.ply))
	look.Numbers = true
	if err := p.addBoard(b, req, m, look); err != nil {
		return err
	}
	m.Text(said)
	addMoves(m, req.lang, p.position(), p.from(req), inQuiz(p, quizMoveAction), inQuiz(p, quizPieceAction))
	row := []dg.MessageComponent{
		button(req.lang, p.customID(quizTypeAction, ""), dg.SecondaryButton),
		button(req.lang, p.customID(quizSolutionAction, ""), dg.SecondaryButton),
	}
	if !p.hinted {
		row = slices.Insert(row, 0, button(req.lang, p.customID(puzzleHintAction, ""), dg.SecondaryButton))
	}
	m.Row(row...)
	return nil
}

// try responds to a move: with the reply to it, with the end, or with what refutes it.
func (p puzzlePage) try(b *Bot, req *request, move draughts.Move) (delivery.Response, error) {
	at := p.At(p.ply)
	switch {
	case move != p.Moves[p.ply]:
		return b.refute(req, p, move)
	case p.ply+2 < p.Asked:
		reply := p.At(p.ply + 1)
		said := req.lang.Say("puzzle.right", "move", at.Text(move), "side", reply.Turn(), "reply", reply.Text(p.Moves[p.ply+1]))
		p.ply += 2
		return b.quizResponse(req, p, said, render.View{})
	}
	a, err := b.referee.Puzzle(req, p.request(req, game.PuzzleRight))
	if err != nil {
		return delivery.Response{}, err
	}
	return b.puzzleEnd(req, p, a)
}

// refutationNodes is how many positions the bot looks at to refute a wrong move.
const refutationNodes = 30_000

// refute records a wrong move, and shows it with what the opponent does about it.
func (b *Bot) refute(req *request, p puzzlePage, move draughts.Move) (delivery.Response, error) {
	if _, err := b.referee.Puzzle(req, p.request(req, game.PuzzleWrong)); err != nil {
		return delivery.Response{}, err
	}
	h := p.History(p.ply)
	if err := h.PlayOn(move); err != nil {
		return delivery.Response{}, errUnknown
	}
	task := mind.Task{Purpose: mind.Help, History: h, Anew: true, Limit: search.Limit{Nodes: refutationNodes}}
	return b.quizThought(req, task, func(m *message.Builder, t search.Thought, err error) {
		wrong := p.At(p.ply)
		look := render.View{Arrows: []render.Arrow{{Squares: wrong.Path(move), Kind: render.Played}}}
		said := req.lang.Say("puzzle.wrong", "move", wrong.Text(move), "saves", p.Saves)
		if err == nil && len(t.Lines) > 0 && len(t.Lines[0].Moves) > 0 {
			line, at := t.Lines[0].Moves, h.Position()
			look.Arrows = append(look.Arrows, render.Arrow{Squares: at.Path(line[0]), Kind: render.Played})
			said = req.lang.Say("puzzle.refuted", "move", wrong.Text(move), "saves", p.Saves, "side", at.Turn(), "line", say.Moves(at, line))
		}
		if again := p.addTask(b, req, m, said, look); err == nil {
			err = again
		}
		if err != nil && !errors.Is(err, mind.ErrOff) && !errors.Is(err, mind.ErrBusy) && err != errUnfair {
			b.log.Error("wrong move of a puzzle not shown", "puzzle", p.ID, "err", err)
		}
	}), nil
}

// usePuzzleHint shows which piece to move.
func (b *Bot) usePuzzleHint(req *request, p puzzlePage) (delivery.Response, error) {
	if _, err := b.referee.Puzzle(req, p.request(req, game.PuzzleHint)); err != nil {
		return delivery.Response{}, err
	}
	p.hinted = true
	from := p.Moves[p.ply].From()
	piece := lang.PieceWord(p.At(p.ply).At(from))
	said := req.lang.Say("puzzle.hint", "piece", piece, "square", p.Start.Variant().Name(from))
	return b.quizResponse(req, p, said, marking(from))
}

// solution shows the solution to a user who gives up.
func (p puzzlePage) solution(b *Bot, req *request) (delivery.Response, error) {
	a, err := b.referee.Puzzle(req, p.request(req, game.PuzzleWrong))
	if err != nil {
		return delivery.Response{}, err
	}
	return b.puzzleEnd(req, p, a)
}

// puzzleEnd returns the response at the end of a puzzle: its solution, and what became of the ratings.
func (b *Bot) puzzleEnd(req *request, p puzzlePage, a game.PuzzleAnswer) (delivery.Response, error) {
	l := req.lang
	m := &message.Builder{Private: true, Accent: overAccent}
	m.Text(p.title(l))
	m.Text(l.Say("puzzle.end", "solved", a.Attempt.Solved, "failed", a.Attempt.Failed, "hinted", a.Attempt.Hinted))
	m.Text(l.Say("puzzle.solution", "line", say.Moves(p.Start, p.Moves)))
	if err := b.addQuizBoard(req, m, puzzleFile, p.Start.Turn(), p.History(len(p.Moves)), render.View{}); err != nil {
		return delivery.Response{}, err
	}
	themes := say.Each(p.Themes, func(t puzzle.Theme) string { return l.Say("choice.theme." + t.String()) })
	facts := []string{l.Say("puzzle.themes", "themes", l.And(themes))}
	rating := fmt.Sprintf("**%d**", say.Round(a.After.Points))
	if a.Before != a.After {
		rating = say.RatingStep(a.Before, a.After)
	}
	facts = append(facts, l.Say("puzzle.rating", "provisional", a.After.IsProvisional(), "n", a.After.GamesLeft(), "rating", rating))
	if len(a.Attempt.Days) > 0 {
		z, err := b.referee.Puzzler(req, req.by.Person)
		if err != nil {
			return delivery.Response{}, err
		}
		n := a.Record.Solved
		if !a.Counted { // solved again, or elsewhere before
			n = 0
		}
		facts = append(facts, l.Say("puzzle.daily-solved", "n", n, "streak", z.Streak))
	}
	m.Text(strings.Join(facts, "\n"))
	m.Row(
		button(l, customID{action: puzzleNextAction, arg: strings.TrimSpace(p.ID.Key() + " " + p.theme)}, dg.PrimaryButton),
		button(l, customID{action: puzzleLeaderboardAction, arg: puzzleLeaderboard}, dg.SecondaryButton),
	)
	return delivery.Response{Message: m, Placement: req.replacing()}, nil
}

// puzzleLeaderboard is the leaderboard of puzzles here.
var puzzleLeaderboard = strings.Join([]string{string(game.PuzzlePool), "here", "all", ""}, " ")
