package bot

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/mind"
	"doublecorner/game/puzzle"
)

// shownPuzzle returns the puzzle that a response shows.
func shownPuzzle(t *testing.T, a answer) *puzzle.Puzzle {
	t.Helper()
	id, ok := parseCustomID(customIDOf(t, a, "Hint"))
	name, _, _ := strings.Cut(id.arg, "/")
	p := puzzle.Find(puzzle.ID(name))
	if !ok || p == nil {
		t.Fatalf("the hint is %+v", id)
	}
	return p
}

// solves makes a move of a puzzle with the menu.
func (s *someone) solves(p *puzzle.Puzzle, ply int, m draughts.Move) answer {
	s.t.Helper()
	page := beginPuzzle(p, "")
	page.ply = ply
	return s.clicks(page.customID(quizMoveAction, "").String(), page.ref()+" "+p.At(ply).Full(m, draughts.Numbers))
}

// longPuzzle returns a puzzle with several moves to find.
func longPuzzle(t *testing.T) *puzzle.Puzzle {
	t.Helper()
	all := puzzle.Of("american")
	i := slices.IndexFunc(all, func(p *puzzle.Puzzle) bool { return p.Asks() > 2 })
	if i < 0 {
		t.Fatal("there is no long puzzle")
	}
	return all[i]
}

// puzzleRating returns a user's entry for puzzles everywhere.
func (s *someone) puzzleRating() game.RankedEntry {
	s.t.Helper()
	row, _, err := s.bot.referee.Rank(context.Background(), person(s), game.Leaderboard{Pool: game.PuzzlePool})
	must(s.t, err)
	return row
}

func person(s *someone) game.PersonID {
	id, _ := message.Snowflake[game.PersonID](s.id)
	return id
}

// wrongMove returns a legal move that is not the solution.
func wrongMove(t testing.TB, p *puzzle.Puzzle, ply int) draughts.Move {
	t.Helper()
	for _, m := range p.At(ply).Moves() {
		if m != p.Moves[ply] {
			return m
		}
	}
	t.Fatal("every move is right")
	return draughts.Move{}
}

// A puzzle is solved move by move, also by another process and after the command was repeated, and counts once.
func TestPuzzleSolved(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	p := longPuzzle(t)
	for ply := 0; ply < p.Asked; ply += 2 {
		a := anna.solves(p, ply, p.Moves[ply])
		w.restart()
		if last := ply+2 >= p.Asked; strings.Contains(said(a), "Solved!") != last {
			t.Fatalf("after move %d:\n%s", ply, said(a))
		}
		if row := anna.puzzleRating(); (row.Wins == 1) != (ply+2 >= p.Asked) {
			t.Errorf("after move %d the user stands at %+v", ply, row.LeaderboardEntry)
		}
	}
	again := anna.solves(p, p.Asked-1, p.Moves[p.Asked-1])
	if row := anna.puzzleRating(); row.Games() != 1 || strings.Contains(said(again), "→") {
		t.Errorf("solved again:\n%s\n%+v", said(again), row.LeaderboardEntry)
	}
	first := shownPuzzle(t, anna.types("puzzle", "rules", "american"))
	easiest := slices.MinFunc(puzzle.Of("american"), func(a, b *puzzle.Puzzle) int { return a.Points - b.Points })
	if beginner := shownPuzzle(t, w.member(2, "Ben").types("puzzle", "rules", "american")); beginner.Points != easiest.Points {
		t.Errorf("the first puzzle of a user has %d points, and the easiest %d", beginner.Points, easiest.Points)
	}
	if same := shownPuzzle(t, anna.types("puzzle", "rules", "american")); same.ID != first.ID || same.ID == p.ID {
		t.Errorf("the next puzzles are %s and %s, after %s", first.ID, same.ID, p.ID)
	}
	next := anna.presses(again, "Next puzzle")
	if id := shownPuzzle(t, next).ID; id != first.ID {
		t.Errorf("the button shows %s, not %s", id, first.ID)
	}
	if board := anna.presses(again, "Leaderboard"); !strings.Contains(said(board), "Puzzles") || !strings.Contains(said(board), "<@1001>") {
		t.Errorf("the leaderboard is\n%s", said(board))
	}
	if board := anna.types("leaderboard", "rules", "puzzles", "period", "month"); !strings.Contains(said(board), "<@1001>") {
		t.Errorf("the leaderboard of the month is\n%s", said(board))
	}
	if found := anna.completes("leaderboard", "rules", "puz"); !slices.Equal(found, []string{"Puzzles"}) {
		t.Errorf("the choices are %q", found)
	}
	if profile := said(anna.types("profile")); !strings.Contains(profile, "Puzzles: 1 solved, 0 with a hint\n") {
		t.Errorf("the profile is\n%s", profile)
	}
}

