package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/storetest"
)

// filled makes a file with some of everything in it, and returns its name.
func filled(t testing.TB) string {
	t.Helper()
	filledFile.Lock()
	defer filledFile.Unlock()
	if filledFile.content == nil {
		filledFile.content = fill(t)
	}
	path := filepath.Join(t.TempDir(), "games.db")
	must(t, os.WriteFile(path, filledFile.content, 0o600))
	return path
}

// filledFile has the content of the files that have some of everything, once there is one.
var filledFile struct {
	sync.Mutex
	content []byte
}

// fill makes a file with some of everything, and returns its content.
func fill(t testing.TB) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.db")
	s := open(t, path, Options{Volatile: true})
	r := storetest.NewReferee(s)
	must(t, r.Resume(background))
	dice := rand.New(rand.NewPCG(1, 1))
	n := 0
	request := func(p game.PersonID) game.Request {
		n++
		return game.Request{ID: game.RequestID(fmt.Sprint(n)), By: game.Actor{Person: p}, Place: 5}
	}
	for i := range 20 {
		v, err := draughts.Builtin(draughts.Keys()[i])
		must(t, err)
		a, b := game.PersonID(10+i%3), game.PersonID(20+i%4)
		answer, err := r.Challenge(background, game.ChallengeRequest{Request: request(a), To: b, Terms: game.Terms{Variant: v, Rated: true}})
		must(t, err)
		answer, err = r.Accept(background, game.ReplyRequest{Request: request(b), Challenge: answer.Challenge.ID})
		must(t, err)
		for g := answer.Game; !g.IsOver() && g.Len() < 30; g = answer.Game {
			h, err := g.History()
			must(t, err)
			moves := h.Position().Moves()
			answer, err = r.Move(background, game.MoveRequest{
				GameRequest: game.GameRequest{Request: request(g.Player(g.Turn())), Game: g.ID, Ply: g.Ply()},
				Text:        h.Position().Full(moves[dice.IntN(len(moves))], draughts.Numbers),
			})
			must(t, err)
		}
		if g := answer.Game; !g.IsOver() && i%4 > 0 {
			_, err := r.Resign(background, game.GameRequest{Request: request(a), Game: g.ID, Ply: g.Ply()})
			must(t, err)
		}
	}
	must(t, s.Check())
	must(t, s.Close())
	return contents(t, path)
}

func contents(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	must(t, err)
	return b
}

// pageOf returns the first page of a file that is in use, of a kind and has a number of
// elements, and its number.
func pageOf(t *testing.T, b []byte, kind uint16, atLeast int) ([]byte, uint64) {
	t.Helper()
	w := walkPages(bytes.NewReader(b), newestHeader(bytes.NewReader(b)))
	must(t, w.Err())
	for n := range w.head.Pages {
		page := b[n*uint64(w.head.PageSize):][:w.head.PageSize]
		if w.seen[n] && binary.NativeEndian.Uint64(page) == n && binary.NativeEndian.Uint16(page[8:]) == kind && elements(page) >= atLeast {
			return page, n
		}
	}
	t.Fatalf("no page is of kind %d", kind)
	return nil, 0
}

// A file that is cut short is refused wherever it was cut, and left as it is.
func TestTruncatedCopy(t *testing.T) {
	original := filled(t)
	whole, used := contents(t, original), 0
	s := open(t, original, Options{ReadOnly: true})
	must(t, s.db.View(func(tx *bolt.Tx) error { used = int(tx.Size()); return nil }))
	path := filepath.Join(t.TempDir(), "copy.db")
	cuts := []int{0, 1, 16, 79, 80, 1000, 4096, 4096 + 80, 8192, used / 2, used - 4096, used - 1}
	for range 40 {
		cuts = append(cuts, rand.IntN(used))
	}
	for _, cut := range cuts {
		must(t, os.WriteFile(path, whole[:cut], 0o600))
		for _, o := range []Options{{}, {ReadOnly: true}} {
			s, err := Open(path, o)
			if err == nil {
				s.Close()
				t.Fatalf("a file cut to %d of %d bytes was opened", cut, used)
			}
			if text := err.Error(); !strings.Contains(text, "restore a backup") || !strings.Contains(text, path) {
				t.Errorf("cut to %d bytes, the error is %v", cut, err)
			}
		}
		if !bytes.Equal(contents(t, path), whole[:cut]) {
			t.Fatalf("a file cut to %d bytes was changed", cut)
		}
	}
	must(t, os.WriteFile(path, whole[:used], 0o600)) // all that counts
	s = open(t, path, Options{})
	must(t, s.Check())
}

