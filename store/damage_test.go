package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/internal/keyed"
)

// TestDamageIsExplained checks that a damaged page makes an error with its remedy, both in a
// View and in an Update.
func TestDamageIsExplained(t *testing.T) {
	whole := contents(t, filled(t))
	file := bytes.NewReader(whole)
	w := walkTo("games", file)
	must(t, w.Err())
	size := uint64(w.head.PageSize)
	path := filepath.Join(t.TempDir(), "games.db")
	read, updated := 0, 0
	for page := range w.seen {
		b := bytes.Clone(whole)
		clear(b[page*size:][:size])
		must(t, os.WriteFile(path, b, 0o600))
		s, err := Open(path, Options{Volatile: true})
		if err != nil {
			continue // it is refused as a whole
		}
		all := func(tx game.Reader) error {
			_, err := tx.Games(game.AllGames(), "", 1000)
			return err
		}
		explained := func(err error, n *int) {
			if err == nil {
				return
			}
			*n++
			if text := err.Error(); !strings.Contains(text, path+" is damaged (") ||
				!strings.Contains(text, `look at it with "doublecorner doctor", and restore a backup`) {
				t.Errorf("page %d: %v", page, err)
			}
			if !s.Counts().Damaged {
				t.Errorf("page %d: it is not counted as damaged", page)
			}
		}
		explained(s.View(background, all), &read)
		explained(s.Update(background, func(tx game.Tx) error { return all(tx) }), &updated)
		must(t, s.Close())
	}
	if read == 0 || updated != read {
		t.Errorf("of %d pages %d were found by reading and %d by updates", len(w.seen), read, updated)
	}
}

// TestDamageFoundByCommit has a commit join pages, one of them damaged, although no update reads it.
func TestDamageFoundByCommit(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{Volatile: true})
	erase := func(from, to game.PersonID, put func(game.Tx, game.PersonID) error) error {
		return s.Update(background, func(tx game.Tx) (err error) {
			for p := from; p < to; p++ {
				err = errors.Join(err, put(tx, p))
			}
			return err
		})
	}
	must(t, erase(1, 1000, func(tx game.Tx, p game.PersonID) error { return tx.PutErasure(p, time.Time{}) }))
	must(t, s.Close())
	whole := contents(t, path)
	w := walkTo(keyed.Erasures, bytes.NewReader(whole))
	must(t, w.Err())
	size, found := uint64(w.head.PageSize), 0
	for page := range w.seen {
		b := bytes.Clone(whole)
		clear(b[page*size:][:size])
		must(t, os.WriteFile(path, b, 0o600))
		var err error
		if s, err = Open(path, Options{Volatile: true}); err != nil {
			continue // it is refused as a whole
		}
		for p := game.PersonID(1); p < 1000 && s.failed == nil; p += 10 {
			err = erase(p, p+10, game.Tx.DeleteErasure)
		}
		if s.failed != nil {
			found++
			if text := err.Error(); !errors.Is(err, game.ErrNotStored) ||
				!strings.Contains(text, path+" is damaged (") ||
				!strings.Contains(text, "restore a backup; nothing more is written") {
				t.Errorf("page %d: %v", page, err)
			}
		}
		must(t, s.Close())
	}
	if found == 0 {
		t.Errorf("of %d pages none was found by a commit", len(w.seen))
	}
}

// TestPanicIsNoDamage checks that a panic of our own code is not taken for damage, also if the
// runtime raised it.
func TestPanicIsNoDamage(t *testing.T) {
	s := open(t, filled(t), Options{})
	var none *game.Game
	for name, fall := range map[string]func(){
		"value": func() { panic("ours") },
		"nil":   func() { none.Place++ },
		"index": func() { _ = draughts.Keys()[1<<20] },
	} {
		t.Run(name, func(t *testing.T) {
			goesOn := func(do func() error) {
				t.Helper()
				defer func() {
					if recover() == nil {
						t.Error("the panic does not go on")
					}
				}()
				t.Errorf("it is the error %v", do())
			}
			read := func(tx game.Reader) error {
				_, err := tx.Games(game.AllGames(), "", 1)
				must(t, err)
				fall()
				return nil
			}
			goesOn(func() error { return s.View(background, read) })
			goesOn(func() error { return s.Update(background, func(tx game.Tx) error { return read(tx) }) })
		})
	}
	must(t, s.Check())
}