// A profile shows puzzles that were not solved, and the rating, when ten have been tried.
func TestProfileOfPuzzles(t *testing.T) {
	anna := newWorld(t).member(1, "Anna")
	all := puzzle.Of("american")
	for i, want := range []string{"No rated games yet.", 8: "No rated games yet.", 9: "? · 0 solved, 0 with a hint, 10 failed"} {
		anna.solves(all[i], 0, wrongMove(t, all[i], 0))
		if text := said(anna.types("profile")); !strings.Contains(text, want) {
			t.Errorf("after %d:\n%s", i+1, text)
		}
	}
}

// A puzzle without rules has those of the game in this channel, or of the last one.
func TestPuzzleOfGame(t *testing.T) {
	w, anna, ben := newPair(t)
	rulesIn := func(channel, what, want string) {
		t.Helper()
		if got := shownPuzzle(t, anna.in(channel, "puzzle")).ID.Key(); got != want {
			t.Errorf("%s: the puzzle is for %s, want %s", what, got, want)
		}
	}
	rules := func(what, want string) { t.Helper(); rulesIn("78", what, want) }
	play := func(rules string) answer {
		return ben.presses(anna.types("challenge", "opponent", ben, "rules", rules), "Accept")
	}
	resign := func() { anna.presses(anna.types("resign"), "Yes, resign") }
	rules("before the first game", "american")
	w.arrives(play("russian"), 78)
	rules("in a game", "russian")
	rulesIn("79", "elsewhere, with no game there", "russian")
	resign()
	rules("after it", "russian")
	play("american-misere")
	rules("in a game without puzzles", "american")
	resign()
	play("turkish")
	rules("in another game", "turkish")
}

// A wrong move is refuted and counts once; then the puzzle can still be solved.
func TestPuzzleFailed(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	p := longPuzzle(t)
	wrong := anna.solves(p, 0, wrongMove(t, p, 0))
	if text := said(wrong); !strings.Contains(text, " replies ") || shownPuzzle(t, wrong).ID != p.ID {
		t.Errorf("a wrong move:\n%s", text)
	}
	anna.solves(p, 2, wrongMove(t, p, 2))
	refutation := regexp.MustCompile("❌.*").FindString(said(wrong))
	anna.solves(p, 0, wrongMove(t, p, 0)).mustSay(t, refutation)
	failed := anna.puzzleRating()
	if failed.Losses != 1 || failed.Games() != 1 {
		t.Errorf("the user stands at %+v", failed.LeaderboardEntry)
	}
	w.bot.mind = mind.New(mind.Options{})
	if text := said(anna.solves(p, 0, wrongMove(t, p, 0))); !strings.Contains(text, "Try again!") || strings.Contains(text, " replies ") {
		t.Errorf("a wrong move without thinking:\n%s", text)
	}
	end := anna.solves(p, p.Asked-1, p.Moves[p.Asked-1])
	if !strings.Contains(said(end), "Got there!") {
		t.Errorf("solved at last:\n%s", said(end))
	}
	if row := anna.puzzleRating(); row.LeaderboardEntry != failed.LeaderboardEntry {
		t.Errorf("the user stands at %+v, and stood at %+v", row.LeaderboardEntry, failed.LeaderboardEntry)
	}
}

// A puzzle shows one rating as long as a user tries it, though its own changes by their first result and by others'. The
// next time it shows the new one.
func TestPuzzleShowsOneRating(t *testing.T) {
	_, anna, ben := newPair(t)
	a := anna.types("puzzle")
	p := shownPuzzle(t, a)
	title := fmt.Sprintf("· rating %d", p.Points)
	ben.solves(p, 0, wrongMove(t, p, 0))
	for _, label := range []string{"Hint", "Show the solution"} {
		a = anna.presses(a, label).mustSay(t, title)
	}
	daily := anna.clicks(customID{action: puzzleDailyAction, arg: string(p.ID)}.String())
	if strings.Contains(said(daily), title) {
		t.Errorf("later it still shows\n%s", said(daily))
	}
}

