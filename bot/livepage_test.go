package bot

import (
	"strings"
	"testing"

	"doublecorner/bot/live"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/puzzle"
)

// student is somebody who reads on the page of a live board.
type student struct {
	*testing.T
	w *world
	s *game.Session
}

func (r student) asks(asked live.Asked) live.Study {
	r.Helper()
	s, err := r.w.bot.study(r.Context(), r.s, asked)
	must(r, err)
	return s
}

// uses uses the control with a label.
func (r student) uses(s live.Study, label string) live.Study {
	r.Helper()
	for _, row := range s.Rows {
		for _, c := range row {
			for _, c := range append([]message.Control{c}, c.Options...) {
				if c.Label == label {
					return r.asks(live.Asked{Use: c.CustomID, Value: c.Value})
				}
			}
		}
	}
	r.Fatalf("no %q in %+v", label, s.Outline)
	return live.Study{}
}

// plays makes a move on the board.
func (r student) plays(s live.Study, move string) live.Study {
	r.Helper()
	for _, m := range s.Moves {
		if s.View.Position.Text(m.Move) == move {
			return r.asks(live.Asked{Use: m.CustomID})
		}
	}
	r.Fatalf("no move %s", move)
	return live.Study{}
}

// shows fails unless texts are in what is shown.
func (r student) shows(s live.Study, texts ...string) live.Study {
	r.Helper()
	shown := strings.Join(s.Texts, "\n")
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			r.Errorf("it lacks %q:\n%s", text, shown)
		}
	}
	return s
}

func newStudent(t *testing.T, w *world, p *someone, g *game.Game) student {
	s := &game.Session{Person: person(p), Place: 77, Name: p.name, Reads: "en"}
	if g != nil {
		s.Place = g.Place
	}
	return student{t, w, s}
}

// A puzzle is solved on the page as in Discord: with the same verdicts, and it counts.
func TestStudyPuzzle(t *testing.T) {
	w, anna, _ := newPair(t)
	r := newStudent(t, w, anna, nil)
	first := r.uses(r.shows(r.asks(live.Asked{}), "What would you like to look at?"), "Solve a puzzle")
	at := first.View.Position
	p := puzzle.Find(puzzle.IDsAt(at)[0])
	if len(first.Moves) != len(at.Moves()) || p == nil {
		t.Fatalf("the page has %d moves of %d, for %v", len(first.Moves), len(at.Moves()), p)
	}
	for _, m := range first.Moves {
		if m.Move != p.Moves[0] {
			r.shows(r.asks(live.Asked{Use: m.CustomID}), "❌")
			break
		}
	}
	now := first
	for ply := 0; ply < p.Asked; ply += 2 {
		now = r.plays(now, p.At(ply).Text(p.Moves[ply]))
	}
	r.shows(now, "Solution: ")
	if row := anna.puzzleRating(); row.Losses != 1 {
		t.Errorf("it counts as %+v", row)
	}
}

// An exercise is played on the page against the best defence, and what is solved is kept.
func TestStudyExercise(t *testing.T) {
	w, anna, _ := newPair(t)
	r := newStudent(t, w, anna, nil)
	list := r.shows(r.uses(r.asks(live.Asked{}), "All exercises"), "One jump")
	task := r.shows(r.uses(list, "One jump"), "Jump over Black’s last man.")
	r.shows(r.plays(task, task.View.Position.Text(task.Moves[0].Move)), "🎉 Won")
	r.shows(r.uses(r.asks(live.Asked{}), "All exercises"), "✅ **One jump**")
}

// A finished game leads to its review, and from a turning point one tries to play better.
func TestStudyReview(t *testing.T) {
	w, anna, ben := newPair(t)
	_, g := w.loses(anna, ben)
	r := newStudent(t, w, ben, g)
	summary := r.uses(r.asks(live.Asked{Game: g.ID}), "Review")
	page := r.uses(summary, "Turning points")
	if page.View == nil || len(page.View.Arrows) != 2 {
		t.Fatalf("a turning point has %+v", page.View)
	}
	task := r.shows(r.uses(page, "Try it"), "Find a better move than")
	if len(task.Moves) == 0 {
		t.Error("there is nothing to try")
	}
	r.shows(r.uses(task, "Show the best move"), "Best is")
}

// A line is explored from a finished game or from a position, and written down; a running game is not.
func TestExplore(t *testing.T) {
	w, anna, ben := newPair(t)
	_, g := w.loses(anna, ben)
	r := newStudent(t, w, ben, g)
	s := r.shows(r.asks(live.Asked{Explore: true, Game: g.ID, Ply: 2, Line: []string{"7-10", "17-13"}}), "Best moves")
	got := strings.Join(s.Line, " ")
	if got != "10-15 21-17 7-10 17-13" || len(s.View.Arrows) != 3 || !strings.Contains(s.PDN, "2. 7-10 17-13 *") {
		t.Errorf("the line is %s, with %d arrows, and as PDN\n%s", got, len(s.View.Arrows), s.PDN)
	}
	fen := pdn.FEN(s.View.Position)
	set := r.asks(live.Asked{Explore: true, Position: fen, Rules: "american"})
	if set.View == nil || pdn.FEN(set.View.Position) != fen || set.Line != nil {
		t.Errorf("from %s it is %+v", fen, set)
	}
	_, running := w.begins(anna, ben)
	if s := r.shows(r.asks(live.Asked{Explore: true, Game: running.ID})); s.View != nil {
		t.Errorf("a running game is explored: %v", s.Texts)
	}
	for i, move := range strings.Fields(blunder) {
		[]*someone{anna, ben}[i%2].types("move", "move", move)
	}
	now, err := w.bot.referee.UnrestrictedGame(t.Context(), running.ID)
	must(t, err)
	h, err := now.History()
	must(t, err)
	if s := r.asks(live.Asked{Explore: true, Position: pdn.FEN(h.Position()), Rules: "american"}); s.View != nil {
		t.Errorf("the position of a running game is explored: %v", s.Texts)
	}
}

// The page cannot use the controls of games, and is told that those are out of date.
func TestStudyActions(t *testing.T) {
	w, anna, ben := newPair(t)
	_, g := w.begins(anna, ben)
	r := newStudent(t, w, anna, g)
	for _, use := range []string{
		inGame(g, moveAction).with("11-15").String(), inGame(g, resignAction).String(), customID{action: eraseAction}.String(), "what",
	} {
		r.shows(r.asks(live.Asked{Use: use}), "out of date")
	}
}
