package bot

import (
	"bytes"
	"context"
	"image/gif"
	"strings"
	"sync"
	"testing"
	"time"

	"doublecorner/bot/delivery"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/mind"
	"doublecorner/game/puzzle"
	"doublecorner/game/search"
)

// blunder is a short game in which Black loses two men and soon resigns.
const blunder = "10-15 21-17 7-10 17-13 3-7 23-19 11-16 26-23 10-14 19x3"

// loses plays a game, the first player with black, and resigns it for that player.
func (w *world) loses(black, white *someone) (over answer, g *game.Game) {
	w.t.Helper()
	_, g = w.begins(black, white)
	for i, move := range strings.Fields(blunder) {
		[]*someone{black, white}[i%2].types("move", "move", move, "game", string(g.ID))
	}
	return black.presses(black.types("resign"), "Yes, resign"), g
}

// frames returns how many pictures the replay of a game has.
func (s *someone) frames(over answer) int {
	s.t.Helper()
	film, err := gif.DecodeAll(bytes.NewReader(s.presses(over, "Replay").Message.Files[0].Data))
	must(s.t, err)
	return len(film.Image)
}

// turns returns the pages of a review that show turning points.
func (s *someone) turns(over answer) (pages []answer) {
	s.t.Helper()
	page := s.presses(s.presses(over, "Review"), "Turning points")
	for pages = append(pages, page); strings.Contains(said(page), "(Next)"); pages = append(pages, page) {
		page = s.pressesOn(page, "Next")
	}
	return pages
}

// Each turning point has a page that says what happened, and can be played better.
func TestReviewTurns(t *testing.T) {
	w, anna, ben := newPair(t)
	over, g := w.loses(anna, ben)
	must(t, w.bot.referee.KeepReview(t.Context(), g.ID, []byte(`{"Version":2,"Values":"1 -1 1 20 250 -250 250 -250 250 400 -400",`+
		`"Lines":{"3":"24-20 3-7","4":"11-16 24-20","8":"9-14 25-21","9":"19-10-3 2-7"}}`)))
	pages := ben.turns(over)
	last := pages[len(pages)-1].mustSay(t, ": 5. 10-14** · <@1001>", "**10-14** gives 2 pieces: **19x3**.", "-# Black’s chances: ",
		"-# Better: 5. ", "-# It allowed: 5… 19x3", ".png: Solid arrow: 5. 10-14, as played. Dashed arrow: ", "(Previous) (Try it)")
	if !last.Message.Private || last.Placement != delivery.Replace && len(pages) > 1 {
		t.Errorf("of %d pages the last is placed as %d", len(pages), last.Placement)
	}
	anna.pressesOn(pages[0], "Previous").mustSay(t, "**Review**", "(Turning points)")

	task := ben.pressesOn(last, "Try it").mustSay(t, "Black to move. Find a better move than **10-14**.")
	id := func(move string) string {
		q, _ := parseCustomID(customIDOf(t, task, "Show the best move"))
		return customID{action: quizMoveAction, game: g.ID, ply: q.ply, arg: turnQuizKind + " " + move}.String()
	}
	ben.clicks(id("10-14")).mustSay(t, "❌ **10-14** is no better: White replies **19x3", "(Show the best move) (Back to the review)")
	ben.clicks(id("1-5")).mustSay(t, "**1-5**")
	ben.clicks(id("99-5")).mustSay(t, "99")
	found := ben.pressesOn(task, "Show the best move").mustSay(t, "💡 Best is **", "It could go on like this: 5. ")
	if again := ben.pressesOn(found, "Back to the review").mustSay(t, ": 5. 10-14**"); strings.Contains(said(again), "(Your own puzzle)") {
		t.Error("there is a puzzle that nobody found")
	}
}

