package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/store/internal/keyed"
)

// An answer that is given anew takes the place of the one before, and a challenge whose maker was
// erased is still its other player's.
func TestIndexesOfWhatChanges(t *testing.T) {
	s := open(t, filled(t), Options{Volatile: true})
	for at := range int64(2) {
		given := game.AnswerRecord{At: time.UnixMilli(1_800_000_000_000 + at).UTC()}
		must(t, s.Update(background, func(tx game.Tx) error { return tx.PutAnswerRecord("again", given) }))
		must(t, s.View(background, func(tx game.Reader) error {
			if got, err := tx.AnswerRecord("again"); err != nil || !got.At.Equal(given.At) {
				t.Errorf("it was given at %v, want %v; %v", got.At, given.At, err)
			}
			return nil
		}))
		must(t, s.Check())
	}
	must(t, s.Update(background, func(tx game.Tx) error {
		v := homemade(t, "Mine")
		c := &game.Challenge{ID: "K7Q2", From: game.FormerPlayer, To: 70, Rules: game.IdentifyRules(v.Rules()), Terms: game.Terms{Variant: v}}
		return tx.PutChallenge(c)
	}))
	must(t, s.View(background, func(tx game.Reader) error {
		page, err := tx.Challenges(game.AllChallengesWith(70), "", 1)
		if len(page.Items) != 1 {
			t.Error("a challenge whose maker was erased is not its other player's")
		}
		return err
	}))
}

// Every index that does not say what the records say is found.
func TestCheckFindsWhatIsWrong(t *testing.T) {
	path := filled(t)
	for _, name := range keyed.Indexes {
		for what, spoil := range map[string]func(b *bolt.Bucket, k, v []byte) error{
			"lacks one": func(b *bolt.Bucket, k, _ []byte) error { return b.Delete(k) },
			"has one too many": func(b *bolt.Bucket, k, v []byte) error {
				return b.Put(append(bytes.Clone(k), 'X'), v)
			},
			"says another thing": func(b *bolt.Bucket, k, v []byte) error { return b.Put(k, append(bytes.Clone(v), 'X')) },
		} {
			spoilt := filepath.Join(t.TempDir(), "spoilt.db")
			must(t, os.WriteFile(spoilt, contents(t, path), 0o600))
			s := open(t, spoilt, Options{Volatile: true})
			empty := false
			must(t, s.db.Update(func(tx *bolt.Tx) error {
				b := bucketIn(tx, name)
				k, v := b.Cursor().First()
				if empty = k == nil; empty {
					return nil
				}
				return spoil(b, bytes.Clone(k), bytes.Clone(v))
			}))
			if err := s.Check(); empty == (err != nil) {
				t.Errorf("index %q %s: %v", name, what, err)
			}
			must(t, s.Close())
		}
	}

	// A file with a damaged header is checked as well.
	s := open(t, path, Options{})
	must(t, s.db.Update(func(tx *bolt.Tx) error {
		return bucketIn(tx, "games by person").Put([]byte("X"), nil)
	}))
	must(t, s.Close())
	b := contents(t, path)
	older, newest := b[pageHeader:], newestHeader(bytes.NewReader(b))
	if h, _ := parseHeader(older); h.TxID == newest.TxID {
		older = older[newest.PageSize:]
	}
	older[0] ^= 0x5A
	must(t, os.WriteFile(path, b, 0o600))
	s = open(t, path, Options{ReadOnly: true})
	if err := s.Check(); s.Doubt() == "" || err == nil || !strings.Contains(err.Error(), "games by person") {
		t.Errorf("with a damaged header, the error is %v", err)
	}
	must(t, s.Close())
}

// TestCheckBesideUpdates checks files while updates go on: each check sees the file as it was at one moment.
func TestCheckBesideUpdates(t *testing.T) {
	s := open(t, filled(t), Options{Volatile: true})
	over, stop := context.WithCancel(background)
	var updates sync.WaitGroup
	for from := range 4 {
		updates.Go(func() {
			for p := game.PersonID(from * 1000); over.Err() == nil; p++ {
				must(t, s.Update(background, func(tx game.Tx) error { return tx.PutErasure(p, time.Time{}) }))
				must(t, s.Update(background, func(tx game.Tx) error { return tx.DeleteErasure(p - 5) }))
			}
		})
	}
	before := s.Counts().Commits
	for range 20 {
		must(t, s.Check())
	}
	if n := s.Counts().Commits - before; n < 20 {
		t.Errorf("only %d commits were made meanwhile", n)
	}
	stop()
	updates.Wait()
}

