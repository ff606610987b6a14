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
)

// ShardState is how a shard is.
type ShardState struct {
	ID, Total  int
	Connected  bool
	Since      time.Time     // when it was connected, or was no more
	Latency    time.Duration // of the last heartbeat
	Resumes    int           // sessions that went on over another connection
	Identifies int           // sessions that were asked for
	LastError  string        // why the last connection ended
}

// shard listens to a part of all servers. Its session is known to one goroutine.
type shard struct {
	gateway *Gateway
	log     *slog.Logger

	session string // empty: there is none to resume
	address string // where to resume it; empty: where it was started
	missed  int    // how often in a row that led to nothing

	unanswered int          // how often in a row resuming was asked for, and RESUMED did not come
	last       atomic.Int64 // the number of the last event
	ahead      int64        // a number too far ahead of it to be believed; 0: there is none

	mu    sync.Mutex
	state ShardState
}

// maxMissed is how often resuming fails at the address for it, before it is tried where
// sessions are started.
const maxMissed = 2

// maxUnanswered is how often resuming is asked for in vain before the session is given up.
// Discord may accept a connection and answer its heartbeats, and never say that the session
// goes on, or that it does not.
const maxUnanswered = 2

// farAhead is how far the number of an event may be ahead of the last one without being doubted.
const farAhead = 10_000

// readying is how much more patience a session needs to be started or resumed than other
// answers: it is work for Discord, and starts are few.
const readying = 3

func newShard(g *Gateway, id, total int) *shard {
	return &shard{
		gateway: g, log: g.config.Log.With("shard", id),
		state: ShardState{ID: id, Total: total, Since: time.Now()},
	}
}

// run keeps the shard connected until the context ends, or something is wrong for good.
func (s *shard) run(ctx context.Context) error {
	g := s.gateway
	for tries := 0; ; tries++ {
		err := s.connect(ctx)
		held := s.lost(err)
		if ctx.Err() != nil {
			return nil
		}
		fatal, anew := judge(err)
		if fatal != nil {
			return fatal
		}
		if held >= g.pauses(steady) {
			tries = 0
		}
		wait := g.backoff(tries)
		if errors.Is(err, errInvalid) {
			wait = max(wait, g.pauses(fewestAnew+g.chance()*(mostAnew-fewestAnew)))
		}
		if anew || s.unanswered >= maxUnanswered {
			s.session = ""
		}
		level := slog.LevelInfo // connections do break now and then
		if tries > 0 {
			level = slog.LevelWarn
		}
		s.log.Log(ctx, level, "not connected to Discord", "err", err, "again_in", wait, "session_lost", s.session == "")
		if sleep(ctx, wait) != nil {
			return nil
		}
	}
}

// connect makes a connection, and listens until it ends, which it tells the reason of.
func (s *shard) connect(ctx context.Context) error {
	g := s.gateway
	resume := s.session != ""
	done := func(started bool) {}
	address := s.address
	if !resume {
		address = ""
		var err error
		if done, err = g.starts.turn(ctx, s.look().ID); err != nil {
			return err
		}
	}
	if address == "" || s.missed >= maxMissed {
		address = g.starts.url()
	}
	s.missed++ // until it is known better
	l, err := g.open(ctx, address)
	if err != nil {
		done(false)
		return err
	}
	err = s.introduce(l, resume)
	done(!resume)
	if err != nil {
		return l.close(err)
	}
	l.beating.Go(func() {
		first := time.Duration(g.chance() * float64(l.every))
		l.beat(first, &s.last, s.heartbeat)
	})
	return l.close(s.listen(ctx, l))
}

// introduce says who this is, and which session it wants to go on with, if there is one.
func (s *shard) introduce(l *link, resume bool) error {
	c := s.gateway.config
	if resume {
		s.unanswered++ // until it is known better
		return l.say(opResume, map[string]any{"token": c.Token, "session_id": s.session, "seq": s.last.Load()})
	}
	s.last.Store(0)
	s.mu.Lock()
	s.state.Identifies++
	s.mu.Unlock()
	// discordgo's Identify uses names for the properties that Discord has given up.
	return l.say(opIdentify, map[string]any{
		"token": c.Token, "intents": c.Intents, "shard": [2]int{s.state.ID, s.state.Total},
		"properties": map[string]string{"os": runtime.GOOS, "browser": "doublecorner", "device": "doublecorner"},
	})
}

