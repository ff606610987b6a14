package postgres

import (
	"context"
	"encoding/json"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"doublecorner/internal/lease"
)

// leases implements lease.Table. Its connections are its own: a process must not lose what it holds because it has much
// to do.
type leases struct{ store *Store }

// leaseConnections is enough for an update and a reservation.
const leaseConnections = 2

// Leases returns the table by which processes with this database share their work.
func (s *Store) Leases() lease.Table { return leases{s} }

// newLeases makes the connections of a table of leases. None is open before it is needed.
func newLeases(ctx context.Context, config *pgxpool.Config) (*pgxpool.Pool, error) {
	config = config.Copy()
	config.MaxConns, config.MinConns = leaseConnections, 0
	return pgxpool.NewWithConfig(ctx, config)
}

// Update implements lease.Table.
func (l leases) Update(ctx context.Context, f func(*lease.State) bool) error {
	for try := 0; ; try++ {
		err := pgx.BeginTxFunc(ctx, l.store.leases, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(tx pgx.Tx) error {
			before, err := readState(ctx, tx)
			if err != nil {
				return err
			}
			after := before.Clone()
			if !f(&after) {
				return nil
			}
			after = after.Clone() // whose maps are not nil
			return writeState(ctx, tx, &before, &after)
		})
		if err == nil || !mustRunAgain(err) || ctx.Err() != nil {
			return l.store.explain(err)
		}
		l.store.reruns.Add(1)
		select {
		case <-ctx.Done():
		case <-time.After(backoff(try)):
		}
	}
}

// readState reads everything, in one round trip.
func readState(ctx context.Context, tx pgx.Tx) (s lease.State, err error) {
	s.Processes = map[string]lease.Process{}
	batch := &pgx.Batch{}
	batch.Queue("SELECT name, renewal, notes FROM processes").Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var name string
			var p lease.Process
			if err := rows.Scan(&name, &p.Renewal, &p.Notes); err != nil {
				return err
			}
			s.Processes[name] = p
		}
		return rows.Err()
	})
	batch.Queue("SELECT holder, note, given_up FROM shards ORDER BY shard").Query(func(rows pgx.Rows) (err error) {
		s.Parts, err = pgx.CollectRows(rows, pgx.RowToStructByPos[lease.Part])
		return err
	})
	err = tx.SendBatch(ctx, batch).Close()
	return s, err
}

// writeState writes what has changed, in one round trip.
func writeState(ctx context.Context, tx pgx.Tx, before, after *lease.State) error {
	batch := &pgx.Batch{}
	for name := range before.Processes {
		if _, stays := after.Processes[name]; !stays {
			batch.Queue("DELETE FROM processes WHERE name = $1", name)
		}
	}
	for name, p := range after.Processes {
		old, known := before.Processes[name]
		if known && old.Renewal == p.Renewal && maps.Equal(old.Notes, p.Notes) {
			continue
		}
		notes, err := json.Marshal(p.Notes) // behind a pooler, the type of the column is not known
		if err != nil {
			return err
		}
		batch.Queue("INSERT INTO processes (name, renewal, notes) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET renewal = $2, notes = $3",
			name, p.Renewal, string(notes))
	}
	if len(after.Parts) < len(before.Parts) {
		batch.Queue("DELETE FROM shards WHERE shard >= $1", len(after.Parts))
	}
	for n, p := range after.Parts {
		if n >= len(before.Parts) || p != before.Parts[n] {
			batch.Queue("INSERT INTO shards (shard, holder, note, given_up) VALUES ($1, $2, $3, $4) ON CONFLICT (shard) DO UPDATE SET holder = $2, note = $3, given_up = $4",
				n, p.Holder, p.Note, p.GivenUp)
		}
	}
	return tx.SendBatch(ctx, batch).Close()
}

// Reserve implements lease.Table. It goes by the server's clock: if that is wrong, Discord refuses a session, which is
// started again later. A turn in the future was reserved before the clock went back.
func (l leases) Reserve(ctx context.Context, queue int, pause time.Duration) (wait time.Duration, err error) {
	tag, err := l.store.leases.Exec(ctx, `INSERT INTO session_starts (queue, at) VALUES ($1, now())
		ON CONFLICT (queue) DO UPDATE SET at = now() WHERE session_starts.at NOT BETWEEN now() - $2::interval AND now() + $2::interval`, queue, pause)
	switch {
	case mustRunAgain(err): // if transactions of the server are serializable
		return time.Millisecond, nil
	case err != nil || tag.RowsAffected() > 0:
		return 0, l.store.explain(err)
	}
	err = l.store.leases.QueryRow(ctx, "SELECT at + $2::interval - now() FROM session_starts WHERE queue = $1", queue, pause).Scan(&wait)
	return min(max(wait, time.Millisecond), pause), l.store.explain(err)
}
