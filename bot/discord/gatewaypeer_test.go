package discord

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	dg "github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"doublecorner/bot/delivery"
)

// gatewayTest is a gateway in a bubble of testing/synctest whose other end is played by the test.
// Time passes only while it is waited for, so the tests use Discord's own times and count to the
// second.
type gatewayTest struct {
	t        *testing.T
	gateway  *Gateway
	config   GatewayConfig
	info     dg.GatewayBotResponse // what Discord says, before begin
	left     atomic.Int64          // starts, if there have been others
	asked    atomic.Int64          // how often it said so
	mute     bool                  // connections are accepted, and then nothing is said
	arrivals chan *peer            // connections that were made
	log      bytes.Buffer
	heard    chan string   // ids of interactions
	result   chan error    // of Run
	leave    func()        // ends the context of Run
	limit    time.Duration // longer than anything takes
}

// peer is Discord's end of a connection.
type peer struct {
	t     *testing.T
	host  string // which was dialled
	at    time.Time
	ws    *websocket.Conn
	mu    sync.Mutex
	deaf  atomic.Bool // heartbeats are not answered
	holds atomic.Bool // nor is it answered when the connection is closed
	beats atomic.Int64
	said  chan *dg.Event // what the gateway says, except heartbeats that are heard
	code  int            // with which it closed; 1006: without a word
}

const heartbeat = 41250 * time.Millisecond

// play runs a test in a bubble. begin starts the gateway, which must have ended with all its
// goroutines soon after the test.
func play(t *testing.T, scene func(*gatewayTest)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &gatewayTest{
			t: t, arrivals: make(chan *peer, 1000), heard: make(chan string, 1000), result: make(chan error, 1), limit: 48 * time.Hour,
			info: dg.GatewayBotResponse{URL: "ws://first.test", Shards: 1,
				SessionStartLimit: dg.SessionInformation{Total: 1000, Remaining: 1000, MaxConcurrency: 1}},
		}
		s.config = GatewayConfig{
			Token:         "secret",
			Log:           slog.New(slog.NewTextHandler(&s.log, nil)),
			Dial:          s.dial,
			OnInteraction: func(i delivery.Interaction) { s.heard <- i.ID },
			Info: func(context.Context) (*dg.GatewayBotResponse, error) {
				info := s.info
				if s.asked.Add(1) > 1 {
					info.SessionStartLimit.Remaining = int(s.left.Load())
				}
				return &info, nil
			},
		}
		s.left.Store(1000)
		defer func() {
			if strings.Contains(s.log.String(), "secret") {
				t.Errorf("the log has the token:\n%s", &s.log)
			}
		}()
		scene(s)
		if s.leave != nil {
			before := time.Now()
			s.leave()
			if err := <-s.result; err != nil {
				t.Errorf("the end is %v", err)
			}
			if took := time.Since(before); took > time.Second {
				t.Errorf("it takes %v to leave", took)
			}
		}
	})
}

func (s *gatewayTest) begin() {
	ctx, cancel := context.WithCancel(s.t.Context())
	s.leave = cancel
	s.gateway = NewGateway(s.config)
	go func() { s.result <- s.gateway.Run(ctx) }()
}

// ends waits until the gateway gives up.
func (s *gatewayTest) ends() *GatewayError {
	s.t.Helper()
	s.leave = nil
	select {
	case err := <-s.result:
		if fatal, ok := errors.AsType[*GatewayError](err); ok {
			return fatal
		}
		s.t.Fatalf("it ends with %v", err)
	case <-time.After(s.limit):
		s.t.Fatal("it tries for ever")
	}
	return nil
}

// dial connects the gateway to the test.
func (s *gatewayTest) dial(_ context.Context, _, address string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	p := &peer{t: s.t, host: host, at: time.Now(), said: make(chan *dg.Event, 1000)}
	if s.mute {
		s.arrivals <- p
		return ours, nil
	}
	go p.serve(theirs, func() { s.arrivals <- p })
	return ours, nil
}

// comes waits for the next connection.
func (s *gatewayTest) comes() *peer {
	s.t.Helper()
	select {
	case p := <-s.arrivals:
		return p
	case <-time.After(s.limit):
		s.t.Fatal("nobody connects")
	}
	return nil
}

// identifies waits for the next connection, which is to start a session.
func (s *gatewayTest) identifies() *peer {
	s.t.Helper()
	p := s.comes()
	p.greet()
	p.hears(opIdentify)
	return p
}

// resumes waits for the next connection, which is to resume a session after an event.
func (s *gatewayTest) resumes(session string, after int64) *peer {
	s.t.Helper()
	p := s.comes()
	p.greet()
	p.resumes(session, after)
	return p
}

// joins waits for the next connection, and starts a session.
func (s *gatewayTest) joins(session string) *peer {
	s.t.Helper()
	p := s.identifies()
	p.ready(session, "ws://second.test")
	synctest.Wait()
	return p
}

