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
)

// Backup writes a copy of the file as it stands at one moment, while games go on.
// The copy is a file that Open opens.
func (s *Store) Backup(w io.Writer) error {
	return s.db.View(func(tx *bolt.Tx) error {
		_, err := tx.WriteTo(w)
		return err
	})
}

// backupTo writes a copy to a file that is not there yet.
func (s *Store) backupTo(path string) error { return WriteNew(path, s.Backup) }

// Restore puts a copy of a backup in the place of the file at path, after it has
// checked it. The file that was there is kept beside it, under the name that is
// returned; "" if there was none.
func Restore(path, backup string) (kept string, err error) {
	if err := checkCopy(backup); err != nil {
		return "", fmt.Errorf("the backup cannot be used: %w", err)
	}
	release, err := hold(path)
	if err != nil {
		return "", err
	}
	defer release()
	err = replace(path, "restored", false, func(temporary string) error {
		if err := copyFile(temporary, backup); err != nil {
			return err
		}
		if err := checkCopy(temporary); err != nil {
			return err
		}
		kept, err = keepAside(path, "before-restore")
		return err
	})
	return kept, err
}

// Compact writes the file anew without the room that it no longer needs, and
// returns how long it was and is.
func Compact(path string) (before, after int64, err error) {
	s, err := Open(path, Options{}) // brings it up to date and keeps others out
	if err != nil {
		return 0, 0, err
	}
	defer s.Close()
	if err := s.Check(); err != nil {
		return 0, 0, fmt.Errorf("a file that is not in order is not compacted: %w", err)
	}
	if before, err = sizeOf(path); err != nil {
		return 0, 0, err
	}
	err = replace(path, "compact", false, func(temporary string) error {
		db, err := bolt.Open(temporary, 0o600, &bolt.Options{NoSync: true}) // it is synced when it is whole
		if err != nil {
			return err
		}
		const together = 64 << 20
		used, err := int64(0), bolt.Compact(db, s.db, together)
		if err == nil {
			err = db.View(func(tx *bolt.Tx) error { used = tx.Size(); return nil })
		}
		if err := errors.Join(err, db.Close()); err != nil {
			return err
		}
		if err := os.Truncate(temporary, used); err != nil { // what it was given to grow into
			return err
		}
		if err := checkCopy(temporary); err != nil {
			return err
		}
		after, err = sizeOf(temporary)
		return err
	})
	return before, after, err
}

// checkCopy tells whether a file is one of games and in order. It may be one of an
// earlier version of the program.
func checkCopy(path string) error {
	s, err := Open(path, Options{ReadOnly: true, older: true})
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Check()
}

// hold keeps other processes out of a file, whatever state it is in, while it is
// being replaced. There need not be one.
func hold(path string) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return func() {}, nil
	} else if err != nil {
		return nil, err
	}
	if err := lock(f, time.Second); err != nil || !isAt(f, path) {
		f.Close()
		return nil, lockedBy(path)
	}
	return func() { f.Close() }, nil
}

// keepAside gives a file a second name that is free, which tells why and when; where files
// have one name only, it makes a copy.
func keepAside(path, why string) (string, error) {
	aside, err := besides(path, why, func(aside string) error {
		err := link(path, aside)
		switch {
		case err == nil: // before another takes the first name
			return syncDirectory(filepath.Dir(path))
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrExist):
			return err
		}
		return replace(aside, "part", true, func(temporary string) error { return copyFile(temporary, path) })
	})
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return aside, err
}

// besides has a file made whose name is free and tells beside what it is, why, and since when.
func besides(path, why string, makeFile func(name string) error) (string, error) {
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
