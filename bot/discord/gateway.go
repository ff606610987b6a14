package discord

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	dg "github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Gateway is where Discord tells what people do: a connection for each shard, which is
// made anew whenever it breaks. It speaks for itself, with discordgo's types, because of
// what discordgo v0.29.0 does, with a session and a number that nobody else can see:
//
//   - it notices a dead connection only after five heartbeats, and then closes it in the
//     way that throws its session away, with all that happened meanwhile;
//   - it does not resume where Discord says;
//   - it starts a new session as soon as one is invalid, however often, until the starts
//     of the day are used up;
//   - it tries for ever with a token that Discord does not take;
//   - it hangs, on opening and on closing, where a gateway is silent;
//   - it runs a goroutine for each event, in no order and without a net;
//   - the times of its heartbeats cannot be read without a data race.
type Gateway struct {
	config GatewayConfig
	chance func() float64 // of 0 to 1
	starts *starts

	mu     sync.Mutex
	shards []*shard
}

// GatewayConfig is what a Gateway needs from outside.
type GatewayConfig struct {
	// Token is the bot's, without "Bot ". It is never logged.
	Token string
	// Info asks where the gateway is and how it may be used. An error which says that it
	// is not Temporary ends Run; after others Info is asked again.
	Info func(context.Context) (*dg.GatewayBotResponse, error)
	// Intents are the sorts of events to get. Interactions need none.
	Intents dg.Intent
	// Shards are those to run; zero: all that Discord recommends.
	Shards Shards
	// Heard is told of interactions, those of a shard one after another, and perhaps again of
	// some when a session goes on. While it lasts, its shard is deaf.
	Heard func(context.Context, *dg.Interaction)
	Log   *slog.Logger

	// Patience is how long Discord may take to answer; zero: 10 seconds.
	Patience time.Duration
	// Pause is the unit of the waits before something is tried again; zero: a second.
	Pause time.Duration
	// Dialer makes the connections; nil: the usual one.
	Dialer *websocket.Dialer
}

// The waits, in pauses.
const (
	mostPauses   = 60   // before a connection is tried again
	fewestAnew   = 1    // before a session that was invalid is replaced, at least
	mostAnew     = 5    // and at most
	betweenStart = 5.25 // between starts of sessions: Discord's five seconds, and some leeway
	steady       = 60   // a connection that held so long has worked
	fewestBeat   = 1    // between heartbeats, at least, whatever Discord says: of all that it is told it takes 120 a minute
	mostBeat     = 60   // and at most: by them a dead connection is noticed
)

// NewGateway returns a gateway, to be Run.
func NewGateway(c GatewayConfig) *Gateway {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Patience == 0 {
		c.Patience = 10 * time.Second
	}
	if c.Pause == 0 {
		c.Pause = time.Second
	}
	if c.Dialer == nil {
		c.Dialer = websocket.DefaultDialer
	}
	g := &Gateway{config: c, chance: rand.Float64}
	g.starts = newStarts(c.Info, c.Patience, g.pauses(betweenStart))
	return g
}

// pauses returns a wait of so many pauses.
func (g *Gateway) pauses(n float64) time.Duration {
	return time.Duration(n * float64(g.config.Pause))
}

// backoff returns how long to wait after so many tries that led to nothing: not at all
// after the first, as connections do break now and then.
func (g *Gateway) backoff(tries int) time.Duration {
	if tries == 0 {
		return 0
	}
	n := min(mostPauses, 1<<min(tries-1, 10))
	return g.pauses(float64(n) * (1 + g.chance()) / 2)
}

// Run listens until the context ends, or until something is wrong that trying again does
// not mend, which is a *GatewayError.
func (g *Gateway) Run(ctx context.Context) error {
	shards, err := g.plan(ctx)
	if err != nil {
		return err
	}
	g.mu.Lock()
	g.shards = shards
	g.mu.Unlock()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var work sync.WaitGroup
	for _, s := range shards {
		work.Go(func() {
			if err := s.run(ctx); err != nil {
				end(err)
			}
		})
	}
	work.Wait()
	if fatal, ok := errors.AsType[*GatewayError](context.Cause(ctx)); ok {
		return fatal
	}
	return nil
}

// plan finds out which shards to run; none if the context ends before.
func (g *Gateway) plan(ctx context.Context) ([]*shard, error) {
	for tries := 0; ; tries++ {
		info, err := g.starts.know(ctx)
		if err == nil {
			which := g.config.Shards
			if which == (Shards{}) {
				which = Shards{Last: info.Shards - 1, Total: info.Shards}
			}
			var shards []*shard
			for id := which.First; id <= which.Last; id++ {
				shards = append(shards, newShard(g, id, which.Total))
			}
			if info.SessionStartLimit.Remaining < len(shards) {
				return nil, usedUp(info.SessionStartLimit, len(shards))
			}
			return shards, nil
		}
		if ctx.Err() != nil {
			return nil, nil
		}
		if fatal, ok := errors.AsType[*GatewayError](err); ok {
			return nil, fatal
		}
		wait := g.backoff(tries)
		g.config.Log.Warn("Discord does not say where its gateway is", "err", err, "again_in", wait)
		if sleep(ctx, wait) != nil {
			return nil, nil
		}
	}
}

// State tells how each shard is, in their order. There are none before Discord has said
// how many it wants.
func (g *Gateway) State() []ShardState {
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []ShardState
	for _, s := range g.shards {
		all = append(all, s.look())
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

// sleep waits, unless the context ends.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}
