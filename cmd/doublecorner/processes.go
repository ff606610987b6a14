package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"doublecorner/bot/discord"
	"doublecorner/game"
	"doublecorner/internal/lease"
)

// partsWithoutShards is into how many parts the guilds are shared if no process runs shards of the gateway.
const partsWithoutShards = 24

// processes is what this process knows of the others that use the same games.
type processes struct {
	leases  *lease.Holder // nil: there are no others
	gateway bool          // this process uses the gateway
}

// leased are games whose processes share their work.
type leased interface{ Leases() lease.Table }

// withoutGateway ends the names of processes that do not use the gateway.
const withoutGateway = " without gateway"

// newProcesses returns the processes that use the same games. taken is called when this process takes some of
// the guilds over.
func (s *service) newProcesses(games any, taken func()) (processes, error) {
	shared, ok := games.(leased)
	if !ok {
		return processes{}, nil
	}
	if !s.config.Gateway.Shards.IsShared() {
		return processes{}, usageError{errors.New("gateway.shards: processes with the same database share all shards by themselves. Set it to all, or to a number of them as in 0-15/16, the same for every process")}
	}
	host, _ := os.Hostname()
	name := fmt.Sprintf("%s %d %s", host, os.Getpid(), rand.Text()[:8])
	if !s.config.Gateway.On {
		name += withoutGateway
	}
	return processes{lease.New(lease.Config{Table: shared.Leases(), Name: name, Log: s.log, Taken: taken}), s.config.Gateway.On}, nil
}

// number returns how many processes there are.
func (p processes) number() int {
	if p.leases == nil {
		return 1
	}
	return max(1, p.leases.Status().Processes)
}

// holds reports whether this process holds a guild or DM, and since when.
func (p processes) holds(place game.PlaceID) (since time.Time, ok bool) {
	return p.leases.Holds(func(parts int) int { return discord.ShardOf(uint64(place), parts) })
}

// plays reports whether this process plays for the computer in a guild or DM.
func (p processes) plays(place game.PlaceID) bool {
	if p.leases == nil {
		return true
	}
	_, ok := p.holds(place)
	return ok
}

// resume has the referee take up the games. It refuses to share shards with a process that would not run them.
func (p processes) resume(ctx context.Context, referee *game.Referee) error {
	if p.leases != nil {
		another, err := p.leases.Another(ctx)
		switch {
		case err != nil:
			return err
		case another != "" && strings.HasSuffix(another, withoutGateway) == p.gateway:
			return usageError{fmt.Errorf("gateway.on: the process %q, which shares the database, has it set otherwise, so some shards would be run by none. Set it the same for every process, or stop the others first", another)}
		case another != "":
			return nil // it has given signs of life
		}
	}
	return referee.Resume(ctx)
}

// relievesEvery is how many ticks pass until a process looks at the clocks that leaves that to another one,
// in case that one has died. It is less than what tells other processes that a referee runs.
const relievesEvery = 4

// ticks returns a channel that receives when the referee is to look at the clocks. Each deadline is handled once,
// whatever processes look; one of them looks more often, so that they do not get in each other's way. looked is called
// whenever the referee has received.
func (p processes) ticks(ctx context.Context, looked func()) <-chan time.Time {
	tick := time.Tick(tickEvery)
	ticks := make(chan time.Time)
	go func() {
		for n := 0; ; n++ {
			var now time.Time
			select {
			case now = <-tick:
			case <-ctx.Done():
				return
			}
			if !p.looksNow(n) {
				continue
			}
			select {
			case ticks <- now:
				looked()
			case <-ctx.Done():
				return
			}
		}
	}()
	return ticks
}

// looksNow reports whether this process looks at the clocks at its nth tick.
func (p processes) looksNow(n int) bool {
	if p.leases == nil || n%relievesEvery == 0 {
		return true
	}
	_, first := p.leases.Holds(func(int) int { return 0 })
	return first
}

// idle is the work of a process that holds guilds and runs no shards.
type idle struct{ client *discord.Client }

func (idle) Begin(int, int, string, bool) {}
func (idle) End([]int) map[int]string     { return nil }
func (idle) Notes() map[int]string        { return nil }
func (i idle) Able() bool                 { return !i.client.CutOff() }
