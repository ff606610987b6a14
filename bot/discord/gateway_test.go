package discord

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"doublecorner/bot/delivery"
	"doublecorner/internal/sandbox"
)

// sandboxGateway is a gateway of the sandbox over real sockets.
type sandboxGateway struct {
	*testGuild
	config GatewayConfig

	mu    sync.Mutex
	heard []string
}

func newSandboxGateway(t *testing.T, o sandbox.Options) *sandboxGateway {
	t.Helper()
	o.Limits.Off = true
	s := &sandboxGateway{testGuild: newTestGuild(t, o)}
	s.config = s.gateway(func(i delivery.Interaction) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.heard = append(s.heard, i.ID)
	})
	return s
}

// uses has Anna use a command, and returns the ID of the interaction.
func (s *sandboxGateway) uses() string {
	s.t.Helper()
	return s.asks(s.anna, "x").Interaction.String()
}

func (s *sandboxGateway) hears(ids ...string) {
	s.t.Helper()
	eventually(s.t, fmt.Sprintf("all of %q", ids), func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return strings.Join(s.heard, " ") == strings.Join(ids, " ")
	})
}

// TestGatewayGoesOn checks that no interaction is lost when a connection ends and its session is
// resumed.
func TestGatewayGoesOn(t *testing.T) {
	for name, end := range map[string]func(*sandboxGateway){
		"without a word":  func(s *sandboxGateway) { s.Hangup(0) },
		"with a code":     func(s *sandboxGateway) { s.Hangup(4000) },
		"going away":      func(s *sandboxGateway) { s.Hangup(1001) },
		"asked to":        func(s *sandboxGateway) { s.AskReconnect() },
		"invalid for now": func(s *sandboxGateway) { s.Invalidate(true) },
		"instead of an event": func(s *sandboxGateway) {
			s.misbehaves(sandbox.Fault{Do: sandbox.Disconnect, Event: "INTERACTION_CREATE", Times: 1})
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSandboxGateway(t, sandbox.Options{})
			g := s.connects(s.config)
			before := s.uses()
			s.hears(before)
			end(s)
			after := s.uses()
			s.hears(before, after)
			eventually(t, "the old session", func() bool { return g.Ready() && g.State()[0].Resumes == 1 })
			if got := g.State()[0]; got.Identifies != 1 {
				t.Errorf("the shard is %+v", got)
			}
		})
	}
}

func TestGatewayOfManyShards(t *testing.T) {
	s := newSandboxGateway(t, sandbox.Options{Shards: 8, Concurrency: 4, IdentifyEvery: 30 * time.Millisecond})
	g := s.connects(s.config)
	for i, shard := range g.State() {
		if shard.ID != i || shard.Total != 8 || !shard.Connected {
			t.Errorf("shard %d is %+v", i, shard)
		}
	}
	if n := s.Sessions(); n != 8 {
		t.Errorf("there are %d sessions", n)
	}
	s.hears(s.uses())
}

func TestGatewayOfAPart(t *testing.T) {
	s := newSandboxGateway(t, sandbox.Options{Shards: 8})
	s.config.Shards = Shards{First: 2, Last: 3, Total: 4}
	g := s.connects(s.config)
	if got := g.State(); len(got) != 2 || got[0].ID != 2 || got[1].ID != 3 || got[1].Total != 4 {
		t.Errorf("there are %+v", got)
	}
}

// No player can be reached before each shard was connected, unless that takes ten minutes. What happens to them later
// makes no difference.
func TestReachable(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.info.Shards = 2
		s.begin()
		reachable := func(want bool) {
			t.Helper()
			if synctest.Wait(); s.gateway.Reachable() != want {
				t.Errorf("it can be reached: %t; its shards are %+v", !want, s.gateway.State())
			}
		}
		reachable(false)
		first := s.joins("one")
		reachable(false)
		second := s.joins("two")
		reachable(true)
		first.closes(4000)
		reachable(true)
		second.closes(4000)
		reachable(false)
	})
	play(t, func(s *gatewayTest) {
		s.info.Shards = 2
		s.begin()
		s.joins("one")
		time.Sleep(maxStart - time.Second)
		if s.gateway.Reachable() {
			t.Error("players can be reached while a shard was never connected")
		}
		time.Sleep(2 * time.Second)
		if !s.gateway.Reachable() {
			t.Error("no player can be reached after ten minutes")
		}
	})
}
