package game_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
)

// tries does something with a puzzle in the club.
func (h *fixture) tries(p game.PersonID, id game.PuzzleID, step game.PuzzleStep) game.PuzzleAnswer {
	h.t.Helper()
	a, err := h.Puzzle(background, game.PuzzleRequest{By: game.Actor{Person: p}, Place: club, Puzzle: id, Points: 1500, Step: step})
	h.must(err)
	return a
}

// The first result of a person with a puzzle counts for the ratings of both, and nothing else does.
func TestPuzzleRatings(t *testing.T) {
	for _, c := range []struct {
		name                string
		steps               []game.PuzzleStep
		wins, draws, losses int
		solved              bool
	}{
		{"solved", []game.PuzzleStep{game.PuzzleRight}, 1, 0, 0, true},
		{"solved twice", []game.PuzzleStep{game.PuzzleRight, game.PuzzleRight, game.PuzzleWrong}, 1, 0, 0, true},
		{"with hints", []game.PuzzleStep{game.PuzzleHint, game.PuzzleHint, game.PuzzleRight}, 0, 1, 0, true},
		{"only a hint", []game.PuzzleStep{game.PuzzleHint}, 0, 0, 0, false},
		{"failed", []game.PuzzleStep{game.PuzzleWrong, game.PuzzleWrong}, 0, 0, 1, false},
		{"failed, then solved", []game.PuzzleStep{game.PuzzleWrong, game.PuzzleHint, game.PuzzleRight}, 0, 0, 1, true},
	} {
		h := newFixture(t)
		var a game.PuzzleAnswer
		for _, step := range c.steps {
			a = h.tries(ann, "aaaaaaa", step)
		}
		if a.Attempt.Solved != c.solved {
			t.Errorf("%s: %+v", c.name, a.Attempt)
		}
		for _, place := range []game.PlaceID{club, game.Everywhere} {
			row, _, err := h.Rank(background, ann, game.Leaderboard{Pool: game.PuzzlePool, Place: place})
			h.must(err)
			if row.Wins != c.wins || row.Draws != c.draws || row.Losses != c.losses {
				t.Errorf("%s: the person stands at %+v", c.name, row)
			}
			record, err := h.PuzzleRecord(background, place, "aaaaaaa")
			h.must(err)
			if counts := c.wins+c.draws+c.losses > 0; counts && place == game.Everywhere && record.Rating.Points < 1500 != (c.wins > 0) {
				t.Errorf("%s: the puzzle stands at %+v", c.name, record)
			}
			if place == club && record.Solved > 0 != c.solved {
				t.Errorf("%s: %+v", c.name, record)
			}
		}
	}
}

// An exercise is kept among what a person solved, and counts for no rating.
func TestExercise(t *testing.T) {
	h := newFixture(t)
	for range 2 {
		h.must(h.SolveExercise(background, game.Actor{Person: ann}, "exercise/american/two-kings"))
	}
	z, err := h.Puzzler(background, ann)
	h.must(err)
	if a := z.Attempts["exercise/american/two-kings"]; !a.Solved || len(z.Attempts) != 1 || z.Streak != 0 || z.Rating != game.InitialRating {
		t.Errorf("the person has made %+v", z)
	}
	if err := h.SolveExercise(background, game.Actor{}, "exercise/american/two-kings"); err == nil {
		t.Error("nobody solves an exercise")
	}
}

// A puzzle of a place's own has its rating there, and counts for nobody elsewhere: who solves it may have played the game.
func TestOwnPuzzle(t *testing.T) {
	h := newFixture(t)
	h.must(h.AddPuzzle(background, game.PuzzleRecord{Place: club, ID: "aaaaaaa", Text: "a line", Rules: "russian"}, 1400))
	h.must(h.AddPuzzle(background, game.PuzzleRecord{Place: club, ID: "aaaaaaa", Text: "another", Rules: "russian"}, 1000))
	h.tries(ann, "bbbbbbb", game.PuzzleRight)
	if a := h.tries(ann, "aaaaaaa", game.PuzzleRight); a.After.Points <= a.Before.Points || a.Before == game.InitialRating {
		t.Errorf("the rating changes from %+v to %+v", a.Before, a.After)
	}
	for place, want := range map[game.PlaceID]int{club: 2, game.Everywhere: 1} {
		row, _, err := h.Rank(background, ann, game.Leaderboard{Pool: game.PuzzlePool, Place: place})
		if err != nil || row.Wins != want {
			t.Errorf("in %v the person has solved %d, want %d: %v", place, row.Wins, want, err)
		}
	}
	here, err := h.PuzzleRecords(background, club)
	if err != nil || len(here) != 2 || here[0].Text != "a line" || here[0].Solved != 1 || here[0].Rating.Points >= 1400 {
		t.Errorf("the puzzles of the place are %+v, %v", here, err)
	}
	if record, err := h.PuzzleRecord(background, game.Everywhere, "aaaaaaa"); err != nil || record.Solved != 0 {
		t.Errorf("elsewhere it is %+v, %v", record, err)
	}
}

