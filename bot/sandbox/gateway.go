package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// The codes with which the gateway closes a connection.
const (
	closeUnknown        = 4000
	closeUnknownOp      = 4001
	closeDecode         = 4002
	closeNotIdentified  = 4003
	closeBadToken       = 4004
	closeIdentified     = 4005
	closeBadSequence    = 4007
	closeTooFast        = 4008
	closeTimeout        = 4009
	closeBadShard       = 4010
	closeShardsRequired = 4011
	closeBadVersion     = 4012
	closeBadIntents     = 4013
	closeNotAllowed     = 4014
)

// checkClose refuses codes that no connection is closed with.
func checkClose(code int) error {
	if code != 0 && (code < 4000 || code > 4999) {
		return errors.New("a connection is closed with a code of 4000 to 4999, or with 0 for none")
	}
	return nil
}

const (
	maxPayload   = 4096 // bytes that a bot may send in one piece
	maxPayloads  = 120  // of them in a minute
	maxReplay    = 2000 // events kept for a session that lost its connection
	maxUnsent    = 8192 // events waiting for a slow reader
	maxSessions  = 500
	maxPerShard  = 2500 // servers
	startsADay   = 1000
	resumeWithin = 5 * time.Minute
	writeWithin  = 10 * time.Second
)

// A link is one connection to the gateway. Its fields but ws are guarded by the lock
// of the server.
type link struct {
	server  *Server
	ws      *websocket.Conn
	out     chan outgoing
	once    sync.Once
	done    chan struct{} // closed when the connection is
	session *session
	beats   func() bool // stops the wait for the next heartbeat
	since   time.Time   // of the minute in which payloads are counted
	count   int
}

type outgoing struct {
	text  []byte
	close int // instead of text
	words string
}

var upgrader = websocket.Upgrader{HandshakeTimeout: 10 * time.Second}

// serveGateway speaks with one connection until it ends.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	l := &link{server: s, ws: ws, out: make(chan outgoing, maxUnsent), done: make(chan struct{})}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		ws.Close()
		return
	}
	s.work.Add(1)
	go l.write()
	if q := r.URL.Query(); q.Get("v") != "9" && q.Get("v") != "10" {
		l.shut(closeBadVersion, "Invalid API version.")
	} else if e := q.Get("encoding"); e != "json" && e != "" {
		l.shut(closeDecode, "Only the encoding json is served.")
	} else {
		l.say(map[string]any{"op": 10, "s": nil, "t": nil, "d": map[string]any{
			"heartbeat_interval": s.options.Heartbeat.Milliseconds(), "_trace": []string{},
		}})
		l.expectBeat()
	}
	s.mu.Unlock()
	l.read()
}

// write sends what is in the queue. It is the only one to write to the connection.
func (l *link) write() {
	defer l.server.work.Done()
	defer l.ws.Close()
	for {
		select {
		case o := <-l.out:
			l.ws.SetWriteDeadline(time.Now().Add(writeWithin))
			if o.text == nil {
				if o.close != 0 {
					l.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(o.close, o.words))
				}
				return
			}
			if l.ws.WriteMessage(websocket.TextMessage, o.text) != nil {
				return
			}
		case <-l.done:
			return
		}
	}
}

// read takes what the bot sends, until the connection ends.
func (l *link) read() {
	s := l.server
	l.ws.SetReadLimit(1 << 20)
	var left error
	for {
		kind, text, err := l.ws.ReadMessage()
		if err != nil {
			left = err
			break
		}
		s.mu.Lock()
		l.take(kind, text)
		s.mu.Unlock()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	l.once.Do(func() { close(l.done) })
	if l.beats != nil {
		l.beats()
	}
	if l.session != nil && l.session.link == l {
		l.session.link, l.session.lost = nil, s.clock.Now()
		s.tell(&Event{Kind: "people"})
		// A bot that says goodbye ends its session; one that breaks off may resume.
		if websocket.IsCloseError(left, websocket.CloseNormalClosure, websocket.CloseGoingAway) {
			delete(s.sessions, l.session.id)
		}
	}
}

// say queues a payload.
func (l *link) say(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		l.server.log.Error("sandbox cannot write a payload", "err", err)
		return
	}
	l.push(text)
}

func (l *link) push(text []byte) {
	select {
	case l.out <- outgoing{text: text}:
	default:
		// Who does not read is cut off.
		l.once.Do(func() { close(l.done) })
	}
}

// shut ends the connection after what is queued. Code zero: without a word.
func (l *link) shut(code int, words string) {
	select {
	case l.out <- outgoing{close: code, words: words}:
	default:
		l.once.Do(func() { close(l.done) })
	}
	if l.session != nil && l.session.link == l {
		l.session.link, l.session.lost = nil, l.server.clock.Now()
		l.server.tell(&Event{Kind: "people"})
		if final(code) {
			delete(l.server.sessions, l.session.id)
		}
	}
	l.session = nil
}

// final says which codes end a session along with its connection.
func final(code int) bool {
	switch code {
	case closeBadToken, closeBadSequence, closeTimeout, closeBadShard, closeShardsRequired, closeBadVersion, closeBadIntents, closeNotAllowed:
		return true
	}
	return false
}

