package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"doublecorner/internal/system"
)

// output is the standard output of a command. It keeps the first error of a write, so that commands
// need not look at each.
type output struct {
	to  io.Writer
	err error
}

func (o *output) Write(b []byte) (n int, err error) {
	if o.err == nil {
		n, o.err = o.to.Write(b)
	}
	return n, o.err
}

// isTerminal reports whether a user sees at once what is written there.
func isTerminal(w io.Writer) bool {
	if o, ok := w.(*output); ok {
		w = o.to
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// writePicture writes a picture to a file, or to out if it has no name. The file appears once it is
// complete; if write fails, a file that was there stays. What is no file, such as a pipe, is written to.
func writePicture(out io.Writer, name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		if isTerminal(out) {
			return usageError{errors.New("a picture is of no use on a terminal: say where to write it with -o FILE")}
		}
		return write(out)
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // the link stays
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return usageError{err}
		}
		return errors.Join(write(f), f.Close())
	}
	begun := false
	err := system.Install(name, filepath.Base(name)+".*", os.Rename, func(f *os.File) error {
		begun = true
		return errors.Join(write(f), f.Chmod(0o644))
	})
	if !begun {
		return usageError{err}
	}
	return err
}

// checkOutput returns an error if the output file is one of the inputs, because a picture must not
// replace the game that it shows; or if its name has another ending than the given one.
func checkOutput(output, ending string, inputs ...string) error {
	if err := checkUnread(output, "-o", inputs...); err != nil {
		return err
	}
	if other := filepath.Ext(output); other != "" && !strings.EqualFold(other, ending) {
		return usageError{fmt.Errorf("%s: the output is not a %s but a %s; name it so", output, other, ending)}
	}
	return nil
}

// checkUnread returns an error if the output file that a flag names is one of the inputs.
func checkUnread(output, flag string, inputs ...string) error {
	written, err := os.Stat(output)
	for _, name := range inputs {
		if read, e := os.Stat(name); err == nil && e == nil && os.SameFile(written, read) {
			return usageError{fmt.Errorf("%s is read, and cannot be written as well; name another file with %s", name, flag)}
		}
	}
	return nil
}

// counted returns a number with its noun: 1 game, 2 games.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
