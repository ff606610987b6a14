package discord

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// rateLimiter has each request wait until Discord takes it, and keeps away those that it
// would refuse.
type rateLimiter struct {
	now func() time.Time
	log *slog.Logger

	mu      sync.Mutex
	buckets map[string]*bucket // by the routes that use them, and by Discord's names for them
	names   map[string]string  // Discord's name for the bucket of a route, where it was last used
	limits  map[string]int     // how many requests a bucket of a name takes
	sweepAt int                // so many buckets
	global  time.Time          // before it only responses to interactions are sent
	pace    *limiter           // of requests that count against the global limit
	refused refusals
}

// bucket counts requests that Discord counts together.
type bucket struct {
	limit   int // of requests in a window; 0: it is not known, or there is none
	known   bool
	left    int       // requests in this window
	reset   time.Time // when the window ends
	flying  int       // requests that have no response yet
	changed chan struct{}
}

// Discord takes 50 requests a second that respond to no interaction.
var globalPace = Rate{AtOnce: 25, ASecond: 45}

const (
	longestWait   = 30 * time.Second // for a request; one that would wait longer fails at once
	fewestBuckets = 1000             // are swept
)

func newRateLimiter(now func() time.Time, log *slog.Logger) *rateLimiter {
	return &rateLimiter{
		now: now, log: log, buckets: map[string]*bucket{}, names: map[string]string{}, limits: map[string]int{},
		sweepAt: fewestBuckets, pace: newLimiter(globalPace, now), refused: newRefusals(),
	}
}

// route is a kind of request to a channel, guild or webhook: what Discord limits together,
// unless it tells otherwise.
type route struct {
	name    string // its method and path, without ids
	major   string // the id of the channel, guild or webhook
	channel string // the id of the channel, if it is one
}

