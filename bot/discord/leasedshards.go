package discord

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// leasedShards runs the shards that a process holds the leases of: it is their lease.Work. A shard that goes to
// another process leaves its session, so that no interaction is lost.
type leasedShards struct {
	gateway *Gateway
	ctx     context.Context // of the shards; it does not end
	process context.Context // ends when the process is to stop
	group   *errgroup.Group
	running map[int]*leasedShard

	unreached atomic.Bool   // no shard has a connection, or had one when it ended; without shards, none has been made since
	trying    atomic.Bool   // to make one without a shard
	tryWait   time.Duration // before it tries
}

// leasedShard is a shard until it is ended.
type leasedShard struct {
	*shard
	end  context.CancelFunc
	over sync.WaitGroup
}

// maxInteractionAge is how old an interaction may be for Discord to accept a response to it. A process that died, or ended
// its work because it could not renew its lease, did so longer ago when its sessions are taken over.
const maxInteractionAge = 3 * time.Second

// Begin implements lease.Work.
func (l *leasedShards) Begin(id, total int, note string, givenUp bool) {
	ctx, end := context.WithCancel(l.ctx)
	s := &leasedShard{shard: l.gateway.addShard(id, total), end: end}
	var left session
	if json.Unmarshal([]byte(note), &left) == nil && left.ID != "" {
		if !givenUp {
			left.HandledBefore = time.Now().Add(-maxInteractionAge)
		}
		s.take(left)
	}
	s.log.Info("this process runs the shard", "resumes", left.ID != "")
	l.running[id] = s
	s.over.Add(1)
	l.group.Go(func() error {
		defer s.over.Done()
		return s.run(ctx)
	})
}

// End implements lease.Work.
func (l *leasedShards) End(ids []int) (notes map[int]string) {
	for _, id := range ids {
		l.running[id].end()
	}
	notes = map[int]string{}
	for _, id := range ids {
		s := l.running[id]
		s.over.Wait()
		notes[id] = s.note()
		delete(l.running, id)
		l.gateway.removeShard(s.shard)
		s.log.Info("this process does not run the shard any more")
	}
	return notes
}

// Notes implements lease.Work.
func (l *leasedShards) Notes() map[int]string {
	notes := map[int]string{}
	for id, s := range l.running {
		notes[id] = s.note()
	}
	return notes
}

// A process without shards that does not reach the gateway tries to so often, in units of GatewayConfig.WaitUnit. It waits longer
// before that each time that its shards could not connect after it had reached the gateway.
const (
	tryEvery   = 15
	maxTryWait = 15 * 64
)

// Able implements lease.Work. A process can do its work if it reaches the gateway, and Discord answers its requests.
func (l *leasedShards) Able() bool {
	g := l.gateway
	if len(l.running) > 0 {
		l.unreached.Store(!slices.ContainsFunc(*g.shards.Load(), func(s *shard) bool { return !s.cutOff.Load() }))
		if g.Connected() {
			l.tryWait = g.units(tryEvery)
		}
	} else if l.unreached.Load() && l.trying.CompareAndSwap(false, true) {
		wait := l.tryWait
		l.tryWait = min(max(2*wait, g.units(tryEvery)), g.units(maxTryWait))
		l.group.Go(func() error {
			defer l.trying.Store(false)
			for ; sleep(l.process, wait) == nil; wait = g.units(tryEvery) {
				err := g.try(l.process)
				if err == nil {
					l.unreached.Store(false)
					break
				}
				g.config.Log.Warn("not connected to Discord, so other processes run the shards", "err", err, "again_in", g.units(tryEvery))
			}
			return nil
		})
	}
	return !l.unreached.Load() && !g.config.CutOff()
}

// removeShard removes a shard that has ended.
func (g *Gateway) removeShard(s *shard) {
	all := slices.DeleteFunc(slices.Clone(*g.shards.Load()), func(other *shard) bool { return other == s })
	g.shards.Store(&all)
}

// note returns the session of the shard for another process; "" if there is none.
func (s *shard) note() string {
	left := s.left()
	if left.ID == "" {
		return ""
	}
	text, _ := json.Marshal(left)
	return string(text)
}

// holds reports whether this process may still receive the events of a shard.
func (g *Gateway) holds(id int) bool {
	if g.config.Leases == nil {
		return true
	}
	_, ok := g.config.Leases.Holds(func(int) int { return id })
	return ok
}

// reserveStart waits until a shard of a bucket may identify, if other processes have shards of that bucket.
func (g *Gateway) reserveStart(ctx context.Context, bucket int) error {
	if g.config.Leases == nil {
		return nil
	}
	return g.config.Leases.Reserve(ctx, bucket, g.units(identifyInterval))
}

// othersStarts returns how many sessions other processes may start between asking Discord how many remain and
// starting one: each process starts one at a time in each bucket.
func (g *Gateway) othersStarts(starts int) int {
	if g.config.Leases == nil || starts == 0 {
		return 0
	}
	return len(g.identifies) * (g.config.Leases.Status().Processes - 1)
}
