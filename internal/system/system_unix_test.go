//go:build unix

package system

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A file that another has is waited for, and locked as soon as it is free.
func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	another, err := os.Create(name)
	if err == nil {
		err = Lock(another, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := Lock(f, 0); err != ErrLocked {
		t.Errorf("who does not wait gets %v", err)
	}
	time.AfterFunc(50*time.Millisecond, func() { another.Close() })
	if err := Lock(f, 5*time.Second); err != nil {
		t.Error(err)
	}
}
