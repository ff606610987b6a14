package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/store/internal/keyed"
)

// The buckets of the file that are not those of package keyed.
const (
	metaBucket  = "meta"
	indexBucket = "index" // the indexes: apart from the records, so that a commit writes fewer pages
)

// The keys of the meta bucket.
var (
	schemaKey = []byte("schema")
	erasedKey = []byte("erased") // there from an erasure until the free pages are zeroed

	sessionsKey = []byte("sessions")
)

// migrations bring a file up to date. The first migrates schema 1 to schema 2, and so on. Each does its whole work in the
// transaction that it gets.
var migrations []func(*bolt.Tx) error

func currentSchema() uint64 { return 1 + uint64(len(migrations)) }

// upgrade makes the buckets that a file lacks, runs the migrations that a schema needs, and sets the
// current one.
func upgrade(tx *bolt.Tx, schema uint64) error {
	for _, name := range append(keyed.Buckets(), metaBucket, indexBucket) {
		if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	for _, name := range keyed.Indexes {
		if _, err := tx.Bucket([]byte(indexBucket)).CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	for v := schema; v < currentSchema(); v++ {
		if err := migrations[v-1](tx); err != nil {
			return fmt.Errorf("from schema %d to %d, and is unchanged; go on with the version of this program that wrote it: %w", v, v+1, err)
		}
	}
	return putSchema(tx, currentSchema())
}

func putSchema(tx *bolt.Tx, version uint64) error {
	return tx.Bucket([]byte(metaBucket)).Put(schemaKey, binary.BigEndian.AppendUint64(nil, version))
}

// schema returns the schema of a file; 0 if it is not a file of games.
func schema(tx *bolt.Tx) uint64 {
	meta := tx.Bucket([]byte(metaBucket))
	if meta == nil {
		return 0
	}
	version := meta.Get(schemaKey)
	if len(version) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(version)
}

// version returns the current schema of the file.
func (s *Store) version() (version uint64, err error) {
	err = s.db.View(func(tx *bolt.Tx) error {
		version = schema(tx)
		return nil
	})
	return version, err
}

// prepare migrates the file if necessary, or returns why it cannot be used.
func (s *Store) prepare(o Options) error {
	for _, name := range []string{metaBucket, indexBucket} { // bbolt follows their pages when the file is opened
		if err := walkTo(name, s.file).Err(); err != nil {
			return fmt.Errorf("%s is damaged; restore a backup: %w", s.path, err)
		}
	}
	version, err := s.version()
	if err != nil {
		return err
	}
	switch current := currentSchema(); {
	case version == 0:
		return &game.SetupError{Err: fmt.Errorf("%s is a database, but not one of games", s.path)}
	case version == current:
		return s.checkBuckets()
	case version > current:
		return &game.SetupError{Err: fmt.Errorf("%s was written by a later version of this program (its schema is %d, this program knows %d); use that version, or restore a backup made before it",
			s.path, version, current)}
	case o.older:
		return nil
	case o.ReadOnly:
		return fmt.Errorf("%s was written by an earlier version of this program; start the program on it once, which brings it up to date", s.path)
	}
	return s.migrate(version)
}

// bucketIn returns a bucket or an index; nil if the file lacks it.
func bucketIn(tx *bolt.Tx, name string) *bolt.Bucket {
	if !slices.Contains(keyed.Indexes, name) {
		return tx.Bucket([]byte(name))
	}
	return tx.Bucket([]byte(indexBucket)).Bucket([]byte(name))
}

// checkBuckets returns an error if the file lacks a bucket, because its name is damaged. Without it the file would seem
// to have no games, for example.
func (s *Store) checkBuckets() error {
	return s.db.View(func(tx *bolt.Tx) error {
		for _, name := range slices.Concat([]string{indexBucket}, keyed.Buckets(), keyed.Indexes) {
			if bucketIn(tx, name) == nil {
				return fmt.Errorf("%s is damaged: it lacks the bucket %q; restore a backup", s.path, name)
			}
		}
		return nil
	})
}

// migrate puts a copy of the file beside it and then runs all migrations in one transaction. If they
// fail, the file is unchanged, and migrate removes the copy: a program that is started again and again
// must not fill the disk with copies.
func (s *Store) migrate(version uint64) (err error) {
	if err := walkPages(s.file, newestHeader(s.file)).Err(); err != nil { // a migration could end the process by a fault
		return fmt.Errorf("%s must be brought up to date, but is damaged; restore a backup: %w", s.path, err)
	}
	copied, err := nameBeside(s.path, fmt.Sprintf("schema-%d", version), s.backupTo)
	if err != nil {
		return fmt.Errorf("%s must be brought up to date, but could not be copied first: %w", s.path, err)
	}
	defer func() { // also after a panic
		// A commit that failed may be on disk all the same. Then the copy is needed to go back.
		if now, e := s.version(); e == nil && now == version {
			err = errors.Join(err, os.Remove(copied))
		}
	}()
	var failed error
	err = s.db.Update(func(tx *bolt.Tx) error {
		failed = upgrade(tx, version)
		return failed
	})
	if failed != nil {
		return fmt.Errorf("%s could not be brought %w", s.path, failed)
	}
	return s.explain(err)
}
