package postgres

import (
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) PuzzleRecord(place game.PlaceID, id game.PuzzleID) (*game.PuzzleRecord, error) {
	if !isText(string(id)) {
		return nil, game.ErrNotFound
	}
	return get(t, record.Puzzle, &game.PuzzleRecord{Place: place, ID: id},
		"SELECT record FROM puzzles WHERE place = $1 AND puzzle = $2", int64(place), string(id))
}

func (t *transaction) PuzzleRecords(place game.PlaceID) ([]*game.PuzzleRecord, error) {
	all, err := query(t, func(row pgx.CollectableRow) (*game.PuzzleRecord, error) {
		p := &game.PuzzleRecord{Place: place}
		return scan(row, record.Puzzle, p, &p.ID)
	}, "SELECT puzzle, record FROM puzzles WHERE place = $1", int64(place))
	slices.SortFunc(all, func(a, b *game.PuzzleRecord) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return all, err
}

func (t *transaction) PutPuzzleRecord(p *game.PuzzleRecord) error {
	return t.put(row{puzzlesTable, []any{int64(p.Place), string(p.ID), record.Puzzle.Write(p)}})
}

func (t *transaction) Attempt(p game.PersonID, id game.PuzzleID) (*game.Attempt, error) {
	if !isText(string(id)) {
		return nil, game.ErrNotFound
	}
	return get(t, record.Attempt, &game.Attempt{Person: p, Puzzle: id},
		"SELECT record FROM attempts WHERE person = $1 AND puzzle = $2", int64(p), string(id))
}

func (t *transaction) Attempts(p game.PersonID) ([]*game.Attempt, error) {
	all, err := query(t, func(row pgx.CollectableRow) (*game.Attempt, error) {
		a := &game.Attempt{Person: p}
		return scan(row, record.Attempt, a, &a.Puzzle)
	}, "SELECT puzzle, record FROM attempts WHERE person = $1", int64(p))
	slices.SortFunc(all, func(a, b *game.Attempt) int { return strings.Compare(string(a.Puzzle), string(b.Puzzle)) })
	return all, err
}

func (t *transaction) PutAttempt(a *game.Attempt) error {
	return t.put(row{attemptsTable, []any{int64(a.Person), string(a.Puzzle), record.Attempt.Write(a)}})
}

func (t *transaction) DeleteAttempts(p game.PersonID) error {
	return t.write("DELETE FROM attempts WHERE person = $1", int64(p))
}

func (t *transaction) DailyPuzzle(place game.PlaceID) (*game.DailyPuzzle, error) {
	return get(t, record.Daily, &game.DailyPuzzle{Place: place}, "SELECT record FROM daily_puzzles WHERE place = $1", int64(place))
}

func (t *transaction) DailyPuzzles() ([]*game.DailyPuzzle, error) {
	return query(t, func(row pgx.CollectableRow) (*game.DailyPuzzle, error) {
		d := &game.DailyPuzzle{}
		return scan(row, record.Daily, d, &d.Place)
	}, "SELECT place, record FROM daily_puzzles ORDER BY place")
}

func (t *transaction) PutDailyPuzzle(d *game.DailyPuzzle) error {
	return t.put(row{dailyTable, []any{int64(d.Place), record.Daily.Write(d)}})
}
