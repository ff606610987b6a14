package sandbox

import (
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"time"
)

// Limits are how many requests are let through. The zero value means Discord's.
type Limits struct {
	Off    bool // let everything through, with no headers
	Global int  // requests in a second over all routes but those of interactions; 50
}

// bucketSize is how many requests of one route for one place are let through in a time.
// Discord's numbers are not published and change; these are near what it was seen
// to answer.
type bucketSize struct {
	requests int
	per      time.Duration
}

var (
	sizeSend    = bucketSize{5, 5 * time.Second}
	sizeWebhook = bucketSize{5, 2 * time.Second}
	sizeUsual   = bucketSize{30, 10 * time.Second}
)

// window counts requests of one bucket until it is reset.
type window struct {
	used  int
	reset time.Time
}

// limiter keeps the windows that are open. It is guarded by the server's lock.
type limiter struct {
	limits  Limits
	windows map[string]*window
	global  window
}

const maxWindows = 4096

// admit counts a request, writes the headers that Discord writes, and says whether
// the request is refused, and how.
func (l *limiter) admit(h http.Header, now time.Time, route *route, place string) (wait time.Duration, global, refused bool) {
	if l.limits.Off || route.unlimited {
		return 0, false, false
	}
	most := l.limits.Global
	if most == 0 {
		most = 50
	}
	if !route.interaction {
		if !now.Before(l.global.reset) {
			l.global = window{reset: now.Add(time.Second)}
		}
		if l.global.used >= most {
			return l.global.reset.Sub(now), true, true
		}
		l.global.used++
	}
	key := route.pattern + " " + place
	w := l.windows[key]
	if w == nil || !now.Before(w.reset) {
		if len(l.windows) >= maxWindows {
			for k, old := range l.windows {
				if !now.Before(old.reset) {
					delete(l.windows, k)
				}
			}
		}
		w = &window{reset: now.Add(route.size.per)}
		if l.windows == nil {
			l.windows = map[string]*window{}
		}
		l.windows[key] = w
	}
	refused = w.used >= route.size.requests
	if !refused {
		w.used++
	}
	left := w.reset.Sub(now)
	name := fnv.New64a()
	name.Write([]byte(route.pattern))
	h.Set("X-RateLimit-Limit", strconv.Itoa(route.size.requests))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(route.size.requests-w.used))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(w.reset.UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", left.Seconds()))
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%016x", name.Sum64()))
	return left, false, refused
}

// tooMany answers 429 as Discord does.
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
