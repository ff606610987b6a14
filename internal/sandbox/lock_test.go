package sandbox_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"doublecorner/internal/sandbox"
)

// A world is one sandbox's: another one, that would write over it, does not begin.
func TestStateInUse(t *testing.T) {
	dir := t.TempDir()
	o := sandbox.Options{State: filepath.Join(dir, "sandbox.json")}
	first, err := sandbox.Start(o)
	check(t, err)
	if second, err := sandbox.Start(o); !errors.Is(err, sandbox.ErrInUse) || !strings.Contains(err.Error(), o.State) {
		if err == nil {
			second.Close()
		}
		t.Errorf("a second one: %v", err)
	}
	check(t, first.Close())
	// One that cannot begin leaves nothing behind that would keep the next from it.
	_, err = sandbox.Start(sandbox.Options{State: o.State, Listen: "127.0.0.1:http-no-such"})
	if err == nil || errors.Is(err, sandbox.ErrInUse) {
		t.Errorf("where nothing can be served: %v", err)
	}
	third, err := sandbox.Start(o)
	check(t, err)
	check(t, third.Close())
	files, err := os.ReadDir(dir)
	check(t, err)
	if len(files) != 1 {
		t.Errorf("what is left: %v", files)
	}
}

// A lock does not write through a link that another user has put where it writes, and what crashes have left is removed.
func TestStateThroughLinks(t *testing.T) {
	dir := t.TempDir()
	state := filepath.Join(dir, "sandbox.json")
	part, old := state+".5.part", time.Now().Add(-2*time.Hour)
	check(t, os.WriteFile(part, []byte("half a sta"), 0o600))
	check(t, os.Chtimes(part, old, old))
	s, err := sandbox.Start(sandbox.Options{State: state})
	check(t, err)
	check(t, s.Close())
	info, err := os.Lstat(state)
	check(t, err)
	if info.Mode() != 0o600 {
		t.Errorf("the state is %v", info.Mode())
	}
	if _, err := os.Lstat(part); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what a crash left: %v", err)
	}
	if err := os.Symlink(filepath.Join(dir, "made"), state+".lock"); err != nil {
		t.Skip(err)
	}
	if s, err := sandbox.Start(sandbox.Options{State: state}); err == nil || !strings.Contains(err.Error(), "is a link") {
		if err == nil {
			s.Close()
		}
		t.Errorf("a lock that is a link: %v", err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "made")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what a lock leads to: %v", err)
	}
}
