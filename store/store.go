// Package store keeps games in one file, with bbolt.
//
// It promises:
//
//   - When Update returns nil, what was written is on disk. Killing the process or
//     the machine at any instant loses nothing that was committed, and leaves
//     nothing half done.
//   - View waits for no Update.
//   - Only one process at a time has the file. The error for another names the one that has it.
//   - Deleted data can remain in the file, until it is opened next after an erasure.
//   - Open refuses a file that is cut short, whose schema cannot be read, or that a later
//     version of the program wrote, and does not change it.
//
// It keeps no second copy: Backup makes one, also while games go on.
//
// Package keyed says what is in the buckets of the file: those of records, and the indexes, which are in a bucket of their
// own. Here is what is about the file.
package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"doublecorner/game"
	"doublecorner/internal/system"
	"doublecorner/store/internal/record"
)

// Options say how a file is opened. The zero value is right for a referee.
type Options struct {
	// ReadOnly opens a file without the right to change it.
	ReadOnly bool
	// Wait is how long to wait for another process to close the file; 0: a second.
	Wait time.Duration
	// Volatile does not wait for the disk. A crash of the machine can then destroy the file, so it
	// is for files that nobody keeps.
	Volatile bool

	older bool // a file of an earlier schema is opened as it is
}

// Store is a file of games. It implements game.Store, and is safe for use by many goroutines.
type Store struct {
	db     *bolt.DB
	path   string
	file   *os.File // the open file of db
	intact bool     // both headers were valid when it was opened
	rules  record.RuleSets
	failed error // why nothing is written any more; only the writer uses it

	commits, changes, failures, took atomic.Int64 // as in Counts
	damaged                          atomic.Bool  // likewise

	updates chan *update // those that wait for the writer
	open    sync.RWMutex // held by every Update until it is done
	closed  bool         // guarded by open
}

var _ game.Store = (*Store)(nil)

// errClosed is the error for a store that is used after Close.
var errClosed = errors.New("the store is closed")

// Open opens a file of games, or makes one. If an earlier version of the program wrote it, Open puts a
// copy beside it and migrates it.
func Open(path string, o Options) (*Store, error) {
	err := checkHeader(path)
	if errors.Is(err, fs.ErrNotExist) {
		if o.ReadOnly {
			return nil, fmt.Errorf("there is no file %s", path)
		}
		err = create(path)
	}
	if err != nil {
		return nil, err
	}
	s := &Store{path: path, updates: make(chan *update, mostTogether), rules: record.NewRuleSets()}
	if err := guard(path, func() error { return s.begin(o) }); err != nil {
		if s.db != nil {
			s.db.Close()
		}
		return nil, err
	}
	go s.write()
	return s, nil
}

// begin opens the file and makes it ready for use.
func (s *Store) begin(o Options) error {
	if err := s.openFile(o); err != nil {
		return err
	}
	if !o.ReadOnly && !o.Volatile {
		// A process that was killed may not have synced what it wrote. It must be on disk before the
		// next commit, which reuses pages of the header before it; and so must the file's name.
		if err := errors.Join(s.file.Sync(), system.SyncDirectory(filepath.Dir(s.path))); err != nil {
			return system.CannotWrite(s.path, err)
		}
		sweep(s.path, ofFile...)
	}
	s.intact = len(headers(s.file)) == 2
	if err := s.prepare(o); err != nil || o.ReadOnly {
		return err
	}
	return s.explain(s.zeroErased())
}

// openFile opens the file. It waits for another process to close it, and if that has replaced it, opens
// the new one.
func (s *Store) openFile(o Options) (err error) {
	if o.Wait == 0 {
		o.Wait = time.Second
	}
	options := bolt.Options{
		Timeout: o.Wait, ReadOnly: o.ReadOnly, NoSync: o.Volatile, NoGrowSync: o.Volatile,
		FreelistType: bolt.FreelistMapType, InitialMmapSize: reserved, NoStatistics: true,
		OpenFile: func(name string, flag int, mode os.FileMode) (f *os.File, err error) {
			s.file, err = os.OpenFile(name, flag&^os.O_CREATE, mode)
			return s.file, err
		},
	}
	for {
		s.db, err = bolt.Open(s.path, 0o600, &options)
		switch {
		case errors.Is(err, bolterrors.ErrTimeout):
			return lockedBy(s.path)
		case errors.Is(err, fs.ErrPermission):
			return &game.SetupError{Err: fmt.Errorf("%w: this user may not write it; give it to the user the program runs as, or open a copy", err)}
		case err != nil:
			return fmt.Errorf("%s: %w", s.path, err)
		case isAt(s.file, s.path):
			return nil
		}
		if err := s.db.Close(); err != nil {
			return err
		}
	}
}

// isAt reports whether an open file is the one at path.
func isAt(f *os.File, path string) bool {
	ours, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(path)
	return err == nil && os.SameFile(ours, named)
}

// create makes a file without games. It makes it under another name first, so that path is never
// an incomplete file.
func create(path string) error {
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return &game.SetupError{Err: fmt.Errorf("there is no directory %s to keep games in; make it, or name a file in another one", dir)}
	}
	err := makeNew(path, "new", initialize)
	if errors.Is(err, fs.ErrExist) { // another process was faster
		return nil
	}
	return err
}

// initialize makes a file without games of an empty file.
func initialize(f *os.File) error {
	db, err := bolt.Open(f.Name(), 0o600, &bolt.Options{Timeout: time.Second})
	if err != nil {
		return err
	}
	return errors.Join(db.Update(func(tx *bolt.Tx) error { return upgrade(tx, currentSchema()) }), db.Close())
}

// Close waits for all updates and closes the file.
func (s *Store) Close() error {
	s.open.Lock()
	defer s.open.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	close(s.updates)
	return s.db.Close()
}

// View implements game.Store.
func (s *Store) View(ctx context.Context, f func(game.Reader) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := recovering(func() error {
		return s.db.View(func(b *bolt.Tx) error { return f(s.transaction(b)) })
	}, func(value any) error { return explainDamage(s.path, value) })
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		return errClosed
	}
	s.notice(err)
	return err
}

// Counts are figures of a store since it was opened.
type Counts struct {
	Commits int64         // transactions written to disk
	Updates int64         // updates in them that changed something
	Failed  int64         // transactions that could not be written
	Took    time.Duration // of all commits together
	Bytes   int64         // the size of the file
	Damaged bool          // damage of the file was found
}

// Used returns how many bytes of the file are in use. The file is longer: it grows by more than it
// needs, and keeps the room of what was deleted. The file must be in order and open read-only.
func (s *Store) Used() int64 {
	head, free := s.free()
	return head.size() - int64(head.PageSize)*int64(len(free))
}

// Counts returns the figures so far.
func (s *Store) Counts() Counts {
	c := Counts{
		Commits: s.commits.Load(), Updates: s.changes.Load(),
		Failed: s.failures.Load(), Took: time.Duration(s.took.Load()), Damaged: s.damaged.Load(),
	}
	if info, err := s.file.Stat(); err == nil {
		c.Bytes = info.Size()
	}
	return c
}