// The last page leads to the puzzle that was found at the worst mistake.
func TestOwnPuzzleOfReview(t *testing.T) {
	w, anna, ben := newPair(t)
	over, g := w.loses(anna, ben)
	g, err := w.bot.referee.UnrestrictedGame(t.Context(), g.ID)
	must(t, err)
	h, err := g.History()
	must(t, err)
	p := &puzzle.Puzzle{Start: h.At(9), Moves: h.Moves()[9:10], Asked: 1, Points: 900, Source: sourceOf(g)}
	record := game.PuzzleRecord{Place: g.Place, Text: p.String(), Rules: "american"}
	for _, id := range puzzle.IDsAt(p.Start) {
		if id.Key() == record.Rules {
			record.ID = game.PuzzleID(id)
		}
	}
	must(t, w.bot.referee.AddPuzzle(t.Context(), record, p.Points))
	pages := ben.turns(over)
	own := ben.pressesOn(pages[len(pages)-1], "Your own puzzle").mustSay(t, "White to move and win.")
	if own.Placement != delivery.Beside {
		t.Errorf("the puzzle is placed as %d", own.Placement)
	}
}

func TestReview(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	board, running := w.begins(anna, ben)
	carl.types("review", "game", string(running.ID)).mustSay(t, "This game isn’t over.")
	// There is nothing to replay or review.
	ben.presses(ben.presses(board, "Resign"), "Yes, resign").mustSay(t, "\n(Export) \n(Rematch) (More)")

	over, g := w.loses(carl, ben)
	before := anna.frames(over)
	shown := anna.presses(over, "Review").mustSay(t,
		"**Review** · <@1002> (White) vs. <@1003> (Black)\n-# American checkers · `"+string(g.ID)+"`\n🏆 **<@1002> wins.** <@1003> resigned.",
		"Accuracy, out of 100: <@1002> **", " · <@1003> **",
		"[attachment://review.png: White’s chances over 5 moves: ",
		"The numbers are the turning points.",
		"(Turning points) (Solve a puzzle) (Rematch)", "(Replay) (Step through) (Export)")
	if !shown.Message.Private {
		t.Error("others see what one user asked for")
	}
	thoughts := w.mind.Counters().Thoughts

	// It leads to a puzzle, and stays.
	if next := anna.presses(shown, "Solve a puzzle"); next.Placement != delivery.Beside || shownPuzzle(t, next).ID.Key() != "american" {
		t.Errorf("the puzzle is placed as %d:\n%s", next.Placement, said(next))
	}

	// It is kept: nobody thinks again, also after a restart. In public it has the look of the guild.
	w.restart()
	if again := carl.types("review"); again.Message.Private || said(again) != said(shown) {
		t.Errorf("in public it says\n%s", said(again))
	}
	if now := w.mind.Counters().Thoughts; thoughts == 0 || now != thoughts {
		t.Errorf("%d thoughts, and then %d", thoughts, now)
	}

	// The game's records know of it.
	record := strings.Join(strings.Fields(string(anna.presses(over, "Export").Message.Files[0].Data)), " ")
	if !strings.Contains(record, "10-14 $4 {") || !strings.Contains(record, "} (5. ") {
		t.Errorf("the record is\n%s", record)
	}
	turns := len(anna.turns(over))
	if now := anna.frames(over); turns == 0 || now != before+turns {
		t.Errorf("the replay has %d frames, and %d before the review with %d turning points", now, before, turns)
	}

	// So do its steps.
	carl.types("replay", "steps", true).mustSay(t, "White’s chances: ")

	// Only those who may see the game see its review.
	anna.do(elsewhere(anna.command("review", "game", string(g.ID)))).mustSay(t, "There’s no game with that id.")
	if a := ben.do(elsewhere(ben.command("review", "game", string(g.ID)))).mustSay(t, "**Review**"); !a.Private || !a.Message.Private {
		t.Error("others see the review in another guild")
	}
}

// After a game in which nobody moved, the review is of the one before.
func TestReviewOfLastMoves(t *testing.T) {
	w, anna, ben := newPair(t)
	_, lost := w.loses(anna, ben)
	board, empty := w.begins(anna, ben)
	anna.presses(anna.presses(board, "Resign"), "Yes, resign")
	anna.types("review").mustSay(t, "**Review**", string(lost.ID))
	anna.types("review", "game", string(empty.ID)).mustSay(t, "No moves.")
}

