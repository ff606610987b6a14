package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/internal/index"
	"doublecorner/store/storetest"
)

// filled makes a file with some of everything in it, and returns its name.
func filled(t testing.TB) string {
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
			moves := listed(h.Position().Moves())
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
	return path
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
	w := walkPages(bytes.NewReader(b))
	must(t, w.err())
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
	if _, err := Open(filepath.Join(filepath.Dir(path), "x", "games.db"), Options{}); err == nil || !strings.Contains(err.Error(), "no directory") {
		t.Errorf("the error is %v", err)
	}
	if _, err := Open(filepath.Join(filepath.Dir(path), "none.db"), Options{ReadOnly: true}); err == nil || !strings.Contains(err.Error(), "there is no file") {
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

func setSchema(t *testing.T, path string, version uint64) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error { return putSchema(tx, version) }))
	must(t, db.Close())
}

func TestNewerSchema(t *testing.T) {
	path := filled(t)
	setSchema(t, path, 99)
	before := sha256.Sum256(contents(t, path))
	for _, o := range []Options{{}, {ReadOnly: true}} {
		_, err := Open(path, o)
		if err == nil || !strings.Contains(err.Error(), "later version") || !strings.Contains(err.Error(), "99") {
			t.Errorf("the error is %v", err)
		}
	}
	if sha256.Sum256(contents(t, path)) != before {
		t.Error("the file was changed")
	}
}

// A file of an earlier version is brought up to date after it was copied; if that
// fails it is as it was.
func TestMigration(t *testing.T) {
	path := filled(t)
	setSchema(t, path, 1)
	var asked []int
	fail := errors.New("no")
	broken := true
	real := migrations
	migrations = []func(*bolt.Tx) error{
		func(tx *bolt.Tx) error {
			asked = append(asked, 1)
			return tx.Bucket([]byte(metaBucket)).Put([]byte("new"), []byte("yes"))
		},
		func(tx *bolt.Tx) error {
			asked = append(asked, 2)
			if broken {
				return fail
			}
			return nil
		},
	}
	defer func() { migrations = real }()

	copies := func() []string {
		list, err := filepath.Glob(path + ".schema-1.*")
		must(t, err)
		return list
	}
	if _, err := Open(path, Options{ReadOnly: true}); err == nil || !strings.Contains(err.Error(), "earlier version") {
		t.Errorf("opened to be read, the error is %v", err)
	}
	_, err := Open(path, Options{})
	if !errors.Is(err, fail) || !strings.Contains(err.Error(), "is unchanged") {
		t.Fatalf("the error is %v", err)
	}
	if left := copies(); len(left) != 0 {
		t.Errorf("a file that is unchanged has copies: %v", left)
	}
	broken, asked = false, nil
	s := open(t, path, Options{})
	if fmt.Sprint(asked) != "[1 2]" {
		t.Errorf("migrations ran: %v", asked)
	}
	must(t, s.Check())
	must(t, s.Close())
	asked = nil
	must(t, open(t, path, Options{}).Close())
	if asked != nil {
		t.Errorf("migrations ran again: %v", asked)
	}

	// The copy is what was there before.
	if len(copies()) != 1 {
		t.Fatalf("copies are %v", copies())
	}
	migrations = nil
	old := open(t, copies()[0], Options{})
	must(t, old.Check())
	must(t, old.db.View(func(tx *bolt.Tx) error {
		if tx.Bucket([]byte(metaBucket)).Get([]byte("new")) != nil {
			t.Error("the copy was brought up to date")
		}
		return nil
	}))
}

// A step that fails in whatever way leaves the file as it was, and no copy of it.
func TestMigrationFails(t *testing.T) {
	real := migrations
	defer func() { migrations = real }()
	path := filled(t)
	setSchema(t, path, 1)
	for _, test := range []struct {
		name string
		step func(*bolt.Tx) error
		want string
	}{
		{"a step", func(*bolt.Tx) error { return errors.New("no") }, "from schema 1 to 2, and is unchanged"},
		{"a step that panics", func(*bolt.Tx) error { panic("no page") }, "is damaged: no page; restore a backup"},
	} {
		migrations = []func(*bolt.Tx) error{test.step}
		_, err := Open(path, Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: the error is %v", test.name, err)
		}
		if left, err := filepath.Glob(path + ".*"); err != nil || len(left) > 0 {
			t.Errorf("%s: copies are left: %v", test.name, left)
		}
	}
	migrations = real
	must(t, open(t, path, Options{}).Check())
}