// routeOf returns the route of a request. The path has no version of the API.
func routeOf(method, path string) route {
	parts := strings.Split(path, "/")
	r := route{}
	if len(parts) > 1 {
		switch parts[0] {
		case "channels":
			r.major, r.channel = parts[1], parts[1]
		case "guilds":
			r.major = parts[1]
		case "webhooks", "interactions":
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

// responds tells whether a request of the route responds to an interaction: the global limit
// does not count it.
func (r route) responds() bool {
	_, path, _ := strings.Cut(r.name, " ")
	return strings.HasPrefix(path, "webhooks/") || strings.HasPrefix(path, "interactions/")
}

// wait waits until a request may be made. done must be called when it was.
func (l *rateLimiter) wait(ctx context.Context, r route) (done func(), err error) {
	if strings.HasPrefix(r.name, http.MethodPost+" interactions/") {
		return func() {}, nil // Discord has no limit for these
	}
	l.mu.Lock()
	err = l.refused.check(r, l.now())
	l.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if !r.responds() {
		l.pace.spend("", 1)
		if err := l.sleep(ctx, l.pace.wait("", 0), nil); err != nil {
			l.pace.spend("", -1)
			return nil, err
		}
	}
	for {
		l.mu.Lock()
		b, wait, ok := l.take(r)
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

// take takes a request from the bucket of a route, or tells how long to wait: 0 for as long
// as another request takes.
func (l *rateLimiter) take(r route) (b *bucket, wait time.Duration, ok bool) {
	now := l.now()
	b = l.bucket(r)
	if wait := l.global.Sub(now); wait > 0 && !r.responds() {
		return b, wait, false
	}
	if b.limit > 0 && !now.Before(b.reset) {
		b.left = b.limit - b.flying
	}
	switch {
	case !now.Before(b.reset) && b.limit == 0:
		ok = b.known || b.flying == 0 // the first one tells what the others may do
	case b.left > 0:
		ok = true
		b.left--
	default:
		wait = b.reset.Sub(now)
	}
	if ok {
		b.flying++
	}
	return b, wait, ok
}

// bucket returns the bucket of a route, which may be new.
func (l *rateLimiter) bucket(r route) *bucket {
	key := r.name + " " + r.major
	if b := l.buckets[key]; b != nil {
		return b
	}
	l.sweep()
	name := l.names[r.name]
	b := l.buckets[name+" "+r.major]
	if b == nil {
		b = &bucket{limit: l.limits[name], changed: make(chan struct{})}
		if name != "" {
			l.buckets[name+" "+r.major] = b
		}
	}
	l.buckets[key] = b
	return b
}

// sweep forgets the buckets that keep nobody waiting.
func (l *rateLimiter) sweep() {
	if len(l.buckets) < l.sweepAt {
		return
	}
	for key, b := range l.buckets {
		if b.flying == 0 && !l.now().Before(b.reset) {
			delete(l.buckets, key)
		}
	}
	l.sweepAt = max(fewestBuckets, 2*len(l.buckets))
}

func (l *rateLimiter) release(b *bucket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b.flying--
	b.change()
}

// change wakes those who wait for something to change.
func (b *bucket) change() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// refusedLately counts the requests that Discord has refused in the last ten minutes.
func (l *rateLimiter) refusedLately() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.refused.inTenMinutes(l.now())
}

// reopen has a channel tried again soon, as somebody uses it.
func (l *rateLimiter) reopen(channel string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refused.reopen(channel, l.now())
}

// sleep waits for some time, or until something changes; 0 is as long as that takes. What
// would take too long is an error at once.
func (l *rateLimiter) sleep(ctx context.Context, wait time.Duration, changed <-chan struct{}) error {
	if wait <= 0 && changed == nil {
		return nil
	}
	deadline, bounded := ctx.Deadline()
	if wait > longestWait || bounded && l.now().Add(wait).After(deadline) {
		return &Error{Status: http.StatusTooManyRequests, Message: "not asked, as it is too soon", After: wait}
	}
	var over <-chan time.Time
	if wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-over:
	case <-changed:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// heed notes what a response says about the requests after it, and keeps that from
// discordgo, which would sleep. code is Discord's own of a refusal.
func (l *rateLimiter) heed(r route, response *http.Response, code int) {
	h := response.Header
	var bucketName string
	limit, limited := number(h, "X-RateLimit-Limit")
	left, _ := number(h, "X-RateLimit-Remaining")
	reset := seconds(h.Get("X-RateLimit-Reset-After"))
	if name := h.Get("X-RateLimit-Bucket"); name != "" {
		bucketName = "bucket " + name
	}
	global, shared := h.Get("X-RateLimit-Global") != "", h.Get("X-RateLimit-Scope") == "shared"
	for name := range h {
		if strings.HasPrefix(name, "X-Ratelimit-") {
			delete(h, name)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	tooMany := response.StatusCode == http.StatusTooManyRequests
	if !tooMany || !shared {
		before := l.refused.inTenMinutes(now)
		l.refused.note(r, response.StatusCode, code, now)
		if after := l.refused.inTenMinutes(now); before < after && (after == mostProbes || after == mostRefused) {
			l.log.Error("Discord refuses much of what the bot asks; it asks less until it is refused less", "refused_in_ten_minutes", after, "route", r.name)
		}
	}
	if tooMany && global {
		l.global = latest(l.global, now.Add(seconds(h.Get("Retry-After"))))
		return
	}
	b := l.bucket(r)
	if bucketName != "" {
		b = l.rename(r, b, bucketName)
	}
	defer b.change()
	b.known = true
	if limited {
		b.limit = int(limit)
		if bucketName != "" {
			l.limits[bucketName] = b.limit
		}
		if now.Before(b.reset) { // responses may arrive in another order
			b.left = min(b.left, int(left))
		} else { // the request that this responds to still flies, and others may
			b.left = max(0, int(left)-max(0, b.flying-1))
		}
		b.reset = latest(b.reset, now.Add(reset))
	}
	if tooMany {
		b.left, b.reset = 0, latest(b.reset, now.Add(seconds(h.Get("Retry-After"))))
	}
}

// rename has the routes that Discord counts together use one bucket.
func (l *rateLimiter) rename(r route, b *bucket, name string) *bucket {
	l.names[r.name] = name
	key := name + " " + r.major
	if real := l.buckets[key]; real != nil && real != b {
		l.buckets[r.name+" "+r.major] = real
		return real
	}
	l.buckets[key] = b
	return b
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func number(h http.Header, name string) (n float64, ok bool) {
	n, err := strconv.ParseFloat(h.Get(name), 64)
	return min(n, 1e6), err == nil && n >= 0
}

// seconds reads how long to wait: seconds, and parts of them.
func seconds(text string) time.Duration {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n > 0) {
		return 0
	}
	return time.Duration(min(n, 24*60*60) * float64(time.Second))
}
