package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// progress shows on a terminal how much of some files has been read. Elsewhere,
// and where the files' size is not known, it shows nothing.
type progress struct {
	out      io.Writer
	total    int64
	read     int64
	drawn    bool
	drawnAt  time.Time
	interval time.Duration
}

// newProgress returns a bar for reading files, on out if that is a terminal.
func newProgress(out io.Writer, files []string) *progress {
	p := &progress{out: out, interval: 100 * time.Millisecond}
	terminal, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(terminal.Fd())) {
		return p
	}
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			return p
		}
		p.total += info.Size()
	}
	return p
}

// shown tells whether there is a bar at all.
func (p *progress) shown() bool { return p.total > 0 }

// reader returns in, with what is read from it shown.
func (p *progress) reader(in io.Reader) io.Reader {
	if !p.shown() {
		return in
	}
	return &watched{in, p}
}

type watched struct {
	io.Reader
	progress *progress
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.Reader.Read(b)
	w.progress.add(int64(n))
	return n, err
}

func (p *progress) add(n int64) {
	p.read += n
	if now := time.Now(); now.Sub(p.drawnAt) >= p.interval {
		p.drawnAt = now
		p.draw()
	}
}

func (p *progress) draw() {
	const width = 30
	done := min(p.read, p.total)
	full := int(done * width / p.total)
	fmt.Fprintf(p.out, "\r[%s%s] %3d%%", strings.Repeat("#", full), strings.Repeat("-", width-full), done*100/p.total)
	p.drawn = true
}

// clear takes the bar away, so that a line can be printed in its place.
func (p *progress) clear() {
	if p.drawn {
		fmt.Fprint(p.out, "\r\033[K")
		p.drawn = false
	}
}
