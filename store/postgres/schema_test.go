package postgres

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"doublecorner/store/storetest"
)

// upTo returns the migrations to a schema, as a program of that time has them. One to a schema after the current one
// changes the tables that every move uses.
func upTo(t *testing.T, schema int) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	for n := 1; n <= schema; n++ {
		name := fmt.Sprintf("migrations/%d.sql", n)
		text, err := fs.ReadFile(migrations, name)
		if n > newest(migrations) {
			text, err = []byte(`ALTER TABLE games ADD COLUMN IF NOT EXISTS remark text;
				ALTER TABLE game_records ADD COLUMN IF NOT EXISTS size integer;
				CREATE INDEX IF NOT EXISTS games_by_remark ON games (remark, id);
				CREATE TABLE IF NOT EXISTS remarks (game text PRIMARY KEY REFERENCES games (id));
				UPDATE game_records SET size = length(record)`), nil
		}
		must(t, err)
		files[name] = &fstest.MapFile{Data: text}
	}
	return files
}

// TestMigrations has several programs at once make the tables of an empty database, and then a version ahead of them bring
// these up to date.
func TestMigrations(t *testing.T) {
	t.Parallel()
	address := database(t)
	for schema := newest(migrations); schema <= newest(migrations)+1; schema++ {
		var opening sync.WaitGroup
		stores := make([]*Store, 5)
		for i := range stores {
			opening.Go(func() {
				var err error
				if stores[i], err = openWith(background, address, Options{}, upTo(t, schema)); err != nil {
					t.Errorf("schema %d: %v", schema, err)
				}
			})
		}
		opening.Wait()
		if t.Failed() {
			return
		}
		r := storetest.NewReferee(stores[0])
		must(t, r.Resume(background))
		storetest.BeginGame(t, r, schema)
		for _, s := range stores {
			must(t, s.Check())
			must(t, s.Close())
		}
		if _, err := openWith(background, address, Options{ReadOnly: true}, upTo(t, schema+1)); err == nil ||
			!strings.Contains(err.Error(), "start the program on it once") {
			t.Errorf("schema %d, read only by the next version: %v", schema, err)
		}
	}
}

// TestUpgradeWithoutPause has a program play while another one, which is a version ahead, changes the tables. Nothing
// fails, both play on, and the earlier one cannot be started again.
func TestUpgradeWithoutPause(t *testing.T) {
	t.Parallel()
	address := database(t)
	moves := make(chan bool)
	var playing sync.WaitGroup
	play := func(s *Store, first int) {
		r := storetest.NewReferee(s)
		must(t, r.Resume(background))
		for i := range 4 {
			g := storetest.BeginGame(t, r, first+i)
			playing.Go(func() {
				failed := false
				for range moves {
					if failed {
						continue
					}
					a, err := r.Move(background, storetest.NextMove(g))
					if failed = err != nil; failed {
						t.Errorf("a move: %v", err)
						continue
					}
					g = a.Game
				}
			})
		}
	}
	old := open(t, address)
	play(old, 1)
	for range 8 {
		moves <- true
	}
	opened := make(chan *Store)
	go func() {
		s, err := openWith(background, address, Options{}, upTo(t, newest(migrations)+1))
		if err != nil {
			t.Error(err)
		}
		opened <- s
	}()
	var later *Store
	for meanwhile := 0; later == nil; meanwhile++ {
		select {
		case moves <- true:
		case later = <-opened:
			if later == nil {
				return
			}
			t.Logf("%d moves were made meanwhile", meanwhile)
		}
	}
	defer later.Close()
	play(later, 5)
	for range 24 { // of both
		moves <- true
	}
	close(moves)
	playing.Wait()
	must(t, old.Check())
	must(t, later.Check())
	if _, err := Open(background, address, Options{}); err == nil || !strings.Contains(err.Error(), "a later version of this program") {
		t.Errorf("the earlier version is started again: %v", err)
	}
}
