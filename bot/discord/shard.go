package discord

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// ShardState is the state of a shard.
type ShardState struct {
	ID, Total  int
	Connected  bool
	Reached    bool          // it was connected once
	Since      time.Time     // when Connected changed last
	Latency    time.Duration // of the last heartbeat
	Resumes    int           // sessions that were resumed
	Identifies int           // sessions that were requested
}

// shard receives the events of a part of all guilds. Only the goroutine of run uses its session.
type shard struct {
	gateway *Gateway
	log     *slog.Logger

	// identifies holds the time of the last identify of the shards that must identify one after
	// another, unless one of them is about to.
	identifies chan time.Time
	bucket     int // of those shards

	session      session // whose ID is empty if there is none to resume
	beginAddress string  // of new sessions; empty until it is needed
	failures     int     // connections in a row that led to no session

	unansweredResumes int          // resumes in a row without RESUMED
	sequence          atomic.Int64 // of the last event
	doubtedSequence   int64        // of the last event, if it is too far ahead of sequence; else 0

	cutOff atomic.Bool // it has no connection; false also before it has tried

	mu    sync.Mutex
	state ShardState
	kept  session // a copy of session, without its sequence number
}

// session is what a shard needs to resume a session, also that of another process.
type session struct {
	ID       string `json:"id"`
	Address  string `json:"address,omitempty"` // where to resume it; empty: at the address of new sessions
	Sequence int64  `json:"sequence"`          // of the last event, when another process is to resume the session
	// HandledBefore is when a process that did not give the session up had ended. It may have handled interactions that
	// users made before that.
	HandledBefore time.Time `json:"handled_before,omitzero"`
}

const (
	maxFailures          = 2      // after so many, a session is resumed at the address of new sessions
	maxUnansweredResumes = 2      // after so many, a session is given up, because Discord may acknowledge heartbeats and never answer the resume
	maxSequenceGap       = 10_000 // by which the sequence number of an event may exceed the last one without being doubted
	readyTimeouts        = 3      // timeouts that READY or RESUMED may take, because they are work for Discord, and identifies are few
)

// newShard returns a shard that is not connected.
func newShard(g *Gateway, id, total int) *shard {
	return &shard{
		gateway: g, log: g.config.Log.With("shard", id),
		state: ShardState{ID: id, Total: total, Since: time.Now()},
	}
}

// run keeps the shard connected until the context ends, or until a *GatewayError.
func (s *shard) run(ctx context.Context) error {
	g := s.gateway
	for tries := 0; ; tries++ {
		err := s.connect(ctx)
		lasted := s.recordDisconnected()
		if ctx.Err() != nil {
			return nil
		}
		fatal, anew := afterClose(err)
		if fatal != nil {
			return fatal
		}
		if lasted >= g.units(stableAfter) {
			tries = 0
		}
		wait := g.waitAfter(err, tries)
		if errors.Is(err, errInvalidSession) {
			wait = max(wait, g.units(minInvalidWait+g.random()*(maxInvalidWait-minInvalidWait)))
		}
		if anew || s.unansweredResumes >= maxUnansweredResumes {
			s.setSession(session{})
		}
		level := slog.LevelInfo // connections do break now and then
		if tries > 0 {
			level = slog.LevelWarn
		}
		s.log.Log(ctx, level, "not connected to Discord", "err", err, "again_in", wait, "session_lost", s.session.ID == "")
		if sleep(ctx, wait) != nil {
			return nil
		}
	}
}

// connect makes a connection and handles its events. It returns the error with which the
// connection ended.
func (s *shard) connect(ctx context.Context) error {
	c, err := s.begin(ctx)
	if err != nil {
		return err
	}
	c.heartbeats.Go(func() {
		first := time.Duration(s.gateway.random() * float64(c.interval))
		c.sendHeartbeats(first, &s.sequence, func(took time.Duration) {
			s.update(func(now *ShardState) { now.Latency = took })
		})
	})
	return c.close(s.listen(ctx, c))
}

// begin makes a connection, and requests to resume the last session or, if there is none, a new
// one.
func (s *shard) begin(ctx context.Context) (*connection, error) {
	if s.session.ID == "" {
		return s.identify(ctx)
	}
	return s.resume(ctx)
}