// Of the two headers the newer one says how long a file must be, wherever it is.
func TestNewerHeader(t *testing.T) {
	whole := contents(t, filled(t))
	h, ok := parseHeader(whole[pageHeader:])
	if !ok {
		t.Fatal("the file has no header")
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	for newer := range 2 {
		b := bytes.Clone(whole)
		for nth, pages := range map[int]uint64{newer: 8, 1 - newer: 4} {
			meta := b[nth*int(h.PageSize)+pageHeader:][:headerSize]
			binary.NativeEndian.PutUint64(meta[40:], pages)
			binary.NativeEndian.PutUint64(meta[48:], 100+pages)
			sum := fnv.New64a()
			sum.Write(meta[:56])
			binary.NativeEndian.PutUint64(meta[56:], sum.Sum64())
		}
		for pages, fine := range map[int]bool{8: true, 7: false, 5: false} {
			must(t, os.WriteFile(path, b[:pages*int(h.PageSize)], 0o600))
			if err := checkHeader(path); (err == nil) != fine {
				t.Errorf("with %d of 8 pages by header %d: %v", pages, newer, err)
			}
		}
	}
}

func TestNotOurs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.txt")
	must(t, os.WriteFile(path, []byte(strings.Repeat("Dear Bob\n", 1000)), 0o600))
	if _, err := Open(path, Options{}); err == nil || !strings.Contains(err.Error(), "not a file of games") {
		t.Errorf("the error is %v", err)
	}
	empty := filepath.Join(t.TempDir(), "empty.db")
	must(t, os.WriteFile(empty, nil, 0o600))
	if _, err := Open(empty, Options{}); err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("the error is %v", err)
	}
	if _, err := Open(filepath.Dir(path), Options{}); err == nil || !strings.Contains(err.Error(), "is not a file") {
		t.Errorf("the error is %v", err)
	}
	if _, err := Open(filepath.Join(path, "x", "games.db"), Options{}); err == nil {
		t.Error("a file was made inside a file")
	}
	if _, err := Open(filepath.Join(filepath.Dir(path), "x", "games.db"), Options{}); err == nil ||
		!strings.Contains(err.Error(), "no directory") {
		t.Errorf("the error is %v", err)
	}
	if _, err := Open(filepath.Join(filepath.Dir(path), "none.db"), Options{ReadOnly: true}); err == nil ||
		!strings.Contains(err.Error(), "there is no file") {
		t.Errorf("the error is %v", err)
	}
	foreign := filepath.Join(t.TempDir(), "other.db")
	db, err := bolt.Open(foreign, 0o600, nil)
	must(t, err)
	must(t, db.Close())
	if _, err := Open(foreign, Options{}); err == nil || !strings.Contains(err.Error(), "not one of games") {
		t.Errorf("the error is %v", err)
	}
}

func TestLockedError(t *testing.T) {
	for _, test := range []struct {
		err  LockedError
		want string
	}{
		{LockedError{Path: "g.db"}, `g.db is in use by another process, which "lsof g.db" may name;`},
		{LockedError{Path: "g.db", PID: 7}, "g.db is in use by process 7;"},
		{LockedError{Path: "g.db", PID: 7, Command: "bot run"}, "g.db is in use by process 7 (bot run);"},
	} {
		if got := test.err.Error(); !strings.HasPrefix(got, test.want) {
			t.Errorf("%+v is told as %s", test.err, got)
		}
	}
}