// TestDailyCheck checks that a process that has a file finds what is wrong with it, and says so from then on.
func TestDailyCheck(t *testing.T) {
	path := filled(t)
	synctest.Test(t, func(t *testing.T) {
		s := open(t, path, Options{Volatile: true})
		ctx, stop := context.WithCancel(t.Context())
		var found []error
		go s.CheckDaily(ctx, func(err error) { found = append(found, err) })
		time.Sleep(12 * time.Hour)
		if len(found) > 0 || s.Counts().Damaged {
			t.Errorf("it finds %v", found)
		}
		must(t, s.db.Update(func(tx *bolt.Tx) error { return bucketIn(tx, "games by person").Put([]byte("X"), nil) }))
		time.Sleep(24 * time.Hour)
		if len(found) != 1 || !strings.Contains(found[0].Error(), "games by person") || !s.Counts().Damaged {
			t.Errorf("it finds %v, and says %v", found, s.Counts().Damaged)
		}
		stop()
		must(t, s.Close())
	})
}

// A game that cannot have been played is found, though every record can be read.
func TestCheckReplaysGames(t *testing.T) {
	s := open(t, filled(t), Options{Volatile: true})
	must(t, s.Update(background, func(tx game.Tx) error {
		page, err := tx.Games(game.RunningGamesIn(5), "", 1)
		if err != nil {
			return err
		}
		g := page.Items[0]
		return tx.PutGame(game.Restore(g.Header, append(g.Events(), game.Event{
			Kind: game.Moved, Side: g.Turn(), At: g.Changed(), Downtime: g.Event(g.Seq() - 1).Downtime, Path: game.Path{1, 2},
		})))
	}))
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "illegal move") {
		t.Errorf("the error is %v", err)
	}
}

// A list with a game that cannot be read is an error, not a list without it.
func TestListsTellOfWhatIsBroken(t *testing.T) {
	s := open(t, filled(t), Options{Volatile: true})
	must(t, s.db.Update(func(tx *bolt.Tx) error {
		games := tx.Bucket([]byte("games"))
		id, _ := games.Cursor().First()
		return games.Put(bytes.Clone(id), []byte("broken"))
	}))
	must(t, s.View(background, func(tx game.Reader) error {
		if page, err := tx.Games(game.AllGames(), "", 100); err == nil || len(page.Items) > 0 {
			t.Errorf("%d games are listed, %v", len(page.Items), err)
		}
		return nil
	}))
}

// A page that is in no bucket and not free either is found, though every record is there, also
// where one of the two headers is not whole.
func TestCheckFindsLostPages(t *testing.T) {
	path := filled(t)
	b := contents(t, path)
	first, ok := parseHeader(b[pageHeader:])
	second, also := parseHeader(b[int(first.PageSize)+pageHeader:])
	if !ok || !also {
		t.Fatal("the file has no two headers")
	}
	at := 0
	if second.TxID > first.TxID {
		at = int(first.PageSize)
	}
	free := b[int(binary.NativeEndian.Uint64(b[at+pageHeader+32:]))*int(first.PageSize):]
	n := binary.NativeEndian.Uint16(free[10:])
	if n == 0 {
		t.Fatal("no page is free")
	}
	binary.NativeEndian.PutUint16(free[10:], n-1)
	older := b[int(first.PageSize)-at:]
	for _, damage := range []byte{0, 0x5A} {
		older[pageHeader] ^= damage
		must(t, os.WriteFile(path, b, 0o600))
		s := open(t, path, Options{ReadOnly: true})
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), "unreachable") {
			t.Errorf("with the older header damaged by %#x, the error is %v", damage, err)
		}
		must(t, s.Close())
	}
}

// A file that lacks a bucket is not opened: it is not one without games.
func TestMissingBucket(t *testing.T) {
	whole, path := contents(t, filled(t)), filepath.Join(t.TempDir(), "games.db")
	for _, name := range slices.Concat([]string{indexBucket}, keyed.Buckets(), keyed.Indexes) {
		must(t, os.WriteFile(path, whole, 0o600))
		db, err := bolt.Open(path, 0o600, nil)
		must(t, err)
		must(t, db.Update(func(tx *bolt.Tx) error {
			if slices.Contains(keyed.Indexes, name) {
				return tx.Bucket([]byte(indexBucket)).DeleteBucket([]byte(name))
			}
			return tx.DeleteBucket([]byte(name))
		}))
		must(t, db.Close())
		s, err := Open(path, Options{ReadOnly: true})
		if err == nil {
			must(t, s.Close())
		}
		if want := fmt.Sprintf("it lacks the bucket %q", name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("without %q: %v", name, err)
		}
	}
}
