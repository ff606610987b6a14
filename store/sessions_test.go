package store

import (
	"path/filepath"
	"testing"
)

// TestSessions checks that sessions are kept for the next process, beside the records.
func TestSessions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	for _, text := range []string{"", "one", "another"} {
		s, err := Open(path, Options{})
		must(t, err)
		must(t, s.KeepSessions(t.Context(), text))
		must(t, s.Close())
		s, err = Open(path, Options{ReadOnly: true})
		must(t, err)
		if kept, err := s.Sessions(t.Context()); kept != text || err != nil {
			t.Errorf("%q is kept, want %q: %v", kept, text, err)
		}
		must(t, s.Check())
		must(t, s.Close())
	}
}
