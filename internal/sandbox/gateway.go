package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// The codes with which the gateway closes a connection.
const (
	closeGoingAway     = 1001
	closeUnknown       = 4000
	closeUnknownOp     = 4001
	closeDecode        = 4002
	closeNotIdentified = 4003
	closeBadToken      = 4004
	closeIdentified    = 4005
	closeBadSequence   = 4007
	closeTooFast       = 4008
	closeTimeout       = 4009
	closeBadShard      = 4010
	closeBadVersion    = 4012
	closeBadIntents    = 4013
	closeNotAllowed    = 4014
)

// endsSession reports whether a session ends with a connection that is closed with a code.
func endsSession(code int) bool {
	return code == closeBadToken || code == closeBadSequence || code >= closeTimeout && code <= closeNotAllowed
}

// checkClose refuses codes that no connection is closed with.
func checkClose(code int) error {
	if code != 0 && code != closeGoingAway && (code < 4000 || code > 4999) {
		return errors.New("a connection is closed with a code of 4000 to 4999, with 1001, or with 0 for none")
	}
	return nil
}

// The opcodes of the gateway.
const (
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoice          = 4
	opResume         = 6
	opReconnect      = 7
	opMembers        = 8
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

const (
	maxPayload   = 4096 // bytes that a bot may send in one piece
	maxPayloads  = 120  // of them in a minute
	maxReplay    = 2000 // events kept for a session that lost its connection
	maxUnsent    = 8192 // payloads waiting for a slow reader
	maxSessions  = 500
	startsADay   = 1000
	resumeWithin = 5 * time.Minute
	writeWithin  = 10 * time.Second
)

// A connection is one connection to the gateway. Its fields except ws are guarded by the lock of the server.
type connection struct {
	server   *Server
	ws       *websocket.Conn
	out      chan outgoing
	life     context.Context
	drop     func() // ends the connection at once
	session  *session
	stopBeat func() bool // stops the wait for the next heartbeat
	since    time.Time   // of the minute in which payloads are counted
	count    int
}

// outgoing is a message of the websocket. After a close message, or one of no kind, the connection ends.
type outgoing struct {
	kind int
	text []byte
}

var upgrader = websocket.Upgrader{HandshakeTimeout: 10 * time.Second}

// serveGateway speaks with one connection until it ends.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &connection{server: s, ws: ws, out: make(chan outgoing, maxUnsent)}
	c.life, c.drop = context.WithCancel(context.Background())
	s.mu.Lock()
	if s.closed() {
		s.mu.Unlock()
		ws.Close()
		return
	}
	s.work.Add(1)
	go c.write()
	if q := r.URL.Query(); q.Get("v") != "9" && q.Get("v") != "10" {
		c.close(closeBadVersion)
	} else if e := q.Get("encoding"); e != "json" && e != "" {
		c.close(closeDecode)
	} else {
		c.send(opHello, map[string]any{"heartbeat_interval": s.options.Heartbeat.Milliseconds(), "_trace": []string{}})
		c.expectBeat()
	}
	s.mu.Unlock()
	c.read()
}

// write sends what is in the queue. It is the only one to write to the connection.
func (c *connection) write() {
	defer c.server.work.Done()
	defer c.ws.Close()
	for {
		select {
		case o := <-c.out:
			c.ws.SetWriteDeadline(time.Now().Add(writeWithin))
			if o.kind == 0 || c.ws.WriteMessage(o.kind, o.text) != nil || o.kind == websocket.CloseMessage {
				return
			}
		case <-c.life.Done():
			return
		}
	}
}

// read handles what the bot sends, until the connection ends.
func (c *connection) read() {
	s := c.server
	c.ws.SetReadLimit(1 << 20)
	kind, text, err := c.ws.ReadMessage()
	for ; err == nil; kind, text, err = c.ws.ReadMessage() {
		s.mu.Lock()
		if code := c.handle(kind, text); code != 0 {
			c.close(code)
		}
		s.mu.Unlock()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c.drop()
	if c.stopBeat != nil {
		c.stopBeat()
	}
	// A bot that says goodbye ends its session; one that breaks off may resume.
	c.leave(websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway))
}

// leave takes the connection from its session, and ends that if it cannot be resumed.
func (c *connection) leave(final bool) {
	if c.session == nil || c.session.connection != c {
		return
	}
	c.session.connection, c.session.lost = nil, c.server.clock.Now()
	if final {
		delete(c.server.sessions, c.session.id)
	}
	c.server.publish(&Event{Kind: "people"})
}

// send queues a payload.
func (c *connection) send(op int, data any) {
	text, err := json.Marshal(map[string]any{"op": op, "s": nil, "t": nil, "d": data})
	if err != nil {
		c.server.log.Error("sandbox cannot write a payload", "err", err)
		return
	}
	c.push(text)
}

func (c *connection) push(text []byte) { c.queue(outgoing{websocket.TextMessage, text}) }

func (c *connection) queue(o outgoing) {
	select {
	case c.out <- o:
	default:
		c.drop() // a bot that does not read is cut off
	}
}

