package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ErrInUse refuses a state file that another sandbox has open: each would overwrite the other's
// changes.
var ErrInUse = errors.New("is in use by another sandbox")

// lockState locks a state file until it is released. It locks another file beside it, because each
// save replaces the state file itself.
func lockState(state string) (release func() error, err error) {
	if state == "" {
		return func() error { return nil }, nil
	}
	name := state + ".lock"
	for {
		if info, err := os.Lstat(name); err == nil && info.Mode().Type() == fs.ModeSymlink {
			return nil, fmt.Errorf("%s is a link, which no sandbox makes: remove it, or name another file for the state", name)
		}
		f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|noFollow, 0o600)
		if err != nil {
			return nil, err
		}
		if free, err := lock(f); !free || err != nil {
			if err == nil {
				err = fmt.Errorf("%s %w", state, ErrInUse)
			}
			return nil, errors.Join(err, f.Close())
		}
		// The sandbox that had it may have removed it since it was opened.
		ours, err := f.Stat()
		if named, err2 := os.Lstat(name); err == nil && err2 == nil && os.SameFile(ours, named) {
			if err := removeParts(state); err != nil {
				return nil, errors.Join(err, unlock(f))
			}
			return func() error { return unlock(f) }, nil
		}
		f.Close()
	}
}
