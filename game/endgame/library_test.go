package endgame_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
)

// A library builds four pieces in the background, and goes on after it was closed.
func TestLibrary(t *testing.T) {
	dir := t.TempDir()
	report := func(v *draughts.Variant, err error) { t.Errorf("%s: %v", v.Rules().Key, err) }
	v := variant(t, "american-breakthrough") // it has the fewest endings to solve
	l := endgame.NewLibrary(dir, report)
	s := l.Set(v)
	if s.Pieces() < endgame.EmbeddedPieces || l.Set(v) != s {
		t.Fatalf("%d pieces are known", s.Pieces())
	}
	for len(files(t, dir)) == 0 {
		time.Sleep(time.Millisecond)
	}
	must(t, l.Close())
	l = endgame.NewLibrary(dir, report)
	defer l.Close()
	s = l.Set(v)
	for s.Pieces() < 4 {
		time.Sleep(time.Millisecond)
	}
}

// A library without a directory, or that only opens, solves nothing and writes nothing.
func TestLibraryThatOnlyOpens(t *testing.T) {
	report := func(_ *draughts.Variant, err error) { t.Error(err) }
	dir := t.TempDir()
	without, quiet := endgame.NewLibrary("", report), endgame.NewLibrary(dir, report)
	quiet.OnlyOpen()
	for _, l := range []*endgame.Library{without, quiet} {
		if s := l.Set(variant(t, "american-breakthrough")); s.Pieces() != endgame.EmbeddedPieces {
			t.Errorf("%d pieces are known", s.Pieces())
		}
		time.Sleep(20 * time.Millisecond)
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	if written := files(t, dir); len(written) > 0 {
		t.Errorf("%d files were written", len(written))
	}
}

// A damaged file is reported, and leaves what is embedded.
func TestDamagedLibrary(t *testing.T) {
	dir := t.TempDir()
	v := variant(t, "american")
	s, err := endgame.Open(v, dir)
	must(t, err)
	must(t, os.MkdirAll(s.Dir(), 0o755))
	must(t, os.WriteFile(filepath.Join(s.Dir(), "MM-MM.endgame"), []byte("damaged"), 0o644))
	reported := 0
	l := endgame.NewLibrary(dir, func(*draughts.Variant, error) { reported++ })
	defer l.Close()
	if s := l.Set(v); s.Pieces() != endgame.EmbeddedPieces || reported != 1 {
		t.Errorf("%d pieces are known, and %d errors", s.Pieces(), reported)
	}
	for range 2 {
		if s, err := l.Open(v); s.Pieces() != endgame.EmbeddedPieces || err == nil || reported != 1 {
			t.Errorf("%d pieces are known with the error %v, and %d errors", s.Pieces(), err, reported)
		}
	}
}
