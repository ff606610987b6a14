package sandbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Intents are the sorts of events that a bot asks for, as Discord's bits.
type Intents uint64

const (
	needNothing    Intents = 0
	needGuilds     Intents = 1 << 0
	GuildMembers   Intents = 1 << 1
	GuildPresences Intents = 1 << 8
	needInGuild    Intents = 1 << 9
	needInDirect   Intents = 1 << 12
	MessageContent Intents = 1 << 15

	privileged           = GuildMembers | GuildPresences | MessageContent
	knownIntents Intents = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)

func needMessages(c *Channel) Intents {
	if c.Kind.private() {
		return needInDirect
	}
	return needInGuild
}

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

// A session is what a bot resumes: the events of one shard in their order.
type session struct {
	id      string
	shard   [2]int
	intents Intents
	seq     int
	replay  []frame
	link    *link // nil while there is no connection
	lost    time.Time
}

type frame struct {
	seq  int
	text []byte
}

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
	if l.session != nil {
		l.shut(closeIdentified, "Already authenticated.")
		return
	}
	if trimBot(d.Token) != s.world.App.Token {
		l.shut(closeBadToken, "Authentication failed.")
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
	count := 0
	for _, g := range s.guilds() {
		if shardOf(g.ID, shard[1]) == shard[0] {
			count++
		}
	}
	if count > maxPerShard {
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
	now := s.clock.Now()
	way := shard[0] % s.options.Concurrency
	left, _ := s.startsLeft()
	if last, ok := s.identified[way]; left == 0 || ok && s.options.IdentifyEvery > 0 && now.Sub(last) < s.options.IdentifyEvery {
		l.invalid(false)
		return
	}
	s.identified[way] = now
	s.starts++
	for id, old := range s.sessions {
		if old.link == nil && now.Sub(old.lost) > resumeWithin || len(s.sessions) >= maxSessions && old.link == nil {
			delete(s.sessions, id)
		}
	}
	id, err := secret(s.random, 16)
	if err != nil || len(s.sessions) >= maxSessions {
		l.invalid(false)
		return
	}
	l.session = &session{id: id, shard: shard, intents: intents, link: l}
	s.sessions[id] = l.session
	s.tell(&Event{Kind: "people"})
	guilds := []any{}
	var here []*Guild
	for _, g := range s.guilds() {
		if shardOf(g.ID, shard[1]) == shard[0] {
			here = append(here, g)
			guilds = append(guilds, map[string]any{"id": g.ID, "unavailable": true})
		}
	}
	me := s.user(s.world.App.ID)
	s.dispatch(l.session, "READY", map[string]any{
		"v": 10, "user": me, "guilds": guilds, "session_id": id, "resume_gateway_url": s.gatewayURL(),
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

func trimBot(token string) string {
	if len(token) > 4 && token[:4] == "Bot " {
		return token[4:]
	}
	return token
}

// startsLeft says how often a session may still be started, and when that is new.
func (s *Server) startsLeft() (int, time.Duration) {
	now := s.clock.Now()
	if now.Sub(s.startsSince) >= 24*time.Hour {
		s.startsSince, s.starts = now, 0
	}
	return max(0, startsADay-s.starts), s.startsSince.Add(24 * time.Hour).Sub(now)
}

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
	if l.session != nil {
		l.shut(closeIdentified, "Already authenticated.")
		return
	}
	if trimBot(d.Token) != s.world.App.Token {
		l.shut(closeBadToken, "Authentication failed.")
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

func shardOf(guild ID, shards int) int { return int(uint64(guild) >> 22 % uint64(shards)) }

// dispatch gives an event its number in a session and sends it, unless it is lost on
// the way.
func (s *Server) dispatch(to *session, name string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		s.log.Error("sandbox cannot write an event", "event", name, "err", err)
		return
	}
	fault := s.fateOfEvent(name)
	times := 1
	if fault != nil {
		switch fault.Do {
		case Drop:
			return
		case Duplicate:
			times = 2
		case Delay:
			s.clock.AfterFunc(time.Duration(fault.Millis)*time.Millisecond, func() {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.number(to, name, text)
			})
			return
		case Disconnect:
			if to.link != nil {
				to.link.shut(fault.Close, "")
			}
		}
	}
	for range times {
		s.number(to, name, text)
	}
}

func (s *Server) number(to *session, name string, data []byte) {
	to.seq++
	text := fmt.Appendf(nil, `{"op":0,"s":%d,"t":%q,"d":%s}`, to.seq, name, data)
	if len(to.replay) == maxReplay {
		to.replay = slices.Delete(to.replay, 0, 1)
	}
	to.replay = append(to.replay, frame{to.seq, text})
	if to.link != nil {
		to.link.push(text)
	}
}

// emit sends an event to the sessions that asked for its sort and have its server.
// Events without a server go to the first shard.
func (s *Server) emit(name string, needed Intents, guild ID, data any) {
	if g := s.world.Guilds[guild]; guild != 0 && name != "GUILD_DELETE" && name != "INTERACTION_CREATE" && (g == nil || g.Members[s.world.App.ID] == nil) {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(s.sessions)) {
		to := s.sessions[id]
		if to.intents&needed == needed && (guild == 0 && to.shard[0] == 0 || guild != 0 && shardOf(guild, to.shard[1]) == to.shard[0]) {
			s.dispatch(to, name, data)
		}
	}
}

// emitMessage sends a message, with the content only to those who may read it.
func (s *Server) emitMessage(name string, c *Channel, m *Message) {
	for _, id := range slices.Sorted(maps.Keys(s.sessions)) {
		to := s.sessions[id]
		needed := needMessages(c)
		if to.intents&needed != needed || c.Guild == 0 && to.shard[0] != 0 || c.Guild != 0 && shardOf(c.Guild, to.shard[1]) != to.shard[0] {
			continue
		}
		event := struct {
			Message
			Member map[string]any `json:"member,omitempty"`
		}{Message: s.readable(*m, to.intents)}
		if g := s.world.Guilds[c.Guild]; g != nil && g.Members[m.Author.ID] != nil {
			event.Member = s.showMember(g.Members[m.Author.ID])
		}
		s.dispatch(to, name, event)
	}
}

// Sessions says how many sessions have a connection now.
func (s *Server) Sessions() (connected int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, session := range s.sessions {
		if session.link != nil {
			connected++
		}
	}
	return connected
}

// Hangup closes every connection to the gateway, with a code or, if it is zero,
// without a word.
func (s *Server) Hangup(code int) {
	s.eachLink(func(l *link) { l.shut(code, "") })
}

// AskReconnect asks every connection to be made anew.
func (s *Server) AskReconnect() {
	s.eachLink(func(l *link) { l.say(map[string]any{"op": 7, "s": nil, "t": nil, "d": nil}) })
}

// Invalidate tells every connection that its session is invalid: for good, or so that
// it may resume.
func (s *Server) Invalidate(resumable bool) {
	s.eachLink(func(l *link) {
		if !resumable {
			delete(s.sessions, l.session.id)
			l.session.link, l.session = nil, nil
			s.tell(&Event{Kind: "people"})
			// Who is told so may identify at once, on the same connection.
			clear(s.identified)
		}
		l.invalid(resumable)
	})
}

func (s *Server) eachLink(do func(*link)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(s.sessions)) {
		if l := s.sessions[id].link; l != nil {
			do(l)
		}
	}
}
