// Package postgres keeps games in a PostgreSQL database, for many processes at once.
//
// It promises what package store promises of a file, as far as the server keeps what it has
// committed: docs/POSTGRES.md says how the server must be set up. Updates are serializable: they have
// the result that they would have one after another. PostgreSQL makes those fail that would not, and
// Update runs them again.
//
// What costs time is waiting for the server, so a transaction waits as rarely as possible: it sends
// what it writes together with its next read or its commit, and reads at once what package game
// says it will read (game.Expectation). A move waits three times.
package postgres

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// Options say how a database is opened. The zero value is right for a referee.
type Options struct {
	// ReadOnly opens a database without bringing its tables up to date.
	ReadOnly bool
}

// Store is a database of games. It implements game.Store, and is safe for use by many goroutines.
type Store struct {
	pool    *pgxpool.Pool
	leases  *pgxpool.Pool // of Leases
	name    string        // of the database, without a password
	process string        // names this process to those that listen
	doubt   string        // see Doubt
	rules   record.RuleSets
	turn    sync.Mutex // of updates that are run again

	patience time.Duration // see patience

	commits, reruns, failures, trips, took atomic.Int64 // as in Counts
}

var _ game.Store = (*Store)(nil)

const (
	// patience is how long a transaction is tried again before its error is returned, and mostTries how
	// often at least, if others made it fail.
	patience  = 8 * time.Second
	mostTries = 20
	// answerWithin is how long the server may take to answer.
	answerWithin = 5 * time.Second
	// mostConnections is how many connections there are at most, unless the address says so with
	// pool_max_conns.
	mostConnections = 16
)

// IsAddress reports whether a text is meant as the address of a database, and not as the name of a file. One that
// is written wrongly is, too: errors repeat the names of files, and it may have a password.
func IsAddress(text string) bool { return meant.MatchString(text) }

// meant matches what begins with a scheme, which is longer than the letter of a drive, and the other form in which
// programs write addresses. right matches the form that this program reads.
var (
	meant = regexp.MustCompile(`(?i)^\s*[a-z]{2,}:/|\bpassword\s*=`)
	right = regexp.MustCompile(`^postgres(ql)?://`)
)

// CheckAddress returns an error if an address cannot be read.
func CheckAddress(address string) error {
	_, err := parse(address)
	return err
}

// Name returns an address without its password and options, for people to read.
func Name(address string) string {
	c, err := parse(address)
	if err != nil {
		return "the database"
	}
	return fmt.Sprintf("the database %s on %s", c.ConnConfig.Database, c.ConnConfig.Host)
}

var errAddress = errors.New("it is postgres://USER:PASSWORD@HOST/DATABASE, where a password has %40 for @, %2F for /, %25 for %, and so on")

// parse reads an address. If it is not clear where the password ends, its error quotes nothing of the address.
func parse(address string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(address)
	if _, malformed := url.Parse(address); !right.MatchString(address) || err != nil && (malformed != nil || strings.Count(address, "@") > 1) {
		err = errAddress
	} else if err == nil && strings.Contains(config.ConnConfig.Host+config.ConnConfig.Database, "@") {
		err = errAddress
	}
	if err != nil {
		return nil, fmt.Errorf("the address of the database: %w", err)
	}
	return config, nil
}

// doubtAbout returns what Doubt says of the connections of an address.
func doubtAbout(c *pgconn.Config) string {
	first := &pgconn.FallbackConfig{Host: c.Host, TLSConfig: c.TLSConfig}
	for _, s := range append([]*pgconn.FallbackConfig{first}, c.Fallbacks...) {
		if !isLocal(s.Host) && !verifies(s.TLSConfig) {
			return fmt.Sprintf("anybody between this machine and the database on %s can read and change all that is stored: add sslmode=verify-full to the address", s.Host)
		}
	}
	return ""
}

// isLocal reports whether a host is this machine, reached over a socket or the loopback interface.
func isLocal(host string) bool {
	network, _ := pgconn.NetworkAddress(host, 0)
	return network == "unix" || host == "localhost" || net.ParseIP(host).IsLoopback()
}

// verifies reports whether TLS is used and the certificate of the server is checked.
func verifies(c *tls.Config) bool {
	return c != nil && (!c.InsecureSkipVerify || c.VerifyPeerCertificate != nil)
}

// Open connects to a database of games. If it is empty, or an earlier version of the program made its
// tables, Open brings them up to date.
func Open(ctx context.Context, address string, o Options) (*Store, error) {
	return openWith(ctx, address, o, migrations)
}

