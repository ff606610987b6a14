package store

import (
	"context"
	"maps"
	"path/filepath"
	"testing"

	"doublecorner/game"
	"doublecorner/store/storetest"
	"doublecorner/store/transfer"
)

var background = context.Background()

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) game.Store {
		s, err := Open(filepath.Join(t.TempDir(), "games.db"), Options{Volatile: true})
		must(t, err)
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

func open(t testing.TB, path string, o Options) *Store {
	t.Helper()
	s, err := Open(path, o)
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// erase erases everything about a person.
func erase(t testing.TB, r *game.Referee, p game.PersonID) {
	t.Helper()
	_, err := r.Erase(background, p)
	must(t, err)
}

// TestSettings checks that the settings of people and places are visited, and no other records.
func TestSettings(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "games.db"), Options{Volatile: true})
	want := map[game.SettingsKey]string{game.PersonSettings(7): "person", game.PlaceSettings(7): "place", game.PlaceSettings(8): "another"}
	must(t, s.Update(background, func(tx game.Tx) error {
		for owner, value := range want {
			if err := tx.PutSettings(owner, []byte(value)); err != nil {
				return err
			}
		}
		return tx.PutReview("K7Q2", []byte("{}"))
	}))
	got := map[game.SettingsKey]string{}
	must(t, transfer.Settings(background, s, func(owner game.SettingsKey, value []byte) error {
		got[owner] = string(value)
		return nil
	}))
	if !maps.Equal(got, want) {
		t.Errorf("the settings are %v, want %v", got, want)
	}
}
