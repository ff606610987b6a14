package hub

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"doublecorner/game/draughts/pdn"
)

// Start starts a program that speaks the protocol. One that is named with its directory is
// started there, since such programs have their files beside them.
func Start(name string, args ...string) (*Client, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, err
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	cmd := exec.Command(path, args...)
	if strings.ContainsRune(name, filepath.Separator) {
		cmd.Dir = filepath.Dir(path)
	}
	alone(cmd)
	cmd.WaitDelay = time.Second // for programs of its own that keep its output open
	out, written := io.Pipe()
	var errs tail
	cmd.Stdout, cmd.Stderr = written, &errs
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	exited := make(chan error, 1)
	go func() {
		err := cmd.Wait()
		written.Close()
		if words := errs.String(); err != nil && words != "" {
			err = fmt.Errorf("%w, %s", err, words)
		}
		exited <- err
	}()
	c := NewClient(in, out)
	c.end = sync.OnceValue(func() error {
		in.Close()
		defer out.Close()
		select {
		case err := <-exited:
			return err
		case <-time.After(time.Second):
		}
		kill(cmd)
		out.Close() // so that it waits for no reader
		<-exited
		return errors.New("it had to be killed")
	})
	return c, nil
}

// tail keeps the last of what is written.
type tail struct {
	mu   sync.Mutex
	last []byte
}

// mostTail is how many bytes a tail keeps.
const mostTail = 200

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = append(t.last, b[max(0, len(b)-mostTail):]...)
	t.last = t.last[max(0, len(t.last)-mostTail):]
	return len(b), nil
}

// String returns the last line, without what a terminal obeys.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimSpace(strings.ToValidUTF8(string(t.last), "?"))
	return pdn.Excerpt(text[strings.LastIndexAny(text, "\r\n")+1:])
}
