package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// output tells people what is done: on a terminal the progress ten times a second, elsewhere once a
// minute.
type output struct {
	to       io.Writer
	terminal bool
	started  time.Time
	shown    time.Time
	from     time.Time // when what is counted began
	unended  bool      // the last line can be written over
}

// say writes a line that stays.
func (o *output) say(format string, args ...any) {
	o.clear()
	fmt.Fprintf(o.to, "%s  %s\n", seconds(time.Since(o.started)), fmt.Sprintf(format, args...))
	o.from = time.Now()
}

// progress writes a line over the one before.
func (o *output) progress(line string) {
	every := time.Minute
	if o.terminal {
		every = 100 * time.Millisecond
	}
	if time.Since(o.shown) < every {
		return
	}
	o.shown = time.Now()
	if !o.terminal {
		fmt.Fprintf(o.to, "%s  %s\n", seconds(time.Since(o.started)), line)
		return
	}
	o.clear()
	fmt.Fprint(o.to, line)
	o.unended = true
}

// progressOf tells how many of some things are done, and how long the rest will take.
func (o *output) progressOf(thing string, done, total int) {
	const width = 30
	full := done * width / total
	left := time.Duration(float64(time.Since(o.from)) / float64(done) * float64(total-done))
	o.progress(fmt.Sprintf("[%s%s] %s %d of %d, %s left", strings.Repeat("#", full), strings.Repeat("-", width-full),
		thing, done, total, seconds(left)))
}

func (o *output) clear() {
	if o.unended {
		fmt.Fprint(o.to, "\r\033[K")
		o.unended = false
	}
}

// seconds rounds a time for people.
func seconds(d time.Duration) time.Duration { return d.Round(time.Second) }
