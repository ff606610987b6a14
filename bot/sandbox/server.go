package sandbox

import (
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

// Options say how a sandbox is to be. The zero value is one on a free port of the
// loopback device, with nobody in it, that forgets everything.
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
	// Privileged are the privileged intents that the app may ask for; none by default.
	Privileged Intents

	Clock  Clock     // nil: the time of this machine
	Random io.Reader // nil: the randomness of this machine
	Log    *slog.Logger

	Limits Limits
	// Heartbeat is how often the bot must send one; zero: every 41.25 seconds.
	Heartbeat time.Duration
	// Shards is how many of them /gateway/bot recommends; zero: 1.
	Shards int
	// Concurrency is how many shards may identify at once; zero: 1.
	Concurrency int
	// IdentifyEvery is how long each of those must wait between two times; zero: 5
	// seconds, below zero: not at all.
	IdentifyEvery time.Duration

	// Observe is told of every exchange over the API, after it. It must be quick and
	// must not call the server.
	Observe func(Exchange)
	// Page serves what nothing else does, such as a page to play on.
	Page http.Handler
}

// The times that rule interactions.
const (
	answerWithin = 3 * time.Second
	tokenLives   = 15 * time.Minute
)

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
	identified   map[int]time.Time // when each of the concurrent ways was last used
	starts       int
	startsSince  time.Time
	events       []*Event
	lastEvent    int
	bell         chan struct{} // closed and replaced at each event
	exchanges    []Exchange
	saving       func() bool // stops the save to come; nil: none is due
	saveMu       sync.Mutex  // only one save at a time
	closed       bool
}

// Start opens the sandbox and serves it until Close.
func Start(o Options) (_ *Server, err error) {
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	if o.Clock == nil {
		o.Clock = SystemClock{}
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.AppName == "" {
		o.AppName = "Double Corner"
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = 41250 * time.Millisecond
	}
	if o.Shards == 0 {
		o.Shards = 1
	}
	if o.Concurrency == 0 {
		o.Concurrency = 1
	}
	if o.IdentifyEvery == 0 {
		o.IdentifyEvery = 5 * time.Second
	}
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
		bell: make(chan struct{}), limiter: limiter{limits: o.Limits},
	}
	s.life, s.end = context.WithCancel(context.Background())
	s.release, err = hold(o.State)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.release())
		}
	}()
	if err := s.populate(); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", o.Listen)
	if err != nil {
		return nil, err
	}
	s.url = "http://" + l.Addr().String()
	s.readdress()
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
	w.App.Privileged = s.options.Privileged
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

// PublicKey is what signed interactions are checked against.
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
		if session.link != nil {
			session.link.shut(1001, "")
		}
	}
	for _, i := range s.interactions {
		i.finish(Outcome{Kind: "failed", Reason: "The sandbox was closed"})
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

// nextID makes an id. Its callers hold the lock, as those of all that follow.
func (s *Server) nextID() ID {
	id := s.mint.next(s.clock.Now())
	s.world.Last = id
	return id
}
