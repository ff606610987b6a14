package main

import (
	"fmt"
	"io"
	"os"
	"slices"

	"doublecorner/game/draughts/pdn"
)

// openArchive opens a file of games, and returns what people call it, too. - is standard
// input.
func openArchive(s streams, name string) (in io.ReadCloser, called string, err error) {
	if name == "-" {
		return io.NopCloser(s.in), "standard input", nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, "", usageError{err}
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, "", usageError{fmt.Errorf("%s is a directory: name the files in it", name)}
	}
	return f, name, nil
}

// nextGame reads a game of an archive. Words that belong to none are passed over.
func nextGame(r *pdn.Reader) (*pdn.Game, error) {
	for {
		g, err := r.Next()
		if err != nil || len(g.Tags) > 0 || slices.ContainsFunc(g.Line, func(n pdn.Node) bool { return n.Kind == pdn.Move }) {
			return g, err
		}
	}
}