// identify makes a connection, and requests a new session once the other shards of the bucket leave time for it.
func (s *shard) identify(ctx context.Context) (*connection, error) {
	g := s.gateway
	var identified time.Time
	select {
	case identified = <-s.identifies:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { s.identifies <- identified }()
	if err := sleep(ctx, time.Until(identified.Add(g.units(identifyInterval)))); err != nil {
		return nil, err
	}
	info, err := g.currentInfo(ctx, 1)
	if err != nil {
		return nil, err
	}
	s.beginAddress = info.URL
	return s.open(ctx, info.URL, func(c *connection) error {
		s.sequence.Store(0)
		if err := g.reserveStart(ctx, s.bucket); err != nil { // now, because the connection may have taken long
			return err
		}
		s.update(func(now *ShardState) { now.Identifies++ })
		defer func() { identified = time.Now() }()
		// Interactions need no intents; guilds that add or remove the bot need theirs. discordgo's Identify has outdated
		// names of the properties.
		return c.send(opIdentify, map[string]any{
			"token": g.config.Token, "intents": dg.IntentsGuilds, "shard": [2]int{s.state.ID, s.state.Total},
			"properties": map[string]string{"os": runtime.GOOS, "browser": "doublecorner", "device": "doublecorner"},
		})
	})
}

// resume makes a connection, and requests to resume the session.
func (s *shard) resume(ctx context.Context) (*connection, error) {
	address := s.session.Address
	if address == "" || s.failures >= maxFailures {
		if s.beginAddress == "" { // of a session that was taken over
			info, err := s.gateway.currentInfo(ctx, 0)
			if err != nil {
				return nil, err
			}
			s.beginAddress = info.URL
		}
		address = s.beginAddress
	}
	return s.open(ctx, address, func(c *connection) error {
		s.unansweredResumes++ // until RESUMED
		return c.send(opResume, map[string]any{"token": s.gateway.config.Token, "session_id": s.session.ID, "seq": s.sequence.Load()})
	})
}

// open makes a connection, and sends a request for a session.
func (s *shard) open(ctx context.Context, address string, request func(*connection) error) (*connection, error) {
	s.failures++ // until READY or RESUMED
	c, err := s.gateway.open(ctx, address)
	if err != nil {
		return nil, err
	}
	s.cutOff.Store(false)
	if err := request(c); err != nil {
		return nil, c.close(err)
	}
	return c, nil
}

// listen handles frames until the connection ends.
func (s *shard) listen(ctx context.Context, c *connection) error {
	ready := time.Now().Add(readyTimeouts * gatewayTimeout)
	for {
		if s.snapshot().Connected {
			ready = time.Time{} // from now on the heartbeats detect a dead connection
		}
		text, err := c.read(ready)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			continue // Discord repeats it when the session is resumed
		}
		if err := s.handleFrame(c, text); err != nil {
			return err
		}
	}
}

// handleFrame handles one frame. An error ends the connection.
func (s *shard) handleFrame(c *connection, text []byte) error {
	e := &dg.Event{}
	if err := json.Unmarshal(text, e); err != nil {
		s.log.Warn("unreadable frame", "err", err, "bytes", len(text)) // its readable fields are used
	}
	switch e.Operation {
	case opDispatch:
		s.handleEvent(e)
	case opHeartbeat:
		signal(c.requested)
	case opHeartbeatAck:
		signal(c.acked)
	case opReconnect:
		return errReconnect
	case opInvalidSession:
		if string(e.RawData) == "true" {
			return errResumableSession
		}
		return errInvalidSession
	}
	return nil
}

// handleEvent handles an event. It ignores none because of its sequence number, which may be
// wrong. The dispatcher drops duplicates by their IDs.
func (s *shard) handleEvent(e *dg.Event) {
	s.recordSequence(e.Sequence)
	switch e.Type {
	case "READY":
		var ready struct {
			Session string           `json:"session_id"`
			Address string           `json:"resume_gateway_url"`
			Guilds  []delivery.Guild `json:"guilds"`
		}
		json.Unmarshal(e.RawData, &ready) // without an ID the session is not resumed; without an address it is resumed where it began
		address, _ := gatewayAddress(ready.Address)
		s.setSession(session{ID: ready.Session, Address: address})
		s.recordConnected(false)
		if ready.Guilds != nil {
			s.listGuilds(ready.Guilds)
		}
	case "RESUMED":
		s.recordConnected(true)
	case "INTERACTION_CREATE":
		s.handleInteraction(e.RawData)
	case "GUILD_CREATE", "GUILD_DELETE":
		s.handleGuild(e)
	}
}