// A hint shows the piece, and the puzzle counts as half solved. Moves can be typed, and the solution shown.
func TestPuzzleHelp(t *testing.T) {
	_, anna, ben := newPair(t)
	a := anna.types("puzzle")
	p := shownPuzzle(t, a)
	from := p.Start.Variant().Name(p.Moves[0].From())
	if text := said(anna.presses(a, "Hint")); !strings.Contains(text, "on "+from+".") || strings.Contains(text, "(Hint)") {
		t.Errorf("the hint is\n%s", text)
	}
	typed := func(move string) answer {
		t.Helper()
		return anna.fills(anna.presses(a, "Type a move"), map[string]string{quizMoveInput: move})
	}
	for text, want := range map[string]string{"hello": "can’t read", from + "-" + from: "isn’t a move"} {
		if a := typed(text); !strings.Contains(said(a), want) || shownPuzzle(t, a).ID != p.ID {
			t.Errorf("%s: \n%s", text, said(a))
		}
	}
	a = typed(p.Start.Full(p.Moves[0], draughts.Numbers))
	for ply := 2; ply < p.Asked; ply += 2 {
		a = anna.solves(p, ply, p.Moves[ply])
	}
	if row := anna.puzzleRating(); !strings.Contains(said(a), "with a hint") || row.Draws != 1 {
		t.Errorf("the user stands at %+v after\n%s", row.LeaderboardEntry, said(a))
	}
	if a := ben.presses(ben.types("puzzle", "theme", "shot"), "Show the solution"); !strings.Contains(said(a), "Solution:") ||
		ben.puzzleRating().Losses != 1 {
		t.Errorf("given up:\n%s", said(a))
	}
}

// A user who was shown a puzzle gets no other help with it before they have solved it or given up: neither the best moves
// nor a game against the bot from there, whatever rules they name. Others get both.
func TestHelpWithPuzzle(t *testing.T) {
	const unsolved = "You haven’t finished this puzzle yet"
	_, anna, ben := newPair(t)
	shown := anna.types("puzzle", "rules", "american")
	p := shownPuzzle(t, shown)
	fen := pdn.FEN(p.Start)
	for _, rules := range []string{"american", "american-misere"} {
		anna.types("best-moves", "position", fen, "rules", rules).mustSay(t, unsolved)
		anna.types("challenge", "level", "8", "opening", fen, "rules", rules).mustSay(t, unsolved)
	}
	ben.types("best-moves", "position", fen, "rules", "american").mustSay(t, "**Best moves**")
	refused := anna.types("best-moves", "position", fen)
	if again := shownPuzzle(t, anna.presses(refused, "Solve it")); again.ID != p.ID {
		t.Errorf("the button leads to %s, not to %s", again.ID, p.ID)
	}
	anna.presses(shown, "Hint")
	anna.types("best-moves", "position", fen).mustSay(t, unsolved)
	anna.presses(shown, "Show the solution")
	anna.types("best-moves", "position", fen).mustSay(t, "**Best moves**")
	anna.types("challenge", "level", "8", "opening", fen, "rules", "american").mustSay(t, "Game on!")
}

// With the puzzle of the day nobody gets help on its server, also if they have solved it, until another day.
func TestHelpWithDailyPuzzle(t *testing.T) {
	w, anna, ben := newPair(t)
	w.decides("puzzle-channel", "98")
	w.announce(0)
	today, err := w.bot.referee.DailyPuzzle(t.Context(), 77)
	must(t, err)
	p := puzzle.Find(puzzle.ID(today.Puzzle))
	anna.solves(p, p.Asked-1, p.Moves[p.Asked-1]).mustSay(t, "Solved!")
	fen := pdn.FEN(p.Start)
	for _, s := range []*someone{anna, ben} {
		s.types("best-moves", "position", fen, "rules", p.ID.Key()).mustSay(t, "This is today’s puzzle here")
		s.types("challenge", "level", "8", "opening", fen, "rules", p.ID.Key()).mustSay(t, "This is today’s puzzle here")
	}
	w.at = w.at.Add(48 * time.Hour)
	ben.types("best-moves", "position", fen, "rules", p.ID.Key()).mustSay(t, "**Best moves**")
}

// There is a puzzle of every theme for every family of rule sets, and a sentence where there is none.
func TestPuzzleChoice(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	for _, r := range draughts.Families() {
		if id := shownPuzzle(t, anna.types("puzzle", "rules", r.Key)).ID; id.Key() != r.Key {
			t.Errorf("for %s there is %s", r.Key, id)
		}
	}
	none := anna.types("puzzle", "rules", "russian-misere-free-jump")
	none.mustSay(t, "misère", "no puzzles yet", "(Russian draughts)")
	if id := shownPuzzle(t, anna.presses(none, "Russian draughts")).ID; id.Key() != "russian" {
		t.Errorf("offered is %s", id)
	}
	for _, p := range puzzle.Of("thai") {
		if _, err := w.bot.referee.Puzzle(context.Background(), game.PuzzleRequest{
			By: game.Actor{Person: person(anna)}, Place: 77, Puzzle: game.PuzzleID(p.ID), Step: game.PuzzleWrong,
		}); err != nil {
			t.Fatal(err)
		}
	}
	if text := said(anna.types("puzzle", "rules", "thai")); !strings.Contains(text, "all of these puzzles") {
		t.Errorf("after all:\n%s", text)
	}
}

