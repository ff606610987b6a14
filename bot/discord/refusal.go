package discord

import (
	"net/http"
	"time"
)

// refusals are the requests that Discord has refused. It bans for an hour who makes 10,000
// of them in ten minutes, so channels that are closed to the bot are left alone for longer
// each time, and places that nobody knows to be open are tried only so often.
type refusals struct {
	minutes [10]int   // refused requests, by the minute
	newest  time.Time // the minute of the last of these

	closed map[string]map[string]closure // by channel, then by route
	open   map[string]time.Time          // when a channel last took something, or was used
}

// closure is how long a route to a channel is closed.
type closure struct {
	since, until time.Time
	times        int
}

// How many refused requests there may be in ten minutes: for places that are not known to be
// open, and at all.
const (
	mostProbes   = 150
	mostRefused  = 5000
	firstClosure = time.Minute
	mostClosure  = 24 * time.Hour
	staysOpen    = time.Hour
	mostPlaces   = 10_000 // remembered
)

func newRefusals() refusals {
	return refusals{closed: map[string]map[string]closure{}, open: map[string]time.Time{}}
}

const unknownChannel = 10003

// check tells why a request is better not made.
func (f *refusals) check(r route, now time.Time) error {
	if c := f.closed[r.channel][r.name]; now.Before(c.until) {
		return &Error{Status: http.StatusForbidden, Message: "not asked, as the channel was closed to the bot"}
	}
	if r.responds() {
		return nil
	}
	refused := f.inTenMinutes(now)
	known := r.channel == "" || now.Sub(f.open[r.channel]) < staysOpen
	if refused >= mostRefused || refused >= mostProbes && !known {
		return &Error{Status: http.StatusServiceUnavailable, Message: "not asked, as Discord has refused too much in the last ten minutes"}
	}
	return nil
}

// note counts a response.
func (f *refusals) note(r route, status, code int, now time.Time) {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		f.inTenMinutes(now)
		f.minutes[f.newest.Unix()/60%10]++
	}
	if r.channel == "" {
		return
	}
	switch {
	case status < 300:
		f.forget(now)
		f.open[r.channel] = now
		delete(f.closed[r.channel], r.name)
	case status == http.StatusForbidden || code == unknownChannel:
		f.forget(now)
		if f.closed[r.channel] == nil {
			f.closed[r.channel] = map[string]closure{}
		}
		c := f.closed[r.channel][r.name]
		c.since, c.until = now, now.Add(min(mostClosure, firstClosure<<min(c.times, 16)))
		c.times++
		f.closed[r.channel][r.name] = c
	}
}

// reopen has a channel tried again soon, as somebody uses it.
func (f *refusals) reopen(channel string, now time.Time) {
	f.forget(now)
	f.open[channel] = now
	for name, c := range f.closed[channel] {
		if soon := c.since.Add(firstClosure); soon.Before(c.until) {
			c.until = soon
			f.closed[channel][name] = c
		}
	}
}

// inTenMinutes counts what was refused in the last ten minutes.
func (f *refusals) inTenMinutes(now time.Time) (n int) {
	minute := now.Truncate(time.Minute)
	if passed := minute.Sub(f.newest); passed >= 10*time.Minute {
		f.minutes = [10]int{}
		f.newest = minute
	}
	for f.newest.Before(minute) {
		f.newest = f.newest.Add(time.Minute)
		f.minutes[f.newest.Unix()/60%10] = 0
	}
	for _, m := range f.minutes {
		n += m
	}
	return n
}

// forget makes room where too many places are remembered.
func (f *refusals) forget(now time.Time) {
	if len(f.open) >= mostPlaces {
		for channel, at := range f.open {
			if now.Sub(at) >= staysOpen {
				delete(f.open, channel)
			}
		}
		if len(f.open) >= mostPlaces {
			clear(f.open)
		}
	}
	if len(f.closed) >= mostPlaces {
		for channel, routes := range f.closed {
			for name, c := range routes {
				if now.After(c.until) {
					delete(routes, name)
				}
			}
			if len(routes) == 0 {
				delete(f.closed, channel)
			}
		}
		if len(f.closed) >= mostPlaces {
			clear(f.closed)
		}
	}
}
