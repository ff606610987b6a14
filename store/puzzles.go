package store

import (
	"bytes"
	"errors"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) PuzzleRecord(place game.PlaceID, id game.PuzzleID) (*game.PuzzleRecord, error) {
	return get(t, puzzlesBucket, key{}.place(place).last(string(id)), record.Puzzle, &game.PuzzleRecord{Place: place, ID: id})
}

func (t *transaction) PuzzleRecords(place game.PlaceID) ([]*game.PuzzleRecord, error) {
	return getAll(t, puzzlesBucket, key{}.place(place), record.Puzzle, func(id fields) *game.PuzzleRecord {
		return &game.PuzzleRecord{Place: place, ID: game.PuzzleID(id)}
	})
}

func (t *transaction) PutPuzzleRecord(p *game.PuzzleRecord) error {
	return t.put(puzzlesBucket, key{}.place(p.Place).last(string(p.ID)), record.Puzzle.Write(p))
}

func (t *transaction) Attempt(p game.PersonID, id game.PuzzleID) (*game.Attempt, error) {
	return get(t, attemptsBucket, key{}.person(p).last(string(id)), record.Attempt, &game.Attempt{Person: p, Puzzle: id})
}

func (t *transaction) Attempts(p game.PersonID) ([]*game.Attempt, error) {
	return getAll(t, attemptsBucket, key{}.person(p), record.Attempt, func(id fields) *game.Attempt {
		return &game.Attempt{Person: p, Puzzle: game.PuzzleID(id)}
	})
}

func (t *transaction) PutAttempt(a *game.Attempt) error {
	return t.put(attemptsBucket, key{}.person(a.Person).last(string(a.Puzzle)), record.Attempt.Write(a))
}

func (t *transaction) DeleteAttempts(p game.PersonID) (err error) {
	var ids [][]byte
	for id := range walk(t.bucket(attemptsBucket), key{}.person(p), nil, forward) {
		ids = append(ids, bytes.Clone(id))
	}
	for _, id := range ids {
		err = errors.Join(err, t.delete(attemptsBucket, append(key{}.person(p), id...)))
	}
	return err
}

func (t *transaction) DailyPuzzle(place game.PlaceID) (*game.DailyPuzzle, error) {
	return get(t, dailyBucket, key{}.place(place), record.Daily, &game.DailyPuzzle{Place: place})
}

func (t *transaction) DailyPuzzles() ([]*game.DailyPuzzle, error) {
	return getAll(t, dailyBucket, nil, record.Daily, func(k fields) *game.DailyPuzzle { return &game.DailyPuzzle{Place: k.place()} })
}

func (t *transaction) PutDailyPuzzle(d *game.DailyPuzzle) error {
	return t.put(dailyBucket, key{}.place(d.Place), record.Daily.Write(d))
}