// listGuilds passes on which guilds of the shard have the bot. READY has all of them, also those that are unavailable.
func (s *shard) listGuilds(guilds []delivery.Guild) {
	has := map[game.PlaceID]bool{}
	for _, g := range guilds {
		has[g.ID] = true
	}
	s.gateway.config.OnSession(delivery.ShardGuilds{Has: has, IsShard: func(guild game.PlaceID) bool {
		return ShardOf(uint64(guild), s.state.Total) == s.state.ID
	}})
}

// handleGuild passes on that a guild has or removed the bot. A guild that is only unavailable comes again.
func (s *shard) handleGuild(e *dg.Event) {
	var g struct {
		delivery.Guild
		Unavailable bool `json:"unavailable"`
	}
	g.Removed = e.Type == "GUILD_DELETE"
	if err := json.Unmarshal(e.RawData, &g); err != nil {
		s.log.Warn("unreadable guild", "err", err, "bytes", len(e.RawData))
	} else if !g.Unavailable {
		s.gateway.config.OnGuild(g.Guild)
	}
}

// recordSequence records the sequence number of an event, for heartbeats and for resuming. It
// records a number that is far ahead only if the next event has the next number: Discord refuses
// to resume after a number that it has not reached, and the events meanwhile would be lost.
func (s *shard) recordSequence(n int64) {
	last := s.sequence.Load()
	switch {
	case n < 1: // there is none
	case n-last > maxSequenceGap && n != s.doubtedSequence+1:
		if s.doubtedSequence == 0 {
			s.log.Warn("the sequence number of an event is far ahead of the last one", "number", n, "last", last)
		}
		s.doubtedSequence = n
	default:
		s.sequence.Store(n)
		s.doubtedSequence = 0
	}
}

// handleInteraction passes an interaction on. If that panics, the shard continues.
func (s *shard) handleInteraction(text []byte) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	i, err := readInteraction(text)
	if err != nil {
		s.log.Warn("unreadable interaction", "err", err, "bytes", len(text))
		return
	}
	if i.Type == dg.InteractionPing { // only for endpoints
		return
	}
	if !s.gateway.holds(s.state.ID) || s.mayBeHandled(i.Interaction) {
		s.log.Warn("an interaction is left to its user, who was told that it failed", "interaction", i.ID)
		return
	}
	s.gateway.config.OnInteraction(i)
}

// maxRepeating is how long after RESUMED Discord may repeat what it has sent to the process before.
const maxRepeating = 10 * time.Second

// mayBeHandled reports whether a process that died may have handled an interaction that its session brings. If it did
// not, Discord tells the user that it failed. RESUMED does not say that what follows is new, because Discord may repeat
// that of the process before; but if the clock of this machine is wrong, users must not wait long.
func (s *shard) mayBeHandled(i *dg.Interaction) bool {
	now := s.snapshot()
	if now.Connected && time.Since(now.Since) > maxRepeating {
		return false
	}
	at, err := dg.SnowflakeTimestamp(i.ID)
	return err == nil && at.Before(s.session.HandledBefore)
}

// snapshot returns the state of the shard.
func (s *shard) snapshot() (now ShardState) {
	s.update(func(state *ShardState) { now = *state })
	return now
}

// update changes the state of the shard.
func (s *shard) update(change func(now *ShardState)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.state)
}

// setSession replaces the session.
func (s *shard) setSession(to session) {
	s.session = to
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = to
}

// take gives a shard that does not run yet the session of another process.
func (s *shard) take(left session) {
	s.sequence.Store(left.Sequence)
	s.setSession(left)
}

// left returns the session for another process.
func (s *shard) left() session {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := s.kept
	left.Sequence = s.sequence.Load()
	return left
}

// recordConnected records that a session began or was resumed.
func (s *shard) recordConnected(resumed bool) {
	s.failures, s.unansweredResumes = 0, 0
	s.update(func(now *ShardState) {
		now.Connected, now.Reached, now.Since = true, true, time.Now()
		if resumed {
			now.Resumes++
		}
	})
	s.log.Info("connected to Discord", "resumed", resumed)
}

// recordDisconnected records that a connection ended, and returns how long it was connected.
func (s *shard) recordDisconnected() (lasted time.Duration) {
	s.cutOff.Store(true)
	s.update(func(now *ShardState) {
		if now.Connected {
			lasted = time.Since(now.Since)
			now.Connected, now.Since = false, time.Now()
		}
	})
	return lasted
}
