//go:build unix

package postgres

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

// troubled checks that a move fails with advice while something is wrong, and that the same request is done
// once when it is right again.
func troubled(t *testing.T, address, advice string, breaks, mends func()) {
	t.Helper()
	s := open(t, address)
	s.patience = time.Second
	r := storetest.NewReferee(s)
	must(t, r.Resume(background))
	g := storetest.BeginGame(t, r, 1)
	breaks()
	move := storetest.NextMove(g)
	_, err := r.Move(background, move)
	if err == nil || !strings.Contains(err.Error(), advice) || errors.Is(err, game.ErrUncertain) {
		t.Errorf("the error is %v, want %q in it, and nothing stored", err, advice)
	}
	mends()
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		a, err := r.Move(background, move)
		if err == nil {
			if a.Game.Ply() != g.Ply()+1 {
				t.Errorf("the game is at ply %d", a.Game.Ply())
			}
			break
		}
		if time.Since(begun) > time.Minute {
			t.Fatalf("it does not go on: %v", err)
		}
	}
	must(t, s.Check())
}

func TestTooManyConnections(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t, postgrestest.Options{Settings: []string{"max_connections = 10", "superuser_reserved_connections = 0"}})
	var taken []*pgx.Conn
	troubled(t, server.Address("postgres")+"&pool_max_conn_lifetime=1ms", "it has no connection left; raise its max_connections", func() {
		time.Sleep(100 * time.Millisecond)
		for {
			c, err := pgx.Connect(background, server.Address("postgres"))
			if err != nil {
				break
			}
			taken = append(taken, c)
		}
	}, func() {
		for _, c := range taken {
			c.Close(background)
		}
	})
}

func TestReadOnlyServer(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t, postgrestest.Options{})
	set := func(value string) func() {
		return func() {
			must(t, server.Configure("default_transaction_read_only = "+value))
			must(t, server.Reload())
			time.Sleep(200 * time.Millisecond)
		}
	}
	troubled(t, server.Address("postgres"), "it only reads, because it is a standby or was set so", set("on"), set("off"))
}

// TestStandby has the address lead to a standby, which is promoted while a request is tried.
func TestStandby(t *testing.T) {
	t.Parallel()
	primary := postgrestest.Start(t, postgrestest.Options{Settings: []string{"wal_level = replica", "max_wal_senders = 5"}})
	must(t, storetest.NewReferee(open(t, primary.Address("postgres"))).Resume(background))
	standby := postgrestest.Start(t, postgrestest.Options{Of: primary})
	s := open(t, standby.Address("postgres"))
	s.patience = time.Second
	r := storetest.NewReferee(s)
	if err, advice := r.Resume(background), "it only reads, because it is a standby"; err == nil || !strings.Contains(err.Error(), advice) {
		t.Errorf("the error is %v, want %q in it", err, advice)
	}
	s.patience = patience
	resumed := make(chan error)
	go func() { resumed <- r.Resume(background) }()
	time.Sleep(time.Second)
	must(t, standby.Promote())
	must(t, <-resumed)
}

// proxied returns an address of a database by which all that goes to and fro passes a function. If that returns false, it is
// gone.
func proxied(t *testing.T, address string, passes func(toServer bool, b []byte) bool) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "dc-proxy-")
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	listener, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432"))
	must(t, err)
	t.Cleanup(func() { listener.Close() })
	forward := func(to, from net.Conn, toServer bool) {
		defer to.Close()
		b := make([]byte, 64<<10)
		for {
			n, err := from.Read(b)
			if err != nil {
				return
			}
			if !passes(toServer, b[:n]) {
				continue
			}
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
	}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			upstream, err := net.Dial("unix", filepath.Join(shared.server.Dir(), ".s.PGSQL.5432"))
			if err != nil {
				client.Close()
				continue
			}
			go forward(upstream, client, true)
			go forward(client, upstream, false)
		}
	}()
	return strings.Replace(address, url.QueryEscape(shared.server.Dir()), url.QueryEscape(dir), 1)
}

// TestHangingNetwork has a proxy before the server that stops to forward, without an end of the connections.
func TestHangingNetwork(t *testing.T) {
	t.Parallel()
	var hangs atomic.Bool
	address := proxied(t, database(t), func(bool, []byte) bool { return !hangs.Load() })
	troubled(t, address, "it does not answer; look whether it runs and can be reached",
		func() { hangs.Store(true) }, func() { hangs.Store(false) })
}

// TestAnswerToCommitIsLost loses what the server answers to the commit of a move. The player reads no error: the referee
// finds out that the move was stored.
func TestAnswerToCommitIsLost(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var armed, lost bool
	address := proxied(t, database(t)+"&default_query_exec_mode=exec", func(toServer bool, b []byte) bool {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case toServer && armed && bytes.Contains(b, []byte("INSERT INTO answers")):
			armed, lost = false, true
		case !toServer && lost:
			lost = false
			return false
		}
		return true
	})
	s := open(t, address)
	var told []game.Ply
	r := game.New(game.Config{Store: s, Now: time.Now, Random: rand.Uint64, Changed: func(g *game.Game) { told = append(told, g.Ply()) }})
	must(t, r.Resume(background))
	g := storetest.BeginGame(t, r, 1)
	told = nil
	mu.Lock()
	armed = true
	mu.Unlock()
	a, err := r.Move(background, storetest.NextMove(g))
	must(t, err)
	if a.Game.Ply() != g.Ply()+1 || len(a.Announced) != 1 || !slices.Equal(told, []game.Ply{a.Game.Ply()}) {
		t.Errorf("the answer is at ply %d with the announcements %v, and told were the plies %v", a.Game.Ply(), a.Announced, told)
	}
	if s.Counts().Failed != 1 {
		t.Error("no answer to a commit was lost")
	}
	stored, err := r.Game(background, g.ID, game.Viewer{Place: g.Place})
	must(t, err)
	if stored.Seq() != g.Seq()+1 {
		t.Errorf("the game has %d events, and had %d", stored.Seq(), g.Seq())
	}
}