func TestLocked(t *testing.T) {
	t.Parallel()
	path := filled(t)
	s := open(t, path, Options{})
	for _, o := range []Options{{Wait: 50 * time.Millisecond}, {ReadOnly: true}} {
		_, err := Open(path, o)
		var locked *LockedError
		if !errors.As(err, &locked) {
			t.Fatalf("the error is %v", err)
		}
		if _, err := os.Stat("/proc/locks"); err == nil && (locked.PID != os.Getpid() || !strings.Contains(locked.Command, os.Args[0])) {
			t.Errorf("it names process %d, %s, want %d, %s", locked.PID, locked.Command, os.Getpid(), os.Args[0])
		}
	}
	if _, err := Restore(path, filled(t)); err == nil || !strings.Contains(err.Error(), "in use by") {
		t.Errorf("restoring over a file in use, the error is %v", err)
	}
	must(t, s.Close())
	must(t, open(t, path, Options{}).Close())
}

// A file that was replaced while a process waited for it is not used: that process gets
// the new one.
func TestReplacedWhileWaiting(t *testing.T) {
	t.Parallel()
	path := filled(t)
	s := open(t, path, Options{})
	opened := make(chan *Store)
	go func() {
		other, err := Open(path, Options{Wait: 30 * time.Second})
		if err != nil {
			t.Error(err)
		}
		opened <- other
	}()
	must(t, os.Rename(filled(t), path))
	must(t, s.Close())
	other := <-opened
	defer other.Close()
	must(t, other.Update(background, func(tx game.Tx) error { return tx.PutErasure(7, time.Time{}) }))
	must(t, other.Close())
	again := open(t, path, Options{})
	must(t, again.View(background, func(tx game.Reader) error {
		if _, err := tx.Erasure(7); err != nil {
			t.Error("what was written went to a file that has no name any more")
		}
		return nil
	}))
}

// What a process that was killed left under a temporary name is removed, and what a running one writes is not.
func TestSweep(t *testing.T) {
	path := filled(t)
	backup := filepath.Join(filepath.Dir(path), "backup.db")
	s := open(t, path, Options{Volatile: true})
	must(t, s.backupTo(backup))
	must(t, s.Close())
	export := filepath.Join(filepath.Dir(path), "games.pdn")
	for name, again := range map[string]func() error{
		".games.db.compact-1":                             func() error { _, _, err := Compact(path); return err },
		".games.db.restored-2":                            func() error { _, err := Restore(path, backup); return err },
		".games.db.before-restore.20260314-120000.part-3": func() error { _, err := Restore(path, backup); return err },
		".games.db.schema-1.20260314-120000.part-4": func() error {
			s, err := Open(path, Options{})
			if err == nil {
				err = s.Close()
			}
			return err
		},
		".games.pdn.part-5": func() error { return WriteNew(export, func(io.Writer) error { return nil }) },
	} {
		left := filepath.Join(filepath.Dir(path), name)
		must(t, os.WriteFile(left, []byte(secret), 0o600))
		must(t, again())
		if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s stays: %v", name, err)
		}
	}
	old := time.Now().Add(-time.Hour)
	for name, stays := range map[string]bool{
		".games-2026-03-14.pdn.part-6":  false, // it was to be another day's
		".games-today.pdn.part-7":       true,
		".games-2026-03-13.pdn.other-8": true,
		"games-2026-03-13.pdn.part-9":   true,
	} {
		left := filepath.Join(filepath.Dir(path), name)
		for _, age := range []time.Time{time.Now(), old} {
			must(t, os.WriteFile(left, []byte(secret), 0o600))
			must(t, os.Chtimes(left, age, age))
			today := filepath.Join(filepath.Dir(path), "games-2026-03-15.pdn")
			must(t, WriteNew(today, func(io.Writer) error { return nil }))
			must(t, os.Remove(today))
			if _, err := os.Stat(left); (err == nil) != (stays || age != old) {
				t.Errorf("%s of %v: %v", name, age, err)
			}
		}
	}
	must(t, os.Remove(export))
	must(t, WriteNew(export, func(w io.Writer) error {
		if err := WriteNew(export, func(io.Writer) error { return errFull }); !errors.Is(err, errFull) {
			t.Errorf("the error is %v", err)
		}
		_, err := os.Stat(w.(*os.File).Name())
		return err
	}))
}

