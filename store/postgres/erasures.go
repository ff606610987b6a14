package postgres

import (
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
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

func (t *transaction) Erasing(p game.PersonID) (bool, error) {
	n, err := value[int](t, "SELECT count(*) FROM erasures WHERE person = $1", int64(p))
	return n > 0, err
}

func (t *transaction) PutErasure(p game.PersonID, due time.Time) error {
	var at any // at once
	if !due.IsZero() {
		at = stamp(due)
	}
	return t.put(row{erasuresTable, []any{int64(p), at}})
}

func (t *transaction) DeleteErasure(p game.PersonID) error {
	return t.write(erasuresTable.delete, int64(p))
}
