package postgres

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
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

// Read implements lease.Table. One statement reads all, so that it sees one moment.
func (l leases) Read(ctx context.Context) (s lease.State, err error) {
	rows, err := l.store.leases.Query(ctx, `SELECT name, renewal, NULL FROM processes
		UNION ALL SELECT holder, 0, array_agg(shard) FROM shards GROUP BY holder`)
	if err != nil {
		return s, l.store.explain(err)
	}
	s.Processes = map[string]lease.Process{}
	var name string
	var renewal int64
	var held []int
	_, err = pgx.ForEachRow(rows, []any{&name, &renewal, &held}, func() error {
		if held == nil {
			s.Processes[name] = lease.Process{Renewal: renewal}
			return nil
		}
		if missing := slices.Max(held) + 1 - len(s.Parts); missing > 0 {
			s.Parts = append(s.Parts, make([]lease.Part, missing)...)
		}
		for _, n := range held {
			s.Parts[n].Holder = name
		}
		return nil
	})
	return s, l.store.explain(err)
}

// Renew implements lease.Table. An update of the same process waits for it, or it for the update.
func (l leases) Renew(ctx context.Context, name string, last int64, p lease.Process) (renewed bool, err error) {
	notes, err := encoded(p.Notes)
	if err != nil {
		return false, err
	}
	tag, err := l.store.leases.Exec(ctx, "UPDATE processes SET renewal = $3, notes = $4 WHERE name = $1 AND renewal = $2", name, last, p.Renewal, notes)
	if mustRunAgain(err) { // if transactions of the server are serializable
		return false, nil
	}
	return tag.RowsAffected() > 0, l.store.explain(err)
}

// encoded returns notes for the database. They are a text, because behind a pooler the type of the column is not known.
func encoded(notes map[int]string) (string, error) {
	b, err := json.Marshal(notes)
	return string(b), err
}

// Update implements lease.Table.
func (l leases) Update(ctx context.Context, f func(*lease.State) bool) error {
	for try := 0; ; try++ {
		err := l.update(ctx, f)
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

// update makes an update once, in two round trips. Updates wait for each other by a lock, which nobody keeps for long: the
// server ends the transaction of a process that stands still. Reads and renewals do not wait. If a process was renewed
// since the update has read it, the update fails where it changes that process, and can be run again.
//
// If the update fails, its connection is closed, which ends the transaction.
func (l leases) update(ctx context.Context, f func(*lease.State) bool) error {
	conn, err := l.store.leases.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	var before lease.State
	batch := &pgx.Batch{}
	batch.Queue("BEGIN ISOLATION LEVEL REPEATABLE READ")
	batch.Queue("SET LOCAL idle_in_transaction_session_timeout = '3s'")
	batch.Queue("LOCK TABLE shards IN EXCLUSIVE MODE")
	readState(batch, &before)
	if err := conn.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	after := before.Clone()
	batch = &pgx.Batch{}
	if f(&after) {
		if err := writeState(batch, before, after.Clone()); err != nil { // whose maps are not nil
			return err
		}
	}
	batch.Queue("COMMIT")
	return conn.SendBatch(ctx, batch).Close()
}

// readState adds to a batch what reads everything.
func readState(batch *pgx.Batch, s *lease.State) {
	batch.Queue("SELECT name, renewal, notes FROM processes").Query(func(rows pgx.Rows) error {
		s.Processes = map[string]lease.Process{}
		var name string
		var p lease.Process
		_, err := pgx.ForEachRow(rows, []any{&name, &p.Renewal, &p.Notes}, func() error {
			s.Processes[name] = p
			p.Notes = nil
			return nil
		})
		return err
	})
	batch.Queue("SELECT holder, note, given_up FROM shards ORDER BY shard").Query(func(rows pgx.Rows) (err error) {
		s.Parts, err = pgx.CollectRows(rows, pgx.RowToStructByPos[lease.Part])
		return err
	})
}

// writeState adds to a batch what writes all that has changed.
func writeState(batch *pgx.Batch, before, after lease.State) error {
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
		notes, err := encoded(p.Notes)
		if err != nil {
			return err
		}
		batch.Queue("INSERT INTO processes (name, renewal, notes) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET renewal = $2, notes = $3",
			name, p.Renewal, notes)
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
	return nil
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
