package postgres

import (
	"context"
	"embed"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// migrations bring the tables up to date: 1.sql makes the first schema, 2.sql makes the second out of
// it, and so on. A program of the version before must still work with the tables, because it may run
// meanwhile. Statements can be repeated (IF NOT EXISTS), because CockroachDB and YugabyteDB do not undo
// those before one that fails.
//
//go:embed migrations/*.sql
var migrations embed.FS

// currentSchema returns the schema that this program makes.
func currentSchema() int {
	files, err := migrations.ReadDir("migrations")
	if err != nil {
		panic(err) // they are embedded
	}
	return len(files)
}

// schema returns the schema of a database; 0 if it is empty.
func schema(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}, lock string) (version int, err error) {
	err = db.QueryRow(ctx, "SELECT version FROM schema_version"+lock).Scan(&version)
	if code(err) == undefinedTable || err == pgx.ErrNoRows {
		return 0, nil
	}
	return version, err
}

// prepare brings the tables up to date, or returns why they cannot be used.
func (s *Store) prepare(ctx context.Context, o Options) error {
	version, engine := 0, ""
	for begun := time.Now(); ; {
		err := s.pool.QueryRow(ctx, "SELECT version()").Scan(&engine)
		if err == nil {
			version, err = schema(ctx, s.pool, "")
		}
		if err == nil {
			break
		}
		if !isAway(err) || ctx.Err() != nil || time.Since(begun) > patience {
			return s.explain(err)
		}
		time.Sleep(maxBackoff)
	}
	s.sequential = !strings.Contains(engine, "CockroachDB")
	switch current := currentSchema(); {
	case version == current:
		return nil
	case version > current:
		return fmt.Errorf("%s was brought up to date by a later version of this program (its schema is %d, this program knows %d); use that version, or restore a dump made before it",
			s.name, version, current)
	case o.ReadOnly && version == 0:
		return fmt.Errorf("%s has no games in it", s.name)
	case o.ReadOnly:
		return fmt.Errorf("%s was made by an earlier version of this program; start the program on it once, which brings it up to date", s.name)
	}
	if err := s.migrate(ctx); err != nil {
		return fmt.Errorf("%s could not be brought up to date: %w", s.name, err)
	}
	return nil
}

// migrate runs the migrations that the database needs, each in a transaction of its own, and one process
// at a time: the row with the version is locked.
func (s *Store) migrate(ctx context.Context) error {
	const makeVersion = `CREATE TABLE IF NOT EXISTS schema_version (one boolean PRIMARY KEY, version integer NOT NULL);
		INSERT INTO schema_version (one, version) VALUES (true, 0) ON CONFLICT (one) DO NOTHING`
	for try := 0; ; try++ {
		err := s.script(ctx, makeVersion)
		if err == nil {
			break
		}
		if c := code(err); c != uniqueViolation && c != duplicateTable || try == 10 { // another process makes it, too
			return err
		}
		time.Sleep(maxBackoff)
	}
	for done := false; !done; {
		err := pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, func(tx pgx.Tx) error {
			version, err := schema(ctx, tx, " FOR UPDATE")
			if done = err != nil || version >= currentSchema(); done {
				return err
			}
			file, err := migrations.ReadFile(fmt.Sprintf("migrations/%d.sql", version+1))
			if err != nil {
				return err
			}
			if _, err := tx.Conn().PgConn().Exec(ctx, string(file)).ReadAll(); err != nil {
				return fmt.Errorf("to schema %d: %w", version+1, err)
			}
			_, err = tx.Exec(ctx, "UPDATE schema_version SET version = $1", version+1)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// script runs several statements.
func (s *Store) script(ctx context.Context, sql string) error {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	_, err = conn.Conn().PgConn().Exec(ctx, sql).ReadAll()
	return err
}
