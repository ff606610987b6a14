package postgres

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"doublecorner/store"
	"doublecorner/store/postgres/postgrestest"
	"doublecorner/store/storetest"
	"doublecorner/store/transfer"
)

var benchGames = flag.Int("bench.games", 0, "also measure among so many games and people, such as 1000000")

// BenchmarkMoves makes moves from 1, 16 and 256 players at the same time, as the benchmark of package
// store does, with a server that waits for the disk. It tells what a move costs the server.
func BenchmarkMoves(b *testing.B) {
	server := postgrestest.Start(b,
		postgrestest.Options{Durable: true, Settings: []string{"max_connections = 100", "shared_buffers = 256MB", "max_wal_size = 4GB"}})
	for _, players := range []int{1, 16, 256} {
		b.Run(fmt.Sprintf("players=%d", players), func(b *testing.B) {
			s := open(b, server.Database(b))
			r := storetest.NewReferee(s)
			must(b, r.Resume(background))
			storetest.BenchmarkMoves(b, r, players) // twice, so that the beginning of the games is not counted
			before, log := s.Counts(), wal(b, s)
			b.ResetTimer()
			storetest.BenchmarkMoves(b, r, players)
			after := s.Counts()
			b.ReportMetric(float64(after.Trips-before.Trips)/float64(b.N), "trips/move")
			b.ReportMetric(float64(after.Reruns-before.Reruns)/float64(b.N), "reruns/move")
			b.ReportMetric(float64(wal(b, s)-log)/float64(b.N), "wal-bytes/move")
		})
	}
}

// wal returns how many bytes the server has written to its log.
func wal(b *testing.B, s *Store) (n int64) {
	b.Helper()
	must(b, s.pool.QueryRow(context.Background(), "SELECT CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bigint)").Scan(&n))
	return n
}

// BenchmarkLists reads lists among few games and among many.
func BenchmarkLists(b *testing.B) {
	sizes := []int{1000}
	if *benchGames > 0 {
		sizes = append(sizes, *benchGames)
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("games=%d", n), func(b *testing.B) {
			file, err := store.Open(filepath.Join(b.TempDir(), "games.db"), store.Options{Volatile: true})
			must(b, err)
			defer file.Close()
			storetest.Fill(b, file, n)
			s := open(b, database(b))
			begun := time.Now()
			_, err = transfer.All(background, file, s.NewFiller(), func(int, int) {})
			must(b, err)
			b.Logf("moved and compared in %v", time.Since(begun))
			_, err = s.pool.Exec(background, "ANALYZE")
			must(b, err)
			storetest.BenchmarkLists(b, s, n)
		})
	}
}
