package store

import (
	"fmt"
	"os"
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
	info, err := os.Stat(path)
	if err != nil {
		return locked
	}
	number, ok := inode(info)
	if !ok {
		return locked
	}
	locks, err := os.ReadFile("/proc/locks")
	if err != nil {
		return locked
	}
	// 1: FLOCK  ADVISORY  WRITE 1234 fd:00:5678 0 EOF
	for line := range strings.Lines(string(locks)) {
		var nth, kind, advisory, mode, file string
		var pid int
		if _, err := fmt.Sscan(line, &nth, &kind, &advisory, &mode, &pid, &file); err != nil {
			continue
		}
		if kind == "FLOCK" && strings.HasSuffix(file, fmt.Sprintf(":%d", number)) && pid > 0 {
			locked.PID = pid
			if command, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); err == nil {
				locked.Command = strings.TrimSpace(strings.ReplaceAll(string(command), "\x00", " "))
			}
			break
		}
	}
	return locked
}
