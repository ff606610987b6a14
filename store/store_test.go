package store

import (
	"path/filepath"
	"testing"

	"doublecorner/game"
	"doublecorner/store/storetest"
)

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) game.Store {
		s, err := Open(filepath.Join(t.TempDir(), "games.db"), Options{Volatile: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Check(); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		return s
	})
}
