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
func replace(path, purpose string, keep bool, fill func(*os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"."+purpose+"-*")
	if err != nil {
		return cannotWrite(path, err)
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if err := fill(f); err != nil {
		if at := new(fs.PathError); errors.As(err, &at) && at.Path == f.Name() {
			return cannotWrite(path, err)
		}
		return err
	}
	giveName := giveNewName
	if !keep {
		giveName, err = os.Rename, inherit(f, path)
	}
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return cannotWrite(path, err)
	}
	if err := giveName(f.Name(), path); err != nil {
		return err
	}
	return syncDirectory(filepath.Dir(path))
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

// giveNewName renames a file to path, if there is none yet.
func giveNewName(temporary, path string) error {
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

// WriteNew makes a file with what write writes. The file appears once it is complete and synced. If
// there is one already, WriteNew returns fs.ErrExist and does not change it.
func WriteNew(path string, write func(io.Writer) error) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		err = fs.ErrExist
	case errors.Is(err, fs.ErrNotExist):
		err = replace(path, "part", true, func(f *os.File) error { return write(f) })
	}
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: %w", path, fs.ErrExist)
	}
	return err
}

// copyFrom writes what is in the file at path.
func copyFrom(path string, to *os.File) error {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	_, err = io.Copy(to, from)
	return err
}

// stamp is the form of the time in names of files.
const stamp = "20060102-150405"
