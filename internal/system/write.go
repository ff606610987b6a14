package system

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Install makes a file, syncs it, gives it its name, and syncs the directory. Until then it has another name in that
// directory, as os.CreateTemp makes it of a pattern.
func Install(path, pattern string, giveName func(temporary, path string) error, fill func(*os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), pattern)
	if err != nil {
		return CannotWrite(path, err)
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if err := fill(f); err != nil {
		if at := new(fs.PathError); errors.As(err, &at) && at.Path == f.Name() {
			return CannotWrite(path, err)
		}
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return CannotWrite(path, err)
	}
	if err := giveName(f.Name(), path); err != nil {
		return err
	}
	return SyncDirectory(filepath.Dir(path))
}

// CannotWrite returns an error that names path instead of the temporary file.
func CannotWrite(path string, err error) error {
	if at := new(fs.PathError); errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s cannot be written: %w", path, err)
}

// WriteFile writes a file in place of another one that may be there. It appears once it is complete and on the disk.
func WriteFile(path string, content []byte, mode fs.FileMode) error {
	return Install(path, filepath.Base(path)+".*"+partEnding, os.Rename, func(f *os.File) error {
		_, err := f.Write(content)
		return errors.Join(err, f.Chmod(mode))
	})
}

// partEnding ends the temporary names of WriteFile. A part older than partAge was left behind by a process that was killed.
const (
	partEnding = ".part"
	partAge    = time.Hour
)

// RemoveParts removes what killed processes left behind in a directory when they wrote files whose names have a prefix.
func RemoveParts(dir, prefix string) error {
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), prefix) || !strings.HasSuffix(entry.Name(), partEnding) {
			continue
		}
		if f, e := entry.Info(); e == nil && time.Since(f.ModTime()) > partAge {
			if e := os.Remove(filepath.Join(dir, entry.Name())); !errors.Is(e, fs.ErrNotExist) { // another process removes them, too
				err = errors.Join(err, e)
			}
		}
	}
	return err
}
