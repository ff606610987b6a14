package discord

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"doublecorner/internal/rate"
)

// rateLimiter delays each request until Discord's rate limits allow it, and rejects requests that
// Discord would refuse.
type rateLimiter struct {
	now       func() time.Time
	log       *slog.Logger
	processes func() int // that share the limits of the bot as a whole

	mu            sync.Mutex
	buckets       map[string]*bucket    // by route, and by Discord's name of the bucket
	names         map[string]string     // the last bucket of a route, by the name of the route
	limits        map[string]int        // limits of buckets, by their names
	sweepAt       int                   // number of buckets at which they are swept
	globalUntil   time.Time             // until then, only responses to interactions are sent
	globalLimiter *rate.Limiter[string] // of requests that are not responses to interactions
	invalid       invalidRequests
}

// bucket is a rate limit that Discord counts for one or several routes.
type bucket struct {
	limit    int           // requests in a window; 0 if unknown or unlimited
	learned  bool          // a response has told about the bucket
	left     int           // requests that this window still allows
	reset    time.Time     // when the window ends
	inFlight int           // requests without a response
	changed  chan struct{} // closed when the bucket changes
}

// globalRate stays below Discord's limit of 50 requests a second, which excludes responses to
// interactions.
var globalRate = rate.Limit{AtOnce: 25, ASecond: 45}

const (
	maxWait  = 30 * time.Second // of a request; one that would wait longer fails at once
	minSweep = 1000             // buckets
)

// newRateLimiter returns a limiter without buckets.
func newRateLimiter(now func() time.Time, log *slog.Logger, processes func() int) *rateLimiter {
	return &rateLimiter{
		now: now, log: log, processes: processes, buckets: map[string]*bucket{}, names: map[string]string{}, limits: map[string]int{},
		sweepAt: minSweep, globalLimiter: rate.NewLimiter[string](globalRate, now), invalid: invalidRequests{channels: map[string]*channelAccess{}},
	}
}

// route is what Discord's rate limits distinguish: a kind of request to a channel, guild or
// webhook. Several routes can share a bucket.
type route struct {
	name     string // method and path without IDs
	major    string // ID of the channel, guild or webhook
	channel  string // ID of the channel, or of the user whose DM is opened, if there is one
	responds bool   // to an interaction, so that the global limit excludes it
}

// routeOf returns the route of a request. The path lacks the version of the API.
func routeOf(method, path string) route {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(path, "/")
	r := route{}
	if len(parts) > 1 {
		switch parts[0] {
		case "channels":
			r.major, r.channel = parts[1], parts[1]
		case "guilds":
			r.major = parts[1]
		case "webhooks", "interactions":
			r.responds = true
			r.major = strings.Join(parts[1:min(3, len(parts))], "/")
			parts[min(2, len(parts)-1)] = "0"
		}
	}
	for i, part := range parts {
		if part != "" && strings.Trim(part, "0123456789") == "" || part == "@original" {
			parts[i] = "-"
		}
	}
	r.name = method + " " + strings.Join(parts, "/")
	return r
}

// wait waits until a request may be made. The caller must call done after the request.
func (l *rateLimiter) wait(ctx context.Context, r route) (done func(), err error) {
	if strings.HasPrefix(r.name, http.MethodPost+" interactions/") {
		return func() {}, nil // Discord has no limit for these
	}
	processes := max(1, l.processes())
	if err := l.check(r, processes); err != nil {
		return nil, err
	}
	if !r.responds {
		share := float64(processes) // each of the others makes as many
		l.globalLimiter.Spend("", share)
		if err := l.sleep(ctx, l.globalLimiter.Wait(""), nil); err != nil {
			l.globalLimiter.Spend("", -share)
			return nil, err
		}
	}
	for {
		if err := l.check(r, processes); err != nil { // others were refused meanwhile
			return nil, err
		}
		l.mu.Lock()
		b, wait, ok := l.acquire(r)
		changed := b.changed
		l.mu.Unlock()
		if ok {
			return func() { l.release(b) }, nil
		}
		if err := l.sleep(ctx, wait, changed); err != nil {
			return nil, err
		}
	}
}

// check returns an error if a request should not be made, because Discord would refuse it.
func (l *rateLimiter) check(r route, processes int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.invalid.check(r, l.now(), processes)
}

// acquire takes a request from the bucket of a route, or returns how long to wait; 0 until another
// request is done.
func (l *rateLimiter) acquire(r route) (b *bucket, wait time.Duration, ok bool) {
	now := l.now()
	b = l.bucket(r, "")
	if wait := l.globalUntil.Sub(now); wait > 0 && !r.responds {
		return b, wait, false
	}
	if b.limit > 0 && !now.Before(b.reset) {
		b.left = b.limit - b.inFlight
	}
	switch {
	case !now.Before(b.reset) && b.limit == 0:
		ok = b.learned || b.inFlight == 0 // the response to the first request has the limit
	case b.left > 0:
		ok = true
		b.left--
	default:
		wait = b.reset.Sub(now)
	}
	if ok {
		b.inFlight++
	}
	return b, wait, ok
}