// What a client makes up shows nothing and changes nothing.
func TestForgedPuzzle(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	p := beginPuzzle(longPuzzle(t), "")
	for _, id := range []customID{
		{action: quizMoveAction, arg: "american-aaaaaaa 11-15"},
		{action: quizMoveAction, arg: "nonsense"},
		{action: quizMoveAction, arg: p.ref() + " hello"},
		{action: quizMoveAction, arg: p.ref() + "/nonsense 11-15"},
		{action: quizMoveAction, ply: 1, arg: p.ref()},
		{action: puzzleHintAction, ply: game.Ply(p.Asked + 1), arg: p.ref()},
		{action: quizPieceAction, arg: p.ref() + " 99"},
		{action: puzzleNextAction, arg: "american nonsense"},
		{action: puzzleDailyAction, arg: "../american"},
	} {
		if text := said(anna.clicks(id.String())); !strings.Contains(text, "out of date") {
			t.Errorf("%s:\n%s", id, text)
		}
	}
	if row := anna.puzzleRating(); row.Games() > 0 {
		t.Errorf("the user stands at %+v", row.LeaderboardEntry)
	}
}

// The puzzle of the day is posted once a day, whatever is killed when, with the solution of the one before.
func TestDailyPuzzle(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	anna := w.member(1, "Anna")
	posted := func(want int) {
		t.Helper()
		if w.announce(2 * time.Minute); len(w.discord.posts) != want {
			t.Fatalf("there are %d posts, want %d: %q", len(w.discord.posts), want, w.discord.posts)
		}
	}
	posted(0)
	if text := said(w.decides("puzzle-channel", "98")); !strings.Contains(text, "Puzzle of the day: **<#98>**") {
		t.Errorf("the settings are\n%s", text)
	}
	posted(1)
	posted(1)
	w.restart()
	posted(1)
	today, err := w.bot.referee.DailyPuzzle(ctx, 77)
	if err != nil || today.Post == 0 {
		t.Fatalf("today is %+v, %v", today, err)
	}
	// Killed after it was posted, and before that was recorded.
	must(t, w.bot.referee.DailyPosted(ctx, 77, today.Day, 0))
	w.restart()
	posted(1)

	p, err := w.bot.composer.findPuzzle(ctx, 77, puzzle.ID(today.Puzzle))
	must(t, err)
	solution := say.Moves(p.Start, p.Moves)
	button := customID{action: puzzleDailyAction, arg: string(p.ID)}.String()
	a := anna.clicks(button)
	if !a.Message.Private || shownPuzzle(t, a).ID != p.ID || strings.Contains(w.discord.posts[0], solution) {
		t.Errorf("the button shows\n%s", said(a))
	}
	for ply := 0; ply < p.Asked; ply += 2 {
		a = anna.solves(p, ply, p.Moves[ply])
	}
	if !strings.Contains(said(a), "You’re the first to solve it here!") {
		t.Errorf("solved:\n%s", said(a))
	}
	// A user who solved it elsewhere before is not the first here.
	elsewhere := game.PuzzleRequest{By: game.Actor{Person: 1002}, Place: 5, Puzzle: today.Puzzle, Points: p.Points, Step: game.PuzzleRight}
	if _, err := w.bot.referee.Puzzle(ctx, elsewhere); err != nil {
		t.Fatal(err)
	}
	if a := w.member(2, "Ben").solves(p, p.Asked-1, p.Moves[p.Asked-1]); !strings.Contains(said(a), "Solved!") ||
		strings.Contains(said(a), "first") {
		t.Errorf("solved again:\n%s", said(a))
	}

	w.at = w.at.Add(24 * time.Hour)
	posted(2)
	if post := w.discord.posts[1]; !strings.Contains(post, solution) || !strings.Contains(post, "1 person here solved it") {
		t.Errorf("the next day: %s", post)
	}
	tomorrow, err := w.bot.referee.DailyPuzzle(ctx, 77)
	if err != nil || tomorrow.Puzzle == today.Puzzle {
		t.Errorf("the next day is %+v, %v", tomorrow, err)
	}
	next, err := w.bot.composer.findPuzzle(ctx, 77, puzzle.ID(tomorrow.Puzzle))
	must(t, err)
	if a := anna.solves(next, next.Asked-1, next.Moves[next.Asked-1]); !strings.Contains(said(a), "2 days in a row") {
		t.Errorf("solved on both days:\n%s", said(a))
	}

	// Where it cannot be posted it is tried again an hour later.
	w.discord.fails[98] = errUnknown
	w.at = w.at.Add(24 * time.Hour)
	posted(2)
	delete(w.discord.fails, 98)
	posted(2)
	w.at = w.at.Add(time.Hour)
	posted(3)
	w.decides("puzzle-channel", "98")
	w.at = w.at.Add(24 * time.Hour)
	posted(3)
}

