package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// progress shows on a terminal how much of something has been done. It shows nothing elsewhere, or
// if its total is 0 because nobody knows how much there is.
type progress struct {
	out         io.Writer
	done, total int64
	note        string // stands behind the bar
	drawn       bool
	drawnAt     time.Time
}

// newProgress returns a bar for something of a total size, on out if that is a terminal.
func newProgress(out io.Writer, total int64) *progress {
	if !isTerminal(out) {
		total = 0
	}
	return &progress{out: out, total: total}
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

// Write counts what is read from a file, as the other end of an io.TeeReader.
func (p *progress) Write(b []byte) (int, error) {
	p.to(p.done + int64(len(b)))
	return len(b), nil
}

// to draws how much has been done by now, ten times a second at most.
func (p *progress) to(done int64) {
	p.done = done
	if p.total == 0 || time.Since(p.drawnAt) < 100*time.Millisecond {
		return
	}
	p.drawn, p.drawnAt = true, time.Now()
	const width = 30
	done = min(done, p.total)
	full := int(done * width / p.total)
	fmt.Fprintf(p.out, "\r[%s%s] %3d%%%s", strings.Repeat("#", full), strings.Repeat("-", width-full), done*100/p.total, p.note)
}

// clear removes the bar, so that a line can be printed in its place.
func (p *progress) clear() {
	if p.drawn {
		fmt.Fprint(p.out, "\r\033[K")
		p.drawn = false
	}
}
