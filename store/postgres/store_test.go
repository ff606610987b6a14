package postgres

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/postgres/postgrestest"
	"doublecorner/store/storetest"
)

var background = context.Background()

// shared is the server of the tests that need none of their own.
var shared struct {
	sync.Mutex
	server *postgrestest.Server
}

func TestMain(m *testing.M) {
	if address := os.Getenv(addressVariable); address != "" { // this process is part of another one's test
		fmt.Fprintln(os.Stderr, playForever(address))
		os.Exit(1)
	}
	flag.Set("test.parallel", "8") // most tests wait most of the time
	status := m.Run()
	if shared.server != nil {
		shared.server.Remove()
	}
	os.Exit(status)
}

// database returns the address of an empty database.
func database(t testing.TB) string {
	t.Helper()
	postgrestest.Need(t)
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		s, err := postgrestest.New(postgrestest.Options{})
		must(t, err)
		shared.server = s
	}
	return shared.server.Database(t)
}

func open(t testing.TB, address string) *Store {
	t.Helper()
	s, err := Open(background, address, Options{})
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

func TestContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) game.Store { return open(t, database(t)) })
}

// TestPooler has two stores play through a pgbouncer that hands its few connections from transaction to
// transaction.
func TestPooler(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t, postgrestest.Options{})
	address := server.Pooler(t, "postgres")
	plain, err := Open(background, address, Options{})
	must(t, err)
	// A pgbouncer as old as Debian's does not keep prepared statements: what goes wrong then is said.
	var wg sync.WaitGroup
	var advised atomic.Bool
	for range 20 {
		wg.Go(func() {
			err := plain.View(background, func(tx game.Reader) error { _, err := tx.Service(); return err })
			if err != nil && strings.Contains(err.Error(), "default_query_exec_mode=exec") {
				advised.Store(true)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	plain.Close()
	t.Logf("without default_query_exec_mode=exec, it was advised: %v", advised.Load())

	var stores []*Store
	for range 2 {
		stores = append(stores, open(t, address+"&default_query_exec_mode=exec"))
	}
	for i := range 16 {
		r := storetest.NewReferee(stores[i%2])
		wg.Go(func() {
			g := storetest.BeginGame(t, r, i)
			for range 10 {
				a, err := r.Move(background, storetest.NextMove(g))
				if err != nil {
					t.Error(err)
					return
				}
				g = a.Game
			}
		})
	}
	wg.Wait()
	must(t, stores[0].Check())
}

// A server counts what only reads among the transactions that it has committed.
func TestViewsAreCommitted(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t, postgrestest.Options{})
	var s *Store
	openAgain := func() {
		var err error
		s, err = Open(background, server.Address("postgres"), Options{})
		must(t, err)
	}
	closed := func() { // the server counts what a connection did at its end
		must(t, s.Close())
		time.Sleep(200 * time.Millisecond)
	}
	rolledBack := func() (n int) {
		conn, err := pgx.Connect(background, server.Address("postgres"))
		must(t, err)
		defer conn.Close(background)
		must(t, conn.QueryRow(background, "SELECT xact_rollback FROM pg_stat_database WHERE datname = 'postgres'").Scan(&n))
		return n
	}
	openAgain()
	closed()
	before := rolledBack()
	openAgain()
	for range 10 {
		must(t, s.View(background, func(tx game.Reader) error { _, err := tx.Service(); return err }))
	}
	closed()
	if n := rolledBack() - before; n > 0 {
		t.Errorf("%d were rolled back", n)
	}
}

// A value that does not fit is the program's own error: the server answers, and no other try is made.
func TestOwnErrorIsNotTheServers(t *testing.T) {
	t.Parallel()
	s := open(t, database(t))
	for _, value := range []any{map[int]string{1: "no number"}, 7} {
		err := s.View(background, func(tx game.Reader) error {
			_, err := query(tx.(*transaction), pgx.RowTo[bool], "SELECT CAST($1 AS integer)", value)
			return err
		})
		if err == nil || strings.Contains(err.Error(), "does not answer") || s.Counts().Reruns > 0 {
			t.Errorf("%v: %d reruns, %v", value, s.Counts().Reruns, err)
		}
	}
}
