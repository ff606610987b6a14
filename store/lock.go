package store

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// LockedError is the error for a file that another process has open.
type LockedError struct {
	Path    string
	PID     int    // 0 if it is not known
	Command string // the command line of that process, if it is known
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

// lockedBy returns a LockedError with the process that has the file, if the system says which.
func lockedBy(path string) error {
	locked := &LockedError{Path: path}
	number, ok := inode(path)
	locks, err := os.ReadFile("/proc/locks")
	if !ok || err != nil {
		return locked
	}
	for line := range strings.Lines(string(locks)) {
		f := strings.Fields(line) // 1: FLOCK  ADVISORY  WRITE 1234 fd:00:5678 0 EOF
		if len(f) < 6 || f[1] != "FLOCK" || !strings.HasSuffix(f[5], fmt.Sprintf(":%d", number)) {
			continue
		}
		if pid, err := strconv.Atoi(f[4]); err == nil && pid > 0 {
			command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
			locked.PID, locked.Command = pid, strings.TrimSpace(strings.ReplaceAll(string(command), "\x00", " "))
		}
	}
	return locked
}
