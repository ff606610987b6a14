package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	dg "github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Gateway hears interactions over connections to Discord, one for each shard.
//
// discordgo has a connection too, but keeps to itself what is needed to mend it from
// outside: it notices after minutes that nobody is there, then throws the session away
// with what was to be heard in it; it goes back to the wrong address; told that its
// session is invalid it identifies itself at once, again and again, until the day's
// starts are used up; it tries a wrong token for ever; and it hangs on a server that says
// nothing.
type Gateway struct {
	config GatewayConfig

	mu     sync.Mutex
	shards []*shard
	turns  map[int]time.Time // when each of the concurrent ways to identify is free
	starts starts
}

// GatewayConfig is what a Gateway needs from outside.
type GatewayConfig struct {
	Token string // without "Bot "
	// Info asks where the gateway is, and how it wants to be used.
	Info    func(context.Context) (*dg.GatewayBotResponse, error)
	Intents dg.Intent // interactions come without any
	Shards  Shards
	// Heard is told of every interaction, those of a shard in their order. What it does
	// must be quick.
	Heard func(*dg.Interaction)
	Log   *slog.Logger
	Times Times
}

// Times are how long things take on a gateway. Zeros mean the usual.
type Times struct {
	Patience  time.Duration // for every answer; 10 s
	Identify  time.Duration // between two starts; 5 s
	Reconnect time.Duration // before the second try to connect, the third waits twice as long; 1 s
	Slowest   time.Duration // at most between two tries; a minute
	Settled   time.Duration // after so long a connection counts as one that works; a minute
}

// starts are the sessions that may be begun before a time.
type starts struct {
	known bool
	left  int
	until time.Time
	ways  int // how many at once
}

// A GatewayError tells why a gateway can never be used as it was tried, and what to do.
type GatewayError struct {
	Code int // with which Discord closed the connection
	Why  string
}

func (e *GatewayError) Error() string {
	return fmt.Sprintf("the gateway closed with %d: %s", e.Code, e.Why)
}

// ShardState is how it stands with a shard.
type ShardState struct {
	Shard     int
	Connected bool
	Since     time.Time     // when it was connected, or was not any more
	Latency   time.Duration // of the last heartbeat
	Starts    int           // sessions that were begun
	Resumes   int           // sessions that were taken up again
	LastError string
}

// NewGateway returns a gateway. It is used by Run.
func NewGateway(c GatewayConfig) *Gateway {
	usual := func(d *time.Duration, otherwise time.Duration) {
		if *d == 0 {
			*d = otherwise
		}
	}
	usual(&c.Times.Patience, 10*time.Second)
	usual(&c.Times.Identify, 5*time.Second)
	usual(&c.Times.Reconnect, time.Second)
	usual(&c.Times.Slowest, time.Minute)
	usual(&c.Times.Settled, time.Minute)
	return &Gateway{config: c, turns: map[int]time.Time{}}
}

// Run hears interactions until the context ends, or until that can never work.
func (g *Gateway) Run(ctx context.Context) error {
	info, err := g.ask(ctx)
	if err != nil || info == nil {
		return err
	}
	which := g.config.Shards
	if which.Total == 0 {
		which = Shards{0, max(info.Shards, 1) - 1, max(info.Shards, 1)}
	}
	g.mu.Lock()
	g.shards = nil
	for id := which.First; id <= which.Last; id++ {
		g.shards = append(g.shards, &shard{
			gateway: g, id: id, of: which.Total, address: info.URL,
			log:   g.config.Log.With("shard", id),
			state: ShardState{Shard: id, Since: time.Now()},
		})
	}
	shards := g.shards
	g.mu.Unlock()

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	for _, s := range shards {
		all.Go(func() {
			if err := s.run(ctx); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// ask asks where the gateway is until there is an answer; nil if the context ends before.
func (g *Gateway) ask(ctx context.Context) (*dg.GatewayBotResponse, error) {
	for failures := 1; ; failures++ {
		info, err := g.config.Info(ctx)
		var failed *Error
		switch {
		case ctx.Err() != nil:
			return nil, nil
		case err == nil:
			limit := info.SessionStartLimit
			g.mu.Lock()
			g.starts = starts{
				known: limit.Total > 0, left: limit.Remaining, ways: max(limit.MaxConcurrency, 1),
				until: time.Now().Add(time.Duration(limit.ResetAfter) * time.Millisecond),
			}
			g.mu.Unlock()
			return info, nil
		case !errors.As(err, &failed) || !failed.Temporary():
			return nil, fmt.Errorf("ask for the gateway: %w", err)
		}
		wait := max(g.pause(failures), failed.After)
		g.config.Log.Warn("no answer where the gateway is", "err", err, "again in", wait)
		if !sleep(ctx, wait) {
			return nil, nil
		}
	}
}

// turn waits until a shard may begin a session. It returns false if the context ends
// before.
func (g *Gateway) turn(ctx context.Context, id int) bool {
	for {
		g.mu.Lock()
		now := time.Now()
		if g.starts.known && g.starts.left <= 0 {
			until := g.starts.until
			g.mu.Unlock()
			if wait := until.Sub(now); wait > 0 {
				g.config.Log.Error("Discord lets no more sessions begin for now", "shard", id, "again in", wait.Round(time.Second))
				if !sleep(ctx, wait) {
					return false
				}
			}
			if info, err := g.ask(ctx); err != nil || info == nil {
				if !sleep(ctx, g.config.Times.Slowest) {
					return false
				}
			}
			continue
		}
		g.starts.left--
		way := id % max(g.starts.ways, 1)
		at := g.turns[way]
		if at.Before(now) {
			at = now
		}
		g.turns[way] = at.Add(g.config.Times.Identify)
		g.mu.Unlock()
		return sleep(ctx, at.Sub(now))
	}
}

// pause is how long to wait before trying to connect for the so manieth time.
func (g *Gateway) pause(failures int) time.Duration {
	if failures == 0 {
		return 0
	}
	t := g.config.Times
	return jitter(min(t.Slowest, t.Reconnect<<min(failures-1, 20)))
}

// quiet is how long to say nothing after a session was lost: Discord wants one to five
// seconds.
func (g *Gateway) quiet() time.Duration {
	fifth := g.config.Times.Identify / 5
	return fifth + rand.N(4*fifth+1)
}

// State tells how it stands with every shard.
func (g *Gateway) State() []ShardState {
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []ShardState
	for _, s := range g.shards {
		s.mu.Lock()
		all = append(all, s.state)
		s.mu.Unlock()
	}
	return all
}

// Ready tells whether every shard is connected.
func (g *Gateway) Ready() bool {
	all := g.State()
	for _, s := range all {
		if !s.Connected {
			return false
		}
	}
	return len(all) > 0
}

// dialer connects within a time.
func (g *Gateway) dialer() *websocket.Dialer {
	d := *websocket.DefaultDialer
	d.HandshakeTimeout = g.config.Times.Patience
	return &d
}
