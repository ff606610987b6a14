package endgame_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
)

var all = flag.Bool("endgame.all", false, "verify what is embedded of all built-in rule sets; minutes")

// withFarKings is a rule set that has nothing embedded.
func withFarKings(r *draughts.Rules) { r.King.Range, r.Starts = draughts.Far, draughts.White }

// A Build that is interrupted goes on with what is not there, and all is as if it had not been.
func TestBuildGoesOn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "[endings") // as no pattern is
	v := custom(t, "italian", withFarKings)
	open := func() *endgame.Set {
		s, err := endgame.Open(v, dir)
		must(t, err)
		t.Cleanup(func() { s.Close() })
		return s
	}
	s := open()
	if s.Pieces() != 0 {
		t.Fatalf("%d pieces are embedded", s.Pieces())
	}
	ctx, cancel := context.WithCancel(t.Context())
	last := uint64(0)
	err := s.Build(ctx, 3, endgame.BuildOptions{Progress: func(done, all uint64) {
		if done < last || done > all {
			t.Errorf("%d of %d after %d", done, all, last)
		}
		if last = done; done > all*2/3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	before := files(t, dir)
	if n := len(before); n == 0 || n >= 16 {
		t.Fatalf("%d files after two thirds", n)
	}
	parts := filepath.Join(filepath.Dir(anyKey(before)), "MMM-K.endgame.")
	for name, age := range map[string]time.Duration{"1.part": 2 * time.Hour, "2.part": time.Minute} {
		at := time.Now().Add(-age)
		must(t, errors.Join(os.WriteFile(parts+name, []byte("killed"), 0o644), os.Chtimes(parts+name, at, at)))
	}
	s = open()
	last = 0
	err = s.Build(t.Context(), 3, endgame.BuildOptions{Workers: 2, Progress: func(done, all uint64) { last = all - done }})
	if err != nil || last != 0 {
		t.Fatalf("%v, %d positions short", err, last)
	}
	for name, stays := range map[string]bool{"1.part": false, "2.part": true} {
		if _, err := os.Stat(parts + name); stays != (err == nil) {
			t.Errorf("%s stays: %v", name, err)
		}
	}
	for name, text := range before {
		if again, err := os.ReadFile(name); err != nil || !bytes.Equal(again, text) {
			t.Errorf("%s was written again: %v", name, err)
		}
	}
	inMemory := built(t, v, 3)
	for n := 2; n <= 3; n++ {
		if got, want := total(t, open(), n), total(t, inMemory, n); got != want {
			t.Errorf("%d pieces: %v, want %v", n, got, want)
		}
	}
	compared, err := open().Verify(t.Context(), 3, endgame.BuildOptions{Workers: 2}, func(f endgame.Fault) { t.Errorf("%+v", f) })
	if want := endgame.Positions(v, 2) + endgame.Positions(v, 3); err != nil || compared != want {
		t.Errorf("%d compared, %v; want %d", compared, err, want)
	}
}

// impatient is done when it has been asked whether it is for some times.
type impatient struct {
	context.Context
	left atomic.Int64
}

func (i *impatient) Err() error {
	if i.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A Build that is stopped gives up at once what is being solved, with and without distances, and goes on
// with what was written.
func TestBuildIsStopped(t *testing.T) {
	v := custom(t, "italian", withFarKings)
	const patience = 250
	want := total(t, built(t, v, 3), 3)
	for _, near := range []int{2, 4} {
		dir, stops := t.TempDir(), 0
		var s *endgame.Set
		for err := context.Canceled; err != nil && stops < 50; stops++ {
			if s = endgame.NewNear(v, near); s.OpenDir(dir) != nil {
				t.Fatal(err)
			}
			defer s.Close()
			ctx := &impatient{Context: t.Context()}
			ctx.left.Store(patience)
			if err = s.Build(ctx, 3, endgame.BuildOptions{}); err != nil && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			if asked := patience - ctx.left.Load(); err != nil && asked > patience+1 {
				t.Errorf("it went on until it was stopped %d times", asked-patience)
			}
		}
		got := total(t, s, 3)
		if near < 3 {
			got.Longest = want.Longest
		}
		if got != want || stops < 2 || stops == 50 {
			t.Errorf("%v after %d stops, want %v", got, stops, want)
		}
	}
}

// Two processes can build the same databases at once, such as a bot and a command.
func TestBuildTwiceAtOnce(t *testing.T) {
	v := custom(t, "italian", withFarKings)
	for range 20 {
		dir := t.TempDir()
		var group errgroup.Group
		for range 2 {
			s, err := endgame.Open(v, dir)
			must(t, err)
			defer s.Close()
			group.Go(func() error { return s.Build(t.Context(), 2, endgame.BuildOptions{}) })
		}
		must(t, group.Wait())
		if s, err := endgame.Open(v, dir); err != nil || s.Close() != nil {
			t.Fatal(err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*", "*.part")); len(left) > 0 {
			t.Errorf("%v are left", left)
		}
	}
}

// A directory that cannot be made is said once.
func TestBuildWithoutDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "endings")
	s, err := endgame.Open(custom(t, "italian", withFarKings), dir)
	if err == nil {
		err = os.WriteFile(dir, nil, 0o644)
	}
	must(t, err)
	if err := s.Build(t.Context(), 2, endgame.BuildOptions{}); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("it says %v", err)
	}
}

// files returns the files below a directory.
func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	names, err := fs.Glob(os.DirFS(dir), "*/*.endgame")
	must(t, err)
	all := map[string][]byte{}
	for _, name := range names {
		name = filepath.Join(dir, name)
		if all[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func anyKey(m map[string][]byte) string {
	for key := range m {
		return key
	}
	return ""
}

// A file that is damaged, foreign or of other rules is refused by a sentence.
func TestDamagedFile(t *testing.T) {
	dir := t.TempDir()
	v := custom(t, "italian", withFarKings)
	s, err := endgame.Open(v, dir)
	if err == nil {
		err = s.Build(t.Context(), 2, endgame.BuildOptions{})
	}
	must(t, err)
	s.Close()
	manForMan := func(r *draughts.Rules) { r.Man.CapturesKings = false }
	others, otherDir := custom(t, "american", manForMan), t.TempDir()
	if s, err = endgame.Open(others, otherDir); err == nil {
		err = s.Build(t.Context(), 2, endgame.BuildOptions{})
	}
	must(t, err)
	s.Close()
	name := anyKey(files(t, dir))
	text := files(t, dir)[name]
	refused := func(why string, text []byte) {
		t.Helper()
		must(t, os.WriteFile(name, text, 0o644))
		s, err := endgame.Open(v, dir)
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %q", err, why)
		}
	}
	for i := range text {
		damaged := bytes.Clone(text)
		damaged[i] ^= 1
		switch {
		case i < 16:
			refused("it is no database of endings", damaged)
		default:
			refused("it is damaged; delete it, and build it again", damaged)
		}
	}
	refused("it is damaged", text[:len(text)-1])
	refused("it is damaged", append(bytes.Clone(text), 0))
	refused("it is no database", nil)
	refused("it is no database", []byte("%PDF-1.4"))
	refused("it is of another rule set", files(t, otherDir)[anyKey(files(t, otherDir))])
	must(t, os.WriteFile(name, text, 0o644))
	if s, err = endgame.Open(v, dir); err != nil {
		t.Fatal(err)
	}
	s.Close()
}

// Verify finds an entry that is wrong in a file whose checksum is right.
func TestVerifyFindsFaults(t *testing.T) {
	s := built(t, custom(t, "italian", withFarKings), 2)
	var wrong []endgame.Fault
	s.Spoil()
	if _, err := s.Verify(t.Context(), 2, endgame.BuildOptions{}, func(f endgame.Fault) { wrong = append(wrong, f) }); err != nil {
		t.Fatal(err)
	}
	if len(wrong) == 0 {
		t.Error("nothing is wrong")
	}
}

// All built-in rule sets have three pieces embedded, in 4 MB together.
func TestEmbedded(t *testing.T) {
	size := int64(0)
	named := map[string]bool{}
	for _, key := range draughts.Keys() {
		v := variant(t, key)
		s := endgame.Embedded(v)
		if s.Pieces() != endgame.EmbeddedPieces {
			t.Errorf("%s: %d pieces", key, s.Pieces())
		}
		id := endgame.IdentifyRules(v.Rules())
		named[hex.EncodeToString(id[:])] = true
	}
	entries, err := os.ReadDir("embedded")
	must(t, err)
	for _, entry := range entries {
		info, err := entry.Info()
		must(t, err)
		if !named[entry.Name()] {
			t.Errorf("%s is of no built-in rule set", entry.Name())
		}
		size += info.Size()
	}
	if size > 4<<20 {
		t.Errorf("%d bytes are embedded", size)
	}
}

// What is embedded is what is built.
func TestEmbeddedIsFresh(t *testing.T) {
	for _, key := range []string{"american", "russian-misere-free-jump", "brazilian-breakthrough"} {
		v := variant(t, key)
		var text bytes.Buffer
		must(t, built(t, v, endgame.EmbeddedPieces).WriteEmbedded(&text))
		id := endgame.IdentifyRules(v.Rules())
		want, err := os.ReadFile(filepath.Join("embedded", hex.EncodeToString(id[:])))
		if err != nil || !bytes.Equal(text.Bytes(), want) {
			t.Errorf("%s is stale (%v): run go generate ./game/endgame", key, err)
		}
	}
}

// Every entry of what is embedded agrees with those of the positions after its moves.
func TestVerifyEmbedded(t *testing.T) {
	keys := []string{"american", "brazilian-misere-free-jump"}
	if *all {
		keys = draughts.Keys()
	}
	for _, key := range keys {
		v := variant(t, key)
		wrong := func(f endgame.Fault) { t.Errorf("%s: %+v", key, f) }
		if _, err := endgame.Embedded(v).Verify(t.Context(), 3, endgame.BuildOptions{Workers: 2}, wrong); err != nil {
			t.Error(key, err)
		}
	}
}

// A rule set that differs only in its name and its draws has the same endings.
func TestIdentifyRules(t *testing.T) {
	same := custom(t, "russian", func(r *draughts.Rules) { r.Name, r.Draws.Counters, r.Board.Rows = "Other", nil, 2 })
	if endgame.Embedded(same).Pieces() != endgame.EmbeddedPieces {
		t.Error("names and draw counters make another rule set")
	}
	for _, change := range []func(*draughts.Rules){
		func(r *draughts.Rules) { r.Object = draughts.Misere },
		func(r *draughts.Rules) { r.Man.CapturesKings = false },
		func(r *draughts.Rules) { r.Draws.Dead = r.Draws.Unwinnable },
	} {
		if other := custom(t, "russian", change); endgame.IdentifyRules(other.Rules()) == endgame.IdentifyRules(same.Rules()) {
			t.Errorf("%+v has the endings of russian", other.Rules())
		}
	}
}
