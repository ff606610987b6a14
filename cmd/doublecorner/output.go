package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"
)

// errTerminal says that a picture was about to be written to a terminal.
var errTerminal = usageError{errors.New("a picture is of no use on a terminal: say where to write it with -o FILE")}

// writePicture has a picture written to a file, or to out if it has no name. The file
// appears when it is whole; if writing fails, what was there stays.
func writePicture(out io.Writer, name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
			return errTerminal
		}
		w := bufio.NewWriter(out)
		return errors.Join(write(w), w.Flush())
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return usageError{fmt.Errorf("%s cannot be written: %w", name, err)}
	}
	defer os.Remove(f.Name()) // unless it was renamed
	if err := errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// endsIn tells that the name of a file to be written does not end as if something else was in it.
func endsIn(output, ending string) error {
	if other := filepath.Ext(output); other != "" && !strings.EqualFold(other, ending) {
		return usageError{fmt.Errorf("%s: what is made is no %s but a %s; name it so", output, other, ending)}
	}
	return nil
}

// spares tells that a file to be written is none of those that are read: a picture must not
// take the place of the game it is of.
func spares(output string, inputs ...string) error {
	written, err := os.Stat(output)
	if err != nil {
		return nil // it is not there yet
	}
	for _, name := range inputs {
		if read, err := os.Stat(name); err == nil && os.SameFile(written, read) {
			return usageError{fmt.Errorf("%s is read, and cannot be written as well; name another file with -o", name)}
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