// What is damaged is not brought up to date: a step could follow it for ever.
func TestMigrationOfDamaged(t *testing.T) {
	path := filled(t)
	setSchema(t, path, 1)
	b := contents(t, path)
	page, n := pageOf(t, b, branchPage, 2)
	binary.NativeEndian.PutUint64(page[pageHeader+8:], n)
	must(t, os.WriteFile(path, b, 0o600))
	_, err := Open(path, Options{})
	if err == nil || !strings.Contains(err.Error(), "is damaged; restore a backup") {
		t.Errorf("the error is %v", err)
	}
	if left, err := filepath.Glob(path + ".*"); err != nil || len(left) > 0 || !bytes.Equal(contents(t, path), b) {
		t.Errorf("it was changed, or there are copies: %v", left)
	}
}

// A file of the first version has no index of games against former players.
func TestMigrationFrom1(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{})
	tomorrow := game.New(game.Config{Store: s, Now: func() time.Time { return time.Now().Add(25 * time.Hour) }, Random: rand.Uint64})
	erase(t, tomorrow, 10) // when no pseudonym is needed any more
	count := func(s *Store) (n int) {
		must(t, s.View(background, func(tx game.Reader) (err error) {
			for p := game.PersonID(20); p < 24; p++ {
				games, e := tx.RatedBetween(p, game.FormerPlayer, time.Time{})
				n, err = n+games, errors.Join(err, e)
			}
			return err
		}))
		return n
	}
	want := count(s)
	if want == 0 {
		t.Fatal("nobody has played the former player")
	}
	must(t, s.db.Update(func(tx *bolt.Tx) error {
		c := tx.Bucket([]byte(indexBucket)).Bucket([]byte(gamesByPair)).Cursor()
		for k, _ := c.First(); k != nil; k, _ = c.Next() {
			f := fields(k)
			if f.person(); f.person() == game.FormerPlayer {
				if err := c.Delete(); err != nil {
					return err
				}
			}
		}
		return tx.Bucket([]byte(indexBucket)).DeleteBucket([]byte(byRules)) // which came later
	}))
	must(t, s.Close())
	setSchema(t, path, 1)
	s = open(t, path, Options{})
	must(t, s.Check())
	if got := count(s); got != want {
		t.Errorf("%d games with former players are there of %d", got, want)
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
	path := filled(t)
	s := open(t, path, Options{})
	for _, o := range []Options{{Wait: 50 * time.Millisecond}, {ReadOnly: true}} {
		_, err := Open(path, o)
		var locked *LockedError
		if !errors.As(err, &locked) {
			t.Fatalf("the error is %v", err)
		}
		want := strings.Join(os.Args[:min(len(os.Args), 2)], " ") // further arguments can be an address with a password
		if _, err := os.Stat("/proc/locks"); err == nil && (locked.PID != os.Getpid() || locked.Command != want) {
			t.Errorf("it names process %d, %s, want %d, %s", locked.PID, locked.Command, os.Getpid(), want)
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
		if is, _ := tx.Erasing(7); !is {
			t.Error("what was written went to a file that has no name any more")
		}
		return nil
	}))
}

// After an error of the disk that is not for want of room nothing more is written,
// and nothing is lost.
func TestDiskFails(t *testing.T) {
	path := filled(t)
	s, err := Open(path, Options{})
	must(t, err)
	must(t, s.Update(background, func(tx game.Tx) error { return tx.PutErasure(7, time.Time{}) }))
	if c := s.Counts(); c.Commits != 1 || c.Updates != 1 || c.Failed != 0 || c.Took <= 0 {
		t.Errorf("before, it counts %+v", c)
	}
	must(t, s.file.Close())
	for range 2 {
		err := s.Update(background, func(tx game.Tx) error { return tx.PutErasure(8, time.Time{}) })
		if !errors.Is(err, game.ErrNotStored) || errors.Is(err, errFull) || !strings.Contains(err.Error(), "started again") {
			t.Errorf("the error is %v", err)
		}
	}
	if c := s.Counts(); c.Commits != 1 || c.Failed != 2 {
		t.Errorf("after, it counts %+v", c)
	}
	must(t, s.View(background, func(tx game.Reader) error {
		is, err := tx.Erasing(7)
		if !is {
			t.Error("what was kept is not there")
		}
		return err
	}))
	s.Close()
	again := open(t, path, Options{})
	must(t, again.Check())
	must(t, again.View(background, func(tx game.Reader) error {
		is, err := tx.Erasing(7)
		if not, _ := tx.Erasing(8); !is || not {
			t.Errorf("there are %v, %v", is, not)
		}
		return err
	}))
}