// A file is there when it is whole, or another is left alone, also where files cannot have
// two names.
func TestWriteNew(t *testing.T) {
	defer func() { link = os.Link }()
	for _, link = range []func(string, string) error{os.Link, noLinks} {
		dir := t.TempDir()
		path := filepath.Join(dir, "new.db")
		full := &fs.PathError{Op: "write", Path: "x", Err: errors.New("full")}
		err := WriteNew(path, func(w io.Writer) error {
			full.Path = w.(*os.File).Name()
			return full
		})
		if err == nil || err.Error() != path+" cannot be written: full" {
			t.Errorf("the error is %v", err)
		}
		unread := &fs.PathError{Op: "read", Path: "elsewhere", Err: errors.New("broken")}
		if err := WriteNew(path, func(io.Writer) error { return unread }); err == nil || err.Error() != "read elsewhere: broken" {
			t.Errorf("the error is %v", err)
		}
		if err := WriteNew(filepath.Join(dir, "none", "new.db"), nil); err == nil ||
			!strings.Contains(err.Error(), "new.db cannot be written: no such file") {
			t.Errorf("the error is %v", err)
		}
		must(t, WriteNew(path, func(w io.Writer) error {
			if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("it is there before it is whole: %v", err)
			}
			_, err := io.WriteString(w, "one")
			return err
		}))
		if err := WriteNew(path, nil); !errors.Is(err, fs.ErrExist) {
			t.Errorf("over another, the error is %v", err)
		}
		second := filepath.Join(dir, "second.db")
		err = WriteNew(second, func(io.Writer) error { return os.WriteFile(second, []byte("theirs"), 0o600) })
		if !errors.Is(err, fs.ErrExist) || string(contents(t, second)) != "theirs" {
			t.Errorf("when another process was faster, the error is %v", err)
		}
		if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 || string(contents(t, path)) != "one" {
			t.Errorf("there are %q and %v", contents(t, path), left)
		}
	}
}

func noLinks(from, to string) error {
	if _, err := os.Stat(from); err != nil {
		return err
	}
	return &os.LinkError{Op: "link", Old: from, New: to, Err: syscall.EPERM}
}

// Bytes that are damaged anywhere are found, or do no harm; nothing crashes.
func TestDamagedBytes(t *testing.T) {
	whole := contents(t, filled(t))
	path := filepath.Join(t.TempDir(), "damaged.db")
	found := 0
	const tries = 60
	for range tries {
		damaged := bytes.Clone(whole)
		at := rand.IntN(len(damaged)/4096) * 4096 // a whole page, as disks do it
		for i := range 4096 {
			damaged[at+i] ^= byte(rand.IntN(256))
		}
		must(t, os.WriteFile(path, damaged, 0o600))
		s, err := Open(path, Options{ReadOnly: true})
		if err == nil {
			err = s.Check()
			s.Close()
		}
		if err != nil {
			found++
		}
	}
	if found == 0 {
		t.Error("no damage was found")
	}
}

func FuzzHeader(f *testing.F) {
	whole := contents(f, filled(f))
	f.Add(whole[:8192])
	f.Add([]byte{})
	f.Add(make([]byte, 100))
	path := filepath.Join(f.TempDir(), "header.db")
	f.Fuzz(func(t *testing.T, b []byte) {
		must(t, os.WriteFile(path, b, 0o600))
		if err := checkHeader(path); err == nil {
			h, ok := parseHeader(b[pageHeader:])
			if ok && uint64(len(b)) < h.Pages*uint64(h.PageSize) && binary.NativeEndian.Uint32(b[pageHeader:]) == headerMagic {
				// the second header may say less, if it is newer
				if second, ok := parseHeader(b[min(len(b), int(h.PageSize)+pageHeader):]); !ok || second.TxID <= h.TxID {
					t.Errorf("%d bytes are held to be %d pages of %d", len(b), h.Pages, h.PageSize)
				}
			}
		}
	})
}
