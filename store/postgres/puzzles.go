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
	b, err := value[[]byte](t, "SELECT record FROM puzzles WHERE place = $1 AND puzzle = $2", int64(place), string(id))
	if err != nil || b == nil {
		return nil, orNotFound(err)
	}
	p := &game.PuzzleRecord{Place: place, ID: id}
	return p, record.Puzzle.Read(b, p)
}

// orNotFound returns an error, or game.ErrNotFound if there is none.
func orNotFound(err error) error {
	if err == nil {
		return game.ErrNotFound
	}
	return err
}

func (t *transaction) PuzzleRecords(place game.PlaceID) ([]*game.PuzzleRecord, error) {
	all, err := query(t, func(row pgx.CollectableRow) (*game.PuzzleRecord, error) {
		p, b := &game.PuzzleRecord{Place: place}, []byte(nil)
		if err := row.Scan(&p.ID, &b); err != nil {
			return nil, err
		}
		return p, record.Puzzle.Read(b, p)
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
	b, err := value[[]byte](t, "SELECT record FROM attempts WHERE person = $1 AND puzzle = $2", int64(p), string(id))
	if err != nil || b == nil {
		return nil, orNotFound(err)
	}
	a := &game.Attempt{Person: p, Puzzle: id}
	return a, record.Attempt.Read(b, a)
}

func (t *transaction) Attempts(p game.PersonID) ([]*game.Attempt, error) {
	all, err := query(t, func(row pgx.CollectableRow) (*game.Attempt, error) {
		a, b := &game.Attempt{Person: p}, []byte(nil)
		if err := row.Scan(&a.Puzzle, &b); err != nil {
			return nil, err
		}
		return a, record.Attempt.Read(b, a)
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
	b, err := value[[]byte](t, "SELECT record FROM daily_puzzles WHERE place = $1", int64(place))
	if err != nil || b == nil {
		return nil, orNotFound(err)
	}
	d := &game.DailyPuzzle{Place: place}
	return d, record.Daily.Read(b, d)
}

func (t *transaction) DailyPuzzles() ([]*game.DailyPuzzle, error) {
	return query(t, func(row pgx.CollectableRow) (*game.DailyPuzzle, error) {
		d, b := &game.DailyPuzzle{}, []byte(nil)
		if err := row.Scan(&d.Place, &b); err != nil {
			return nil, err
		}
		return d, record.Daily.Read(b, d)
	}, "SELECT place, record FROM daily_puzzles ORDER BY place")
}

func (t *transaction) PutDailyPuzzle(d *game.DailyPuzzle) error {
	return t.put(row{dailyTable, []any{int64(d.Place), record.Daily.Write(d)}})
}
