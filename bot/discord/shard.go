package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"time"

	dg "github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// The operations of the gateway.
const (
	opEvent      = 0
	opBeat       = 1
	opIdentify   = 2
	opResume     = 6
	opReconnect  = 7
	opInvalid    = 9
	opHello      = 10
	opBeatHeard  = 11
	maxFrame     = 8 << 20 // the longest is the one that lists a shard's servers
	closeToGoOn  = 4900    // any code but 1000 and 1001 keeps the session
	mostElsewhen = 2       // tries to take a session up where Discord said, before where it usually is
)

// frame is what travels over a gateway.
type frame struct {
	Op       int             `json:"op"`
	Data     json.RawMessage `json:"d"`
	Sequence int64           `json:"s"`
	Type     string          `json:"t"`
}

// shard is a part of all servers, and the session in which we hear of them.
type shard struct {
	gateway *Gateway
	id, of  int
	log     *slog.Logger
	address string // where sessions are begun

	// The session, which outlives connections. Only the shard's own goroutine knows it.
	session  string
	sequence int64
	resumeAt string // where the session is taken up
	misses   int    // how often it could not be

	mu    sync.Mutex
	state ShardState
}

// ending is why a connection is no more, and what follows from it.
type ending struct {
	next next
	err  error
}

// next is what to do when a connection has ended.
type next int

const (
	resume next = iota // take the session up again
	renew              // begin another
	cease              // it can never work
)

// endings are what follows from the codes with which Discord closes connections. After
// all others the session can be taken up.
var endings = map[int]ending{
	4007: {renew, nil}, // the sequence is wrong
	4009: {renew, nil}, // the session is too old
	4004: {cease, &GatewayError{4004, "Discord does not know the token. Make a new one on the page \"Bot\" of your app, and set it in place of the old one"}},
	4010: {cease, &GatewayError{4010, "the shard is none of those there are. Set gateway.shards to \"all\""}},
	4011: {cease, &GatewayError{4011, "the bot is in too many servers for one shard. Set gateway.shards to \"all\", or use more of them"}},
	4012: {cease, &GatewayError{4012, "Discord does not speak this version any more. Upgrade Double Corner"}},
	4013: {cease, &GatewayError{4013, "the intents are wrong, which is a mistake of ours. Upgrade Double Corner"}},
	4014: {cease, &GatewayError{4014, "the app may not have these intents, which it does not need. Upgrade Double Corner"}},
}

// run keeps the shard connected until the context ends, or until that can never work.
func (s *shard) run(ctx context.Context) error {
	for failures := 0; ctx.Err() == nil; failures++ {
		if !sleep(ctx, s.gateway.pause(failures)) {
			return nil
		}
		if s.session == "" && !s.gateway.turn(ctx, s.id) {
			return nil
		}
		began := time.Now()
		end := s.connect(ctx)
		s.left(end.err)
		if ctx.Err() != nil {
			return nil
		}
		if time.Since(began) > s.gateway.config.Times.Settled {
			failures = -1
		}
		switch end.next {
		case cease:
			return end.err
		case renew:
			s.session, s.sequence, s.resumeAt = "", 0, ""
		}
		s.log.Info("gateway connection ended", "err", end.err, "session kept", s.session != "")
		if end.next == renew && !sleep(ctx, s.gateway.quiet()) {
			return nil
		}
	}
	return nil
}

// connect connects, and hears what is said until the connection ends.
func (s *shard) connect(ctx context.Context) ending {
	c, end := s.dial(ctx)
	if c == nil {
		return end
	}
	defer c.shut(closeToGoOn) // of no effect if it has been shut otherwise
	stop := context.AfterFunc(ctx, func() { c.shut(websocket.CloseNormalClosure) })
	defer stop()

	c.expect()
	hello, err := c.read()
	if err != nil {
		return c.ended(err)
	}
	var rhythm struct {
		Millis int64 `json:"heartbeat_interval"`
	}
	if json.Unmarshal(hello.Data, &rhythm) != nil || hello.Op != opHello || rhythm.Millis <= 0 {
		return ending{resume, errors.New("the gateway does not say hello")}
	}
	if s.session == "" {
		err = c.write(opIdentify, s.identity())
	} else {
		err = c.write(opResume, map[string]any{"token": s.gateway.config.Token, "session_id": s.session, "seq": s.sequence})
	}
	if err != nil {
		return c.ended(err)
	}
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		c.beat(time.Duration(rhythm.Millis) * time.Millisecond)
	}()
	defer func() {
		c.shut(closeToGoOn)
		<-beating
	}()
	for {
		c.expect()
		f, err := c.read()
		if err != nil {
			return c.ended(err)
		}
		if end, over := s.hear(c, f); over {
			return end
		}
	}
}

