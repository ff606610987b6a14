package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/internal/system"
)

// Backup writes a copy of the file as it is at one moment. Updates need not wait for it. Open can
// open the copy.
func (s *Store) Backup(w io.Writer) error {
	return s.db.View(func(tx *bolt.Tx) error {
		_, err := tx.WriteTo(w)
		return err
	})
}

// backupTo writes a copy to a new file.
func (s *Store) backupTo(path string) error { return WriteNew(path, s.Backup) }

// Restore checks a backup and replaces the file at path by a copy of it. It keeps the file that was
// there beside it and returns its new name; "" if there was none.
func Restore(path, backup string) (kept string, err error) {
	path = follow(path)
	if err := checkCopy(backup); err != nil {
		return "", fmt.Errorf("the backup cannot be used: %w", err)
	}
	locked, err := lockFile(path)
	if err != nil {
		return "", err
	}
	defer locked.Close()
	sweep(path, ofFile...)
	err = replace(path, "restored", func(f *os.File) error {
		if err := copyFrom(backup, f); err != nil {
			return err
		}
		if err := checkCopy(f.Name()); err != nil {
			return err
		}
		kept, err = keepAside(path, "before-restore")
		return err
	})
	return kept, err
}

// Compact writes the file anew without unused pages, and returns its size before and after.
func Compact(path string) (before, after int64, err error) {
	path = follow(path)
	s, err := Open(path, Options{}) // migrates it, and locks it
	if err != nil {
		return 0, 0, err
	}
	defer s.Close()
	if err := s.Check(); err != nil {
		return 0, 0, fmt.Errorf("a file that is not in order is not compacted: %w", err)
	}
	before = s.Counts().Bytes
	err = replace(path, "compact", func(f *os.File) error {
		db, err := bolt.Open(f.Name(), 0o600, &bolt.Options{NoSync: true}) // replace syncs it once it is complete
		if err != nil {
			return err
		}
		const transactionSize = 64 << 20
		if err := errors.Join(bolt.Compact(db, s.db, transactionSize), db.Close()); err != nil {
			return err
		}
		after = newestHeader(f).size()
		if err := f.Truncate(after); err != nil { // without the room that bbolt reserved
			return err
		}
		return checkCopy(f.Name())
	})
	return before, after, err
}

// follow returns the name of the file to which a symbolic link leads: replacing the link would leave the old file where
// it is, with what is erased from the new one.
func follow(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	return path
}

// checkCopy checks a file of games, which can be of an earlier schema.
func checkCopy(path string) error {
	s, err := Open(path, Options{ReadOnly: true, older: true})
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Check()
}

// lockFile locks the file at path, whatever is in it, until it is closed. If there is none, lockFile
// returns nil, which can be closed, too.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if err := system.Lock(f, time.Second); err != nil || !isAt(f, path) {
		f.Close()
		return nil, lockedBy(path)
	}
	return f, nil
}

// keepAside gives a file a second name, which says why and when. If the file system has no links,
// it makes a copy.
func keepAside(path, why string) (string, error) {
	aside, err := nameBeside(path, why, func(aside string) error {
		err := link(path, aside)
		switch {
		case err == nil: // before another file takes the first name
			return system.SyncDirectory(filepath.Dir(path))
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrExist):
			return err
		}
		return makeNew(aside, "part", func(f *os.File) error { return copyFrom(path, f) })
	})
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return aside, err
}

// nameBeside calls makeFile with names that consist of path, why, and the time, until one is free.
func nameBeside(path, why string, makeFile func(name string) error) (string, error) {
	first := fmt.Sprintf("%s.%s.%s", path, why, time.Now().UTC().Format(stamp))
	for n := 1; ; n++ {
		name := first
		if n > 1 { // another time in the same second
			name = fmt.Sprintf("%s-%d", first, n)
		}
		if err := makeFile(name); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
}
