package store

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"doublecorner/internal/system"
)

// replace makes a file at path, in place of another one that may be there, whose owner it gets.
func replace(path, purpose string, fill func(*os.File) error) error {
	return system.Install(path, temporary(path, purpose), os.Rename, func(f *os.File) error {
		if err := fill(f); err != nil {
			return err
		}
		return inherit(f, path)
	})
}

// makeNew makes a file at path. If there is one already, the error is fs.ErrExist.
func makeNew(path, purpose string, fill func(*os.File) error) error {
	return system.Install(path, temporary(path, purpose), giveNewName, fill)
}

// temporary returns the pattern of the names that a file has before it is complete.
func temporary(path, purpose string) string { return "." + filepath.Base(path) + "." + purpose + "-*" }

// sweep removes temporary files of replace for path, of some purposes, unless a process has locked one. They were left by
// processes that were killed.
func sweep(path string, purposes ...string) {
	dir, base := filepath.Split(path)
	entries, _ := os.ReadDir(cmp.Or(dir, "."))
	for _, e := range entries {
		if !slices.ContainsFunc(purposes, func(purpose string) bool { return strings.HasPrefix(e.Name(), "."+base+"."+purpose) }) &&
			!(slices.Contains(purposes, part) && isOldPart(e, base)) {
			continue
		}
		if release, err := system.Hold(dir + e.Name()); err == nil {
			release()
		}
	}
}

// part is the purpose of temporary files that any process may make.
const part = "part-"

var digits = regexp.MustCompile(`[0-9]+`)

// isOldPart reports whether a file is the temporary one, for a minute, of a file whose name differs from base in its
// numbers only, as those of backups differ that are named by their dates.
func isOldPart(e os.DirEntry, base string) bool {
	undated := func(name string) string { return digits.ReplaceAllLiteralString(name, "0") }
	info, err := e.Info()
	return err == nil && time.Since(info.ModTime()) > time.Minute && strings.HasPrefix(undated(e.Name()), undated("."+base+"."+part))
}

// ofFile are the purposes of temporary files that only the process makes that has the file of games.
var ofFile = []string{"compact-", "restored-", "before-restore.", "schema-"}

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
	return fillNew(path, func(f *os.File) error {
		if err := system.Lock(f, 0); err != nil {
			return err
		}
		return write(f)
	})
}

// fillNew is WriteNew with what fill does to the file. fill locks it, so that no other process takes it for one that was left.
func fillNew(path string, fill func(*os.File) error) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		err = fs.ErrExist
	case errors.Is(err, fs.ErrNotExist):
		sweep(path, part)
		err = makeNew(path, "part", fill)
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

// LockedError is the error for a file that another process has open.
type LockedError struct {
	Path    string
	PID     int    // 0 if it is not known
	Command string // the program and its command, if they are known; what follows may have a password
}

func (e *LockedError) Error() string {
	who := "another process, which \"lsof " + e.Path + "\" may name"
	if e.PID != 0 {
		who = fmt.Sprintf("process %d", e.PID)
		if e.Command != "" {
			who += " (" + e.Command + ")"
		}
	}
	return fmt.Sprintf("%s is in use by %s; stop that first, or wait until it is done", e.Path, who)
}

// looksAtLocks is how often lockedBy looks at the list of locks. The list can lack one while others come and go, because it is
// read in parts.
const looksAtLocks = 5

// lockedBy returns a LockedError with the process that has the file, if the system says which.
func lockedBy(path string) error {
	locked := &LockedError{Path: path}
	number, ok := inode(path)
	for n := 0; ok && locked.PID == 0 && n < looksAtLocks; n++ {
		locked.PID = lockerOf(number)
	}
	if locked.PID != 0 {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", locked.PID))
		words := strings.Split(string(line), "\x00")
		locked.Command = strings.TrimSpace(strings.Join(words[:min(len(words), 2)], " "))
	}
	return locked
}

// lockerOf returns the process that has locked the file with an inode; 0 if the system does not say it.
func lockerOf(file uint64) int {
	locks, _ := os.ReadFile("/proc/locks")
	for line := range strings.Lines(string(locks)) {
		f := strings.Fields(line) // 1: FLOCK  ADVISORY  WRITE 1234 fd:00:5678 0 EOF
		if len(f) < 6 || f[1] != "FLOCK" || !strings.HasSuffix(f[5], fmt.Sprintf(":%d", file)) {
			continue
		}
		if pid, err := strconv.Atoi(f[4]); err == nil && pid > 0 {
			return pid
		}
	}
	return 0
}
