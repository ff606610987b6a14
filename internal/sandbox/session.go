package sandbox

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"
)

// The intents that exist, as Discord's bits, those that an app must be granted, and the one for events about guilds. No
// other event that the sandbox sends needs one.
const (
	knownIntents      = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
	privilegedIntents = 1<<1 | 1<<8 | 1<<15
	guildsIntent      = 1 << 0
)

// A session is what a bot resumes: the events of one shard in their order.
type session struct {
	id         string
	shard      [2]int
	intents    uint64
	seq        int
	replay     [][]byte // the latest events, up to number seq
	lost       time.Time
	connection *connection // nil while there is none
}

// serves reports whether the events of a guild, or with guild 0 those of no guild, go to a session.
func (to *session) serves(guild ID) bool {
	return to.shard[0] == int(uint64(guild)>>22%uint64(to.shard[1]))
}

// isLost reports whether it is too late to resume a session.
func (s *Server) isLost(old *session) bool {
	return old.connection == nil && s.clock.Now().Sub(old.lost) > resumeWithin
}

// begin makes a session. It returns nil if it is too soon for one, or if there are too many.
func (s *Server) begin(shard [2]int, intents uint64) *session {
	now := s.clock.Now()
	bucket := shard[0] % s.options.Concurrency
	left, _ := s.startsLeft()
	if last, ok := s.identified[bucket]; left == 0 || ok && s.options.IdentifyEvery > 0 && now.Sub(last) < s.options.IdentifyEvery {
		return nil
	}
	s.identified[bucket] = now
	s.starts++
	maps.DeleteFunc(s.sessions, func(_ string, old *session) bool {
		return s.isLost(old) || len(s.sessions) >= maxSessions && old.connection == nil
	})
	if len(s.sessions) >= maxSessions {
		return nil
	}
	begun := &session{id: rand.Text(), shard: shard, intents: intents}
	s.sessions[begun.id] = begun
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

// dispatch sends an event to a session, unless a fault happens to it. The session keeps it for a resume.
func (s *Server) dispatch(to *session, name string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		s.log.Error("sandbox cannot write an event", "event", name, "err", err)
		return
	}
	send := func() {
		to.seq++
		numbered := fmt.Appendf(nil, `{"op":0,"s":%d,"t":%q,"d":%s}`, to.seq, name, text)
		to.replay = append(to.replay[max(0, len(to.replay)-maxReplay+1):], numbered)
		if to.connection != nil {
			to.connection.push(numbered)
		}
	}
	s.withFault(name, send, func(f *Fault) {
		if to.connection != nil {
			to.connection.close(f.Close)
		}
		send()
	})
}

// dispatchGuild sends an event about a guild to the sessions that want such events of it.
func (s *Server) dispatchGuild(guild ID, name string, data any) {
	for _, to := range s.sessions {
		if to.serves(guild) && to.intents&guildsIntent != 0 {
			s.dispatch(to, name, data)
		}
	}
}

// connected counts the sessions that have a connection now.
func (s *Server) connected() (n int) {
	for _, session := range s.sessions {
		if session.connection != nil {
			n++
		}
	}
	return n
}

// disturbGateway does something to all connections to the gateway, at once.
func (s *Server) disturbGateway(_ *call, asked struct {
	Do        string `json:"do"`
	Code      int    `json:"code"`      // of a hangup; zero: none
	Resumable bool   `json:"resumable"` // the sessions that are invalidated may resume
}) (any, error) {
	if err := checkClose(asked.Code); err != nil {
		return nil, err
	}
	do := map[string]func(*connection){
		"hangup":    func(c *connection) { c.close(asked.Code) },
		"reconnect": func(c *connection) { c.send(opReconnect, nil) },
		"invalidate": func(c *connection) {
			if !asked.Resumable {
				c.leave(true)
				c.session = nil
				clear(s.identified) // it may identify at once, on the same connection
			}
			c.send(opInvalidSession, asked.Resumable)
		},
	}[asked.Do]
	if do == nil {
		return nil, errors.New("there are hangup, reconnect and invalidate")
	}
	for _, session := range s.sessions {
		if session.connection != nil {
			do(session.connection)
		}
	}
	return map[string]int{"connected": s.connected()}, nil
}
