package store

import (
	"bytes"
	"errors"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) PuzzleRecord(place game.PlaceID, id game.PuzzleID) (*game.PuzzleRecord, error) {
	value := t.bucket(puzzlesBucket).Get(key{}.place(place).last(string(id)))
	if value == nil {
		return nil, game.ErrNotFound
	}
	p := &game.PuzzleRecord{Place: place, ID: id}
	return p, record.Puzzle.Read(value, p)
}

func (t *transaction) PuzzleRecords(place game.PlaceID) (all []*game.PuzzleRecord, err error) {
	for id, value := range walk(t.bucket(puzzlesBucket), key{}.place(place), nil, forward) {
		p := &game.PuzzleRecord{Place: place, ID: game.PuzzleID(id)}
		if err := record.Puzzle.Read(value, p); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func (t *transaction) PutPuzzleRecord(p *game.PuzzleRecord) error {
	return t.put(puzzlesBucket, key{}.place(p.Place).last(string(p.ID)), record.Puzzle.Write(p))
}

func (t *transaction) Attempt(p game.PersonID, id game.PuzzleID) (*game.Attempt, error) {
	value := t.bucket(attemptsBucket).Get(key{}.person(p).last(string(id)))
	if value == nil {
		return nil, game.ErrNotFound
	}
	a := &game.Attempt{Person: p, Puzzle: id}
	return a, record.Attempt.Read(value, a)
}

func (t *transaction) Attempts(p game.PersonID) (all []*game.Attempt, err error) {
	for id, value := range walk(t.bucket(attemptsBucket), key{}.person(p), nil, forward) {
		a := &game.Attempt{Person: p, Puzzle: game.PuzzleID(id)}
		if err := record.Attempt.Read(value, a); err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
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
	value := t.bucket(dailyBucket).Get(key{}.place(place))
	if value == nil {
		return nil, game.ErrNotFound
	}
	d := &game.DailyPuzzle{Place: place}
	return d, record.Daily.Read(value, d)
}

func (t *transaction) DailyPuzzles() (all []*game.DailyPuzzle, err error) {
	for k, value := range walk(t.bucket(dailyBucket), nil, nil, forward) {
		f := fields(k)
		d := &game.DailyPuzzle{Place: f.place()}
		if err := record.Daily.Read(value, d); err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

func (t *transaction) PutDailyPuzzle(d *game.DailyPuzzle) error {
	return t.put(dailyBucket, key{}.place(d.Place), record.Daily.Write(d))
}
