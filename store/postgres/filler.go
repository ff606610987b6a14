package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"doublecorner/store/internal/record"
)

// countRanks makes rank_counts from the entries of leaderboards.
const countRanks = `INSERT INTO rank_counts (pool, place, month, level, prefix, entries)
	SELECT pool, place, month, 1, rank_key >> 16, count(*) FROM leaderboard_entries GROUP BY pool, place, month, rank_key >> 16 UNION ALL
	SELECT pool, place, month, 2, rank_key >> 8, count(*) FROM leaderboard_entries GROUP BY pool, place, month, rank_key >> 8 UNION ALL
	SELECT pool, place, month, 3, rank_key, count(*) FROM leaderboard_entries GROUP BY pool, place, month, rank_key`

// Filler fills an empty database with records.
type Filler struct {
	store *Store
	tx    pgx.Tx // while Fill runs

	rows   map[*table][][]any // that wait to be sent
	tables []*table           // of these rows, in the order of records: what others refer to comes before them
	items  int                // that these rows hold
}

// NewFiller returns a filler of a database.
func (s *Store) NewFiller() *Filler { return &Filler{store: s, rows: map[*table][][]any{}} }

// Fill writes the records that fill puts, checks them by check, and commits them only if both succeed. It
// refuses a database with records.
func (f *Filler) Fill(ctx context.Context, fill func(put func(record.Item) error) error, check func() error) error {
	return pgx.BeginTxFunc(ctx, f.store.pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		f.tx = tx
		if err := items(ctx, tx, func(i record.Item) error {
			if i.Key.Kind == record.LastNumberKind {
				return nil
			}
			return fmt.Errorf("%s has records in it already; name an empty database", f.store.name)
		}); err != nil {
			return err
		}
		t := f.store.transaction(ctx, false)
		if err := fill(func(i record.Item) error { return f.put(ctx, t, i) }); err != nil {
			return err
		}
		if err := f.send(ctx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, countRanks); err != nil {
			return err
		}
		return check()
	})
}

// put adds the rows of a record to those that wait. The transaction reads rule sets.
func (f *Filler) put(ctx context.Context, t *transaction, i record.Item) error {
	switch i.Key.Kind {
	case record.LastNumberKind:
		_, err := f.tx.Exec(ctx, "SELECT setval('announcement_ids', $1)", max(i.Key.Number, 1))
		return err
	case record.RulesKind: // games that follow are read by them
		if err := t.learnRules(i); err != nil {
			return err
		}
	}
	rows, err := rowsOf(i, t.variant)
	if err != nil {
		return fmt.Errorf("%s: %w", i.Key, err)
	}
	for _, r := range rows {
		if f.rows[r.table] == nil {
			f.tables = append(f.tables, r.table)
		}
		f.rows[r.table] = append(f.rows[r.table], r.values)
	}
	const together = 5000
	if f.items++; f.items < together {
		return nil
	}
	return f.send(ctx)
}

// send sends the rows that wait.
func (f *Filler) send(ctx context.Context) error {
	for _, t := range f.tables {
		if _, err := f.tx.CopyFrom(ctx, pgx.Identifier{t.name}, t.columns, pgx.CopyFromRows(f.rows[t])); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	clear(f.rows)
	f.tables, f.items = nil, 0
	return nil
}

// Items visits the records that were put, while Fill runs.
func (f *Filler) Items(ctx context.Context, visit func(record.Item) error) error {
	return items(ctx, f.tx, visit)
}
