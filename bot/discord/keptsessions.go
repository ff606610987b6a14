package discord

import (
	"context"
	"encoding/json"
)

// SessionKeeper keeps the sessions of a process that shares its shards with no other. The next process resumes them: to
// start new ones would take five seconds for each shard, and lose the interactions meanwhile.
type SessionKeeper interface {
	// Sessions returns what was kept last; "" if nothing was.
	Sessions(ctx context.Context) (text string, err error)
	KeepSessions(ctx context.Context, text string) error
}

// keptSessions are what a SessionKeeper keeps, as text.
type keptSessions struct {
	Shards   int             `json:"shards"`             // in all
	GivenUp  bool            `json:"given_up,omitempty"` // the process ended its connections, rather than died
	Sessions map[int]session `json:"sessions"`           // by the IDs of their shards
}

// keepEvery is how often sessions are kept, in units of GatewayConfig.WaitUnit. If the process dies, Discord repeats to
// the next one what it sent since.
const keepEvery = 5

// takeSessions returns the sessions that the last process has left for so many shards.
func (g *Gateway) takeSessions(ctx context.Context, shards int) map[int]session {
	if g.config.Sessions == nil {
		return nil
	}
	left, err := g.readSessions(ctx)
	if err != nil {
		g.config.Log.Warn("the sessions of the last process are not resumed", "err", err)
		return nil
	}
	if left.Shards != shards {
		return nil
	}
	return left.Sessions
}

// readSessions returns what the last process has left. If that gave its sessions up, it records first that they are not
// given up any more, because this process may die, too.
func (g *Gateway) readSessions(ctx context.Context) (left keptSessions, err error) {
	text, err := g.config.Sessions.Sessions(ctx)
	if err != nil || text == "" {
		return left, err
	}
	if err := json.Unmarshal([]byte(text), &left); err != nil {
		return left, err
	}
	if left.GivenUp {
		left.GivenUp = false
		return left, g.config.Sessions.KeepSessions(ctx, left.String())
	}
	for id, s := range left.Sessions {
		s.HandledBefore = g.made // when the process was dead, because one at a time has the file
		left.Sessions[id] = s
	}
	return left, nil
}

// keepSessions keeps the sessions until the context ends.
func (g *Gateway) keepSessions(ctx context.Context, shards int) {
	var kept string
	var failing bool
	for sleep(ctx, g.units(keepEvery)) == nil {
		now := g.sessions(shards).String()
		if now == kept {
			continue
		}
		err := g.config.Sessions.KeepSessions(ctx, now)
		if err == nil {
			kept = now
		} else if !failing {
			g.config.Log.Warn("the sessions are not kept, so a restart would not resume them", "err", err)
		}
		failing = err != nil
	}
}

// giveSessionsUp keeps the sessions, whose connections have ended.
func (g *Gateway) giveSessionsUp(ctx context.Context, shards int) {
	left := g.sessions(shards)
	left.GivenUp = true
	if err := g.config.Sessions.KeepSessions(context.WithoutCancel(ctx), left.String()); err != nil {
		g.config.Log.Warn("the sessions are not kept, so the next start does not resume them", "err", err)
	}
}

// sessions returns the sessions as they are now.
func (g *Gateway) sessions(shards int) keptSessions {
	now := keptSessions{Shards: shards, Sessions: map[int]session{}}
	for _, s := range *g.shards.Load() {
		if left := s.left(); left.ID != "" {
			now.Sessions[s.state.ID] = left
		}
	}
	return now
}

func (k keptSessions) String() string {
	text, _ := json.Marshal(k)
	return string(text)
}