// expectBeat ends the connection if no heartbeat comes in time.
func (l *link) expectBeat() {
	if l.beats != nil {
		l.beats()
	}
	every := l.server.options.Heartbeat
	l.beats = l.server.clock.AfterFunc(every+every/2, func() {
		l.server.mu.Lock()
		defer l.server.mu.Unlock()
		l.shut(closeTimeout, "Session timed out.")
	})
}

// take does what one payload says.
func (l *link) take(kind int, text []byte) {
	s := l.server
	now := s.clock.Now()
	if now.Sub(l.since) >= time.Minute {
		l.since, l.count = now, 0
	}
	if l.count++; l.count > maxPayloads {
		l.shut(closeTooFast, "You are sending payloads too quickly.")
		return
	}
	var payload struct {
		Op *int            `json:"op"`
		D  json.RawMessage `json:"d"`
	}
	if kind != websocket.TextMessage || len(text) > maxPayload || json.Unmarshal(text, &payload) != nil || payload.Op == nil {
		l.shut(closeDecode, "Error while decoding payload.")
		return
	}
	switch *payload.Op {
	case 1:
		l.expectBeat()
		deaf := s.fate(func(f *Fault) bool { return f.Do == Deaf })
		if deaf == nil {
			l.say(map[string]any{"op": 11, "s": nil, "t": nil, "d": nil})
		}
	case 2:
		l.identify(payload.D)
	case 6:
		l.resume(payload.D)
	case 3, 4, 8:
		// Presence, voice and asking for members change nothing here.
		if l.session == nil {
			l.shut(closeNotIdentified, "Not authenticated.")
		}
	default:
		l.shut(closeUnknownOp, "Unknown opcode.")
	}
}

// invalid tells that there is no session to go on with.
func (l *link) invalid(resumable bool) {
	l.say(map[string]any{"op": 9, "s": nil, "t": nil, "d": resumable})
}

// admits tells whether who has a token may begin a session here, or go on with one. Who may
// not is told why.
func (l *link) admits(token string) bool {
	switch {
	case l.session != nil:
		l.shut(closeIdentified, "Already authenticated.")
	case strings.TrimPrefix(token, "Bot ") != l.server.world.App.Token:
		l.shut(closeBadToken, "Authentication failed.")
	default:
		return true
	}
	return false
}

// identify begins a session.
func (l *link) identify(data json.RawMessage) {
	s := l.server
	var d struct {
		Token      string          `json:"token"`
		Intents    *uint64         `json:"intents"`
		Shard      *[2]int         `json:"shard"`
		Properties json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(data, &d) != nil || d.Properties == nil || d.Intents == nil {
		l.shut(closeDecode, "Error while decoding payload.")
		return
	}
	if !l.admits(d.Token) {
		return
	}
	shard := [2]int{0, 1}
	if d.Shard != nil {
		shard = *d.Shard
	}
	if shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1] {
		l.shut(closeBadShard, "Invalid shard.")
		return
	}
	here := slices.DeleteFunc(s.guilds(), func(g *Guild) bool { return shardOf(g.ID, shard[1]) != shard[0] })
	if len(here) > maxPerShard {
		l.shut(closeShardsRequired, "Sharding required.")
		return
	}
	intents := Intents(*d.Intents)
	if intents&^knownIntents != 0 {
		l.shut(closeBadIntents, "Invalid intent(s).")
		return
	}
	if intents&privileged&^s.world.App.Privileged != 0 {
		l.shut(closeNotAllowed, "Disallowed intent(s).")
		return
	}
	l.session = s.begin(shard, intents)
	if l.session == nil {
		l.invalid(false)
		return
	}
	l.session.link = l
	s.tell(&Event{Kind: "people"})
	guilds := []any{}
	for _, g := range here {
		guilds = append(guilds, map[string]any{"id": g.ID, "unavailable": true})
	}
	s.dispatch(l.session, "READY", map[string]any{
		"v": 10, "user": s.user(s.world.App.ID), "guilds": guilds, "session_id": l.session.id, "resume_gateway_url": s.gatewayURL(),
		"shard": shard, "application": map[string]any{"id": s.world.App.ID, "flags": 0},
		"private_channels": []any{}, "relationships": []any{}, "presences": []any{}, "user_settings": map[string]any{},
	})
	if intents&needGuilds != 0 {
		for _, g := range here {
			if l.session != nil {
				s.dispatch(l.session, "GUILD_CREATE", s.guildEvent(g))
			}
		}
	}
}

// resume goes on with a session, and sends what was missed.
func (l *link) resume(data json.RawMessage) {
	s := l.server
	var d struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if json.Unmarshal(data, &d) != nil {
		l.shut(closeDecode, "Error while decoding payload.")
		return
	}
	if !l.admits(d.Token) {
		return
	}
	old := s.sessions[d.Session]
	if old == nil || old.link == nil && s.clock.Now().Sub(old.lost) > resumeWithin {
		l.invalid(false)
		return
	}
	if d.Seq > old.seq || d.Seq < 0 {
		l.shut(closeBadSequence, "Invalid seq.")
		return
	}
	if first := old.seq - len(old.replay); d.Seq < first {
		delete(s.sessions, old.id)
		l.invalid(false)
		return
	}
	if old.link != nil {
		old.link.shut(closeUnknown, "")
	}
	l.session, old.link = old, l
	s.tell(&Event{Kind: "people"})
	for _, f := range old.replay {
		if f.seq > d.Seq {
			l.push(f.text)
		}
	}
	s.dispatch(old, "RESUMED", map[string]any{"_trace": []string{}})
}
