package sandbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
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

// begin makes a session, unless it is too soon for one, or there are too many: then it is
// nil.
func (s *Server) begin(shard [2]int, intents Intents) *session {
	now := s.clock.Now()
	way := shard[0] % s.options.Concurrency
	left, _ := s.startsLeft()
	if last, ok := s.identified[way]; left == 0 || ok && s.options.IdentifyEvery > 0 && now.Sub(last) < s.options.IdentifyEvery {
		return nil
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
		return nil
	}
	begun := &session{id: id, shard: shard, intents: intents}
	s.sessions[id] = begun
	return begun
}

// startsLeft says how often a session may still be started, and when that is new.
func (s *Server) startsLeft() (int, time.Duration) {
	now := s.clock.Now()
	if now.Sub(s.startsSince) >= 24*time.Hour {
		s.startsSince, s.starts = now, 0
	}
	return max(0, startsADay-s.starts), s.startsSince.Add(24 * time.Hour).Sub(now)
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

// hears tells whether a session asked for a sort of events, and has the server that they
// are about. Events without a server go to the first shard.
func (to *session) hears(needed Intents, guild ID) bool {
	shard := 0
	if guild != 0 {
		shard = shardOf(guild, to.shard[1])
	}
	return to.intents&needed == needed && to.shard[0] == shard
}

// sorted are all sessions, in an order that does not change.
func (s *Server) sorted() (all []*session) {
	for _, id := range slices.Sorted(maps.Keys(s.sessions)) {
		all = append(all, s.sessions[id])
	}
	return all
}

// emit sends an event to the sessions that hear it.
func (s *Server) emit(name string, needed Intents, guild ID, data any) {
	if g := s.world.Guilds[guild]; guild != 0 && name != "GUILD_DELETE" && name != "INTERACTION_CREATE" && (g == nil || g.Members[s.world.App.ID] == nil) {
		return
	}
	for _, to := range s.sorted() {
		if to.hears(needed, guild) {
			s.dispatch(to, name, data)
		}
	}
}

// emitMessage sends a message, with the content only to those who may read it.
func (s *Server) emitMessage(name string, c *Channel, m *Message) {
	for _, to := range s.sorted() {
		if !to.hears(needMessages(c), c.Guild) {
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
	for _, session := range s.sorted() {
		if l := session.link; l != nil {
			do(l)
		}
	}
}
