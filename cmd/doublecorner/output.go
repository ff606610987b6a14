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

// errTerminal is the error for a picture that would be written to a terminal.
var errTerminal = usageError{errors.New("a picture is of no use on a terminal: say where to write it with -o FILE")}

// writePicture writes a picture to a file, or to out if it has no name. The file appears once it is
// complete; if write fails, a file that was there stays.
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

// checkEnding returns an error if the name of an output file has another ending than the given one.
func checkEnding(output, ending string) error {
	if other := filepath.Ext(output); other != "" && !strings.EqualFold(other, ending) {
		return usageError{fmt.Errorf("%s: the output is not a %s but a %s; name it so", output, other, ending)}
	}
	return nil
}

// checkInputs returns an error if the output file is one of the inputs: a picture must not replace the
// game that it shows.
func checkInputs(output string, inputs ...string) error {
	written, err := os.Stat(output)
	if err != nil {
		return nil // there is none yet
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
