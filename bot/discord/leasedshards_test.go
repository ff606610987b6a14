package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/internal/lease"
	"doublecorner/internal/lease/leasetest"
	"doublecorner/internal/sandbox"
)

// idAt returns the ID of an interaction that a user made at a time.
func idAt(at time.Time, n int) string {
	return fmt.Sprint((at.UnixMilli()-1420070400000)<<22 + int64(n))
}

// another has another gateway run the shards, too, and returns it.
func (s *gatewayTest) another(table lease.Table, name string) (g *Gateway, stop func()) {
	c := s.config
	c.Leases = lease.New(lease.Config{Table: table, Name: name})
	return runs(s.t, c)
}

// inherits has a process stop, and the next one resume its session and hear what came meanwhile, however old it is. It returns
// the next one.
func (s *gatewayTest) inherits(first, next func() (*Gateway, func())) (g *Gateway, stop func()) {
	s.t.Helper()
	_, end := first()
	p := s.joins("one")
	p.interaction(2, "a")
	s.wants("a")
	go end()
	if code := p.ends(); code != closeResumable {
		s.t.Errorf("it closes with %d", code)
	}
	g, stop = next()
	p = s.comes()
	if p.host != "second.test" {
		s.t.Errorf("it resumes at %s", p.host)
	}
	p.greet()
	p.resumes("one", 2)
	old := idAt(time.Now().Add(-time.Minute), 0)
	p.interaction(3, old)
	p.saysEvent(4, "RESUMED", nil)
	s.wants(old)
	return g, stop
}

// A process that stops leaves its session, and the next one hears what came meanwhile, however old it is.
func TestSessionIsHandedOver(t *testing.T) {
	play(t, func(s *gatewayTest) {
		table := &leasetest.Memory{}
		process := func(name string) func() (*Gateway, func()) {
			return func() (*Gateway, func()) { return s.another(table, name) }
		}
		g, stop := s.inherits(process("first"), process("second"))
		defer stop()
		if got := g.State(); len(got) != 1 || !got[0].Connected || got[0].Resumes != 1 || got[0].Identifies != 0 || !g.Ready() {
			t.Errorf("the shards are %+v", got)
		}
	})
}

// A process that does not reach the gateway leaves its shard to another one that does, and takes none until it reaches the
// gateway again. Alone, it keeps its shard.
func TestProcessThatDoesNotReachTheGateway(t *testing.T) {
	play(t, func(s *gatewayTest) {
		table := &leasetest.Memory{}
		var cut atomic.Bool
		var tries atomic.Int64
		s.config.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			if tries.Add(1); cut.Load() {
				return nil, errors.New("no way to Discord")
			}
			return s.dial(ctx, network, address)
		}
		first, stop := s.another(table, "first")
		p := s.joins("one")
		time.Sleep(time.Minute)
		cut.Store(true)
		p.closes(4000)
		p.ends()
		time.Sleep(3 * time.Minute)
		if n := len(first.State()); n != 1 || !first.config.Leases.Status().Valid {
			t.Errorf("alone, it runs %d shards", n)
		}
		s.config.Dial = s.dial
		joined := time.Now()
		second, stopSecond := s.another(table, "second")
		p = s.comes()
		p.greet()
		p.resumes("one", 1)
		p.saysEvent(2, "RESUMED", nil)
		if took := time.Since(joined); took > 20*time.Second {
			t.Errorf("the other runs its shard after %v", took)
		}
		tries.Store(0)
		time.Sleep(10 * time.Minute)
		if n := len(first.State()); n > 0 || tries.Load() < 10 || tries.Load() > 60 || first.Ready() || !second.Ready() {
			t.Errorf("cut off, it runs %d shards, and tries %d times in ten minutes to reach the gateway", n, tries.Load())
		}
		cut.Store(false)
		go s.comes().greet()
		time.Sleep(30 * time.Second)
		go stopSecond()
		p.ends()
		s.resumes("one", 2).saysEvent(3, "RESUMED", nil)
		time.Sleep(time.Second)
		if !first.Ready() || len(first.State()) != 1 {
			t.Errorf("it reaches the gateway again, and its shards are %+v", first.State())
		}
		stop()
	})
}

