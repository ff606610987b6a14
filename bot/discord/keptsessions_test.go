package discord

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"doublecorner/internal/sandbox"
)

// keeper keeps sessions in memory.
type keeper struct {
	mu   sync.Mutex
	text string
	full bool // nothing more is kept
}

func (k *keeper) Sessions(context.Context) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text, nil
}

func (k *keeper) KeepSessions(ctx context.Context, text string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.full {
		return errors.New("no room")
	}
	k.text = text
	return ctx.Err()
}

// kills ends a process as if it had been killed: what it keeps in the end is not kept.
func (k *keeper) kills(stop func()) {
	k.fills(true)
	stop()
	k.fills(false)
}

// fills says whether nothing more is kept.
func (k *keeper) fills(full bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.full = full
}

// A process that stops leaves its session, and the next one hears what came meanwhile, however old it is.
func TestStopLeavesItsSession(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.config.Sessions = &keeper{}
		start := func() (*Gateway, func()) { return runs(t, s.config) }
		g, stop := s.inherits(start, func() (*Gateway, func()) {
			time.Sleep(time.Minute)
			return start()
		})
		defer stop()
		if got := g.State()[0]; got.Resumes != 1 || got.Identifies != 0 {
			t.Errorf("the shard is %+v", got)
		}
	})
}

// What a process that was killed may have handled is not handled again, although the one before it had stopped.
func TestKillLeavesItsSession(t *testing.T) {
	play(t, func(s *gatewayTest) {
		k := &keeper{}
		s.config.Sessions = k
		_, stop := runs(t, s.config)
		p := s.joins("one")
		stop()
		p.ends()

		_, stop = runs(t, s.config)
		p = s.resumes("one", 1)
		handled := idAt(time.Now(), 0)
		p.interaction(2, handled)
		s.wants(handled)
		k.kills(stop) // before it has kept anything
		p.ends()

		time.Sleep(time.Second)
		_, stop = runs(t, s.config)
		defer stop()
		p = s.resumes("one", 1)
		p.interaction(2, handled)
		time.Sleep(time.Second)
		waits := idAt(time.Now(), 1)
		p.interaction(3, waits)
		p.saysEvent(4, "RESUMED", nil)
		s.wants(waits)
		time.Sleep(maxRepeating + time.Second)
		behind := idAt(time.Now().Add(-time.Hour), 2) // by the clock of this machine
		p.interaction(5, behind)
		s.wants(behind)
	})
}

// A process keeps its sessions while it runs, for the case that it is killed.
func TestSessionsAreKeptMeanwhile(t *testing.T) {
	play(t, func(s *gatewayTest) {
		k := &keeper{}
		s.config.Sessions, s.info.Shards = k, 2
		_, stop := runs(t, s.config)
		s.joins("one")
		p := s.joins("two")
		time.Sleep(time.Minute)
		p.saysEvent(2, "GUILD_CREATE", map[string]any{"id": "1"})
		time.Sleep(time.Minute)
		k.kills(stop)
		_, stop = runs(t, s.config)
		defer stop()
		for range 2 {
			p := s.comes()
			p.greet()
			p.hears(opResume)
			p.saysEvent(3, "RESUMED", nil)
		}
	})
}

// Sessions that cannot be resumed are replaced: those that Discord has forgotten, as after an old backup, those of
// another number of shards, and what nobody understands.
func TestOutdatedSessions(t *testing.T) {
	const forgotten = `{"shards":1,"sessions":{"0":{"id":"old","sequence":7}}}`
	for text, resumes := range map[string]bool{
		forgotten: true, `{"shards":2,"sessions":{"0":{"id":"old","sequence":7}}}`: false, "{": false, "": false,
	} {
		play(t, func(s *gatewayTest) {
			s.config.Sessions = &keeper{text: text}
			g, stop := runs(t, s.config)
			defer stop()
			if resumes {
				s.resumes("old", 7).says(`{"op": 9, "d": false}`)
			}
			s.joins("new")
			if took := time.Since(g.made); !g.Ready() || took > maxInvalidWait*time.Second {
				t.Errorf("after %s, it is ready %t after %v", text, g.Ready(), took)
			}
		})
	}
}

// A restart resumes the sessions of the sandbox, and loses nothing that was used meanwhile.
func TestRestart(t *testing.T) {
	s := newSandboxGateway(t, sandbox.Options{Shards: 4, Concurrency: 4})
	s.config.Sessions = &keeper{}
	_, stop := runs(t, s.config)
	eventually(t, "a connection of all shards", func() bool { return s.Sessions() == 4 })
	before := s.uses()
	s.hears(before)
	stop()
	meanwhile := s.uses()
	g := s.connects(s.config)
	s.hears(before, meanwhile)
	for _, shard := range g.State() {
		if shard.Identifies > 0 {
			t.Errorf("a session was not resumed: %+v", shard)
		}
	}
}
