package discord

import (
	"maps"
	"net/http"
	"time"
)

// invalidRequests counts the requests that Discord refused, because Discord bans a bot for an hour
// after 10,000 of them in ten minutes. It avoids routes to channels that are closed to the bot for
// longer each time, and limits requests to channels that are not known to be open. A user whose DM is opened counts as a
// channel.
type invalidRequests struct {
	times    []time.Time // of the refused requests of the last ten minutes
	channels map[string]*channelAccess
}

// channelAccess is what is known about the bot's access to a channel.
type channelAccess struct {
	openAt time.Time              // when a request last succeeded, or the channel was used
	closed map[string]closedRoute // by name
}

// closedRoute is a route to a channel that is not used for some time.
type closedRoute struct {
	since, until time.Time
	times        int // refusals in a row
}

// Limits of invalidRequests. The first two are of refused requests in ten minutes: after the
// first, channels that are not known to be open are avoided, and after the second everything
// except responses.
const (
	maxInvalidUnknown = 150
	maxInvalid        = 5000
	firstClosedTime   = time.Minute
	maxClosedTime     = 24 * time.Hour
	openTime          = time.Hour // how long after its last success a channel is known to be open
	maxChannels       = 10_000    // how many channels are remembered
)

// check returns an error if a request should not be made. Discord counts those of all processes together.
func (i *invalidRequests) check(r route, now time.Time, processes int) error {
	known := r.channel == ""
	if c := i.channels[r.channel]; c != nil {
		if now.Before(c.closed[r.name].until) {
			return &Error{Status: http.StatusForbidden, Message: "not requested, because the channel was closed to the bot"}
		}
		known = known || len(c.closed) == 0 && now.Sub(c.openAt) < openTime
	}
	refused := processes * i.count(now)
	if !r.responds && (refused >= maxInvalid || refused >= maxInvalidUnknown && !known) {
		return &Error{Status: http.StatusServiceUnavailable, Message: "not requested, because Discord refused too many requests in the last ten minutes"}
	}
	return nil
}

// record records a response. If Discord counts it as an invalid request, it returns how many there
// were in the last ten minutes.
func (i *invalidRequests) record(r route, status, code int, now time.Time) (refused int) {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		i.times = append(i.times, now)
		refused = i.count(now)
	}
	switch {
	case r.channel == "":
	case status < 300:
		c := i.channel(r.channel, now)
		c.openAt = now
		delete(c.closed, r.name)
	case status == http.StatusForbidden || code == unknownChannel:
		c := i.channel(r.channel, now)
		times := c.closed[r.name].times
		c.closed[r.name] = closedRoute{now, now.Add(min(maxClosedTime, firstClosedTime<<min(times, 16))), times + 1}
	}
	return refused
}

// reopen allows a closed channel to be tried again soon, because a user just used it.
func (i *invalidRequests) reopen(channel string, now time.Time) {
	c := i.channel(channel, now)
	c.openAt = now
	for name, closed := range c.closed {
		if soon := closed.since.Add(firstClosedTime); soon.Before(closed.until) {
			c.closed[name] = closedRoute{closed.since, soon, closed.times}
		}
	}
}

// count returns how many requests were refused in the last ten minutes.
func (i *invalidRequests) count(now time.Time) int {
	for len(i.times) > 0 && now.Sub(i.times[0]) >= 10*time.Minute {
		i.times = i.times[1:]
	}
	return len(i.times)
}

// channel returns what is known about a channel. If that is known about too many, it forgets the
// channels that are neither open nor closed, or else all.
func (i *invalidRequests) channel(id string, now time.Time) *channelAccess {
	if c := i.channels[id]; c != nil {
		return c
	}
	if len(i.channels) >= maxChannels {
		maps.DeleteFunc(i.channels, func(_ string, c *channelAccess) bool {
			maps.DeleteFunc(c.closed, func(_ string, r closedRoute) bool { return now.After(r.until) })
			return len(c.closed) == 0 && now.Sub(c.openAt) >= openTime
		})
	}
	if len(i.channels) >= maxChannels {
		clear(i.channels)
	}
	c := &channelAccess{closed: map[string]closedRoute{}}
	i.channels[id] = c
	return c
}
