// Package system locks files against other processes, and writes files that appear once they are complete and on the disk,
// as far as the system can.
package system

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ErrLocked is the error for a file that another process has locked.
var ErrLocked = errors.New("another process has it")

// Hold makes a file and locks it until it is released, which removes the file.
func Hold(name string) (release func() error, err error) {
	for {
		if info, err := os.Lstat(name); err == nil && info.Mode().Type() == fs.ModeSymlink {
			return nil, fmt.Errorf("%s is a link, which this program never makes: remove it, or choose another file", name)
		}
		f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|noFollow, 0o600)
		if err != nil {
			return nil, err
		}
		if err := Lock(f, 0); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		// The process that had it may have removed it since it was opened.
		ours, err := f.Stat()
		if named, err2 := os.Lstat(name); err == nil && err2 == nil && os.SameFile(ours, named) {
			return func() error { return remove(f) }, nil
		}
		f.Close()
	}
}