// A process that reaches the gateway, but whose shards it refuses, takes them from another one ever more seldom.
func TestProcessThatTheGatewayRefuses(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.info.Shards = 2
		table := &leasetest.Memory{}
		serve := func(serve func(p *peer)) func(context.Context, string, string) (net.Conn, error) {
			other := &gatewayTest{t: s.t, arrivals: make(chan *peer, 1000)}
			go func() {
				for {
					select {
					case p := <-other.arrivals:
						p.greet()
						go serve(p)
					case <-s.t.Context().Done():
						return
					}
				}
			}()
			return other.dial
		}
		s.config.Dial = serve(func(p *peer) { p.closes(4000) })
		first, stop := s.another(table, "first")
		s.config.Dial = serve(func(p *peer) {
			switch e := <-p.said; {
			case e == nil:
			case e.Operation == opIdentify:
				p.ready("one", "")
			default:
				p.saysEvent(2, "RESUMED", nil)
			}
		})
		second, stopSecond := s.another(table, "second")
		var without time.Duration
		for range 60 * 60 {
			time.Sleep(time.Second)
			if !second.Ready() || len(second.State()) < 2 {
				without += time.Second
			}
		}
		if taken := first.config.Leases.Status().Taken; taken < 4 || taken > 15 || without > 5*time.Minute {
			t.Errorf("in an hour the first takes shards %d times, and the second lacks some for %v", taken, without)
		}
		stop()
		stopSecond()
	})
}

// A process that starts beside another one, and does not reach the gateway, takes no shard from it before it does.
func TestProcessThatHasNotReachedTheGateway(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.info.Shards = 2
		table := &leasetest.Memory{}
		first, stop := s.another(table, "first")
		defer stop()
		s.joins("one")
		s.joins("two")
		var reaches atomic.Bool
		c := s.config
		c.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			if !reaches.Load() {
				return nil, errors.New("no way to Discord")
			}
			return s.dial(ctx, network, address)
		}
		c.Leases = lease.New(lease.Config{Table: table, Name: "second"})
		if another, err := c.Leases.Another(s.t.Context()); another != "first" {
			t.Fatalf("it finds %q, %v", another, err)
		}
		second, stopSecond := runs(t, c)
		defer stopSecond()
		for range 60 {
			time.Sleep(time.Second)
			if len(first.State()) < 2 || !first.Ready() {
				t.Fatalf("the first runs the shards %+v", first.State())
			}
		}
		reaches.Store(true)
		s.comes().greet()
		p := s.comes()
		p.greet()
		p.hears(opResume)
		p.saysEvent(2, "RESUMED", nil)
		time.Sleep(time.Second)
		if len(first.State()) != 1 || !second.Ready() || len(second.State()) != 1 {
			t.Errorf("the shards are %+v and %+v", first.State(), second.State())
		}
	})
}

// What a process that died may have handled is not handled again. What it could not have handled is.
func TestSessionIsTakenOver(t *testing.T) {
	play(t, func(s *gatewayTest) {
		table := &leasetest.Memory{}
		_, stop := s.another(table, "first")
		p := s.joins("one")
		time.Sleep(10 * time.Second) // so that the table has the session
		p.interaction(2, "a")
		s.wants("a")
		dead := table.State()
		go stop()
		p.ends()
		time.Sleep(time.Second)
		table.Update(t.Context(), func(now *lease.State) bool { *now = dead; return true }) // as if it had been killed
		g, stop := s.another(table, "second")
		died := time.Now()
		p = s.comes()
		if took := time.Since(died); took > 20*time.Second {
			t.Errorf("it is taken over after %v", took)
		}
		p.greet()
		p.resumes("one", 1)
		p.saysEvent(2, "RESUMED", nil) // which the dead process has heard
		handled, waits := idAt(died, 0), idAt(time.Now(), 1)
		p.interaction(3, handled)
		p.interaction(4, waits)
		s.wants(waits)
		if !g.Ready() {
			t.Error("it is not ready")
		}

		go stop() // before all has been repeated
		p.ends()
		_, stop = s.another(table, "third")
		defer stop()
		p = s.resumes("one", 4)
		waits = idAt(time.Now(), 2)
		p.interaction(5, handled)
		p.interaction(6, waits)
		p.saysEvent(7, "RESUMED", nil)
		s.wants(waits)
	})
}

