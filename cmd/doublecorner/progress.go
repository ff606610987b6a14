package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// progress shows on a terminal how much of something has been done. Elsewhere, and
// where it is not known how much there is, it shows nothing.
type progress struct {
	out      io.Writer
	total    int64
	done     int64
	drawn    bool
	drawnAt  time.Time
	interval time.Duration
}

// newProgress returns a bar for something of a total size, on out if that is a terminal.
func newProgress(out io.Writer, total int64) *progress {
	p := &progress{out: out, interval: 100 * time.Millisecond}
	if terminal, ok := out.(*os.File); ok && term.IsTerminal(int(terminal.Fd())) {
		p.total = total
	}
	return p
}

// size returns the size of some files together, or 0 if it is not known.
func size(files []string) int64 {
	total := int64(0)
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			return 0
		}
		total += info.Size()
	}
	return total
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
	w.progress.to(w.progress.done + int64(n))
	return n, err
}

// to tells how much has been done by now.
func (p *progress) to(done int64) {
	p.done = done
	if now := time.Now(); p.shown() && now.Sub(p.drawnAt) >= p.interval {
		p.drawnAt = now
		p.draw()
	}
}

func (p *progress) draw() {
	const width = 30
	done := min(p.done, p.total)
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
