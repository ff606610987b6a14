package discord

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"sync"
	"time"

	dg "github.com/bwmarrin/discordgo"
)

// identifyLimiter keeps to Discord's limits for new sessions. A shard belongs to one of a few
// lanes, in which identifies must be some time apart, and all bots with a token have a daily
// limit. Discord resets the token of a bot that exceeds it.
type identifyLimiter struct {
	fetch    func(context.Context) (*dg.GatewayBotResponse, error)
	timeout  time.Duration
	interval time.Duration // between two identifies in a lane

	fetching  sync.Mutex            // held while info is fetched
	mu        sync.Mutex            // guards the fields below
	info      dg.GatewayBotResponse // as fetched, less the sessions that were started since
	fetchedAt time.Time
	lanes     map[int]chan time.Time // each holds the time of its last identify, unless a shard is about to identify
}

// infoLifetime is how long a fetched info is used. Other processes may start sessions, too.
const infoLifetime = time.Minute

// newIdentifyLimiter returns a limiter that fetches its info by a function.
func newIdentifyLimiter(fetch func(context.Context) (*dg.GatewayBotResponse, error), timeout, interval time.Duration) *identifyLimiter {
	return &identifyLimiter{fetch: fetch, timeout: timeout, interval: interval, lanes: map[int]chan time.Time{}}
}

// cachedInfo returns the last info if it can still be used. An info without remaining sessions
// cannot: it is fetched again.
func (l *identifyLimiter) cachedInfo() (info dg.GatewayBotResponse, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.info, time.Since(l.fetchedAt) < infoLifetime && l.info.SessionStartLimit.Remaining > 0
}

// currentInfo returns the last info, or fetches it.
func (l *identifyLimiter) currentInfo(ctx context.Context) (dg.GatewayBotResponse, error) {
	l.fetching.Lock()
	defer l.fetching.Unlock()
	before, ok := l.cachedInfo()
	if ok {
		return before, nil
	}
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	info, err := l.fetch(ctx)
	switch {
	case err != nil && isPermanent(err):
		return before, &GatewayError{Text: "The address of Discord's gateway cannot be fetched. Look whether Discord accepts the bot's token, and whether the address of its API is right", Cause: err}
	case err != nil:
		return before, err
	case info == nil || info.Shards < 1 || info.Shards > maxShards:
		return before, errors.New("invalid information about the gateway from Discord")
	}
	if _, err := gatewayAddress(info.URL); err != nil {
		return before, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.info, l.fetchedAt = *info, time.Now()
	if l.info.SessionStartLimit.Total < 1 { // Discord gives no limit
		l.info.SessionStartLimit.Remaining = math.MaxInt
	}
	return l.info, nil
}

// url returns the address of new sessions.
func (l *identifyLimiter) url() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.info.URL
}

// wait waits until a shard may start a session. The caller must soon call done, because the next
// shard of the lane waits for that.
func (l *identifyLimiter) wait(ctx context.Context, id int) (done func(started bool), err error) {
	info, err := l.currentInfo(ctx)
	if err != nil {
		return nil, err
	}
	lane := l.lane(id % max(1, info.SessionStartLimit.MaxConcurrency))
	var last time.Time
	select {
	case last = <-lane:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	err = sleep(ctx, time.Until(last.Add(l.interval)))
	if err == nil {
		info, err = l.currentInfo(ctx)
	}
	if err == nil && info.SessionStartLimit.Remaining < 1 {
		err = errStartsUsedUp(info.SessionStartLimit, 1)
	}
	if err != nil {
		lane <- last
		return nil, err
	}
	return func(started bool) {
		if started {
			last = time.Now()
			l.mu.Lock()
			l.info.SessionStartLimit.Remaining--
			l.mu.Unlock()
		}
		lane <- last
	}, nil
}

// lane returns a lane.
func (l *identifyLimiter) lane(n int) chan time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	lane, ok := l.lanes[n]
	if !ok {
		lane = make(chan time.Time, 1)
		lane <- time.Time{}
		l.lanes[n] = lane
	}
	return lane
}

// errStartsUsedUp returns the error that fewer session starts remain than are needed.
func errStartsUsedUp(limit dg.SessionInformation, needed int) *GatewayError {
	renewed := time.Now().Add(time.Duration(limit.ResetAfter) * time.Millisecond)
	return &GatewayError{Transient: true, Text: fmt.Sprintf(
		"Discord lets a bot connect so often a day, and this one has %d of %d connections left, but needs %d. They are renewed on %s. Start again then, and look in the log for why it connected so often",
		limit.Remaining, limit.Total, needed, renewed.Format("2 January at 15:04 MST"))}
}

// isPermanent reports whether an error says that trying again does not help. An error of the
// network is never permanent, although most of them say so.
func isPermanent(err error) bool {
	refusal, ok := errors.AsType[interface {
		error
		Temporary() bool
	}](err)
	_, network := errors.AsType[net.Error](err)
	return ok && !network && !refusal.Temporary()
}
