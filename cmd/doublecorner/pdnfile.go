package main

import (
	"fmt"
	"io"
	"iter"
	"os"
	"slices"

	"doublecorner/game/draughts/pdn"
)

// gamesIn reads the games of a file, where - is standard input, and passes over words that belong to
// none. A file without games is an error. gamesIn writes to seen what it has read.
func gamesIn(s streams, name string, seen io.Writer) iter.Seq2[*pdn.Record, error] {
	return func(yield func(*pdn.Record, error) bool) {
		in := s.in
		if name != "-" {
			f, err := os.Open(name)
			if err != nil {
				yield(nil, usageError{err})
				return
			}
			defer f.Close()
			if info, err := f.Stat(); err == nil && info.IsDir() {
				yield(nil, usageError{fmt.Errorf("%s is a directory: name the files in it", name)})
				return
			}
			in = f
		}
		n := 0
		for r := pdn.NewReader(io.TeeReader(in, seen)); ; {
			g, err := r.Next()
			switch {
			case err == io.EOF && n == 0:
				yield(nil, fmt.Errorf("%s: there is no game in it", called(name)))
				return
			case err == io.EOF:
				return
			case err != nil:
				yield(nil, fmt.Errorf("%s: %w", called(name), err))
				return
			case len(g.Tags) == 0 && !slices.ContainsFunc(g.Line, func(n pdn.Node) bool { return n.Kind == pdn.Move }):
				continue
			case !yield(g, nil):
				return
			}
			n++
		}
	}
}

// called returns what users call a file.
func called(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}