// close ends the connection after what is queued, with a code or, if it is 0, without a word.
func (c *connection) close(code int) {
	var last outgoing
	if code != 0 {
		last = outgoing{websocket.CloseMessage, websocket.FormatCloseMessage(code, "")}
	}
	c.queue(last)
	c.leave(endsSession(code))
	c.session = nil
}

// expectBeat ends the connection if no heartbeat comes in time.
func (c *connection) expectBeat() {
	if c.stopBeat != nil {
		c.stopBeat()
	}
	every := c.server.options.Heartbeat
	c.stopBeat = c.server.clock.AfterFunc(every+every/2, func() {
		c.server.mu.Lock()
		defer c.server.mu.Unlock()
		c.close(closeTimeout)
	})
}

// handle handles a payload. It returns the code with which the connection must be closed, or 0.
func (c *connection) handle(kind int, text []byte) (code int) {
	s := c.server
	now := s.clock.Now()
	if now.Sub(c.since) >= time.Minute {
		c.since, c.count = now, 0
	}
	if c.count++; c.count > maxPayloads {
		return closeTooFast
	}
	var payload struct {
		Op *int            `json:"op"`
		D  json.RawMessage `json:"d"`
	}
	if kind != websocket.TextMessage || len(text) > maxPayload || json.Unmarshal(text, &payload) != nil || payload.Op == nil {
		return closeDecode
	}
	switch *payload.Op {
	case opHeartbeat:
		c.expectBeat()
		if s.fault(func(f *Fault) bool { return f.Do == Deaf }) == nil {
			c.send(opHeartbeatAck, nil)
		}
	case opIdentify:
		return c.identify(payload.D)
	case opResume:
		return c.resume(payload.D)
	case opPresence, opVoice, opMembers: // change nothing here
		if c.session == nil {
			return closeNotIdentified
		}
	default:
		return closeUnknownOp
	}
	return 0
}

// authenticate returns the code with which a connection is closed that cannot use a token, or 0.
func (c *connection) authenticate(token string) (code int) {
	switch {
	case c.session != nil:
		return closeIdentified
	case strings.TrimPrefix(token, "Bot ") != c.server.world.App.Token:
		return closeBadToken
	}
	return 0
}

// identify begins a session.
func (c *connection) identify(data json.RawMessage) (code int) {
	s := c.server
	var d struct {
		Token      string          `json:"token"`
		Intents    *uint64         `json:"intents"`
		Shard      [2]int          `json:"shard"`
		Properties json.RawMessage `json:"properties"`
	}
	d.Shard[1] = 1
	if json.Unmarshal(data, &d) != nil || d.Properties == nil || d.Intents == nil {
		return closeDecode
	}
	if code := c.authenticate(d.Token); code != 0 {
		return code
	}
	switch {
	case d.Shard[0] < 0 || d.Shard[0] >= d.Shard[1]:
		return closeBadShard
	case *d.Intents&^knownIntents != 0:
		return closeBadIntents
	case *d.Intents&privilegedIntents != 0:
		return closeNotAllowed
	}
	begun := s.begin(d.Shard, *d.Intents)
	if begun == nil {
		c.send(opInvalidSession, false)
		return 0
	}
	c.attach(begun)
	served := slices.DeleteFunc(s.guilds(), func(g *Guild) bool { return !begun.serves(g.ID) })
	guilds := []any{}
	for _, g := range served {
		guilds = append(guilds, map[string]any{"id": g.ID, "unavailable": true})
	}
	s.dispatch(begun, "READY", complete("ready", map[string]any{
		"user": s.user(s.world.App.ID), "guilds": guilds, "session_id": begun.id, "resume_gateway_url": s.gatewayURL(),
		"shard": d.Shard, "application": map[string]any{"id": s.world.App.ID, "flags": 0},
	}))
	if begun.intents&guildsIntent != 0 {
		for _, g := range served {
			s.dispatch(begun, "GUILD_CREATE", s.joinedGuildObject(g))
		}
	}
	return 0
}

// attach makes a connection that of a session.
func (c *connection) attach(to *session) {
	c.session, to.connection = to, c
	c.server.publish(&Event{Kind: "people"})
}

// resume goes on with a session, and sends what was missed.
func (c *connection) resume(data json.RawMessage) (code int) {
	s := c.server
	var d struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if json.Unmarshal(data, &d) != nil {
		return closeDecode
	}
	if code := c.authenticate(d.Token); code != 0 {
		return code
	}
	old := s.sessions[d.Session]
	if old == nil || s.isLost(old) {
		c.send(opInvalidSession, false)
		return 0
	}
	missed := old.seq - d.Seq
	switch {
	case missed < 0 || d.Seq < 0:
		return closeBadSequence
	case missed > len(old.replay):
		delete(s.sessions, old.id)
		c.send(opInvalidSession, false)
		return 0
	case old.connection != nil:
		old.connection.close(closeUnknown)
	}
	c.attach(old)
	for _, event := range old.replay[len(old.replay)-missed:] {
		c.push(event)
	}
	s.dispatch(old, "RESUMED", map[string]any{"_trace": []string{}})
	return 0
}
