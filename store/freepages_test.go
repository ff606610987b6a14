package store

import (
	"bytes"
	"os"
	"slices"
	"testing"
	"time"

	"doublecorner/game"
)

// secret is a text that is erased.
const secret = "Wilhelmina of the Double Corner"

// keptAndDeleted stores many notes with the secret and deletes them.
func keptAndDeleted(t *testing.T, s *Store) {
	t.Helper()
	const notes = 2000
	for _, note := range [][]byte{bytes.Repeat([]byte(secret+". "), 40), nil} {
		must(t, s.Update(background, func(tx game.Tx) error {
			for p := range game.PersonID(notes) {
				if err := tx.PutSettings(game.PersonSettings(p+1), note); err != nil {
					return err
				}
			}
			return nil
		}))
	}
}

func says(t *testing.T, path string) bool { return bytes.Contains(contents(t, path), []byte(secret)) }

// TestZeroed checks that after an erasure, what was deleted is in the file until the next start, or compact, and that a
// start takes no time for that else.
func TestZeroed(t *testing.T) {
	t.Parallel()
	erase := func(tx game.Tx) error { return tx.PutErasure(7, time.Time{}) }
	forget := func(tx game.Tx) error { return tx.DeleteErasure(8) }
	nothing := func(game.Tx) error { return nil }
	start := func(t *testing.T, path string) { must(t, open(t, path, Options{}).Close()) }
	for _, test := range []struct {
		name string
		does func(game.Tx) error
		then func(*testing.T, string)
		left bool
	}{
		{"erased, and started", erase, start, false},
		{"an erasure is forgotten", forget, start, false},
		{"erased, and compacted", erase, func(t *testing.T, path string) {
			_, _, err := Compact(path)
			must(t, err)
		}, false},
		{"nobody was erased", nothing, start, true},
		{"erased, and opened to be read", erase, func(t *testing.T, path string) {
			must(t, open(t, path, Options{ReadOnly: true}).Close())
		}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filled(t)
			s := open(t, path, Options{})
			must(t, s.Update(background, func(tx game.Tx) error { return tx.PutErasure(8, time.Time{}) }))
			must(t, s.Close())
			s = open(t, path, Options{})
			keptAndDeleted(t, s)
			must(t, s.Update(background, test.does))
			must(t, s.Close())
			if !says(t, path) {
				t.Fatal("what was deleted is not in the file: there is nothing to zero")
			}
			test.then(t, path)
			if says(t, path) != test.left {
				t.Errorf("what was deleted is in the file: %t", !test.left)
			}
			s = open(t, path, Options{})
			must(t, s.Check())
			keptAndDeleted(t, s)
			must(t, s.Close())
			start(t, path)
			if !says(t, path) {
				t.Error("a start zeroes pages although nobody was erased since the last")
			}
		})
	}
}

// TestZeroedBeyondTheEnd checks that what an interrupted commit has left behind the end of the file is zeroed.
func TestZeroedBeyondTheEnd(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{})
	must(t, s.Update(background, func(tx game.Tx) error { return tx.PutErasure(7, time.Time{}) }))
	must(t, s.Close())
	tail := append(make([]byte, 3<<20), secret...)
	must(t, os.WriteFile(path, slices.Concat(contents(t, path), tail, tail), 0o600))
	s = open(t, path, Options{})
	if says(t, path) {
		t.Error("what a commit has left is in the file")
	}
	must(t, s.Check())
}