// hijacked lets gorilla answer a request without a server of net/http.
type hijacked struct {
	http.ResponseWriter
	conn   net.Conn
	reader *bufio.Reader
}

func (h hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return h.conn, bufio.NewReadWriter(h.reader, bufio.NewWriter(h.conn)), nil
}

// serve reads the frames of the gateway until the connection ends.
func (p *peer) serve(conn net.Conn, open func()) {
	defer close(p.said)
	defer func() {
		if !p.holds.Load() {
			conn.Close()
		}
	}()
	reader := bufio.NewReader(conn)
	request, err := http.ReadRequest(reader)
	if err != nil {
		return
	}
	if q := request.URL.Query(); q.Get("v") != "10" || q.Get("encoding") != "json" {
		p.t.Errorf("it asks for %v", request.URL)
	}
	p.ws, err = (&websocket.Upgrader{}).Upgrade(hijacked{conn: conn, reader: reader}, request, nil)
	if _, refused := errors.AsType[websocket.HandshakeError](err); refused {
		p.t.Errorf("it is no websocket: %v", err)
	}
	if err != nil { // it may also have given up meanwhile
		return
	}
	answer := p.ws.CloseHandler()
	p.ws.SetCloseHandler(func(code int, text string) error {
		if p.holds.Load() {
			return nil
		}
		return answer(code, text)
	})
	open()
	for {
		e := &dg.Event{}
		if err := p.ws.ReadJSON(e); err != nil {
			p.code = websocket.CloseAbnormalClosure
			if closed, ok := errors.AsType[*websocket.CloseError](err); ok {
				p.code = closed.Code
			}
			return
		}
		if e.Operation == opHeartbeat {
			p.beats.Add(1)
			if !p.deaf.Load() {
				p.says(`{"op": 11}`)
				continue
			}
		}
		p.said <- e
	}
}

func (p *peer) says(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ws.WriteMessage(websocket.TextMessage, []byte(text))
}

func (p *peer) saysEvent(sequence int64, name string, data any) {
	text, err := json.Marshal(map[string]any{"op": 0, "s": sequence, "t": name, "d": data})
	if err != nil {
		p.t.Error(err)
	}
	p.says(string(text))
}

func (p *peer) greet() {
	p.says(`{"op": 10, "d": {"heartbeat_interval": 41250}}`)
}

func (p *peer) ready(session, resume string) {
	p.saysEvent(1, "READY", map[string]any{"session_id": session, "resume_gateway_url": resume, "guilds": []any{}})
}

// interaction sends an interaction.
func (p *peer) interaction(sequence int64, id string) {
	p.saysEvent(sequence, "INTERACTION_CREATE", map[string]any{"id": id, "type": 2, "token": "t", "data": map[string]any{"name": "help"}})
}

// closes ends the connection with a code.
func (p *peer) closes(code int) {
	p.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
}

// hears waits for a frame with an opcode.
func (p *peer) hears(op int) *dg.Event {
	p.t.Helper()
	select {
	case e, ok := <-p.said:
		if !ok {
			p.t.Fatalf("it closes with %d instead of saying %d", p.code, op)
		}
		if e.Operation != op {
			p.t.Fatalf("it says %d %s, not %d", e.Operation, e.RawData, op)
		}
		return e
	case <-time.After(48 * time.Hour):
		p.t.Fatalf("it does not say %d", op)
	}
	return nil
}

// resumes waits for the gateway to resume a session after an event.
func (p *peer) resumes(session string, after int64) {
	p.t.Helper()
	var d struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int64  `json:"seq"`
	}
	if err := json.Unmarshal(p.hears(opResume).RawData, &d); err != nil || d.Token != "secret" || d.Session != session || d.Seq != after {
		p.t.Errorf("it resumes %+v: %v", d, err)
	}
}

// ends waits until the gateway ends the connection, and returns the code.
func (p *peer) ends() int {
	p.t.Helper()
	for {
		select {
		case _, ok := <-p.said:
			if !ok {
				return p.code
			}
		case <-time.After(48 * time.Hour):
			p.t.Fatal("it keeps the connection")
		}
	}
}

// wants checks which interactions were received, in order.
func (s *gatewayTest) wants(ids ...string) {
	s.t.Helper()
	synctest.Wait()
	var got []string
	for len(s.heard) > 0 {
		got = append(got, <-s.heard)
	}
	if !slices.Equal(got, ids) {
		s.t.Errorf("heard %q, not %q", got, ids)
	}
}

// state returns the state of the only shard.
func (s *gatewayTest) state() ShardState {
	s.t.Helper()
	synctest.Wait()
	all := s.gateway.State()
	if len(all) != 1 {
		s.t.Fatalf("there are shards %+v", all)
	}
	return all[0]
}
