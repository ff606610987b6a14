//go:build unix

package system

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// noFollow is the flag by which opening a symbolic link fails.
const noFollow = syscall.O_NOFOLLOW

// Lock locks a file, as bbolt does, for as long as it is open. It waits for another process that has locked it.
func Lock(f *os.File, wait time.Duration) error {
	for end := time.Now().Add(wait); ; time.Sleep(wait / 20) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != syscall.EWOULDBLOCK {
			return err
		}
		if time.Now().After(end) {
			return ErrLocked
		}
	}
}

// remove removes a file that is locked, and then unlocks it.
func remove(f *os.File) error { return errors.Join(os.Remove(f.Name()), f.Close()) }

// SyncDirectory syncs the names in a directory to the disk.
func SyncDirectory(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
