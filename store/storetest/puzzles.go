package storetest

import (
	"errors"

	"doublecorner/game"
)

func (s *suite) puzzles() {
	s.view(func(tx game.Reader) error {
		_, err1 := tx.PuzzleRecord(5, "aaaaaaa")
		_, err2 := tx.Attempt(11, "aaaaaaa")
		_, err3 := tx.DailyPuzzle(5)
		s.missing(err1, err2, err3)
		return nil
	})
	own := &game.PuzzleRecord{Place: 5, ID: "bbbbbbb", Text: "a line", Rules: "russian", Rating: game.InitialRating, Played: start, Failed: 2}
	here := &game.PuzzleRecord{Place: 5, ID: "aaaaaaa", Rating: game.InitialRating, Solved: 1, Daily: 20000}
	everywhere := &game.PuzzleRecord{ID: "aaaaaaa", Rating: game.InitialRating, Solved: 1}
	first := &game.Attempt{Person: 11, Puzzle: "aaaaaaa", At: start, Solved: true, Days: []int{20000, 20123}}
	second := &game.Attempt{Person: 11, Puzzle: "bbbbbbb", At: start, Hinted: true}
	other := &game.Attempt{Person: 12, Puzzle: "bbbbbbb", At: start, Failed: true}
	later := &game.DailyPuzzle{Place: 6, Room: 7}
	daily := &game.DailyPuzzle{Place: 5, Room: 6, Day: 20000, Puzzle: "aaaaaaa", Begun: start, Post: 8, Before: "bbbbbbb"}
	s.update(func(tx game.Tx) error {
		return errors.Join(
			tx.PutPuzzleRecord(own), tx.PutPuzzleRecord(here), tx.PutPuzzleRecord(everywhere),
			tx.PutAttempt(second), tx.PutAttempt(first), tx.PutAttempt(other), tx.PutDailyPuzzle(later), tx.PutDailyPuzzle(daily))
	})
	s.view(func(tx game.Reader) error {
		one, err1 := tx.PuzzleRecord(5, "bbbbbbb")
		same(s, "own puzzle", one, own)
		all, err2 := tx.PuzzleRecords(5)
		same(s, "puzzles of a place", all, []*game.PuzzleRecord{here, own})
		outside, err3 := tx.PuzzleRecords(game.Everywhere)
		same(s, "puzzles everywhere", outside, []*game.PuzzleRecord{everywhere})
		attempt, err4 := tx.Attempt(11, "bbbbbbb")
		same(s, "attempt", attempt, second)
		attempts, err5 := tx.Attempts(11)
		same(s, "attempts", attempts, []*game.Attempt{first, second})
		d, err6 := tx.DailyPuzzle(5)
		same(s, "daily puzzle", d, daily)
		days, err7 := tx.DailyPuzzles()
		same(s, "daily puzzles", days, []*game.DailyPuzzle{daily, later})
		return errors.Join(err1, err2, err3, err4, err5, err6, err7)
	})
	s.update(func(tx game.Tx) error { return errors.Join(tx.DeleteAttempts(11), tx.DeletePuzzles(5)) })
	s.view(func(tx game.Reader) error {
		_, err := tx.Attempt(11, "aaaaaaa")
		s.missing(err)
		left, err := tx.Attempts(11)
		same(s, "attempts of the person who was erased", left, nil)
		kept, err2 := tx.Attempts(12)
		same(s, "attempts of another", kept, []*game.Attempt{other})
		deleted, err3 := tx.PuzzleRecords(5)
		same(s, "puzzles of the place that is deleted", deleted, nil)
		outside, err4 := tx.PuzzleRecords(game.Everywhere)
		same(s, "puzzles everywhere, still", outside, []*game.PuzzleRecord{everywhere})
		days, err5 := tx.DailyPuzzles()
		same(s, "daily puzzles of other places", days, []*game.DailyPuzzle{later})
		return errors.Join(err, err2, err3, err4, err5)
	})
}
