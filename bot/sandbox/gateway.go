package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// The codes with which the gateway closes a connection, with what Discord says, and whether that
// ends the session, too.
var (
	closeUnknown       = newClosure(4000, "", false)
	closeUnknownOp     = newClosure(4001, "Unknown opcode.", false)
	closeDecode        = newClosure(4002, "Error while decoding payload.", false)
	closeNotIdentified = newClosure(4003, "Not authenticated.", false)
	closeBadToken      = newClosure(4004, "Authentication failed.", true)
	closeIdentified    = newClosure(4005, "Already authenticated.", false)
	closeBadSequence   = newClosure(4007, "Invalid seq.", true)
	closeTooFast       = newClosure(4008, "You are sending payloads too quickly.", false)
	closeTimeout       = newClosure(4009, "Session timed out.", true)
	closeBadShard      = newClosure(4010, "Invalid shard.", true)
	closeBadVersion    = newClosure(4012, "Invalid API version.", true)
	closeBadIntents    = newClosure(4013, "Invalid intent(s).", true)
	closeNotAllowed    = newClosure(4014, "Disallowed intent(s).", true)
)

const closeGoingAway = 1001

type closure struct {
	reason string
	final  bool
}

var closures = map[int]closure{}

func newClosure(code int, reason string, final bool) int {
	closures[code] = closure{reason, final}
	return code
}

// checkClose refuses codes that no connection is closed with.
func checkClose(code int) error {
	if code != 0 && (code < 4000 || code > 4999) {
		return errors.New("a connection is closed with a code of 4000 to 4999, or with 0 for none")
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
	maxUnsent    = 8192 // events waiting for a slow reader
	maxSessions  = 500
	startsADay   = 1000
	resumeWithin = 5 * time.Minute
	writeWithin  = 10 * time.Second
)

// A connection is one connection to the gateway. Its fields except ws are guarded by the lock of
// the server.
type connection struct {
	server   *Server
	ws       *websocket.Conn
	out      chan outgoing
	once     sync.Once
	done     chan struct{} // closed when the connection is
	session  *session
	stopBeat func() bool // stops the wait for the next heartbeat
	since    time.Time   // of the minute in which payloads are counted
	count    int
}

// outgoing is a payload, or without text the end of the connection.
type outgoing struct {
	text  []byte
	close int
}

var upgrader = websocket.Upgrader{HandshakeTimeout: 10 * time.Second}

// serveGateway speaks with one connection until it ends.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &connection{server: s, ws: ws, out: make(chan outgoing, maxUnsent), done: make(chan struct{})}
	s.mu.Lock()
	if s.closed {
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
			if o.text == nil {
				if o.close != 0 {
					c.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(o.close, closures[o.close].reason))
				}
				return
			}
			if c.ws.WriteMessage(websocket.TextMessage, o.text) != nil {
				return
			}
		case <-c.done:
			return
		}
	}
}

