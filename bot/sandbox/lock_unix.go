//go:build unix

package sandbox

import (
	"errors"
	"os"
	"syscall"
)

// noFollow is the flag by which opening a symbolic link fails.
const noFollow = syscall.O_NOFOLLOW

// lock locks a file for as long as it is open, unless another process has.
func lock(f *os.File) (free bool, err error) {
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return false, nil
	}
	return err == nil, err
}

// unlock removes a file that is locked, and then lets it go.
func unlock(f *os.File) error { return errors.Join(os.Remove(f.Name()), f.Close()) }
