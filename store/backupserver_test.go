package store

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"
)

func TestServe(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{})
	var copied bytes.Buffer
	if err := FetchBackup(path, &copied); !errors.Is(err, ErrNotServed) {
		t.Errorf("when nobody serves, the error is %v", err)
	}
	must(t, os.WriteFile(socketOf(path), nil, 0o600)) // left by one that died

	ctx, cancel := context.WithCancel(background)
	served := make(chan error)
	go func() { served <- s.Serve(ctx) }()
	for { // until it listens
		c, err := net.Dial("unix", socketOf(path))
		if err == nil {
			c.Close() // and one who goes away at once does no harm
			break
		}
	}
	linked := filepath.Join(t.TempDir(), "linked.db")
	must(t, os.Symlink(path, linked))
	for _, name := range []string{linked, path} {
		copied.Reset()
		must(t, FetchBackup(name, &copied)) // also by the name of a link
	}
	full := errors.New("full")
	if err := FetchBackup(path, failing{full}); !errors.Is(err, full) {
		t.Errorf("when it cannot be written, the error is %v", err)
	}
	backup := filepath.Join(t.TempDir(), "backup.db")
	must(t, os.WriteFile(backup, copied.Bytes(), 0o600))
	must(t, checkCopy(backup))
	if info, err := os.Stat(socketOf(path)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket is %v, %v", info.Mode(), err)
	}
	// One who asks and then sleeps does not keep it from ending.
	sleeper, err := net.Dial("unix", socketOf(path))
	must(t, err)
	defer sleeper.Close()
	_, err = sleeper.Read(make([]byte, 8))
	must(t, err)
	cancel()
	if err := <-served; err != nil {
		t.Errorf("serving ended with %v", err)
	}
	if err := FetchBackup(path, &copied); !errors.Is(err, ErrNotServed) {
		t.Errorf("afterwards, the error is %v", err)
	}
}

// failing is a writer that cannot write.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// A copy that breaks off is an error.
func TestCopyThatBreaksOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	listener, err := net.Listen("unix", socketOf(path))
	must(t, err)
	defer listener.Close()
	for _, sent := range [][]byte{{}, {0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 9, 'x'}} {
		go func() {
			c, err := listener.Accept()
			if err == nil {
				c.Write(sent)
				c.Close()
			}
		}()
		if err := FetchBackup(path, &bytes.Buffer{}); err == nil {
			t.Errorf("%d bytes were taken for a copy", len(sent))
		}
	}
}
