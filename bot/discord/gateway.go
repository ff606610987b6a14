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

// Gateway receives interactions over one connection for each shard, and reconnects whenever a
// connection breaks. It replaces the gateway of discordgo v0.29.0, which
//
//   - detects a dead connection only after five heartbeats, and then closes it in the way that
//     ends the session and loses the events meanwhile;
//   - does not resume at the address that Discord gives;
//   - starts a new session as soon as one is invalid, until the daily limit is used up;
//   - tries for ever with a token that Discord does not accept;
//   - hangs if a gateway does not answer when it opens or closes a connection;
//   - runs a goroutine for each event, in no order, without recovering panics;
//   - has a data race in the times of its heartbeats.
type Gateway struct {
	config     GatewayConfig
	random     func() float64 // from 0 to 1
	identifies *identifyLimiter

	mu     sync.Mutex
	shards []*shard
}

// GatewayConfig is what a Gateway needs.
type GatewayConfig struct {
	// Token is the bot's token without "Bot ". It is never logged.
	Token string
	// Info fetches the address of the gateway and the limits of its use. An error whose method
	// Temporary returns false ends Run; after another error Info is called again.
	Info func(context.Context) (*dg.GatewayBotResponse, error)
	// Intents are the kinds of events to receive. Interactions need none.
	Intents dg.Intent
	// Shards are the shards to run; zero: all that Discord recommends.
	Shards Shards
	// OnInteraction is called with each interaction, one after another for each shard, and with
	// some of them again when a session is resumed. The shard reads nothing until it returns.
	OnInteraction func(context.Context, *dg.Interaction)
	Log           *slog.Logger

	// Timeout is how long Discord may take to answer; zero: 10 seconds.
	Timeout time.Duration
	// WaitUnit is the unit of the waits below; zero: a second.
	WaitUnit time.Duration
	// Dialer makes the connections; nil: websocket.DefaultDialer.
	Dialer *websocket.Dialer
}

// Waits, in units of GatewayConfig.WaitUnit.
const (
	maxBackoff       = 60   // before another try to connect
	minInvalidWait   = 1    // before an invalid session is replaced
	maxInvalidWait   = 5    // likewise
	identifyInterval = 5.25 // between identifies: Discord asks for five seconds
	stableAfter      = 60   // a connection that lasted so long resets the backoff
	minHeartbeat     = 1    // between heartbeats, because Discord closes a connection that sends more than 120 frames a minute
	maxHeartbeat     = 60   // between heartbeats, because they detect a dead connection
)

// NewGateway returns a gateway, which Run connects.
func NewGateway(c GatewayConfig) *Gateway {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Timeout == 0 {
		c.Timeout = 10 * time.Second
	}
	if c.WaitUnit == 0 {
		c.WaitUnit = time.Second
	}
	if c.Dialer == nil {
		c.Dialer = websocket.DefaultDialer
	}
	g := &Gateway{config: c, random: rand.Float64}
	g.identifies = newIdentifyLimiter(c.Info, c.Timeout, g.units(identifyInterval))
	return g
}

// units returns a wait of n units.
func (g *Gateway) units(n float64) time.Duration {
	return time.Duration(n * float64(g.config.WaitUnit))
}

// backoff returns how long to wait after a number of failed tries: not at all after the first,
// because connections do break now and then.
func (g *Gateway) backoff(tries int) time.Duration {
	if tries == 0 {
		return 0
	}
	n := min(maxBackoff, 1<<min(tries-1, 10))
	return g.units(float64(n) * (1 + g.random()) / 2)
}

// Run receives interactions until the context ends, or until an error that trying again does not
// mend, which is a *GatewayError.
func (g *Gateway) Run(ctx context.Context) error {
	shards, err := g.planShards(ctx)
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

// planShards determines which shards to run; none if the context ends before that.
func (g *Gateway) planShards(ctx context.Context) ([]*shard, error) {
	for tries := 0; ; tries++ {
		info, err := g.identifies.currentInfo(ctx)
		if err == nil {
			selected := g.config.Shards
			if selected == (Shards{}) {
				selected = Shards{Last: info.Shards - 1, Total: info.Shards}
			}
			var shards []*shard
			for id := selected.First; id <= selected.Last; id++ {
				shards = append(shards, newShard(g, id, selected.Total))
			}
			if info.SessionStartLimit.Remaining < len(shards) {
				return nil, errStartsUsedUp(info.SessionStartLimit, len(shards))
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
		g.config.Log.Warn("cannot fetch the address of Discord's gateway", "err", err, "again_in", wait)
		if sleep(ctx, wait) != nil {
			return nil, nil
		}
	}
}

// State returns the state of each shard, in their order. There are none before Run knows how many
// shards to run.
func (g *Gateway) State() []ShardState {
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []ShardState
	for _, s := range g.shards {
		all = append(all, s.snapshot())
	}
	return all
}

// Ready reports whether every shard is connected.
func (g *Gateway) Ready() bool {
	all := g.State()
	for _, s := range all {
		if !s.Connected {
			return false
		}
	}
	return len(all) > 0
}

// sleep waits for a time, or until the context ends.
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
