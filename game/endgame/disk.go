package endgame

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// partEnding ends the name of a file that is being written. One older than partAge was left behind by a process that
// was killed.
const (
	partEnding = ".part"
	partAge    = time.Hour
)

// removeParts removes the files that killed processes left behind in a directory.
func removeParts(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), partEnding) {
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

// writeFile writes a file that appears once it is complete and on the disk.
func writeFile(name string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*"+partEnding) // another process may write the same file
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