// A puzzle that a person was shown is open for them until it counts; being shown it again, or later, changes nothing.
func TestOpenPuzzle(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps []game.PuzzleStep
		open  bool
	}{
		{"never shown", nil, false},
		{"shown", []game.PuzzleStep{game.PuzzleShown, game.PuzzleShown}, true},
		{"with a hint", []game.PuzzleStep{game.PuzzleShown, game.PuzzleHint, game.PuzzleShown}, true},
		{"given up", []game.PuzzleStep{game.PuzzleShown, game.PuzzleWrong, game.PuzzleShown}, false},
		{"solved", []game.PuzzleStep{game.PuzzleShown, game.PuzzleRight, game.PuzzleShown}, false},
	} {
		h := newFixture(t)
		for _, step := range c.steps {
			h.tries(ann, "aaaaaaa", step)
		}
		open, err := h.OpenPuzzle(background, ann, club, []game.PuzzleID{"bbbbbbb", "aaaaaaa"})
		if h.must(err); open.ID != "" != c.open || open.Daily {
			t.Errorf("%s: open is %+v", c.name, open)
		}
		z, err := h.Puzzler(background, ann)
		if h.must(err); z.Attempts["aaaaaaa"].Hinted != slices.Contains(c.steps, game.PuzzleHint) {
			t.Errorf("%s: the attempts are %+v", c.name, z.Attempts)
		}
	}
}

// A streak counts puzzles of the day solved on their day, and lasts until a day has passed without one.
func TestDailyPuzzle(t *testing.T) {
	h := newFixture(t)
	begin := func(id game.PuzzleID) game.DailyPuzzle {
		t.Helper()
		d, err := h.BeginDay(background, club, id, 1500)
		h.must(err)
		return d
	}
	if d := begin("aaaaaaa"); d.Day != 0 {
		t.Errorf("a place that wants none has %+v", d)
	}
	h.must(h.SetPuzzleRoom(background, club, 9))
	first := begin("aaaaaaa")
	h.must(h.DailyPosted(background, club, first.Day, 77))
	h.must(h.DailyPosted(background, club, first.Day-1, 78))
	if d := begin("bbbbbbb"); d.Puzzle != "aaaaaaa" || d.Room != 9 || d.Post != 77 {
		t.Errorf("twice on a day: %+v", d)
	}
	for _, test := range []struct{ ahead, again int }{{1, 1}, {2, 0}} { // days by which a clock was wrong
		ahead := time.Duration(test.ahead) * 24 * time.Hour
		h.nap(ahead)
		begin("ccccccc")
		h.nap(-ahead)
		if d := begin("aaaaaaa"); d.Day != first.Day+test.again {
			t.Errorf("after a clock that was %v ahead: %+v", ahead, d)
		}
	}
	streak := func(want int) {
		t.Helper()
		if z, err := h.Puzzler(background, ann); err != nil || z.Streak != want {
			t.Errorf("the streak is %d, want %d: %v", z.Streak, want, err)
		}
	}
	h.tries(ann, "aaaaaaa", game.PuzzleWrong)
	streak(0)
	h.tries(ann, "aaaaaaa", game.PuzzleRight)
	streak(1)
	h.leap(24 * time.Hour)
	if d := begin("bbbbbbb"); d.Puzzle != "bbbbbbb" || d.Before != "aaaaaaa" || d.Post != 0 {
		t.Errorf("the next day: %+v", d)
	}
	streak(1)
	h.tries(ann, "bbbbbbb", game.PuzzleRight)
	h.tries(ann, "ccccccc", game.PuzzleRight) // no puzzle of a day
	streak(2)
	h.leap(24 * time.Hour)
	begin("ccccccc")
	for range 2 {
		if a := h.tries(ann, "ccccccc", game.PuzzleRight); a.Record.Solved != 1 || a.After != a.Before {
			t.Errorf("a puzzle that was solved before its day: %+v", a)
		}
	}
	streak(3)
	h.leap(24 * time.Hour)
	begin("aaaaaaa")
	for range 2 {
		h.tries(ann, "aaaaaaa", game.PuzzleRight)
		streak(4) // it was the puzzle of the first day, too
	}
	h.leap(48 * time.Hour)
	streak(0)
}

// What a person made of puzzles is exported, and erased with the person.
func TestPuzzlesOfErased(t *testing.T) {
	h := newFixture(t)
	h.tries(ann, "aaaaaaa", game.PuzzleRight)
	var exported bytes.Buffer
	h.must(h.Export(background, ann, "", &exported))
	for _, want := range []string{`"id": "aaaaaaa"`, `"rules": "puzzles"`} {
		if !strings.Contains(exported.String(), want) {
			t.Errorf("%s lacks %s", exported.String(), want)
		}
	}
	h.erase(ann)
	z, err := h.Puzzler(background, ann)
	if err != nil || len(z.Attempts) > 0 || z.Rating != game.InitialRating {
		t.Errorf("after the erasure: %+v, %v", z, err)
	}
}
