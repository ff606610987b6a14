package store

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"doublecorner/game"
)

// secret is what must not be left of a note.
const secret = "Wilhelmina of the Double Corner"

// purged calls Purge until it is done.
func purged(t *testing.T, s *Store) {
	t.Helper()
	for calls := 0; ; calls++ {
		done, err := s.Purge(background)
		must(t, err)
		if done {
			return
		}
		if calls == 1000 {
			t.Fatal("the purge is never done")
		}
	}
}

// deleted makes a store of which much was deleted that says the secret.
func deleted(t *testing.T, path string, notes int) *Store {
	t.Helper()
	s := open(t, path, Options{Volatile: true})
	note := bytes.Repeat([]byte(secret+". "), 40)
	for _, note := range [][]byte{note, nil} {
		for i := 0; i < notes; i += 500 {
			must(t, s.Update(background, func(tx game.Tx) error {
				for n := range 500 {
					if err := tx.PutNote(game.AboutPerson(game.PersonID(i+n+1)), note); err != nil {
						return err
					}
				}
				return nil
			}))
		}
	}
	return s
}

func says(t *testing.T, path string) bool { return bytes.Contains(contents(t, path), []byte(secret)) }

// What was deleted cannot be read from the file any more once it is purged.
func TestPurge(t *testing.T) {
	path := filled(t)
	s := deleted(t, path, 5000)
	if !says(t, path) {
		t.Fatal("the deleted notes are not in the file: there is nothing to purge")
	}
	before, err := sizeOf(path)
	must(t, err)
	purged(t, s)
	if says(t, path) {
		t.Error("a purged file has what was deleted")
	}
	if after, err := sizeOf(path); err != nil || after > before+before/4 {
		t.Errorf("the file had %d bytes, and has %d, %v", before, after, err)
	}
	must(t, s.Check())
	purged(t, s)
	must(t, s.Check())
	must(t, s.Close())
	must(t, open(t, path, Options{}).Check())
}

// Others go on meanwhile, and are not held up.
func TestPurgeAmongOthers(t *testing.T) {
	path := filled(t)
	s := deleted(t, path, 20000)
	ctx, stop := context.WithCancel(background)
	var wg sync.WaitGroup
	for who := range 4 {
		wg.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				about := game.AboutPlace(game.PlaceID(1 + who*100 + i%100))
				if err := s.Update(background, func(tx game.Tx) error {
					return tx.PutNote(about, []byte(strings.Repeat(fmt.Sprint("note ", i), i%300)))
				}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	purged(t, s)
	stop()
	wg.Wait()
	if says(t, path) {
		t.Error("a purged file has what was deleted")
	}
	must(t, s.Check())
}

// What somebody reads is purged when they have read it, and the file does not grow by much
// until then.
func TestPurgeWaitsForReaders(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{Volatile: true})
	about := game.AboutPerson(7)
	must(t, s.Update(background, func(tx game.Tx) error { return tx.PutNote(about, bytes.Repeat([]byte(secret), 10000)) }))
	reading, read := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	finish := sync.OnceFunc(func() {
		close(read)
		wg.Wait()
	})
	defer finish()
	wg.Go(func() {
		if err := s.View(background, func(tx game.Reader) error {
			close(reading)
			<-read
			_, err := tx.Note(about)
			return err
		}); err != nil {
			t.Error(err)
		}
	})
	<-reading
	must(t, s.Update(background, func(tx game.Tx) error { return tx.PutNote(about, nil) }))
	used := newestHeader(s.file).pages
	for range 50 {
		if done, err := s.Purge(background); done || err != nil {
			t.Fatalf("while it is read, what was deleted is purged: %v, %v", done, err)
		}
	}
	if now := newestHeader(s.file).pages; now > used+3*mostFilled {
		t.Errorf("while it waited, the file grew from %d pages to %d", used, now)
	}
	finish()
	purged(t, s)
	if says(t, path) {
		t.Error("a purged file has what was deleted")
	}
	must(t, s.Check())
}

// A purge that a killed process has begun is done by the next one, which leaves nothing.
func TestPurgeCutShort(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games.db")
	s := deleted(t, path, 3000)
	cut := 0
	for p := (purge{}); ; cut++ {
		must(t, s.Update(background, func(tx game.Tx) (err error) {
			p, err = p.next(tx.(*transaction))
			return err
		}))
		if p.stage == purgeIdle {
			break
		}
		copied := filepath.Join(dir, fmt.Sprint(cut))
		must(t, os.WriteFile(copied, contents(t, path), 0o600))
		again := open(t, copied, Options{Volatile: true})
		must(t, again.Check())
		purged(t, again)
		if says(t, copied) {
			t.Errorf("after %d transactions of a purge and another, the file has what was deleted", cut)
		}
		must(t, again.Check())
		must(t, again.View(background, func(tx game.Reader) error {
			if tx.(*transaction).tx.Bucket(scratchBucket) != nil {
				t.Error("the scratch bucket is left")
			}
			return nil
		}))
		must(t, again.Close())
		must(t, os.Remove(copied))
	}
	if cut < 5 {
		t.Errorf("the purge took %d transactions", cut+1)
	}
}

// A commit that was cut short leaves pages beyond those of the file.
func TestPurgeBeyondTheEnd(t *testing.T) {
	path := filled(t)
	b := contents(t, path)
	must(t, os.WriteFile(path, append(append(b, make([]byte, 3<<20)...), secret...), 0o600))
	s := open(t, path, Options{Volatile: true})
	purged(t, s)
	if says(t, path) {
		t.Error("a purged file has what a commit has left")
	}
	must(t, s.Check())
}

// A transaction of a purge takes no longer than one of anybody else's.
func TestPurgeHoldsNobodyUp(t *testing.T) {
	s := deleted(t, filepath.Join(t.TempDir(), "games.db"), 20000)
	longest := time.Duration(0)
	for p := (purge{}); ; {
		begun := time.Now()
		must(t, s.Update(background, func(tx game.Tx) (err error) {
			p, err = p.next(tx.(*transaction))
			return err
		}))
		longest = max(longest, time.Since(begun))
		if p.stage == purgeIdle {
			break
		}
	}
	t.Logf("the longest took %v", longest)
	if longest > time.Second {
		t.Errorf("the longest took %v", longest)
	}
}
