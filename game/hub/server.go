package hub

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"sync"

	"doublecorner/game/draughts"
	"doublecorner/game/search"
)

// Engine is what thinks; *search.Engine is one.
type Engine interface {
	Think(ctx context.Context, h *draughts.History, l search.Limit) (search.Thought, error)
	Forget()
}

// Server answers a program that asks by the protocol.
type Server struct {
	Name, Version string
	Variant       *draughts.Variant // the rule set until another is set
	Hash          int               // megabytes of hash table until others are set
	// New makes an engine. If it returns an error, too, that is said, and the engine thinks.
	New func(v *draughts.Variant, hash int) (Engine, error)
}

// MostHash is how many megabytes of hash table can be set.
const MostHash = 4096

// mostLine is the longest line that is read, in bytes: a game of ten thousand moves fits.
const mostLine = 1 << 17

// Serve answers until a line says quit, or in ends; then it says the move of a search that is under
// way. What is wrong in a line is said in another line. The error is that of a write.
//
// A Read of in may still be under way when Serve returns.
func (s *Server) Serve(in io.Reader, out io.Writer) error {
	c := conversation{
		server: s, out: &writer{to: out}, variant: s.Variant, hash: s.Hash, history: draughts.NewHistory(s.Variant.Start()),
	}
	ended := make(chan struct{})
	defer close(ended)
	lines := make(chan string)
	go func() {
		defer close(lines)
		readLines(in, lines, ended)
	}()
	defer c.halt()
	for c.out.err() == nil {
		select {
		case text, ok := <-lines:
			if !ok {
				c.finish()
				return nil
			}
			if c.handle(text) {
				return nil
			}
		case t := <-c.thinking:
			c.done(t)
		}
	}
	return c.out.err()
}

// tooLong stands for a line that is too long to read.
const tooLong = "\n"

// readLines sends lines until in ends or ended is closed.
func readLines(in io.Reader, lines chan<- string, ended <-chan struct{}) {
	r := bufio.NewReader(in)
	for {
		text, err := readLine(r)
		if err != nil && text == "" {
			return
		}
		select {
		case lines <- text:
		case <-ended:
			return
		}
	}
}

// readLine reads a line without its end, or tooLong.
func readLine(r *bufio.Reader) (string, error) {
	var b []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(b) <= mostLine {
			b = append(b, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if len(b) > mostLine {
			return tooLong, err
		}
		return strings.TrimRight(string(b), "\r\n"), err
	}
}

// writer writes lines, each at once, for several goroutines.
type writer struct {
	mu     sync.Mutex
	to     io.Writer
	failed error
}

func (w *writer) line(l Line) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed == nil {
		_, w.failed = io.WriteString(w.to, l.String()+"\n")
	}
}

func (w *writer) err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failed
}