// bucket returns the bucket of a route, and creates it if needed. name is Discord's name of the
// bucket, or empty. Routes to the same channel, guild or webhook share a bucket with a name.
func (l *rateLimiter) bucket(r route, name string) *bucket {
	key := r.name + " " + r.major
	b := l.buckets[key]
	if b == nil {
		l.sweep()
		name = cmp.Or(name, l.names[r.name])
	}
	shared := key
	if name != "" {
		l.names[r.name] = name
		shared = name + " " + r.major
		b = cmp.Or(l.buckets[shared], b)
	}
	if b == nil {
		b = &bucket{limit: l.limits[name], changed: make(chan struct{})}
	}
	l.buckets[key], l.buckets[shared] = b, b
	return b
}

// sweep forgets buckets that delay no request, if there are many.
func (l *rateLimiter) sweep() {
	if len(l.buckets) >= l.sweepAt {
		now := l.now()
		maps.DeleteFunc(l.buckets, func(_ string, b *bucket) bool { return b.inFlight == 0 && !now.Before(b.reset) })
		l.sweepAt = max(minSweep, 2*len(l.buckets))
	}
}

// release records that a request is done.
func (l *rateLimiter) release(b *bucket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b.inFlight--
	b.notify()
}

// notify wakes the requests that wait for a change of the bucket.
func (b *bucket) notify() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// invalidRequests returns how many requests Discord refused in the last ten minutes.
func (l *rateLimiter) invalidRequests() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.invalid.count(l.now())
}

// reopen allows a closed channel to be tried again soon, because a user just used it.
func (l *rateLimiter) reopen(channel string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.invalid.reopen(channel, l.now())
}

// sleep waits for a time, or until a change; a time of 0 waits for the change alone. It returns an
// error at once if the wait would be too long.
func (l *rateLimiter) sleep(ctx context.Context, wait time.Duration, changed <-chan struct{}) error {
	if wait <= 0 && changed == nil {
		return nil
	}
	deadline, bounded := ctx.Deadline()
	if wait > maxWait || bounded && l.now().Add(wait).After(deadline) {
		return &Error{Status: http.StatusTooManyRequests, Message: "not requested, because the rate limit is used up", After: wait}
	}
	var over <-chan time.Time
	if wait > 0 {
		over = time.After(wait)
	}
	select {
	case <-over:
	case <-changed:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// record updates the limits from a response. code is Discord's error code.
func (l *rateLimiter) record(r route, h http.Header, status, code int) {
	tooMany := status == http.StatusTooManyRequests
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if !tooMany || h.Get("X-RateLimit-Scope") != "shared" {
		if n := l.invalid.record(r, status, code, now); n == maxInvalidUnknown || n == maxInvalid {
			l.log.Error("Discord refuses many requests; the bot makes fewer until that changes", "refused_in_ten_minutes", n, "route", r.name)
		}
	}
	again := now.Add(seconds(h.Get("Retry-After")))
	if tooMany && (h.Get("X-RateLimit-Global") != "" || isOfCloudflare(h, code)) {
		l.globalUntil = latest(l.globalUntil, again)
		return
	}
	name := h.Get("X-RateLimit-Bucket")
	b := l.bucket(r, name)
	defer b.notify()
	b.learned = true
	if limit, err := strconv.Atoi(h.Get("X-RateLimit-Limit")); err == nil && limit >= 0 {
		b.limit = limit
		if name != "" {
			l.limits[name] = limit
		}
		left, _ := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
		if now.Before(b.reset) { // responses may arrive out of order
			b.left = min(b.left, left)
		} else { // other requests may be in flight, and this one still counts as such
			b.left = max(0, left-max(0, b.inFlight-1))
		}
		b.reset = latest(b.reset, now.Add(seconds(h.Get("X-RateLimit-Reset-After"))))
	}
	if tooMany {
		b.left, b.reset = 0, latest(b.reset, again)
	}
}

// isOfCloudflare reports whether a refusal comes from Cloudflare, and is about all requests: Discord says whom each of its
// own is about.
func isOfCloudflare(h http.Header, code int) bool {
	return h.Get("X-RateLimit-Scope") == "" && code == 0
}

// latest returns the later of two times.
func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// seconds reads a time in seconds, which may have a fraction; 0 if it is nonsense.
func seconds(text string) time.Duration {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n > 0) {
		return 0
	}
	return time.Duration(min(n, 24*60*60) * float64(time.Second))
}