// Of updates that share a commit which fails, each is told so: also one that only looked
// at what the others had written.
func TestSharedCommitFails(t *testing.T) {
	s, err := Open(filled(t), Options{})
	must(t, err)
	defer s.Close()
	must(t, s.file.Close())
	refused := errors.New("refused")
	var updates []*update
	for i := range 6 {
		updates = append(updates, &update{ctx: background, done: make(chan struct{}), f: func(tx game.Tx) error {
			if i%3 == 1 {
				return refused
			}
			return tx.PutErasure(game.PersonID(100+i), time.Time{})
		}})
	}
	s.together(updates)
	for i, c := range updates {
		if !errors.Is(c.err, game.ErrNotStored) {
			t.Errorf("update %d was told %v", i+1, c.err)
		}
	}
}

// What cannot be taken back is an error for everybody who shared it.
func TestTakingBackFails(t *testing.T) {
	s := open(t, filled(t), Options{Volatile: true})
	updates := []*update{
		{ctx: background, f: func(tx game.Tx) error { return tx.PutErasure(100, time.Time{}) }},
		{ctx: background, f: func(tx game.Tx) error {
			return errors.Join(errors.New("refused"), tx.PutErasure(101, time.Time{}), tx.(*transaction).tx.Rollback())
		}},
	}
	s.together(updates)
	for i, c := range updates {
		if !errors.Is(c.err, game.ErrNotStored) {
			t.Errorf("update %d was told %v", i+1, c.err)
		}
	}
	must(t, s.Check())
}

// Who has given up keeps nobody from being done in the same commit.
func TestSharedCommitWithoutOne(t *testing.T) {
	s := open(t, filled(t), Options{Volatile: true})
	given, giveUp := context.WithCancel(background)
	giveUp()
	put := func(tx game.Tx) error { return tx.PutErasure(100, time.Time{}) }
	var seen bool
	look := func(tx game.Tx) error {
		due, err := tx.Erasures(time.Time{})
		seen = slices.Contains(due, 100)
		return err
	}
	updates := []*update{{ctx: background, f: put}, {ctx: given, f: put}, {ctx: background, f: look}}
	s.together(updates)
	if updates[0].err != nil || !errors.Is(updates[1].err, context.Canceled) || updates[2].err != nil || !seen {
		t.Errorf("they were told %v, %v and %v; the last saw the first: %v", updates[0].err, updates[1].err, updates[2].err, seen)
	}
}

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
	c := &game.Challenge{ID: "K7Q2", From: game.FormerPlayer, To: 7}
	want := entry{challengesByPerson, key{}.person(c.To).byte(byte(index.Any)).time(c.Made).last(string(c.ID)), nil}
	if entries := challengeEntries(c, game.RulesID{}); !contains(entries, want) {
		t.Errorf("the challenge is only in %v", entries)
	}
}

// An update that cannot begin is an error.
func TestUpdateOfWhatIsOnlyRead(t *testing.T) {
	s := open(t, filled(t), Options{ReadOnly: true})
	if err := s.Update(background, func(game.Tx) error { return nil }); err == nil {
		t.Error("a file that is only read was updated")
	}
}

func TestBackupAndRestore(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{})
	backup := filepath.Join(t.TempDir(), "backup.db")

	// While games go on.
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for i := game.PersonID(1000); ; i++ {
			select {
			case <-stop:
				return
			default:
				if err := s.Update(background, func(tx game.Tx) error { return tx.PutErasure(i, time.Time{}) }); err != nil {
					t.Error(err)
				}
			}
		}
	}()
	must(t, s.backupTo(backup))
	close(stop)
	<-stopped
	if err := s.backupTo(backup); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a backup over another: %v", err)
	}
	must(t, s.Close())
	must(t, checkCopy(backup))

	before := contents(t, path)
	kept, err := Restore(path, backup)
	must(t, err)
	if !bytes.Equal(contents(t, kept), before) {
		t.Error("the file that was there was not kept")
	}
	must(t, checkCopy(path))

	// To another machine, where there is none.
	elsewhere := filepath.Join(t.TempDir(), "games.db")
	if kept, err := Restore(elsewhere, backup); err != nil || kept != "" {
		t.Errorf("kept %q, %v", kept, err)
	}
	must(t, open(t, elsewhere, Options{}).Check())

	// What is not in order is not restored.
	cut := filepath.Join(t.TempDir(), "cut.db")
	must(t, os.WriteFile(cut, before[:len(before)/3], 0o600))
	if _, err := Restore(path, cut); err == nil {
		t.Error("a backup that is cut short was restored")
	}
	must(t, checkCopy(path))
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("files are left over: %v", left)
	}
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
		if err := WriteNew(filepath.Join(dir, "none", "new.db"), nil); err == nil || !strings.Contains(err.Error(), "new.db cannot be written: no such file") {
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

// What is kept aside twice in a second gets two names.
func TestKeepAsideTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	must(t, os.WriteFile(path, []byte("new"), 0o600))
	taken := map[string]bool{}
	for now, s := time.Now().UTC(), 0; s < 120; s++ {
		aside := path + ".why." + now.Add(time.Duration(s)*time.Second).Format(stamp)
		must(t, os.WriteFile(aside, []byte("old"), 0o600))
		taken[aside] = true
	}
	aside, err := keepAside(path, "why")
	must(t, err)
	if first, ok := strings.CutSuffix(aside, "-2"); !ok || !taken[first] || string(contents(t, aside)) != "new" {
		t.Errorf("it is kept as %s", aside)
	}
}

