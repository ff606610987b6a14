package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
)

// migrations bring the tables up to date: 1.sql makes the first schema, 2.sql makes the second out of
// it, and so on. A program of the version before must still work with the tables: it may run meanwhile.
//
//go:embed migrations/*.sql
var migrations embed.FS

// newest returns the schema that migrations make.
func newest(migrations fs.FS) int {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		panic(err) // the pattern is right
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

// ErrNoGames is the error for a database that is opened ReadOnly and in which the program has not made its tables.
var ErrNoGames = errors.New("has no games in it")

// prepare brings the tables up to date, or says why they cannot be used.
func (s *Store) prepare(ctx context.Context, o Options, migrations fs.FS) error {
	version := 0
	for begun := time.Now(); ; {
		var err error
		if version, err = schema(ctx, s.pool, ""); err == nil {
			break
		}
		if !isAway(err) || ctx.Err() != nil {
			return s.explain(err)
		}
		if time.Since(begun) > s.patience {
			return &AwayError{s.explain(err)}
		}
		time.Sleep(maxBackoff)
	}
	switch current := newest(migrations); {
	case version == current:
		return nil
	case version > current:
		return &game.SetupError{Err: fmt.Errorf("%s was brought up to date by a later version of this program (its schema is %d, this program knows %d); use that version, or restore a dump made before it",
			s.name, version, current)}
	case o.ReadOnly && version == 0:
		return fmt.Errorf("%s %w", s.name, ErrNoGames)
	case o.ReadOnly:
		return fmt.Errorf("%s was made by an earlier version of this program; start the program on it once, which brings it up to date", s.name)
	}
	err := s.migrate(ctx, migrations)
	if code(err) == insufficientPrivilege {
		return fmt.Errorf("%s could not be brought up to date, because the role %s may not change its tables; start this version of the program once with the address of the role that owns them: %w",
			s.name, s.pool.Config().ConnConfig.User, err)
	}
	if err != nil {
		return fmt.Errorf("%s could not be brought up to date: %w", s.name, err)
	}
	return nil
}

// migrate runs the migrations that the database needs, each in a transaction of its own, and one process
// at a time: the row with the version is locked. The transactions have the isolation that is usual for the
// server, READ COMMITTED: moves that are made meanwhile wait or are run again, and not the migration.
func (s *Store) migrate(ctx context.Context, migrations fs.FS) error {
	const makeVersion = `CREATE TABLE IF NOT EXISTS schema_version (one boolean PRIMARY KEY, version integer NOT NULL);
		INSERT INTO schema_version (one, version) VALUES (true, 0) ON CONFLICT (one) DO NOTHING`
	if err := repeat(ctx, func() error {
		_, err := s.pool.Exec(ctx, makeVersion)
		return err
	}); err != nil {
		return err
	}
	for done := false; !done; {
		if err := repeat(ctx, func() (err error) {
			done, err = s.migrateOnce(ctx, migrations)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// migrateOnce runs the next migration; done says that there is none.
func (s *Store) migrateOnce(ctx context.Context, migrations fs.FS) (done bool, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		version, err := schema(ctx, tx, " FOR UPDATE")
		if done = version >= newest(migrations); done || err != nil {
			return err
		}
		file, err := fs.ReadFile(migrations, fmt.Sprintf("migrations/%d.sql", version+1))
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, string(file)); err != nil {
			return fmt.Errorf("to schema %d: %w", version+1, err)
		}
		_, err = tx.Exec(ctx, "UPDATE schema_version SET version = $1", version+1)
		return err
	})
	return done, err
}

// repeat does something again as long as it fails because another process does the same.
func repeat(ctx context.Context, do func() error) error {
	for try := 0; ; try++ {
		err := do()
		same := mustRunAgain(err) || code(err) == duplicateTable || code(err) == duplicateObject
		if !same || ctx.Err() != nil || try == mostTries {
			return err
		}
		time.Sleep(rand.N(maxBackoff))
	}
}
