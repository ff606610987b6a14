package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// Check reads every record, replays every game, and compares the rows of all tables with those that follow
// from the records. The error joins the first faults.
func (s *Store) Check() error {
	ctx := context.Background()
	c := checker{t: s.transaction(ctx, false), rows: map[*table]record.Set{}}
	err := pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := items(ctx, tx, c.record); err != nil {
			return err
		}
		for n, entries := range c.t.counts {
			c.add(row{countsTable, append(n.key(), entries)})
		}
		for _, t := range []*table{
			gamesTable, gamePeopleTable, gameAlarmsTable, ratingsTable, challengesTable, challengePeopleTable, tournamentsTable, tournamentPeopleTable, entriesTable, countsTable,
		} {
			if err := c.compare(ctx, tx, t); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return s.explain(err)
	}
	return c.Err()
}

// checker compares rows with those that follow from the records.
type checker struct {
	record.Faults
	t    *transaction          // reads rule sets, and counts entries of leaderboards; it writes nothing
	rows map[*table]record.Set // that follow from the records
}

// record checks a record, and adds the rows that follow from it.
func (c *checker) record(i record.Item) error {
	switch i.Key.Kind {
	case record.LastNumberKind:
		return nil
	case record.RulesKind:
		if err := c.t.learnRules(i); err != nil {
			c.Fault("%s: %w", i.Key, err)
		}
	case record.GameKind:
		if g, err := record.ReadGame(game.GameID(i.Key.Text), i.Value, c.t.variant); err == nil {
			if err := g.Verify(); err != nil {
				c.Fault("%s: %w", i.Key, err)
			}
		}
	}
	rows, err := rowsOf(i, c.t.variant)
	if err != nil {
		c.Fault("%s: %w", i.Key, err)
	}
	for _, r := range rows {
		c.add(r)
		if r.table == entriesTable {
			c.t.addCounts(i.Key.Leaderboard(), game.RankKey(r.values[4].(int)), 1)
		}
	}
	return nil
}

func (c *checker) add(r row) {
	if c.rows[r.table] == nil {
		c.rows[r.table] = record.Set{}
	}
	c.rows[r.table].Add(comparison(r.values))
}

// compare compares the rows of a table.
func (c *checker) compare(ctx context.Context, tx pgx.Tx, t *table) error {
	rows, err := tx.Query(ctx, t.selectAll())
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			return err
		}
		if !c.rows[t].Remove(comparison(values)) {
			c.Fault("table %s has a row that no record makes: %v", t.name, values[:t.key])
		}
	}
	if n := len(c.rows[t]); n > 0 {
		c.Fault("table %s lacks %d rows that records make", t.name, n)
	}
	return rows.Err()
}

// comparison returns the values of a row in a form that is the same for those that are written and those
// that are read.
func comparison(values []any) []any {
	list := make([]any, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case int:
			list[i] = int64(v)
		case int32:
			list[i] = int64(v)
		case time.Time:
			list[i] = v.UnixMilli()
		default:
			list[i] = v
		}
	}
	return list
}
