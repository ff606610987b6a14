package postgres

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/tournament"
	"doublecorner/store"
	"doublecorner/store/internal/record"
	"doublecorner/store/storetest"
	"doublecorner/store/transfer"
)

// fileOfAll returns a file with records of all kinds.
func fileOfAll(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{Volatile: true})
	must(t, err)
	t.Cleanup(func() { s.Close() })
	r := storetest.NewReferee(s)
	must(t, r.Resume(background))
	g := storetest.BeginGame(t, r, 1)
	storetest.Fill(t, s, 30)
	at := g.Started
	must(t, s.Update(background, func(tx game.Tx) error {
		return errors.Join(
			tx.PutReview(g.ID, []byte(`{"a": 1}`)),
			tx.PutTournament(game.RestoreTournament(
				game.TournamentHeader{ID: "TTTT", Place: 5, Director: 90, Terms: game.Terms{Variant: g.Variant}, Rules: g.Rules, Made: at},
				tournament.Declaration{Name: "Spring", Format: tournament.Swiss, Rounds: 1, Starts: at}, nil)),
			tx.PutErasure(7, time.Time{}), tx.PutErasure(8, at),
			tx.PutSettings(game.PersonSettings(7), []byte("person")), tx.PutSettings(game.PlaceSettings(7), []byte("place")),
			tx.PutPuzzleRecord(&game.PuzzleRecord{Place: 5, ID: "aaaaaaa"}), tx.PutAttempt(&game.Attempt{Person: 7, Puzzle: "aaaaaaa", At: at}),
			tx.PutDailyPuzzle(&game.DailyPuzzle{Place: 5, Room: 6}), tx.PutSession(&game.Session{Person: 7, Hash: "ab"}))
	}))
	must(t, s.Check())
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
	file, s := fileOfAll(t), open(t, database(t))
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
	if len(there) != len(kinds)-1 { // all but the last number
		t.Errorf("records of these kinds were moved: %v", there)
	}
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