// TestDiskFull fills the disk of a server, which is a file system of a few megabytes.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	postgrestest.Need(t)
	disk, err := os.MkdirTemp("", "dc-disk-")
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(disk) })
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=120m,mode=777", "tmpfs", disk).CombinedOutput(); err != nil {
		t.Skipf("no file system of a limited size can be mounted: %v: %s", err, out)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", disk).Run() })
	server := postgrestest.Start(t, postgrestest.Options{})
	must(t, os.Chmod(disk, 0o777))
	table := filepath.Join(disk, "tables")
	server.Own(t, table)
	server.Exec(t, "postgres", "CREATE TABLESPACE small LOCATION '"+table+"'")
	server.Exec(t, "postgres", "CREATE DATABASE games TABLESPACE small")
	filler := filepath.Join(disk, "filler")
	troubled(t, server.Address("games"), "its disk is full; what was stored before is safe", func() {
		f, err := os.Create(filler)
		must(t, err)
		defer f.Close()
		io.Copy(f, zeros{})
		grow(t, server)
	}, func() { must(t, os.Remove(filler)) })
}

// zeros has no end.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// grow fills the pages that the tables have, so that the next row needs a new one.
func grow(t *testing.T, server *postgrestest.Server) {
	t.Helper()
	conn, err := pgx.Connect(background, server.Address("games"))
	must(t, err)
	defer conn.Close(background)
	for n := 1000; n > 0; n /= 2 {
		for {
			_, err := conn.Exec(context.Background(), `INSERT INTO announcements (id, at, record)
				SELECT -nextval('announcement_ids'), now(), '\x00' FROM generate_series(1, $1)`, n)
			if err != nil {
				break
			}
		}
	}
	// What was filled in here is nobody's announcement; it is deleted with the disk still full.
	if _, err := conn.Exec(background, "DELETE FROM announcements WHERE id < 0"); err != nil {
		t.Logf("the filling stays: %v", err)
	}
}

// TestBrokenConnectionNeedsNoTurn breaks the connection of an update while another is run again, because others made it
// fail. That may take long, while the server is away.
func TestBrokenConnectionNeedsNoTurn(t *testing.T) {
	t.Parallel()
	s := open(t, database(t))
	s.turn.Lock()
	defer s.turn.Unlock()
	tries := 0
	done := make(chan error, 1)
	go func() {
		done <- s.Update(background, func(tx game.Tx) error {
			if _, err := tx.Service(); err != nil {
				return err
			}
			if tries++; tries == 1 {
				tx.(*transaction).conn.Conn().Close(background)
			}
			_, err := tx.Announcements(0, 1)
			return err
		})
	}()
	select {
	case err := <-done:
		if err != nil || tries != 2 {
			t.Errorf("%d tries: %v", tries, err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the update waits for its turn")
	}
}

// TestServerIsAwayForWrites has the server start again while an update is tried that reads nothing.
func TestServerIsAwayForWrites(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t, postgrestest.Options{Settings: []string{"synchronous_commit = on"}})
	s := open(t, server.Address("postgres"))
	must(t, storetest.NewReferee(s).Resume(background)) // which opens a connection
	server.Kill()
	started := make(chan error)
	go func() { started <- server.Run() }()
	must(t, s.Update(background, func(tx game.Tx) error { return tx.DeleteErasure(7) }))
	must(t, <-started)
}

// TestIdleTransactionIsRunAgain has the server end a transaction in which nothing happens, as one of a process that is
// stopped for a while.
func TestIdleTransactionIsRunAgain(t *testing.T) {
	t.Parallel()
	s := open(t, database(t)+"&idle_in_transaction_session_timeout=100ms")
	for _, last := range []func(game.Tx) error{
		func(tx game.Tx) error { _, err := tx.Announcements(0, 1); return err },
		func(game.Tx) error { return nil }, // the next statement is COMMIT
	} {
		tries := 0
		err := s.Update(background, func(tx game.Tx) error {
			service, err := tx.Service()
			if err != nil {
				return err
			}
			if err := tx.PutService(service); err != nil {
				return err
			}
			if tries++; tries == 1 {
				time.Sleep(300 * time.Millisecond)
			}
			return last(tx)
		})
		if err != nil || tries < 2 { // a slow machine may need more
			t.Errorf("%d tries: %v", tries, err)
		}
	}
}

// TestSilentStandby has the server wait for a standby that acknowledges nothing. It shows a move whose commit the program
// has given up, but the move is not confirmed until the standby has it.
func TestSilentStandby(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t, postgrestest.Options{Settings: []string{"synchronous_commit = on"}})
	standbys := func(names string) {
		must(t, server.Configure("synchronous_standby_names = '"+names+"'"))
		must(t, server.Reload())
		time.Sleep(100 * time.Millisecond)
	}
	s := open(t, server.Database(t))
	s.patience = time.Second
	r := storetest.NewReferee(s)
	must(t, r.Resume(background))
	g := storetest.BeginGame(t, r, 1)
	standbys("silent")
	move := storetest.NextMove(g)
	if _, err := r.Move(background, move); !errors.Is(err, game.ErrNotStored) {
		t.Errorf("the move is confirmed: %v", err)
	}
	standbys("")
	a, err := r.Move(background, move)
	must(t, err)
	if a.Game.Ply() != g.Ply()+1 {
		t.Errorf("the game is at ply %d", a.Game.Ply())
	}
}
