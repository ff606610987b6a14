//go:build !unix

package sandbox

import "os"

// noFollow is 0, because not every system has such a flag.
const noFollow = 0

// lock does nothing where files are locked in another way.
func lock(*os.File) (free bool, err error) { return true, nil }

// unlock lets a file go, and removes it unless another sandbox has it open.
func unlock(f *os.File) error {
	err := f.Close()
	os.Remove(f.Name())
	return err
}
