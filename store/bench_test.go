package store

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/store/storetest"
)

var benchGames = flag.Int("bench.games", 0, "also measure among so many games and people, such as 1000000")

// rawSync returns how long it takes to write a page of a file and sync it.
func rawSync(b *testing.B) time.Duration {
	b.Helper()
	f, err := os.Create(filepath.Join(b.TempDir(), "raw"))
	must(b, err)
	defer f.Close()
	must(b, f.Truncate(16<<20))
	must(b, f.Sync())
	page := make([]byte, 4096)
	const times = 150
	began := time.Now()
	for i := range times {
		_, err := f.WriteAt(page, int64(i%4096)*4096)
		must(b, errors.Join(err, f.Sync()))
	}
	return time.Since(began) / times
}

// BenchmarkMoves makes moves from 1, 16 and 256 players at the same time, each waiting for one
// answer before the next move, and compares them with a raw fsync in the same run.
func BenchmarkMoves(b *testing.B) {
	for _, players := range []int{1, 16, 256} {
		b.Run(fmt.Sprintf("players=%d", players), func(b *testing.B) {
			sync1 := rawSync(b)
			s := open(b, filepath.Join(b.TempDir(), "games.db"), Options{})
			r := storetest.NewReferee(s)
			must(b, r.Resume(background))
			storetest.BenchmarkMoves(b, r, players)
			perMove := b.Elapsed() / time.Duration(b.N)
			b.ReportMetric(float64(perMove)/float64(sync1), "fsyncs/move")
		})
	}
}

// BenchmarkCommit commits a small change from many goroutines: by this package, by bbolt's
// Batch, and in one transaction each.
func BenchmarkCommit(b *testing.B) {
	for _, way := range []string{"together", "batch", "each"} {
		for _, writers := range []int{1, 16, 256} {
			b.Run(fmt.Sprintf("%s/writers=%d", way, writers), func(b *testing.B) {
				s := open(b, filepath.Join(b.TempDir(), "games.db"), Options{})
				s.db.MaxBatchDelay = 2 * time.Millisecond
				var n atomic.Int64
				var wg sync.WaitGroup
				b.ResetTimer()
				for range writers {
					wg.Go(func() {
						for i := n.Add(1); i <= int64(b.N); i = n.Add(1) {
							change := func(tx game.Tx) error { return tx.PutErasure(game.PersonID(i), time.Time{}) }
							inTx := func(tx *bolt.Tx) error { return change(s.transaction(tx)) } // writes no games
							var err error
							switch way {
							case "together":
								err = s.Update(background, change)
							case "batch":
								err = s.db.Batch(inTx)
							default:
								err = s.db.Update(inTx)
							}
							if err != nil {
								b.Error(err)
							}
						}
					})
				}
				wg.Wait()
			})
		}
	}
}

// BenchmarkLists reads lists among few games and among many.
func BenchmarkLists(b *testing.B) {
	sizes := []int{1000, 100_000}
	if *benchGames > 0 {
		sizes = append(sizes, *benchGames)
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("games=%d", n), func(b *testing.B) {
			s := open(b, filepath.Join(b.TempDir(), "games.db"), Options{Volatile: true})
			storetest.Fill(b, s, n)
			storetest.BenchmarkLists(b, s, n)
		})
	}
}

// BenchmarkLoad reads a game of a hundred moves and replays it.
func BenchmarkLoad(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "games.db"), Options{Volatile: true})
	r := storetest.NewReferee(s)
	g := storetest.BeginGame(b, r, 1)
	for range 100 {
		a, err := r.Move(background, storetest.NextMove(g))
		must(b, err)
		g = a.Game
	}
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, err := r.UnrestrictedGame(background, g.ID)
			must(b, err)
		}
	})
	b.Run("replay", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			g, err := r.UnrestrictedGame(background, g.ID)
			must(b, err)
			_, err = g.History()
			must(b, err)
		}
	})
}
