package discord

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	dg "github.com/bwmarrin/discordgo"
	"golang.org/x/sync/errgroup"

	"doublecorner/bot/delivery"
	"doublecorner/internal/lease"
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
	config GatewayConfig
	random func() float64 // from 0 to 1
	made   time.Time      // when NewGateway was called

	fetching  sync.Mutex            // guards info and fetchedAt, also while info is fetched
	info      dg.GatewayBotResponse // as fetched, less the sessions that were started since
	fetchedAt time.Time

	identifies []chan time.Time // of each bucket: see shard.identifies
	shards     atomic.Pointer[[]*shard]
	isUp       atomic.Bool // see Reachable

	recommended atomic.Int64 // see Recommended
}

// GatewayConfig is what a Gateway needs.
type GatewayConfig struct {
	// Token is the bot's token without "Bot ". It is never logged.
	Token string
	// Info fetches the address of the gateway and the limits of its use. An *Error that is not
	// temporary ends Run; after another error Info is called again.
	Info func(context.Context) (*dg.GatewayBotResponse, error)
	// Shards are the shards to run; zero: all that Discord recommends.
	Shards Shards
	// Leases say which of these shards this process runs, and since when; nil: all.
	Leases *lease.Holder
	// Sessions keeps the sessions of a process without leases; nil: nothing does. The process before must have ended when
	// NewGateway is called.
	Sessions SessionKeeper
	// CutOff reports whether Discord answers none of the requests of this process. Then it cannot do its work, although it
	// may be connected. It can be nil.
	CutOff func() bool
	// OnInteraction is called with each interaction, one after another for each shard, and with
	// some of them again when a session is resumed. The shard reads nothing until it returns.
	OnInteraction func(delivery.Interaction)
	// OnGuild is called with each guild that adds or removes the bot, and with all guilds of a new session. It must not
	// block. It can be nil.
	OnGuild func(delivery.Guild)
	// OnSession is called with the guilds of a shard when a new session begins. It must not block. It can be nil.
	OnSession func(delivery.ShardGuilds)
	Log       *slog.Logger

	// WaitUnit is the unit of the waits below; zero: a second.
	WaitUnit time.Duration
	// Dial makes the connections; nil: those of a net.Dialer.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

const (
	gatewayTimeout = 10 * time.Second // of what Discord must answer
	infoLifetime   = time.Minute      // of a fetched info: other programs may start sessions, too
)

// Waits, in units of GatewayConfig.WaitUnit.
const (
	maxBackoff       = 60   // before another try to connect
	minInvalidWait   = 1    // before an invalid session is replaced
	maxInvalidWait   = 5    // likewise
	identifyInterval = 5.25 // between identifies: Discord asks for five seconds
	stableAfter      = 60   // a connection that lasted so long resets the backoff
	minHeartbeat     = 1    // between heartbeats that Discord does not request, because it closes a connection that sends more than 120 frames a minute
	maxHeartbeat     = 60   // between heartbeats, because they detect a dead connection
	recommendedEvery = 3600 // Discord is asked how many shards it recommends
)

// NewGateway returns a gateway, which Run connects.
func NewGateway(c GatewayConfig) *Gateway {
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	c.WaitUnit = cmp.Or(c.WaitUnit, time.Second)
	if c.OnGuild == nil {
		c.OnGuild = func(delivery.Guild) {}
	}
	if c.OnSession == nil {
		c.OnSession = func(delivery.ShardGuilds) {}
	}
	if c.Dial == nil {
		c.Dial = (&net.Dialer{}).DialContext
	}
	if c.CutOff == nil {
		c.CutOff = func() bool { return false }
	}
	return &Gateway{config: c, random: rand.Float64, made: time.Now()}
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
	selected, err := g.planShards(ctx)
	if err != nil || ctx.Err() != nil {
		return err
	}
	beside := g.config.Leases != nil && g.config.Leases.Status().Processes > 1
	g.shards.Store(&[]*shard{})
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		for sleep(ctx, g.units(recommendedEvery)) == nil {
			g.currentInfo(ctx, 0) // if that fails, the next one will do
		}
		return nil
	})
	if g.config.Leases != nil {
		group.Go(func() error {
			shards := &leasedShards{gateway: g, ctx: context.WithoutCancel(ctx), process: ctx, group: group, running: map[int]*leasedShard{}}
			shards.unreached.Store(beside) // another, from which it takes shards
			g.config.Leases.Run(ctx, selected.Total, shards)
			return nil
		})
		return group.Wait()
	}
	left := g.takeSessions(ctx, selected.Total)
	for id := selected.First; id <= selected.Last; id++ {
		s := g.addShard(id, selected.Total)
		s.take(left[id])
		group.Go(func() error { return s.run(ctx) })
	}
	if g.config.Sessions == nil {
		return group.Wait()
	}
	group.Go(func() error {
		g.keepSessions(ctx, selected.Total)
		return nil
	})
	defer g.giveSessionsUp(ctx, selected.Total)
	return group.Wait()
}

// addShard adds a shard, which is not connected.
func (g *Gateway) addShard(id, total int) *shard {
	s := newShard(g, id, total)
	s.bucket = id % len(g.identifies)
	s.identifies = g.identifies[s.bucket]
	all := slices.Clone(*g.shards.Load())
	at, _ := slices.BinarySearchFunc(all, id, func(other *shard, id int) int { return other.state.ID - id })
	all = slices.Insert(all, at, s)
	g.shards.Store(&all)
	return s
}