// listen does what Discord says until the connection ends.
func (s *shard) listen(ctx context.Context, l *link) error {
	ready := time.Now().Add(readying * l.patience)
	for {
		if s.look().Connected {
			ready = time.Time{} // from here on heartbeats tell whether somebody is there
		}
		text, err := l.read(ready)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			continue // only the goodbye is waited for
		}
		if err := s.take(ctx, l, text); err != nil {
			return err
		}
	}
}

// take does what one frame says. An error ends the connection.
func (s *shard) take(ctx context.Context, l *link, text []byte) error {
	e := &dg.Event{}
	if err := json.Unmarshal(text, e); err != nil {
		s.log.Warn("Discord says what cannot be read", "err", err, "bytes", len(text)) // the rest of it counts
	}
	switch e.Operation {
	case opEvent:
		s.event(ctx, e)
	case opBeat:
		ring(l.asked)
	case opBeaten:
		ring(l.beaten)
	case opReconnect:
		return errReconnect
	case opInvalid:
		if string(e.RawData) == "true" {
			return errSuspended
		}
		return errInvalid
	}
	return nil
}

// event takes what happened. Nothing is passed over because of its number, which may be wrong:
// what comes again when a session goes on, the desk knows by its id.
func (s *shard) event(ctx context.Context, e *dg.Event) {
	s.count(e.Sequence)
	switch e.Type {
	case "READY":
		var ready struct {
			Session string `json:"session_id"`
			Address string `json:"resume_gateway_url"`
		}
		json.Unmarshal(e.RawData, &ready) // a session without an id, or an address, is not resumed, or where it began
		s.session, s.address = ready.Session, ready.Address
		s.connected(false)
	case "RESUMED":
		s.connected(true)
	case "INTERACTION_CREATE":
		s.hear(ctx, e.RawData)
	}
}

// count notes the number of an event, for heartbeats and for resuming after it. One that is far
// ahead is believed when the next event has the next number: Discord refuses to resume after
// what it has not reached, and what happens meanwhile would be lost.
func (s *shard) count(n int64) {
	last := s.last.Load()
	switch {
	case n < 1: // it has none
	case n-last > farAhead && n != s.ahead+1:
		if s.ahead == 0 {
			s.log.Warn("an event of Discord's has a number far ahead of the last one", "number", n, "last", last)
		}
		s.ahead = n
	default:
		s.last.Store(n)
		s.ahead = 0
	}
}

// hear hands an interaction on. Whatever it does to who hears it, the shard goes on.
func (s *shard) hear(ctx context.Context, text []byte) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	i, err := read(text)
	if err != nil {
		s.log.Warn("an interaction cannot be read", "err", err, "bytes", len(text))
		return
	}
	if i.Type == dg.InteractionPing { // which asks whether an endpoint is there, and of nobody else
		return
	}
	s.gateway.config.Heard(ctx, i)
}

// look returns how the shard is.
func (s *shard) look() ShardState {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// connected notes that a session has begun, or goes on.
func (s *shard) connected(resumed bool) {
	s.missed, s.unanswered = 0, 0
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Connected, s.state.Since = true, time.Now()
	if resumed {
		s.state.Resumes++
	}
	s.log.Info("connected to Discord", "resumed", resumed)
}

// lost notes why a connection has ended, and returns for how long it held.
func (s *shard) lost(err error) (held time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.LastError = err.Error()
	if s.state.Connected {
		held = time.Since(s.state.Since)
		s.state.Connected, s.state.Since = false, time.Now()
	}
	return held
}

// heartbeat notes how long a heartbeat took.
func (s *shard) heartbeat(took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Latency = took
}
