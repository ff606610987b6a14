//go:build unix

package store

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Nobody can connect to the socket before only its user can, whatever mode the system
// gives new files.
func TestSocketIsPrivateFromTheBeginning(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	name := filepath.Join(t.TempDir(), "s")
	for range 200 {
		connected := make(chan os.FileMode)
		go func() {
			for {
				c, err := net.Dial("unix", name)
				if err != nil {
					continue
				}
				var mode os.FileMode
				if info, err := os.Stat(name); err == nil {
					mode = info.Mode()
				}
				c.Close()
				connected <- mode
				return
			}
		}()
		l, err := listen(name)
		must(t, err)
		if mode := <-connected; mode.Perm() != 0o600 {
			t.Fatalf("the first connection finds %v", mode)
		}
		must(t, l.Close())
		if _, err := os.Lstat(name); err == nil {
			t.Fatal("a socket is left")
		}
	}
}

// A socket that cannot be made says which.
func TestSocketThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "s"), nil, 0o600))
	long := filepath.Join(dir, "a-name-so-long-that-no-socket-can-have-it-but-a-file-could-which-is-why-this-is-worth-a-test-of-its-own-here")
	for _, name := range []string{filepath.Join(dir, "s"), long, filepath.Join(dir, "none", "s")} {
		if l, err := listen(name); err == nil {
			l.Close()
			t.Errorf("%s: it was made", name)
		}
	}
	if info, err := os.Lstat(filepath.Join(dir, "s")); err != nil || !info.Mode().IsRegular() {
		t.Errorf("the file that was in its place: %v", err)
	}
}