// read takes what the bot sends, until the connection ends.
func (c *connection) read() {
	s := c.server
	c.ws.SetReadLimit(1 << 20)
	var left error
	for {
		kind, text, err := c.ws.ReadMessage()
		if err != nil {
			left = err
			break
		}
		s.mu.Lock()
		c.receive(kind, text)
		s.mu.Unlock()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c.drop()
	if c.stopBeat != nil {
		c.stopBeat()
	}
	// A bot that says goodbye ends its session; one that breaks off may resume.
	c.leave(websocket.IsCloseError(left, websocket.CloseNormalClosure, websocket.CloseGoingAway))
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

func (c *connection) push(text []byte) {
	select {
	case c.out <- outgoing{text: text}:
	default:
		c.drop() // who does not read is cut off
	}
}

// drop ends the connection at once.
func (c *connection) drop() {
	c.once.Do(func() { close(c.done) })
}

// close ends the connection after what is queued, with a code or, if it is 0, without a word.
func (c *connection) close(code int) {
	select {
	case c.out <- outgoing{close: code}:
	default:
		c.drop()
	}
	c.leave(closures[code].final)
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

// receive does what one payload says.
func (c *connection) receive(kind int, text []byte) {
	s := c.server
	now := s.clock.Now()
	if now.Sub(c.since) >= time.Minute {
		c.since, c.count = now, 0
	}
	if c.count++; c.count > maxPayloads {
		c.close(closeTooFast)
		return
	}
	var payload struct {
		Op *int            `json:"op"`
		D  json.RawMessage `json:"d"`
	}
	if kind != websocket.TextMessage || len(text) > maxPayload || json.Unmarshal(text, &payload) != nil || payload.Op == nil {
		c.close(closeDecode)
		return
	}
	switch *payload.Op {
	case opHeartbeat:
		c.expectBeat()
		if s.fault(func(f *Fault) bool { return f.Do == Deaf }) == nil {
			c.send(opHeartbeatAck, nil)
		}
	case opIdentify:
		c.identify(payload.D)
	case opResume:
		c.resume(payload.D)
	case opPresence, opVoice, opMembers: // change nothing here
		if c.session == nil {
			c.close(closeNotIdentified)
		}
	default:
		c.close(closeUnknownOp)
	}
}

// authenticate returns the code with which a connection is closed that cannot use a token, or 0.
func (c *connection) authenticate(token string) int {
	switch {
	case c.session != nil:
		return closeIdentified
	case strings.TrimPrefix(token, "Bot ") != c.server.world.App.Token:
		return closeBadToken
	}
	return 0
}

// identify begins a session.
func (c *connection) identify(data json.RawMessage) {
	s := c.server
	var d struct {
		Token      string          `json:"token"`
		Intents    *uint64         `json:"intents"`
		Shard      *[2]int         `json:"shard"`
		Properties json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(data, &d) != nil || d.Properties == nil || d.Intents == nil {
		c.close(closeDecode)
		return
	}
	shard := [2]int{0, 1}
	if d.Shard != nil {
		shard = *d.Shard
	}
	code := c.authenticate(d.Token)
	switch {
	case code != 0:
	case shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1]:
		code = closeBadShard
	case *d.Intents&^knownIntents != 0:
		code = closeBadIntents
	case *d.Intents&privilegedIntents != 0:
		code = closeNotAllowed
	}
	if code != 0 {
		c.close(code)
		return
	}
	if c.session = s.begin(shard); c.session == nil {
		c.send(opInvalidSession, false)
		return
	}
	c.session.connection = c
	s.publish(&Event{Kind: "people"})
	guilds := []any{}
	for _, g := range s.guilds() {
		if shardOf(g.ID, shard[1]) == shard[0] {
			guilds = append(guilds, map[string]any{"id": g.ID, "unavailable": true})
		}
	}
	s.dispatch(c.session, "READY", complete("ready", map[string]any{
		"user": s.user(s.world.App.ID), "guilds": guilds, "session_id": c.session.id, "resume_gateway_url": s.gatewayURL(),
		"shard": shard, "application": map[string]any{"id": s.world.App.ID, "flags": 0},
	}))
}

// resume goes on with a session, and sends what was missed.
func (c *connection) resume(data json.RawMessage) {
	s := c.server
	var d struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if json.Unmarshal(data, &d) != nil {
		c.close(closeDecode)
		return
	}
	if code := c.authenticate(d.Token); code != 0 {
		c.close(code)
		return
	}
	old := s.sessions[d.Session]
	switch {
	case old == nil || old.connection == nil && s.clock.Now().Sub(old.lost) > resumeWithin:
		c.send(opInvalidSession, false)
		return
	case d.Seq > old.seq || d.Seq < 0:
		c.close(closeBadSequence)
		return
	case d.Seq < old.seq-len(old.replay):
		delete(s.sessions, old.id)
		c.send(opInvalidSession, false)
		return
	case old.connection != nil:
		old.connection.close(closeUnknown)
	}
	c.session, old.connection = old, c
	s.publish(&Event{Kind: "people"})
	for _, f := range old.replay {
		if f.seq > d.Seq {
			c.push(f.text)
		}
	}
	s.dispatch(old, "RESUMED", map[string]any{"_trace": []string{}})
}