// A session that Discord does not resume is replaced, in turn with those of other processes.
func TestStartsOfAllProcessesAreInTurn(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.info.Shards, s.info.SessionStartLimit.MaxConcurrency = 8, 2
		table := &leasetest.Memory{}
		for n := range 3 {
			_, stop := s.another(table, fmt.Sprint("process ", n))
			defer stop()
		}
		starts := make(chan int)
		go func() {
			for p := range s.arrivals {
				p.greet()
				go func() {
					e, ok := <-p.said
					if !ok || e.Operation == opResume { // its shard goes to another process
						p.saysEvent(2, "RESUMED", nil)
						return
					}
					var d struct{ Shard [2]int }
					if err := json.Unmarshal(e.RawData, &d); err != nil || e.Operation != opIdentify || d.Shard[1] != 8 {
						t.Errorf("it says %d for shard %v: %v", e.Operation, d.Shard, err)
					}
					starts <- d.Shard[0]
					p.ready(fmt.Sprint("session ", d.Shard[0]), "")
				}()
			}
		}()
		defer close(s.arrivals)
		last, begun, first := map[int]time.Time{}, map[int]bool{}, time.Now()
		for len(begun) < 8 {
			shard := <-starts
			if wait := time.Since(last[shard%2]); wait < 5*time.Second {
				t.Errorf("shard %d starts %v after another", shard, wait)
			}
			last[shard%2], begun[shard] = time.Now(), true
		}
		if took := time.Since(first); took > 30*time.Second {
			t.Errorf("all have started after %v", took)
		}
	})
}

func TestStartsOfOthersAreLeft(t *testing.T) {
	play(t, func(s *gatewayTest) {
		table := &leasetest.Memory{}
		table.Update(t.Context(), func(now *lease.State) bool {
			now.Processes = map[string]lease.Process{"other": {Renewal: 1}}
			now.Parts = make([]lease.Part, 2)
			return true
		})
		s.info.SessionStartLimit = dg.SessionInformation{Total: 1000, Remaining: 3, MaxConcurrency: 3}
		s.left.Store(3)
		s.config.Leases = lease.New(lease.Config{Table: table, Name: "this"})
		s.begin()
		s.waits(10*time.Second, "needs 4")
	})
}

// TestTwoProcessesShareTheSandbox has two processes run the shards of a sandbox. They share them, and one that stops
// gives its own to the other: no interaction is lost, or heard twice.
func TestTwoProcessesShareTheSandbox(t *testing.T) {
	t.Parallel()
	s := newSandboxGateway(t, sandbox.Options{Shards: 4, Concurrency: 4})
	table := &leasetest.Memory{}
	s.config.Leases = lease.New(lease.Config{Table: table, Name: "first"})
	first, stop := runs(t, s.config)
	eventually(t, "a connection of all shards by the first", func() bool { return first.Ready() && len(first.State()) == 4 })
	s.config.Leases = lease.New(lease.Config{Table: table, Name: "second"})
	second, stopSecond := runs(t, s.config)
	defer stopSecond()
	var ids []string
	use := func() { ids = append(ids, s.uses()) }
	eventually(t, "a division of the shards", func() bool {
		use()
		time.Sleep(20 * time.Millisecond)
		return first.Ready() && second.Ready() && len(first.State()) == 2 && len(second.State()) == 2
	})
	if n := s.Sessions(); n != 4 {
		t.Errorf("there are %d sessions", n)
	}
	use()
	stop()
	use()
	eventually(t, "a connection of all shards by the second", func() bool { return second.Ready() && len(second.State()) == 4 })
	use()
	s.hears(ids...)
	for _, state := range second.State() {
		if state.Identifies > 0 {
			t.Errorf("a session was not resumed: %+v", state)
		}
	}
	if !slices.IsSortedFunc(second.State(), func(a, b ShardState) int { return a.ID - b.ID }) {
		t.Errorf("the shards are %+v", second.State())
	}
}
