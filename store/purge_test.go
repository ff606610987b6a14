package store

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
)

// secret is a text that a purge must overwrite.
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

// deleted makes a store in which much with the secret was deleted.
func deleted(t *testing.T, path string, notes int) *Store {
	t.Helper()
	s := open(t, path, Options{Volatile: true})
	note := bytes.Repeat([]byte(secret+". "), 40)
	for _, note := range [][]byte{note, nil} {
		for i := 0; i < notes; i += 500 {
			must(t, s.Update(background, func(tx game.Tx) error {
				for n := range 500 {
					if err := tx.PutSettings(game.PersonSettings(game.PersonID(i+n+1)), note); err != nil {
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

// TestPurge checks that deleted data cannot be read from the file after a purge.
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

// TestPurgeAmongOthers checks that updates go on during a purge without delay.
func TestPurgeAmongOthers(t *testing.T) {
	path := filled(t)
	s := deleted(t, path, 20000)
	ctx, stop := context.WithCancel(background)
	var wg sync.WaitGroup
	for who := range 4 {
		wg.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				about := game.PlaceSettings(game.PlaceID(1 + who*100 + i%100))
				if err := s.Update(background, func(tx game.Tx) error {
					return tx.PutSettings(about, []byte(strings.Repeat(fmt.Sprint("note ", i), i%300)))
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

// TestPurgeWaitsForReaders checks that pages that a View reads are purged after it, and that the
// file does not grow by much until then.
func TestPurgeWaitsForReaders(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{Volatile: true})
	about := game.PersonSettings(7)
	must(t, s.Update(background, func(tx game.Tx) error { return tx.PutSettings(about, bytes.Repeat([]byte(secret), 10000)) }))
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
			_, err := tx.Settings(about)
			return err
		}); err != nil {
			t.Error(err)
		}
	})
	<-reading
	must(t, s.Update(background, func(tx game.Tx) error { return tx.PutSettings(about, nil) }))
	used := newestHeader(s.file).Pages
	for range 50 {
		if done, err := s.Purge(background); done || err != nil {
			t.Fatalf("while it is read, what was deleted is purged: %v, %v", done, err)
		}
	}
	if now := newestHeader(s.file).Pages; now > used+3*mostFilled {
		t.Errorf("while it waited, the file grew from %d pages to %d", used, now)
	}
	finish()
	purged(t, s)
	if says(t, path) {
		t.Error("a purged file has what was deleted")
	}
	must(t, s.Check())
}

// TestPurgeCutShort checks that the next purge completes one that was interrupted by a kill.
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

// TestPurgeBeyondTheEnd checks that pages of an interrupted commit behind the end of the file
// are overwritten.
func TestPurgeBeyondTheEnd(t *testing.T) {
	path := filled(t)
	b := contents(t, path)
	tail := append(make([]byte, 3<<20), secret...)
	must(t, os.WriteFile(path, slices.Concat(b, tail, tail), 0o600))
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
	longest, deletions := time.Duration(0), 0
	for p := (purge{}); ; {
		before := scratchBuckets(t, s)
		begun := time.Now()
		must(t, s.Update(background, func(tx game.Tx) (err error) {
			p, err = p.next(tx.(*transaction))
			return err
		}))
		longest = max(longest, time.Since(begun))
		if p.stage == purgeDeletes {
			deletions++
			if deleted := before - scratchBuckets(t, s); deleted != mostDeleted {
				t.Errorf("a transaction deletes %d buckets, want %d", deleted, mostDeleted)
			}
		}
		if p.stage == purgeIdle {
			break
		}
	}
	t.Logf("the longest took %v", longest)
	if deletions == 0 {
		t.Error("all is deleted in one transaction")
	}
	if longest > time.Second {
		t.Errorf("the longest took %v", longest)
	}
}

// scratchBuckets returns how many buckets of zeros there are.
func scratchBuckets(t *testing.T, s *Store) (n int) {
	t.Helper()
	must(t, s.db.View(func(tx *bolt.Tx) error {
		b := tx.Bucket(scratchBucket)
		if b == nil {
			return nil
		}
		return b.ForEachBucket(func([]byte) error { n++; return nil })
	}))
	return n
}

func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
