package sandbox_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"doublecorner/bot/sandbox"
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
