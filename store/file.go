package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// replace makes a file under a temporary name, syncs it, renames it to path, and syncs the
// directory. If there is another file at path, replace replaces it, unless keep is set: then the
// error is fs.ErrExist.
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

// cannotWrite returns an error that names path instead of the temporary file.
func cannotWrite(path string, err error) error {
	if at := new(fs.PathError); errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s cannot be written: %w", path, err)
}

// link gives a file a second name. Tests replace it.
var link = os.Link

// giveName renames a file to path, if there is none yet.
func giveName(temporary, path string) error {
	err := link(temporary, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// A file system without links, as on most USB sticks: an empty file reserves the name.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Close(), os.Rename(temporary, path)); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// syncFile syncs a file to the disk.
func syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// WriteNew makes a file with what write writes. The file appears once it is complete and synced. If
// there is one already, WriteNew returns fs.ErrExist and does not change it.
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
	if errors.Is(err, fs.ErrExist) { // another process was faster
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

// stamp is the form of the time in names of files.
const stamp = "20060102-150405"
