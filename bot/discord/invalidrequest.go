package discord

import (
	"net/http"
	"time"
)

// invalidRequests counts the requests that Discord refused, because Discord bans a bot for an hour
// after 10,000 of them in ten minutes. It avoids routes to channels that are closed to the bot for
// longer each time, and limits requests to channels that are not known to be open.
type invalidRequests struct {
	perMinute    [10]int   // refused requests, by minute modulo 10
	latestMinute time.Time // in perMinute

	closed map[string]map[string]closedRoute // by channel ID, then by the name of the route
	open   map[string]time.Time              // when a request to a channel last succeeded, or the channel was used
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

// newInvalidRequests returns an empty count.
func newInvalidRequests() invalidRequests {
	return invalidRequests{closed: map[string]map[string]closedRoute{}, open: map[string]time.Time{}}
}

const unknownChannel = 10003

// check returns an error if a request should not be made.
func (i *invalidRequests) check(r route, now time.Time) error {
	if c := i.closed[r.channel][r.name]; now.Before(c.until) {
		return &Error{Status: http.StatusForbidden, Message: "not requested, because the channel was closed to the bot"}
	}
	if r.responds() {
		return nil
	}
	refused := i.count(now)
	known := r.channel == "" || now.Sub(i.open[r.channel]) < openTime
	if refused >= maxInvalid || refused >= maxInvalidUnknown && !known {
		return &Error{Status: http.StatusServiceUnavailable, Message: "not requested, because Discord refused too many requests in the last ten minutes"}
	}
	return nil
}

// record records a response. If Discord counts it as an invalid request, it returns how many there
// were in the last ten minutes.
func (i *invalidRequests) record(r route, status, code int, now time.Time) (refused int) {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		refused = i.count(now) + 1
		i.perMinute[i.latestMinute.Unix()/60%10]++
	}
	if r.channel == "" {
		return refused
	}
	switch {
	case status < 300:
		i.sweep(now)
		i.open[r.channel] = now
		delete(i.closed[r.channel], r.name)
	case status == http.StatusForbidden || code == unknownChannel:
		i.sweep(now)
		if i.closed[r.channel] == nil {
			i.closed[r.channel] = map[string]closedRoute{}
		}
		c := i.closed[r.channel][r.name]
		c.since, c.until = now, now.Add(min(maxClosedTime, firstClosedTime<<min(c.times, 16)))
		c.times++
		i.closed[r.channel][r.name] = c
	}
	return refused
}

// reopen allows a closed channel to be tried again soon, because a user just used it.
func (i *invalidRequests) reopen(channel string, now time.Time) {
	i.sweep(now)
	i.open[channel] = now
	for name, c := range i.closed[channel] {
		if soon := c.since.Add(firstClosedTime); soon.Before(c.until) {
			c.until = soon
			i.closed[channel][name] = c
		}
	}
}

// count returns how many requests were refused in the last ten minutes.
func (i *invalidRequests) count(now time.Time) (n int) {
	minute := now.Truncate(time.Minute)
	if passed := minute.Sub(i.latestMinute); passed >= 10*time.Minute {
		i.perMinute = [10]int{}
		i.latestMinute = minute
	}
	for i.latestMinute.Before(minute) {
		i.latestMinute = i.latestMinute.Add(time.Minute)
		i.perMinute[i.latestMinute.Unix()/60%10] = 0
	}
	for _, m := range i.perMinute {
		n += m
	}
	return n
}

// sweep forgets channels if there are too many.
func (i *invalidRequests) sweep(now time.Time) {
	if len(i.open) >= maxChannels {
		for channel, at := range i.open {
			if now.Sub(at) >= openTime {
				delete(i.open, channel)
			}
		}
		if len(i.open) >= maxChannels {
			clear(i.open)
		}
	}
	if len(i.closed) >= maxChannels {
		for channel, routes := range i.closed {
			for name, c := range routes {
				if now.After(c.until) {
					delete(routes, name)
				}
			}
			if len(routes) == 0 {
				delete(i.closed, channel)
			}
		}
		if len(i.closed) >= maxChannels {
			clear(i.closed)
		}
	}
}
