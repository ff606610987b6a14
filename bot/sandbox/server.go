package sandbox

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// Options configure a sandbox. With the zero value, it listens on a free port of the loopback device,
// has nobody in it and keeps nothing.
type Options struct {
	// Listen is the address to serve, 127.0.0.1:0 if empty.
	Listen string
	// Public allows an address that other machines reach. Whoever reaches the sandbox
	// can act as anybody in it.
	Public bool
	// State is the file to keep everything in; empty: none.
	State string
	// Token is the bot's, without "Bot "; empty: a new one, or that of the state file.
	Token string
	// AppID is the id of the app and its bot; zero: a new one.
	AppID ID
	// AppName is the name of the app and its bot; empty: Double Corner.
	AppName string

	Clock  Clock     // nil: the time of this machine
	Random io.Reader // nil: the randomness of this machine
	Log    *slog.Logger

	Limits Limits
	// Heartbeat is the time between two heartbeats of the bot; zero: 41.25 seconds.
	Heartbeat time.Duration
	// Shards is how many of them /gateway/bot recommends; zero: 1.
	Shards int
	// Concurrency is how many shards may identify at once; zero: 1.
	Concurrency int
	// IdentifyEvery is how long each of those must wait to identify again; zero: 5 seconds, below
	// zero: not at all.
	IdentifyEvery time.Duration

	// Observe gets every exchange over the API. It must be quick and must not call the server.
	Observe func(Exchange)
	// Page serves all other paths, for example a page to play on.
	Page http.Handler
}

// A Clock says what time it is and calls back later. Everything in the sandbox that
// takes time, takes it from its clock.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f once, d from now, in a goroutine of its own. stop says whether
	// it prevented that.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// SystemClock is the time of this machine.
type SystemClock struct{}

func (SystemClock) Now() time.Time { return time.Now() }

func (SystemClock) AfterFunc(d time.Duration, f func()) func() bool {
	return time.AfterFunc(d, f).Stop
}

// Server is one Discord. All of its methods may be called at the same time.
type Server struct {
	options Options
	clock   Clock
	random  io.Reader
	log     *slog.Logger
	key     ed25519.PrivateKey
	url     string
	http    *http.Server
	post    *http.Client // delivers signed interactions
	release func() error // of the state file
	closing chan struct{}
	life    context.Context
	end     context.CancelFunc
	work    sync.WaitGroup // goroutines that Close waits for

	mu           sync.Mutex // guards everything below
	world        *world
	mint         mint
	limiter      limiter
	faults       []*Fault
	lastFault    int
	interactions map[ID]*interaction
	byToken      map[string]*interaction
	byAge        []*interaction
	sessions     map[string]*session
	identified   map[int]time.Time // when each of the concurrent buckets was last used
	starts       int
	startsSince  time.Time
	events       []*Event
	lastEvent    int
	published    chan struct{} // closed and replaced at each event
	exchanges    []Exchange
	saving       func() bool // stops the save to come; nil: none is due
	saveMu       sync.Mutex  // only one save at a time
	closed       bool
}

// Start opens the sandbox and serves it until Close.
func Start(o Options) (*Server, error) {
	o.Listen = cmp.Or(o.Listen, "127.0.0.1:0")
	o.Clock = cmp.Or[Clock](o.Clock, SystemClock{})
	o.Random = cmp.Or(o.Random, rand.Reader)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.AppName = cmp.Or(o.AppName, "Double Corner")
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
		options: o, clock: o.Clock, random: o.Random, log: o.Log,
		post:         &http.Client{Transport: connections, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		closing:      make(chan struct{}),
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
	s.url = "http://" + l.Addr().String()
	if err := s.populate(); err != nil {
		return nil, errors.Join(err, l.Close(), s.release())
	}
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug)}
	s.work.Go(func() {
		if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("sandbox stopped serving", "err", err)
		}
	})
	return s, nil
}

// ErrPublic refuses an address that other machines reach, unless Options.Public says that
// this is meant.
var ErrPublic = errors.New("can be reached from other machines, and whoever reaches the sandbox can act as anybody in it")

// loopback refuses addresses that other machines reach.
func loopback(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("%s %w", address, ErrPublic)
}

// populate takes the world from the state file, or makes a new one.
func (s *Server) populate() error {
	w, err := s.load()
	if err != nil {
		return err
	}
	if w == nil {
		app := App{ID: s.options.AppID, Name: s.options.AppName, Seed: make([]byte, ed25519.SeedSize)}
		if app.ID == 0 {
			app.ID = s.mint.next(s.clock.Now())
		}
		if _, err := io.ReadFull(s.random, app.Seed); err != nil {
			return fmt.Errorf("draw the app's key: %w", err)
		}
		text, err := secret(s.random, 16)
		if err != nil {
			return err
		}
		app.Token = base64.RawURLEncoding.EncodeToString([]byte(app.ID.String())) + "." + text[:6] + "." + text[6:]
		w = newWorld(app)
	}
	if s.options.Token != "" {
		w.App.Token = s.options.Token
	}
	s.world, s.mint.last = w, max(w.Last, w.App.ID)
	s.key = ed25519.NewKeyFromSeed(w.App.Seed)
	return nil
}

// URL is where the sandbox is, as in http://127.0.0.1:8080.
func (s *Server) URL() string { return s.url }

// Token is the bot's, without "Bot ".
func (s *Server) Token() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.world.App.Token
}

// AppID is the id of the app and of its bot.
func (s *Server) AppID() ID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.world.App.ID
}

// PublicKey verifies the signatures of signed interactions.
func (s *Server) PublicKey() ed25519.PublicKey { return s.key.Public().(ed25519.PublicKey) }

// Close stops everything and writes the state. It may be called twice.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.closing)
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

// nextID makes an id. Like most methods that are not exported, it needs the lock.
func (s *Server) nextID() ID {
	id := s.mint.next(s.clock.Now())
	s.world.Last = id
	return id
}
