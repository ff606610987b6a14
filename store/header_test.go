package store

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
)

// TestDoubt checks that a damaged header is reported, because the last commit may be missing,
// and that files that are new, copied or compacted have two headers.
func TestDoubt(t *testing.T) {
	path := filled(t)
	doubt := func(path string) string {
		t.Helper()
		s, err := Open(path, Options{ReadOnly: true})
		must(t, err)
		defer s.Close()
		must(t, s.Check())
		return s.Doubt()
	}
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	must(t, open(t, fresh, Options{}).Close())
	copied := filepath.Join(t.TempDir(), "copied.db")
	s := open(t, path, Options{})
	must(t, s.backupTo(copied))
	must(t, s.Close())
	compacted := filepath.Join(t.TempDir(), "compacted.db")
	must(t, os.WriteFile(compacted, contents(t, path), 0o600))
	_, _, err := Compact(compacted)
	must(t, err)
	for _, whole := range []string{path, fresh, copied, compacted} {
		if text := doubt(whole); text != "" {
			t.Errorf("of %s it says %q", filepath.Base(whole), text)
		}
	}

	whole := contents(t, path)
	size := int(newestHeader(bytes.NewReader(whole)).PageSize)
	for page := range 2 {
		b := bytes.Clone(whole)
		for i := range 512 { // a sector, as a disk without power leaves it
			b[page*size+i] ^= 0x5A
		}
		damaged := filepath.Join(t.TempDir(), "damaged.db")
		must(t, os.WriteFile(damaged, b, 0o600))
		if text := doubt(damaged); !strings.Contains(text, "one of the two headers of "+damaged+" is damaged") {
			t.Errorf("with header %d damaged it says %q", page, text)
		}
		// Both are written again in turns.
		s := open(t, damaged, Options{})
		for p := range game.PersonID(2) {
			must(t, s.Update(background, func(tx game.Tx) error { return tx.PutErasure(p+1, time.Time{}) }))
		}
		must(t, s.Close())
		if text := doubt(damaged); text != "" {
			t.Errorf("when header %d is written again, it says %q", page, text)
		}
	}
}
