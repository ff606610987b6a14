package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/store/postgres/postgrestest"
)

// listens has a store listen, waits until it is sure to hear, and returns what it hears.
func listens(t *testing.T, s *Store) <-chan Change {
	t.Helper()
	ctx, stop := context.WithCancel(background)
	sure, heard, over := make(chan bool), make(chan Change, 100), make(chan error)
	go func() { over <- s.Listen(ctx, func() { close(sure) }, func(c Change) { heard <- c }) }()
	select {
	case <-sure:
	case err := <-over:
		t.Fatalf("it does not listen: %v", err)
	}
	t.Cleanup(func() { stop(); <-over })
	return heard
}

// A process hears of the changes that others tell, in their order, and not of its own.
func TestListen(t *testing.T) {
	t.Parallel()
	address := database(t)
	one, other := open(t, address), open(t, address)
	heard := listens(t, one)
	must(t, one.Tell(background, Change{Game: "OWN"}))
	must(t, other.Tell(background, Change{"K7Q2", [2]game.PersonID{1, 2}}, Change{"B2C3", [2]game.PersonID{3, 18446744073709551615}}))
	for _, want := range []Change{{"K7Q2", [2]game.PersonID{1, 2}}, {"B2C3", [2]game.PersonID{3, 18446744073709551615}}} {
		if got := <-heard; got != want {
			t.Errorf("it hears of %+v, want %+v", got, want)
		}
	}
}

// Who listens notices that the server is gone, and that a pooler does not keep the connection.
func TestListenInVain(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t, postgrestest.Options{})
	pooled := open(t, server.Pooler(t, "postgres")+"&default_query_exec_mode=exec")
	nothing := func(Change) { t.Error("something is heard") }
	if err := pooled.Listen(background, func() { t.Error("it is sure to hear") }, nothing); !errors.Is(err, ErrDeaf) {
		t.Errorf("behind a pooler: %v", err)
	}
	s := open(t, server.Address("postgres"))
	began := time.Now()
	if err := s.Listen(background, server.Kill, nothing); err == nil || errors.Is(err, ErrDeaf) || time.Since(began) > quietFor {
		t.Errorf("without a server, after %v: %v", time.Since(began), err)
	}
}