// Where files cannot have two names the file that was there is kept as well.
func TestRestoreWithoutLinks(t *testing.T) {
	defer func() { link = os.Link }()
	path, backup := filled(t), filled(t)
	link = noLinks
	before := contents(t, path)
	kept, err := Restore(path, backup)
	must(t, err)
	if !bytes.Equal(contents(t, kept), before) || !bytes.Equal(contents(t, path), contents(t, backup)) {
		t.Error("what was there was not kept, or the backup is not there")
	}
	elsewhere := filepath.Join(t.TempDir(), "games.db")
	if kept, err := Restore(elsewhere, backup); err != nil || kept != "" {
		t.Errorf("kept %q, %v", kept, err)
	}
	must(t, open(t, filepath.Join(t.TempDir(), "fresh.db"), Options{}).Check())
}

func TestCompact(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{Volatile: true})
	var before bytes.Buffer
	must(t, storetest.NewReferee(s).Export(background, 10, &before))
	for range 3 {
		must(t, s.Update(background, func(tx game.Tx) error {
			for i := range 20_000 {
				if err := errors.Join(tx.PutErasure(game.PersonID(i), time.Time{}), tx.DeleteErasure(game.PersonID(i-1000))); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	must(t, s.Close())
	long, short, err := Compact(path)
	must(t, err)
	if is, err := sizeOf(path); err != nil || short != is || short >= long {
		t.Errorf("compacting made %d bytes of %d, and the file has %d, %v", short, long, is, err)
	}
	s = open(t, path, Options{})
	must(t, s.Check())
	var after bytes.Buffer
	must(t, storetest.NewReferee(s).Export(background, 10, &after))
	if !bytes.Equal(before.Bytes(), after.Bytes()) {
		t.Error("compacting changed what is kept of a person")
	}
	// Numbers go on where they were.
	must(t, s.Update(background, func(tx game.Tx) error {
		id, err := tx.Announce(game.Announcement{At: time.Now()})
		if id < 100 {
			t.Errorf("after compacting, the next announcement is number %d", id)
		}
		return err
	}))
}

// A file that is not in order is left as it is.
func TestCompactWhatIsWrong(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{})
	must(t, s.db.Update(func(tx *bolt.Tx) error {
		return tx.Bucket([]byte(indexBucket)).Bucket([]byte(gamesByPerson)).Put([]byte("X"), nil)
	}))
	must(t, s.Close())
	before := contents(t, path)
	if _, _, err := Compact(path); err == nil || !strings.Contains(err.Error(), "not compacted") {
		t.Errorf("the error is %v", err)
	}
	if !bytes.Equal(contents(t, path), before) {
		t.Error("the file was changed")
	}
}

// Every index that does not say what the records say is found.
func TestCheckFindsWhatIsWrong(t *testing.T) {
	path := filled(t)
	for _, name := range indexes {
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
				b := tx.Bucket([]byte(indexBucket)).Bucket([]byte(name))
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
		return tx.Bucket([]byte(indexBucket)).Bucket([]byte(gamesByPerson)).Put([]byte("X"), nil)
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
		games := tx.Bucket([]byte(gamesBucket))
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
	for _, name := range slices.Concat(topBuckets[1:], indexes) { // without the first it is not a file of games
		must(t, os.WriteFile(path, whole, 0o600))
		db, err := bolt.Open(path, 0o600, nil)
		must(t, err)
		must(t, db.Update(func(tx *bolt.Tx) error {
			if slices.Contains(topBuckets, name) {
				return tx.DeleteBucket([]byte(name))
			}
			return tx.Bucket([]byte(indexBucket)).DeleteBucket([]byte(name))
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
