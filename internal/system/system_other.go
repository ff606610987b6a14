//go:build !unix

package system

import (
	"os"
	"time"
)

// noFollow is 0, because not every system has such a flag.
const noFollow = 0

// Lock does nothing: a file that another process has open cannot be replaced here.
func Lock(*os.File, time.Duration) error { return nil }

// remove closes a file, and removes it unless another process has it open.
func remove(f *os.File) error {
	err := f.Close()
	os.Remove(f.Name())
	return err
}

// SyncDirectory does nothing, because directories cannot be synced here.
func SyncDirectory(string) error { return nil }
