package postgres

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"doublecorner/game"
	"doublecorner/store"
	"doublecorner/store/internal/record"
	"doublecorner/store/transfer"
)

// earlierFile opens the file with the most kinds of records, which an earlier version of the program wrote.
func earlierFile(t *testing.T) *store.Store {
	t.Helper()
	packed, err := os.Open("../testdata/schema-11.db.gz")
	must(t, err)
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	must(t, err)
	data, err := io.ReadAll(unpacked)
	must(t, err)
	path := filepath.Join(t.TempDir(), "games.db")
	must(t, os.WriteFile(path, data, 0o600))
	s, err := store.Open(path, store.Options{Volatile: true})
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// brokenSource ends with an error after some records.
type brokenSource struct {
	transfer.Source
	left int
}

var errBroken = errors.New("the disk is broken")

func (b brokenSource) Items(ctx context.Context, visit func(record.Item) error) error {
	return b.Source.Items(ctx, func(i record.Item) error {
		if b.left--; b.left < 0 {
			return errBroken
		}
		return visit(i)
	})
}

// TestTransfer moves a file into a database and back. If the file cannot be read to its end, the database stays empty.
func TestTransfer(t *testing.T) {
	t.Parallel()
	file, s := earlierFile(t), open(t, database(t))
	quiet := func(int, int) {}
	for left := range 3 {
		if _, err := transfer.All(background, brokenSource{file, 1 + 10*left}, s.NewFiller(), quiet); !errors.Is(err, errBroken) {
			t.Errorf("after %d records: %v", 1+10*left, err)
		}
	}
	there, err := transfer.All(background, file, s.NewFiller(), quiet)
	must(t, err)
	must(t, s.Check())
	if _, err := transfer.All(background, file, s.NewFiller(), quiet); err == nil {
		t.Error("a database with games is filled once more")
	}
	path := filepath.Join(t.TempDir(), "back.db")
	back, err := transfer.All(background, s, store.NewFiller(path), quiet)
	must(t, err)
	t.Logf("records: %v", there)
	for kind, n := range there {
		if back[kind] != n {
			t.Errorf("%d of kind %s came back, want %d", back[kind], kind, n)
		}
	}
	again, err := store.Open(path, store.Options{Volatile: true})
	must(t, err)
	defer again.Close()
	must(t, again.Check())
	var ids [2]game.AnnouncementID // of the next announcements
	for i, s := range []game.Store{file, s} {
		must(t, s.Update(background, func(tx game.Tx) (err error) {
			ids[i], err = tx.Announce(game.Announcement{Kind: game.GameBegun, Place: 5})
			return err
		}))
	}
	if ids[1] < ids[0] {
		t.Errorf("announcements go on at %d, want %d", ids[1], ids[0])
	}
}
