package sandbox

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Limits bound the number of requests. The zero value means Discord's limits.
type Limits struct {
	Off    bool // no limits and no headers
	Global int  // requests in a second over all routes but those of interactions; 50
}

// rateLimit bounds the requests of one route about one resource in a time. Discord's numbers are not
// published and change; these are near its answers.
type rateLimit struct {
	requests int
	per      time.Duration
}

var (
	sendLimit    = rateLimit{5, 5 * time.Second}
	webhookLimit = rateLimit{5, 2 * time.Second}
	usualLimit   = rateLimit{30, 10 * time.Second}
)

// window counts requests of one bucket until it is reset.
type window struct {
	used  int
	reset time.Time
}

// limiter keeps the windows that are open. It is guarded by the server's lock.
type limiter struct {
	global  int // requests in a second, in the window without a name
	windows map[string]*window
}

const maxWindows = 4096

// window returns the window of a bucket, a new one if that was reset.
func (l *limiter) window(name string, now time.Time, lasts time.Duration) *window {
	isOver := func(_ string, w *window) bool { return !now.Before(w.reset) }
	w := l.windows[name]
	if w == nil || isOver(name, w) {
		if len(l.windows) >= maxWindows {
			maps.DeleteFunc(l.windows, isOver)
		}
		w = &window{reset: now.Add(lasts)}
		l.windows[name] = w
	}
	return w
}

// admit counts a request, writes the headers that Discord writes, and reports whether the request is
// refused, by the global limit or by its own, and for how long. A request has no limit of its own while the clock is moved:
// days pass in a second then, and what is sent in days meets no limit.
func (l *limiter) admit(h http.Header, now time.Time, isMoved bool, route *route, r *http.Request) (wait time.Duration, global, refused bool) {
	if !route.open {
		w := l.window("", now, time.Second)
		if w.used >= l.global {
			return w.reset.Sub(now), true, true
		}
		w.used++
	}
	if isMoved {
		return 0, false, false
	}
	limit := cmp.Or(route.limit, usualLimit)
	resource := []string{route.pattern, r.PathValue("channel"), r.PathValue("guild"), r.PathValue("application"), r.PathValue("token")}
	w := l.window(strings.Join(resource, " "), now, limit.per)
	refused = w.used >= limit.requests
	if !refused {
		w.used++
	}
	wait = w.reset.Sub(now)
	bucket := fnv.New64a()
	bucket.Write([]byte(route.pattern))
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit.requests))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(limit.requests-w.used))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(w.reset.UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", wait.Seconds()))
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%016x", bucket.Sum64()))
	return wait, false, refused
}

// tooMany returns the body of a status 429 and writes its headers.
func tooMany(w http.ResponseWriter, wait time.Duration, global bool) []byte {
	h := w.Header()
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	if global {
		h.Set("X-RateLimit-Global", "true")
		h.Set("X-RateLimit-Scope", "global")
		h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", wait.Seconds()))
	} else {
		h.Set("X-RateLimit-Scope", "user")
	}
	return fmt.Appendf(nil, `{"message":"You are being rate limited.","retry_after":%.3f,"global":%t,"code":0}`, wait.Seconds(), global)
}
