//go:build unix

package store

import (
	"os"
	"syscall"
	"time"
)

// lock locks a file as bbolt does.
func lock(f *os.File, wait time.Duration) error {
	for end := time.Now().Add(wait); ; time.Sleep(wait / 20) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != syscall.EWOULDBLOCK || time.Now().After(end) {
			return err
		}
	}
}