// dial connects to where the session is, or to where sessions are begun.
func (s *shard) dial(ctx context.Context) (*connection, ending) {
	address := s.address
	if s.session != "" && s.resumeAt != "" && s.misses < mostElsewhen {
		address = s.resumeAt
	}
	to, err := url.Parse(address)
	if err != nil {
		return nil, ending{resume, err}
	}
	if !strings.HasSuffix(to.Path, "/") {
		to.Path += "/" // as discordgo does for some who would not connect otherwise
	}
	to.RawQuery = "v=10&encoding=json"
	conn, response, err := s.gateway.dialer().DialContext(ctx, to.String(), nil)
	if response != nil {
		response.Body.Close()
	}
	if err != nil {
		s.misses++
		return nil, ending{resume, fmt.Errorf("connect to the gateway: %w", err)}
	}
	s.misses = 0
	conn.SetReadLimit(maxFrame)
	return newConnection(conn, s), ending{}
}

// identity is what a session begins with.
func (s *shard) identity() dg.Identify {
	return dg.Identify{
		Token: s.gateway.config.Token, Intents: s.gateway.config.Intents, Shard: &[2]int{s.id, s.of},
		Properties: dg.IdentifyProperties{OS: runtime.GOOS, Browser: "doublecorner", Device: "doublecorner"},
	}
}

// hear does what a frame asks for, and tells whether it ends the connection.
func (s *shard) hear(c *connection, f frame) (end ending, over bool) {
	switch f.Op {
	case opEvent:
		return s.event(c, f)
	case opBeat:
		if err := c.write(opBeat, c.sequence()); err != nil {
			return c.ended(err), true
		}
	case opReconnect:
		return ending{resume, errors.New("the gateway asks to connect anew")}, true
	case opInvalid:
		var good bool
		if json.Unmarshal(f.Data, &good) == nil && good {
			return ending{resume, errors.New("the gateway asks to take the session up again")}, true
		}
		return ending{renew, errors.New("the session is not known any more")}, true
	case opBeatHeard:
		c.heard()
	}
	return ending{}, false
}

// event hears of something that happened.
func (s *shard) event(c *connection, f frame) (end ending, over bool) {
	switch f.Type {
	case "READY":
		var ready struct {
			Session  string `json:"session_id"`
			ResumeAt string `json:"resume_gateway_url"`
		}
		if err := json.Unmarshal(f.Data, &ready); err != nil || ready.Session == "" {
			return ending{renew, errors.New("the gateway begins a session without a name")}, true
		}
		s.session, s.resumeAt, s.sequence = ready.Session, ready.ResumeAt, f.Sequence
		s.joined(c, false)
		return ending{}, false
	case "RESUMED":
		s.sequence = max(s.sequence, f.Sequence)
		s.joined(c, true)
		return ending{}, false
	}
	if f.Sequence <= s.sequence {
		return ending{}, false // it was heard before
	}
	if f.Type == "INTERACTION_CREATE" {
		s.interaction(f.Data)
	}
	s.sequence = f.Sequence
	return ending{}, false
}

// interaction hands an interaction on. Whatever is wrong with it hurts no other.
func (s *shard) interaction(text []byte) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic at an interaction", "panic", p)
		}
	}()
	i, err := read(text)
	if err != nil {
		s.log.Warn("unreadable interaction", "err", err)
		return
	}
	s.gateway.config.Heard(i)
}

// joined notes that the shard is connected.
func (s *shard) joined(c *connection, again bool) {
	c.joined = true
	s.mu.Lock()
	s.state.Connected, s.state.Since = true, time.Now()
	if again {
		s.state.Resumes++
	} else {
		s.state.Starts++
	}
	s.mu.Unlock()
	s.log.Info("gateway connected", "resumed", again)
}

// left notes that the shard is not connected any more.
func (s *shard) left(why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.Connected {
		s.state.Connected, s.state.Since = false, time.Now()
	}
	if why != nil {
		s.state.LastError = why.Error()
	}
}

// jitter returns something between half of a time and all of it, so that not all who
// were disconnected together come back together.
func jitter(d time.Duration) time.Duration { return d/2 + rand.N(d/2+1) }

// sleep waits; it returns false if the context ends before.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
