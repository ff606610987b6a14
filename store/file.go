package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// replace makes a file under a name of its own, and gives it its name when it is
// whole and on disk. If another is there by then, it is replaced, or with keep, kept,
// and the error is fs.ErrExist.
func replace(path, purpose string, keep bool, make func(temporary string) error) error {
	dir, base := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	f, err := os.CreateTemp(dir, "."+base+"."+purpose+"-*")
	if err != nil {
		return cannotWrite(path, err)
	}
	temporary := f.Name()
	defer os.Remove(temporary)
	if err := f.Close(); err != nil {
		return cannotWrite(path, err)
	}
	if err := make(temporary); err != nil {
		if at := new(fs.PathError); errors.As(err, &at) && at.Path == temporary {
			return cannotWrite(path, err)
		}
		return err
	}
	if !keep {
		if err := inherit(temporary, path); err != nil {
			return cannotWrite(path, err)
		}
	}
	if err := syncFile(temporary); err != nil {
		return cannotWrite(path, err)
	}
	if keep {
		err = giveName(temporary, path)
	} else {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		return err
	}
	return syncDirectory(dir)
}

// cannotWrite says which file could not be written, by the name that people know.
func cannotWrite(path string, err error) error {
	if at := new(fs.PathError); errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s cannot be written: %w", path, err)
}

// link gives a file a second name.
var link = os.Link

// giveName gives a file a name that no other has.
func giveName(temporary, path string) error {
	err := link(temporary, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// Where files have one name only, as on most sticks, the name is taken first.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Close(), os.Rename(temporary, path)); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// syncFile waits until a file is on disk.
func syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// WriteNew makes a file with what write writes. It is there when it is whole and on
// disk, and not before. A file that is there already is left alone, and an error.
func WriteNew(path string, write func(io.Writer) error) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s is there already: %w", path, fs.ErrExist)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err := replace(path, "part", true, func(temporary string) error {
		f, err := os.OpenFile(temporary, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	})
	if errors.Is(err, fs.ErrExist) { // somebody was faster
		return fmt.Errorf("%s is there already: %w", path, fs.ErrExist)
	}
	return err
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// stamp is how names of files tell when they were made.
const stamp = "20060102-150405"