// planShards determines which shards there are; none if the context ends before that.
func (g *Gateway) planShards(ctx context.Context) (Shards, error) {
	selected, info, err := g.selectShards(ctx)
	for tries := 0; err != nil; tries++ {
		if ctx.Err() != nil {
			return Shards{}, nil
		}
		if _, fatal := errors.AsType[*GatewayError](err); fatal {
			return Shards{}, err
		}
		wait := g.waitAfter(err, tries)
		g.config.Log.Warn("cannot connect to Discord's gateway yet", "err", err, "again_in", wait)
		if sleep(ctx, wait) != nil {
			return Shards{}, nil
		}
		selected, info, err = g.selectShards(ctx)
	}
	for range max(1, info.SessionStartLimit.MaxConcurrency) {
		last := make(chan time.Time, 1)
		last <- time.Time{}
		g.identifies = append(g.identifies, last)
	}
	return selected, nil
}

// selectShards returns the shards to run.
func (g *Gateway) selectShards(ctx context.Context) (selected Shards, info dg.GatewayBotResponse, err error) {
	if info, err = g.currentInfo(ctx, 0); err != nil {
		return selected, info, err
	}
	selected = g.config.Shards
	if selected == (Shards{}) {
		selected = Shards{Last: info.Shards - 1, Total: info.Shards}
	}
	return selected, info, nil
}

// currentInfo returns the last info, or fetches it, and subtracts sessions that are about to start
// from those that remain. An info without remaining sessions is fetched again.
func (g *Gateway) currentInfo(ctx context.Context, starts int) (info dg.GatewayBotResponse, err error) {
	g.fetching.Lock()
	defer g.fetching.Unlock()
	limit := &g.info.SessionStartLimit
	lifetime := infoLifetime
	if g.config.Leases != nil && starts > 0 {
		lifetime = 0 // other processes start sessions, too
	}
	if time.Since(g.fetchedAt) >= lifetime || limit.Remaining < 1 {
		ctx, cancel := context.WithTimeout(ctx, gatewayTimeout)
		defer cancel()
		fetched, err := g.config.Info(ctx)
		if failed, ok := errors.AsType[*Error](err); ok && !failed.Temporary() {
			return info, &GatewayError{Text: "The address of Discord's gateway cannot be fetched. Look whether Discord accepts the bot's token, and whether the address of its API is right", Cause: err}
		}
		if err == nil && (fetched == nil || fetched.Shards < 1 || fetched.Shards > maxShards) {
			err = errors.New("invalid information about the gateway from Discord")
		}
		if err == nil {
			fetched.URL, err = gatewayAddress(fetched.URL)
		}
		if err != nil {
			return info, err
		}
		g.info, g.fetchedAt = *fetched, time.Now()
		g.recommended.Store(int64(fetched.Shards))
		if limit.Total < 1 { // Discord gives no limit
			limit.Remaining = math.MaxInt
		}
	}
	if needed := starts + g.othersStarts(starts); limit.Remaining < needed {
		return info, &startsError{*limit, needed, g.fetchedAt.Add(time.Duration(limit.ResetAfter) * time.Millisecond)}
	}
	info = g.info
	limit.Remaining -= starts
	return info, nil
}

// Recommended returns how many shards Discord recommends, which grows with the bot's guilds; 0 before it has said so.
func (g *Gateway) Recommended() int { return int(g.recommended.Load()) }

// try makes a connection and closes it.
func (g *Gateway) try(ctx context.Context) error {
	info, err := g.currentInfo(ctx, 0)
	if err != nil {
		return err
	}
	c, err := g.open(ctx, info.URL)
	if err == nil {
		c.close(nil)
	}
	return err
}

// State returns the state of each shard, in their order. There are none before Run knows how many
// shards to run.
func (g *Gateway) State() (all []ShardState) {
	if shards := g.shards.Load(); shards != nil {
		for _, s := range *shards {
			all = append(all, s.snapshot())
		}
	}
	return all
}

// maxStart is how long Reachable waits for the first connection of each shard.
const maxStart = 10 * time.Minute

// Reachable reports whether players can move: a shard is connected. At the start each shard must have been, because
// those that start later would pay with their clocks, unless that takes longer than maxStart.
func (g *Gateway) Reachable() bool {
	if !g.Connected() {
		return false
	}
	if time.Since(g.made) > maxStart || !slices.ContainsFunc(g.State(), func(s ShardState) bool { return !s.Reached }) {
		g.isUp.Store(true)
	}
	return g.isUp.Load()
}

// Connected reports whether a shard of this process is connected.
func (g *Gateway) Connected() bool {
	return slices.ContainsFunc(g.State(), func(s ShardState) bool { return s.Connected })
}

// Ready reports whether every shard is connected. A process that shares the shards with others may have none.
func (g *Gateway) Ready() bool {
	all := g.State()
	runs := len(all) > 0 || g.config.Leases != nil && g.config.Leases.Status().Valid
	return runs && !slices.ContainsFunc(all, func(s ShardState) bool { return !s.Connected })
}

// sleep waits for a time, or until the context ends.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	return ctx.Err()
}
