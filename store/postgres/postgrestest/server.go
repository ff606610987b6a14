// Package postgrestest starts PostgreSQL servers for tests, from the programs of an installed package. Each
// has its files in a temporary directory and listens on a socket there.
package postgrestest

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL server.
type Server struct {
	dir     string // of everything, also of the socket
	process *exec.Cmd
	ended   chan struct{}
}

// Options say how a server runs.
type Options struct {
	Durable  bool     // it waits for the disk, as servers do
	Settings []string // lines of postgresql.conf
	Of       *Server  // the primary that it is a standby of
}

const (
	owner = "doublecorner" // of all databases
	port  = "5432"         // names the socket
)

// programs returns the directory of the server's programs, the newest version's; "" if there is none.
func programs() string {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // as Debian has it
	if len(found) == 0 {
		path, err := exec.LookPath("initdb")
		if err == nil {
			path, err = filepath.EvalSymlinks(path)
		}
		if err != nil {
			return ""
		}
		return filepath.Dir(path)
	}
	version := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) }))
}

// Installed reports whether PostgreSQL is installed.
func Installed() bool { return programs() != "" }

// Need skips a test if PostgreSQL is not installed.
func Need(t testing.TB) {
	t.Helper()
	if !Installed() {
		t.Skip("PostgreSQL is not installed (apt-get install postgresql)")
	}
}

// Start starts a server, and stops it when the test ends. Without PostgreSQL it skips the test.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	Need(t)
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the server's log ends with:\n%s", s.logTail())
		}
		s.Remove()
	})
	return s
}

// New starts a server. The caller must Remove it.
func New(o Options) (*Server, error) {
	dir, err := os.MkdirTemp("", "dc-pg-") // short, because the name of a socket must be
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir}
	if err := s.make(o); err != nil {
		s.Remove()
		return nil, fmt.Errorf("%w\n%s", err, s.logTail())
	}
	return s, nil
}

func (s *Server) make(o Options) error {
	if err := giveToUser(s.dir); err != nil {
		return err
	}
	settings := []string{"unix_socket_directories = '" + s.dir + "'", "listen_addresses = ''"}
	if !o.Durable {
		settings = append(settings, "fsync = off", "full_page_writes = off", "synchronous_commit = off")
	}
	settings = append(settings, o.Settings...) // the last of a name holds
	var err error
	if o.Of == nil {
		err = s.run("initdb", "--no-sync", "--auth=trust", "--username="+owner, "--encoding=UTF8", "--locale=C", s.Data())
	} else {
		err = s.run("pg_basebackup", "--no-sync", "--checkpoint=fast", "--write-recovery-conf", "--host="+o.Of.dir, "--port="+port, "--username="+owner, "--pgdata="+s.Data())
	}
	if err != nil {
		return err
	}
	if err := s.Configure(settings...); err != nil {
		return err
	}
	return s.Run()
}

// Data returns the directory of the server's files.
func (s *Server) Data() string { return filepath.Join(s.dir, "data") }

// Dir returns the directory of the server's socket.
func (s *Server) Dir() string { return s.dir }

// Own makes a directory that the server may use.
func (s *Server) Own(t testing.TB, dir string) {
	t.Helper()
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := giveToUser(dir); err != nil {
		t.Fatal(err)
	}
}

// Owner returns the user that owns all databases.
func (s *Server) Owner() string { return owner }

// Configure adds lines to the server's settings, which hold when it is started or reloaded.
func (s *Server) Configure(lines ...string) error {
	f, err := os.OpenFile(filepath.Join(s.Data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = fmt.Fprintln(f, strings.Join(lines, "\n"))
	return err
}

// Reload has the server read its settings again.
func (s *Server) Reload() error { return s.process.Process.Signal(syscall.SIGHUP) }

// Run runs the server again after Kill, and waits until it can be used.
func (s *Server) Run() error {
	const patience = 30 * time.Second
	for begun := time.Now(); time.Since(begun) < patience; time.Sleep(50 * time.Millisecond) {
		if s.process == nil {
			if err := s.start(); err != nil {
				return err
			}
		}
		select {
		case <-s.ended: // processes of the one before still have its memory
			s.process = nil
			continue
		default:
		}
		if conn, err := pgx.Connect(context.Background(), s.Address("postgres")); err == nil {
			return conn.Close(context.Background())
		}
	}
	return fmt.Errorf("the server cannot be used after %v", patience)
}

func (s *Server) start() error {
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.process = s.command("postgres", "-D", s.Data())
	s.process.Stdout, s.process.Stderr = log, log
	if err := start(s.process); err != nil {
		return err
	}
	s.ended = make(chan struct{})
	go func(process *exec.Cmd, ended chan struct{}) {
		process.Wait()
		close(ended)
	}(s.process, s.ended)
	return nil
}

// Kill kills all processes of the server at once.
func (s *Server) Kill() {
	if s.process == nil {
		return
	}
	killAll(s.process.Process.Pid)
	<-s.ended
	s.process = nil
}

// Promote makes a primary of a standby, and waits until it writes.
func (s *Server) Promote() error { return s.run("pg_ctl", "promote", "-w", "-D", s.Data()) }

// Pooler starts a pgbouncer in transaction mode before the server, and returns the address of a database
// through it. Without pgbouncer it skips the test.
func (s *Server) Pooler(t testing.TB, database string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer" // as Debian has it
	}
	if _, err := os.Stat(program); err != nil {
		t.Skip("pgbouncer is not installed (apt-get install pgbouncer)")
	}
	dir := filepath.Join(s.dir, "pooler")
	settings := fmt.Sprintf(`[databases]
* = host=%s port=%s user=%s
[pgbouncer]
listen_addr =
unix_socket_dir = %s
auth_type = any
pool_mode = transaction
default_pool_size = 4
logfile = %s
`, s.dir, port, owner, dir, filepath.Join(dir, "log"))
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(dir, 0o755))
	must(giveToUser(dir))
	must(os.WriteFile(filepath.Join(dir, "pgbouncer.ini"), []byte(settings), 0o644))
	c := exec.Command(program, filepath.Join(dir, "pgbouncer.ini"))
	must(start(c))
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	return fmt.Sprintf("postgres://%s@/%s?host=%s&port=6432", owner, database, url.QueryEscape(dir))
}

// Remove kills the server and removes its files.
func (s *Server) Remove() {
	s.Kill()
	os.RemoveAll(s.dir)
}

// Address returns the address of a database of the server.
func (s *Server) Address(database string) string {
	return fmt.Sprintf("postgres://%s@/%s?host=%s&port=%s", owner, database, url.QueryEscape(s.dir), port)
}

// databases counts those that were made.
var databases atomic.Int64

// Database makes an empty database and returns its address. It is a schema of one database, because that
// is made faster.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("games%d", databases.Add(1))
	s.Exec(t, "postgres", "CREATE SCHEMA "+name)
	return s.Address("postgres") + "&search_path=" + name
}

// Exec runs a statement in a database.
func (s *Server) Exec(t testing.TB, database, sql string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.Address(database))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, sql); err != nil {
		t.Fatal(err)
	}
}

func (s *Server) logTail() string {
	text, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	return string(text[max(0, len(text)-4000):])
}

// run runs one of the server's programs.
func (s *Server) run(name string, args ...string) error {
	c := s.command(name, args...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := start(c)
	if err == nil {
		err = c.Wait()
	}
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out.Bytes())
	}
	return nil
}

// command returns a command that runs one of the server's programs.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(programs(), name), args...)
	c.Dir = s.dir
	c.Env = append(os.Environ(), "LC_ALL=C")
	return c
}