// openWith is Open of a program with other migrations.
func openWith(ctx context.Context, address string, o Options, migrations fs.FS) (*Store, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	if !strings.Contains(address, "pool_max_conns") {
		config.MaxConns = mostConnections
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = answerWithin
	}
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "doublecorner"
	}
	// A transaction whose first statement finds its connection broken takes another one.
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	leases, err := newLeases(ctx, config)
	if err != nil {
		pool.Close()
		return nil, err
	}
	s := &Store{pool: pool, leases: leases, name: Name(address), process: strconv.FormatUint(rand.Uint64(), 36), doubt: doubtAbout(&config.ConnConfig.Config), rules: record.NewRuleSets(), patience: patience}
	if err := s.prepare(ctx, o, migrations); err != nil {
		s.Close()
		if isRefused(err) {
			err = &game.SetupError{Err: err}
		}
		return nil, err
	}
	return s, nil
}

// Doubt returns why others may read and change what is stored: a server is on another machine, and nobody checks who it
// is; "" if that is not so.
func (s *Store) Doubt() string { return s.doubt }

// Close waits for all transactions and closes the connections.
func (s *Store) Close() error {
	s.leases.Close()
	s.pool.Close()
	return nil
}

// View implements game.Store. The transaction is not serializable: it sees what was committed before its
// first read, and no update fails because of it.
func (s *Store) View(ctx context.Context, f func(game.Reader) error) error {
	return s.repeat(ctx, func() (again bool, err error) {
		t := s.transaction(ctx, false)
		defer t.end()
		err = f(t)
		if t.err == nil {
			return false, err
		}
		return isAway(t.err) && !t.answered, s.explain(t.err)
	})
}

// Update implements game.Store.
func (s *Store) Update(ctx context.Context, f func(game.Tx) error) error {
	err := s.repeat(ctx, func() (again bool, err error) { return s.update(ctx, f) })
	if errors.Is(err, game.ErrNotStored) {
		s.failures.Add(1)
	}
	return err
}

// update runs an update once. If it fails, again reports whether another try may help and cannot do twice what
// the function does.
func (s *Store) update(ctx context.Context, f func(game.Tx) error) (again bool, err error) {
	t := s.transaction(context.WithoutCancel(ctx), true) // a commit is not left half done
	defer t.end()
	err = f(t)
	if err != nil && (t.err == nil || errors.Is(t.err, record.ErrBroken)) {
		return false, err
	}
	begun := time.Now()
	if err := t.commit(); err != nil {
		away, uncertain := isAway(err), t.committing && !didNothing(err)
		failure := game.ErrNotStored
		if away && uncertain {
			failure = game.ErrUncertain
		}
		return mustRunAgain(err) || away && !uncertain, fmt.Errorf("%w: %w", failure, s.explain(err))
	}
	if t.dirty {
		s.commits.Add(1)
		s.took.Add(int64(time.Since(begun)))
	}
	return false, nil
}

// repeat tries a transaction again as long as that may help: because the server is away, or because other transactions
// made it fail. Those that others made fail are tried one after another, so that they do not make each other fail again.
func (s *Store) repeat(ctx context.Context, try func() (again bool, err error)) error {
	inTurn := false
	for begun, tried := time.Now(), 0; ; tried++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if inTurn {
			s.turn.Lock()
		}
		again, err := try()
		if inTurn {
			s.turn.Unlock()
		}
		if err == nil || !again {
			return err
		}
		inTurn = mustRunAgain(err)
		if waited := time.Since(begun); waited > s.patience && (!inTurn || tried >= mostTries) {
			return fmt.Errorf("tried for %v: %w", waited.Round(time.Second), err)
		}
		if !inTurn {
			s.pool.Reset() // its connections are probably broken
		}
		s.reruns.Add(1)
		time.Sleep(backoff(tried))
	}
}

// maxBackoff is the longest time before a transaction is tried again.
const maxBackoff = 200 * time.Millisecond

// backoff returns how long to wait before a transaction is tried once more.
func backoff(tried int) time.Duration {
	return rand.N(min(time.Millisecond<<min(tried, 10), maxBackoff))
}

// Counts are figures of a store since it was opened.
type Counts struct {
	Commits  int64         // transactions that wrote something
	Reruns   int64         // transactions that were run again
	Failed   int64         // updates that could not be stored
	Trips    int64         // times that a transaction waited for the server
	Took     time.Duration // of all commits together
	InUse    int           // connections
	Open     int
	Most     int
	Waits    int64         // for a connection
	WaitTime time.Duration // for connections
}

// Counts returns the figures so far.
func (s *Store) Counts() Counts {
	p := s.pool.Stat()
	return Counts{
		Commits: s.commits.Load(), Reruns: s.reruns.Load(), Failed: s.failures.Load(), Trips: s.trips.Load(), Took: time.Duration(s.took.Load()),
		InUse: int(p.AcquiredConns()), Open: int(p.TotalConns()), Most: int(p.MaxConns()),
		Waits: p.EmptyAcquireCount(), WaitTime: p.EmptyAcquireWaitTime(),
	}
}