// A bot that was killed before it had done all that a change of settings demands does the rest with the next change.
func TestKilledWhilePuzzleChannelIsSet(t *testing.T) {
	w := newWorld(t)
	err := change(t.Context(), w.bot.referee, game.PlaceSettings(77), func(s *settings) { s.Puzzles = 98 })
	must(t, err)
	w.decides("rated", false)
	if w.announce(0); len(w.discord.posts) != 1 {
		t.Errorf("posted is %q", w.discord.posts)
	}
}

// Where all puzzles have been tried, the puzzle of the day is the one that was so longest ago.
func TestDailyPuzzleRepeated(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	anna := w.member(1, "Anna")
	w.decides("puzzle-channel", "98", "rules", "thai")
	all := puzzle.Of("thai")
	for _, p := range all {
		anna.solves(p, p.Asked-1, p.Moves[p.Asked-1])
	}
	s, _, err := w.bot.records.settingsOf(ctx, 77)
	must(t, err)
	days := map[puzzle.ID]int{}
	for day := range 2 * len(all) {
		p, err := w.bot.composer.puzzleOfDay(ctx, s, 77)
		must(t, err)
		if _, err := w.bot.referee.BeginDay(ctx, 77, game.PuzzleID(p.ID), p.Points); err != nil {
			t.Fatal(err)
		}
		if before, was := days[p.ID]; was && day-before != len(all) {
			t.Fatalf("the puzzle of day %d was that of day %d", day, before)
		}
		days[p.ID] = day
		w.at = w.at.Add(24 * time.Hour)
	}
}

// Finished games give puzzles if both players agree.
func TestPuzzlesOfOwnGames(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	play := func() {
		_, g := w.begins(anna, ben)
		for _, move := range strings.Fields("12-16 21-17 16-20 23-18 11-16 25-21 9-14 18x9 5x14 29-25 8-11") {
			mover := anna
			if g.Player(g.Turn()) == person(ben) {
				mover = ben
			}
			a := mover.types("move", "game", string(g.ID), "move", move)
			if a.Board == nil {
				t.Fatal(said(a))
			}
			g = a.Board.Game
		}
		anna.presses(anna.types("resign", "game", string(g.ID)), "Yes, resign")
	}
	effort.Scan, effort.Prove = 1000, 3000
	search := func() {
		t.Helper()
		select {
		case id := <-w.bot.finder.finished:
			must(t, w.bot.finder.find(ctx, id))
		default:
			t.Fatal("the search does not know that the game is over")
		}
	}
	anna.types("preferences", "puzzles", true)
	play()
	search()
	if all, err := w.bot.composer.allPuzzles(ctx, 77, "american"); err != nil || len(all) != len(puzzle.Of("american")) {
		t.Fatalf("there are %d puzzles although a player has not agreed, %v", len(all), err)
	}
	ben.types("preferences", "puzzles", true)
	play()
	search()
	all, err := w.bot.composer.allPuzzles(ctx, 77, "american")
	if err != nil || len(all) <= len(puzzle.Of("american")) {
		t.Fatalf("there are %d puzzles, %v", len(all), err)
	}
	own := all[len(all)-1]
	a := anna.solves(own, own.Asked-1, own.Moves[own.Asked-1])
	if !strings.Contains(said(a), "Solved!") {
		t.Errorf("an own puzzle:\n%s", said(a))
	}
	elsewhere, err := w.bot.composer.allPuzzles(ctx, 66, "american")
	if err != nil || len(elsewhere) != len(puzzle.Of("american")) {
		t.Errorf("elsewhere there are %d puzzles, %v", len(elsewhere), err)
	}
}
