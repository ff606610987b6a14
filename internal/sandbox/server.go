package sandbox

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Options configure a sandbox. With the zero value, it listens on a free port of the loopback device,
// has no users and keeps nothing.
type Options struct {
	Listen string // address to serve; empty: 127.0.0.1:0
	Public bool   // allow an address by which other machines can act as any user
	State  string // file to keep everything in; empty: none
	Clock  Clock  // nil: the time of this machine
	Log    *slog.Logger
	Limits Limits

	Heartbeat     time.Duration // between two heartbeats of the bot; zero: 41.25 seconds
	Shards        int           // how many /gateway/bot recommends; zero: 1
	Concurrency   int           // how many shards may identify at once; zero: 1
	IdentifyEvery time.Duration // that each of those must wait to identify again; zero: 5 seconds, below zero: none

	Observe func(Exchange) // gets every exchange over the API; must be quick and must not call the server
	Page    http.Handler   // serves all other paths, for example a page to play on
}

// A Clock says what time it is and calls back later. The sandbox has no other time, except that of its users: see Server.Now.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f once, d from now, in a goroutine of its own, unless stop prevents that.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// systemClock is the time of this machine.
type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) AfterFunc(d time.Duration, f func()) func() bool {
	return time.AfterFunc(d, f).Stop
}

// Server is one Discord. All of its methods may be called at the same time.
type Server struct {
	options Options
	clock   Clock
	moved   movedClock // the time of the users
	moving  sync.Mutex // the clock is being moved
	log     *slog.Logger
	key     ed25519.PrivateKey
	url     string
	http    *http.Server
	post    *http.Client    // delivers signed interactions
	release func() error    // of the state file
	life    context.Context // ends when the server is closed
	end     context.CancelFunc
	work    sync.WaitGroup // goroutines that Close waits for

	mu           sync.Mutex // guards everything below
	world        *world
	lastID       ID
	limiter      limiter
	faults       []*Fault
	lastFault    int
	interactions map[ID]*interaction
	byToken      map[string]*interaction
	byAge        []*interaction
	sessions     map[string]*session
	balanced     []string          // see Balance
	turn         int               // of those
	identified   map[int]time.Time // when each of the concurrent buckets was last used
	starts       int
	startsSince  time.Time
	events       []*Event
	lastEvent    int
	follow       func(context.Context) error // see Follow
	published    chan struct{}               // closed and replaced at each event
	exchanges    []Exchange
	saving       func() bool // stops the next save; nil: none is due
	saveMu       sync.Mutex  // only one save at a time
}

// Start opens the sandbox and serves it until Close.
func Start(o Options) (*Server, error) {
	o.Listen = cmp.Or(o.Listen, "127.0.0.1:0")
	o.Clock = cmp.Or[Clock](o.Clock, systemClock{})
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.Heartbeat = cmp.Or(o.Heartbeat, 41250*time.Millisecond)
	o.Shards = cmp.Or(o.Shards, 1)
	o.Concurrency = cmp.Or(o.Concurrency, 1)
	o.IdentifyEvery = cmp.Or(o.IdentifyEvery, 5*time.Second)
	if !o.Public {
		if err := loopback(o.Listen); err != nil {
			return nil, err
		}
	}
	connections := http.DefaultTransport.(*http.Transport).Clone()
	connections.MaxIdleConnsPerHost = 64 // all posts go to one
	s := &Server{
		options: o, clock: o.Clock, log: o.Log,
		post:         &http.Client{Transport: connections, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		interactions: map[ID]*interaction{}, byToken: map[string]*interaction{},
		sessions: map[string]*session{}, identified: map[int]time.Time{},
		published: make(chan struct{}), limiter: limiter{cmp.Or(o.Limits.Global, 50), map[string]*window{}},
	}
	s.life, s.end = context.WithCancel(context.Background())
	var err error
	s.release, err = lockState(o.State)
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", o.Listen)
	if err != nil {
		return nil, errors.Join(err, s.release())
	}
	s.url = "http://" + reached(l.Addr().(*net.TCPAddr))
	if s.world, err = s.load(); err != nil {
		return nil, errors.Join(err, l.Close(), s.release())
	}
	if s.world == nil {
		s.world = newWorld(s.nextID())
	}
	s.moved.ahead = s.world.Ahead
	s.lastID = max(s.world.Last, s.world.App.ID)
	s.key = ed25519.NewKeyFromSeed(s.world.App.Seed)
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug)}
	s.work.Go(func() {
		if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("sandbox stopped serving", "err", err)
		}
	})
	return s, nil
}

// ErrPublic refuses an address that other machines reach, unless Options.Public says that this is meant.
var ErrPublic = errors.New("can be reached from other machines, and everybody who reaches the sandbox can act as any user in it")

// loopback refuses addresses that other machines reach.
func loopback(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if !isLoopback(host) {
		return fmt.Errorf("%s %w", address, ErrPublic)
	}
	return nil
}

// reached returns the address at which people reach a listener. If it listens to all addresses of this machine, that is the first
// one that others can have.
func reached(at *net.TCPAddr) string {
	if !at.IP.IsUnspecified() {
		return at.String()
	}
	ip := net.IPv4(127, 0, 0, 1)
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		if own, ok := a.(*net.IPNet); ok && own.IP.To4() != nil && own.IP.IsGlobalUnicast() {
			ip = own.IP
			break
		}
	}
	return net.JoinHostPort(ip.String(), strconv.Itoa(at.Port))
}

func isLoopback(host string) bool {
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// URL is where the sandbox is, as in http://127.0.0.1:8080.
func (s *Server) URL() string { return s.url }

// Token is the bot's, without "Bot ".
func (s *Server) Token() string { return s.world.App.Token }

// AppID is the id of the app and of its bot.
func (s *Server) AppID() ID { return s.world.App.ID }

// PublicKey verifies the signatures of signed interactions.
func (s *Server) PublicKey() ed25519.PublicKey { return s.key.Public().(ed25519.PublicKey) }

// Close stops everything and writes the state. It may be called twice.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed() {
		s.mu.Unlock()
		return nil
	}
	s.end()
	for _, session := range s.sessions {
		if session.connection != nil {
			session.connection.close(closeGoingAway)
		}
	}
	for _, i := range s.interactions {
		i.fail("The sandbox was closed")
	}
	if s.saving != nil {
		s.saving()
	}
	s.mu.Unlock()
	err := s.http.Close()
	s.work.Wait()
	s.post.CloseIdleConnections()
	return errors.Join(err, s.save(), s.release())
}

func (s *Server) closed() bool { return s.life.Err() != nil }

// nextID returns an id that is greater than all before it, even if the clock goes back. Like most
// methods that are not exported, it needs the lock.
func (s *Server) nextID() ID {
	now := max(0, s.clock.Now().Sub(epoch).Milliseconds())
	s.lastID = max(ID(now)<<22, s.lastID+1)
	return s.lastID
}
