package store

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"doublecorner/store/transfer"
)

func setSchema(t *testing.T, path string, version uint64) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error { return putSchema(tx, version) }))
	must(t, db.Close())
}

func TestUnknownSchema(t *testing.T) {
	path := filled(t)
	setSchema(t, path, 99)
	before := contents(t, path)
	for _, o := range []Options{{}, {ReadOnly: true}, {ReadOnly: true, older: true}} {
		_, err := Open(path, o)
		if err == nil || !strings.Contains(err.Error(), "later version") || !strings.Contains(err.Error(), "its schema is 99") {
			t.Errorf("the error is %v", err)
		}
	}
	if !bytes.Equal(contents(t, path), before) {
		t.Error("the file was changed")
	}
}

// TestFirstSchema opens a file of the first schema, which two people made with all commands and buttons, brings it up to date,
// and copies all of it.
func TestFirstSchema(t *testing.T) {
	packed, err := os.Open("testdata/schema-1.db.gz")
	must(t, err)
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	must(t, err)
	b, err := io.ReadAll(unpacked)
	must(t, err)
	dir := t.TempDir()
	path := filepath.Join(dir, "games.db")
	must(t, os.WriteFile(path, b, 0o600))
	s := open(t, path, Options{})
	must(t, s.Check())
	kinds, err := transfer.All(background, s, NewFiller(filepath.Join(dir, "copy.db")), func(int, int) {})
	must(t, err)
	want := map[string]int{
		"rule set": 3, "game": 14, "review": 1, "challenge": 8, "tournament": 3, "leaderboard entry": 8, "announcement": 1, "answer": 81,
		"erasure": 1, "settings": 3, "puzzle": 4, "attempt": 3, "daily puzzle": 1, "session": 1, "service": 1,
	}
	if !maps.Equal(kinds, want) {
		t.Errorf("it has %v, want %v", kinds, want)
	}
}

// inLater runs something as a later version of the program, which brings files from schema 1 to 2.
func inLater(do func() error) error {
	migrations = []func(*bolt.Tx) error{func(tx *bolt.Tx) error {
		return tx.Bucket([]byte(metaBucket)).Put([]byte("new"), []byte("yes"))
	}}
	defer func() { migrations = nil }()
	return do()
}

// A file of an earlier version is brought up to date once, after it was copied.
func TestMigration(t *testing.T) {
	path, ran := filled(t), ""
	defer func() { migrations = nil }()
	migrations = []func(*bolt.Tx) error{
		func(tx *bolt.Tx) error {
			ran += "1"
			return tx.Bucket([]byte(metaBucket)).Put([]byte("new"), []byte("yes"))
		},
		func(*bolt.Tx) error { ran += "2"; return nil },
	}
	if _, err := Open(path, Options{ReadOnly: true}); err == nil || !strings.Contains(err.Error(), "earlier version") {
		t.Errorf("opened to be read, the error is %v", err)
	}
	for range 2 {
		s := open(t, path, Options{})
		must(t, s.Check())
		must(t, s.Close())
	}
	if ran != "12" {
		t.Errorf("migrations ran: %s", ran)
	}
	copies, err := filepath.Glob(path + ".schema-1.*")
	must(t, err)
	if len(copies) != 1 {
		t.Fatalf("copies are %v", copies)
	}
	migrations = nil // of the program that wrote it
	old := open(t, copies[0], Options{})
	must(t, old.Check())
	must(t, old.db.View(func(tx *bolt.Tx) error {
		if tx.Bucket([]byte(metaBucket)).Get([]byte("new")) != nil {
			t.Error("the copy was brought up to date")
		}
		return nil
	}))
}

// A migration that fails in whatever way leaves the file as it was, and no copy of it.
func TestMigrationFails(t *testing.T) {
	defer func() { migrations = nil }()
	path := filled(t)
	before := contents(t, path)
	for _, test := range []struct {
		name string
		step func(*bolt.Tx) error
		want string
	}{
		{"a step", func(*bolt.Tx) error { return errors.New("no") }, "from schema 2 to 3, and is unchanged"},
		{"a step that panics", func(*bolt.Tx) error { panic("no page") }, "is damaged: no page; restore a backup"},
	} {
		migrations = []func(*bolt.Tx) error{
			func(tx *bolt.Tx) error { return tx.Bucket([]byte(metaBucket)).Put([]byte("new"), []byte("yes")) },
			test.step,
		}
		_, err := Open(path, Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: the error is %v", test.name, err)
		}
		if left, err := filepath.Glob(path + ".*"); err != nil || len(left) > 0 {
			t.Errorf("%s: copies are left: %v", test.name, left)
		}
		if !bytes.Equal(contents(t, path), before) {
			t.Errorf("%s: the file was changed", test.name)
		}
	}
}

// What is damaged is not brought up to date: a step could follow it for ever.
func TestMigrationOfDamaged(t *testing.T) {
	path := filled(t)
	b := contents(t, path)
	page, n := pageOf(t, b, branchPage, 2)
	binary.NativeEndian.PutUint64(page[pageHeader+8:], n)
	must(t, os.WriteFile(path, b, 0o600))
	err := inLater(func() error { _, err := Open(path, Options{}); return err })
	if err == nil || !strings.Contains(err.Error(), "is damaged; restore a backup") {
		t.Errorf("the error is %v", err)
	}
	if left, err := filepath.Glob(path + ".*"); err != nil || len(left) > 0 || !bytes.Equal(contents(t, path), b) {
		t.Errorf("it was changed, or there are copies: %v", left)
	}
}
