package postgres

import (
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) Erasures(by time.Time) ([]game.PersonID, error) {
	people, err := query(t, pgx.RowTo[int64], "SELECT person FROM erasures WHERE due IS NULL OR due <= $1", by)
	var ids []game.PersonID
	for _, p := range people {
		ids = append(ids, game.PersonID(p))
	}
	slices.Sort(ids)
	return ids, err
}

func erasureKey(p game.PersonID) record.Key {
	return record.Key{Kind: record.ErasureKind, Person: p}
}

func (t *transaction) Erasing(p game.PersonID) (bool, error) {
	_, err := t.record(erasureKey(p), "SELECT CAST('x' AS bytea) FROM erasures WHERE person = $1", int64(p))
	if errors.Is(err, game.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

func (t *transaction) PutErasure(p game.PersonID, due time.Time) error {
	var at any // at once
	if !due.IsZero() {
		at = stamp(due)
	}
	t.learn(erasureKey(p), []byte{})
	return t.put(row{erasuresTable, []any{int64(p), at}})
}

func (t *transaction) DeleteErasure(p game.PersonID) error {
	t.learn(erasureKey(p), nil)
	return t.write(erasuresTable.delete, int64(p))
}
