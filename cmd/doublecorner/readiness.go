package main

import (
	"fmt"
	"strings"
	"time"
)

// await notes what the bot waits for before it is at work.
func (s *service) await(what string) { s.awaited.Store(&what) }

// unready returns why the bot cannot be used now, a sentence each; none if it can. The watch adds whether the games can be
// read.
func (s *service) unready() (reasons []string) {
	if !s.atWork.Load() {
		return []string{"the bot is not at work yet: it waits for " + *s.awaited.Load()}
	}
	if s.client.CutOff() {
		reasons = append(reasons, fmt.Sprintf("Discord has answered no request of this process for %v: the network is broken, or Discord has banned its address",
			time.Since(s.client.Unanswered()).Round(time.Second)))
	}
	leases := s.processes.leases
	switch {
	case leases != nil && !leases.Status().Valid:
		reasons = append(reasons, "this process has no valid lease, so it runs no shard: it has not reached the database in time, or is cut off from Discord")
	case s.config.Gateway.On && !s.gateway.Ready():
		reasons = append(reasons, "not connected to Discord's gateway: "+s.disconnected())
	}
	return reasons
}

// disconnected names the shards that are not connected.
func (s *service) disconnected() string {
	var ids []string
	for _, shard := range s.gateway.State() {
		if !shard.Connected {
			ids = append(ids, fmt.Sprint(shard.ID))
		}
	}
	if len(ids) == 0 {
		return "any shard, because Discord has not said how many there are"
	}
	return "shard " + strings.Join(ids, ", ")
}