// Nobody reviews a game that shows a position of a game they play. Nor does its record, its replay or a step through it
// tell them anything of the review.
func TestReviewIsFair(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	over, reviewed := w.loses(anna, ben)
	_, g := w.begins(anna, carl)
	moves := strings.Fields(blunder)
	for i, move := range moves[:8] {
		[]*someone{anna, carl}[i%2].types("move", "move", move, "game", string(g.ID))
	}
	for _, who := range []*someone{anna, carl} {
		a := who.presses(over, "Review").mustSay(t, "I’ve left out what’s close to a game you’re playing")
		tried := who.clicks(customID{action: quizAction, game: reviewed.ID, ply: 8, arg: turnQuizKind}.String())
		if strings.Contains(said(a), "(Turning points)") || len(tried.Message.Files) > 0 {
			t.Errorf("%s reads\n%s\n%s", who.name, said(a), said(tried))
		}
	}
	ben.presses(over, "Review").mustSay(t, "(Turning points)")
	if fair, whole := anna.frames(over), ben.frames(over); fair >= whole {
		t.Errorf("the replay has %d frames for a user who plays such a position, and %d for others", fair, whole)
	}
	for who, remarked := range map[*someone]bool{anna: false, ben: true} {
		next := customID{action: stepAction, game: reviewed.ID, ply: 8, arg: stepNext}
		steps := said(who.presses(over, "Replay")) + said(who.clicks(next.String()))
		if strings.Contains(steps, "chances") != remarked {
			t.Errorf("%s steps through\n%s", who.name, steps)
		}
		exported := who.presses(over, "Export")
		if record := string(exported.Message.Files[0].Data); strings.Contains(record, "$4") != remarked {
			t.Errorf("the record of %s is\n%s", who.name, record)
		}
		if strings.Contains(said(exported), "I’ve left out") == remarked {
			t.Errorf("%s reads beside the record\n%s", who.name, said(exported))
		}
	}
	carl.presses(carl.types("resign"), "Yes, resign")
	anna.presses(over, "Review").mustSay(t, "(Turning points)")
}

// What was thought in a hurry, because many wait for the computer, is not kept.
func TestHurriedReview(t *testing.T) {
	w, anna, ben := newPair(t)
	_, g := w.begins(anna, ben)
	anna.types("move", "move", "10-15", "game", string(g.ID))
	over := ben.presses(ben.types("resign"), "Yes, resign")
	w.mind = mind.New(mind.Options{Cores: 1, Hash: 1})
	defer w.mind.Close()
	w.restart()
	var all sync.WaitGroup
	first, forgotten := context.WithCancel(t.Context())
	queue := func(ctx context.Context, n int, limit time.Duration) {
		all.Go(func() {
			w.mind.Think(ctx, mind.Task{
				Place: 7, Person: game.PersonID(n), History: draughts.NewHistory(g.Start()), Limit: search.Limit{Time: limit},
			})
		})
	}
	until := func(waiting int) {
		for now, thinking := 0, 0; now < waiting || thinking == 0; now, thinking = w.mind.Waiting() {
			time.Sleep(time.Millisecond)
		}
	}
	queue(first, 0, mind.Longest)
	until(0)
	all.Go(func() { anna.presses(over, "Review").mustSay(t, "**Review**") })
	until(1)
	for n := range 200 {
		queue(t.Context(), n, time.Millisecond)
	}
	until(1 + 200)
	forgotten()
	all.Wait()
	for i, again := range []bool{true, false} {
		before := w.mind.Counters().Thoughts
		anna.presses(over, "Review").mustSay(t, "**Review**")
		if made := w.mind.Counters().Thoughts > before; made != again {
			t.Errorf("time %d: it is made anew: %v", i, made)
		}
	}
}

// If thinking is switched off, there is no button for a review, and nothing is reviewed.
func TestReviewWithoutThinking(t *testing.T) {
	w, anna, ben := newPair(t)
	over, g := w.loses(anna, ben)
	w.mind = mind.New(mind.Options{})
	w.restart()
	anna.types("review").mustSay(t, "Analysis is off here.")
	if s := said(anna.types("board", "game", string(g.ID))); strings.Contains(s, "(Review)") ||
		!strings.Contains(said(over), "(Replay) (Review) (Export)") {
		t.Errorf("the board says\n%s", s)
	}
	must(t, w.bot.referee.KeepReview(context.Background(), g.ID, []byte("another version's")))
	anna.types("review").mustSay(t, "Analysis is off")
	if r := anna.types("export"); r.Placement == delivery.Replace || len(r.Message.Files) == 0 {
		t.Error("a review of another version prevents the export")
	}
}
