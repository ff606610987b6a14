// Package store keeps games in one file, with bbolt.
//
// What it promises:
//
//   - When Update returns nil, what was written is on disk. Killing the process or
//     the machine at any instant loses nothing that was committed, and leaves
//     nothing half done.
//   - View waits for no Update.
//   - Only one process at a time has the file. Another is told which one has it.
//   - Deleted data remains in the file until Purge has overwritten it.
//   - A file that is cut short, that does not lead to its version, or that was written
//     by a later version of the program is refused, and left as it is.
//
// What it does not: it keeps no second copy. Back up with Backup, which can be done
// while games are going on.
//
// Keys are big-endian, so that they lie in the file in their order. Records are in
// the form of store/internal/record. Every list that package game asks for is an
// index: a bucket whose keys begin with what the list is of, go on with what it is
// ordered by, and end with the id of what it lists. Indexes follow from records
// alone (index.go); Check compares them.
package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"doublecorner/game"
)

// Options are how a file is opened. The zero value is how a running referee wants it.
type Options struct {
	// ReadOnly opens a file that is not to be changed, or cannot be.
	ReadOnly bool
	// Wait is how long to wait for another process to let go of the file; 0: a second.
	Wait time.Duration
	// Volatile does not wait for the disk: a crash of the machine can then destroy the
	// file. It is for tests.
	Volatile bool

	older bool // a file that is not up to date is taken as it is
}

// Store is a file of games. It implements game.Store, and is safe for use by many
// goroutines.
type Store struct {
	db       *bolt.DB
	path     string
	file     *os.File // that db has
	readOnly bool
	headers  bool // both were whole when it was opened
	rules    variants
	counts   counts
	failed   error // why nothing is written any more; the writer's

	writer  chan struct{} // closed when the writer has ended
	mu      sync.Mutex
	waiting []*call // updates that have not begun
	more    *sync.Cond
	closed  bool

	purging sync.Mutex
	purge   purge // guarded by purging
}

var _ game.Store = (*Store)(nil)

// ErrClosed says that a store was used after Close.
var ErrClosed = errors.New("the store is closed")

// Open opens a file of games, or makes one. If it was written by an earlier version
// of the program it is brought up to date, after a copy was put beside it.
func Open(path string, o Options) (*Store, error) {
	if o.Wait == 0 {
		o.Wait = time.Second
	}
	if err := checkHeader(path); err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if o.ReadOnly {
			return nil, fmt.Errorf("there is no file %s", path)
		}
		if err := create(path); err != nil {
			return nil, err
		}
	}
	var db *bolt.DB
	var file *os.File
	if err := guard(path, func() (err error) {
		db, file, err = openFile(path, o)
		return err
	}); err != nil {
		return nil, err
	}
	if !o.ReadOnly && !o.Volatile {
		// A process that was killed may not have waited for what it wrote. The next commit must
		// not reuse pages that the header before that leads to, nor be in a file without a name.
		if err := errors.Join(file.Sync(), syncDirectory(filepath.Dir(path))); err != nil {
			db.Close()
			return nil, cannotWrite(path, err)
		}
	}
	s := &Store{db: db, path: path, file: file, readOnly: o.ReadOnly, writer: make(chan struct{})}
	s.more = sync.NewCond(&s.mu)
	_, s.headers = headers(file)
	if err := guard(path, func() error { return s.prepare(o) }); err != nil {
		db.Close()
		return nil, err
	}
	go s.write()
	return s, nil
}

// openFile waits for the file and opens it.
func openFile(path string, o Options) (*bolt.DB, *os.File, error) {
	for {
		var opened *os.File
		db, err := bolt.Open(path, 0o600, &bolt.Options{
			Timeout: o.Wait, ReadOnly: o.ReadOnly, NoSync: o.Volatile, NoGrowSync: o.Volatile,
			FreelistType: bolt.FreelistMapType, InitialMmapSize: reserved, NoStatistics: true,
			OpenFile: func(name string, flag int, mode os.FileMode) (f *os.File, err error) {
				opened, err = os.OpenFile(name, flag&^os.O_CREATE, mode)
				return opened, err
			},
		})
		switch {
		case errors.Is(err, bolterrors.ErrTimeout):
			return nil, nil, lockedBy(path)
		case errors.Is(err, fs.ErrPermission):
			return nil, nil, fmt.Errorf("%w: this user may not write it; give it to the user the program runs as, or open a copy", err)
		case err != nil:
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
		if isAt(opened, path) {
			return db, opened, nil
		}
		// While we waited for it, another was put in its place.
		if err := db.Close(); err != nil {
			return nil, nil, err
		}
	}
}

// isAt tells whether an open file is the one that has a name now.
func isAt(f *os.File, path string) bool {
	ours, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(path)
	return err == nil && os.SameFile(ours, named)
}

// create makes an empty file. It is made under another name first, so that there
// never is one that is not whole.
func create(path string) error {
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); err != nil {
		return fmt.Errorf("there is no directory to keep games in: %w", err)
	}
	err := replace(path, "new", true, func(temporary string) error {
		db, err := bolt.Open(temporary, 0o600, &bolt.Options{Timeout: time.Second})
		if err != nil {
			return err
		}
		defer db.Close()
		return db.Update(func(tx *bolt.Tx) error { return layOut(tx) })
	})
	if errors.Is(err, fs.ErrExist) { // another process has made it
		return nil
	}
	return err
}

// Path returns the file's name.
func (s *Store) Path() string { return s.path }

// Close waits for updates that have begun or are waiting, and closes the file.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	s.more.Signal()
	s.mu.Unlock()
	<-s.writer
	return s.db.Close()
}

// View implements game.Store.
func (s *Store) View(ctx context.Context, f func(game.Reader) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := spared(s.path, func() error {
		return s.db.View(func(b *bolt.Tx) error { return f(s.begin(b)) })
	})
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		return ErrClosed
	}
	return err
}
