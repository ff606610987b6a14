package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"doublecorner/bot/delivery"
)

// limitedDiscord limits requests as Discord documents it: by its own buckets, which it names in
// headers.
type limitedDiscord struct {
	bucket func(r route) string // "": no limit
	status func(r route) int    // 0: 200

	mu      sync.Mutex
	windows map[string]*bucket
	asked   []string
	tooMany int
}

const (
	changesInWindow = 5
	windowLasts     = 5 * time.Second
)

// answer answers a request and passes the response to the limiter.
func (d *limitedDiscord) answer(l *rateLimiter, r route) *http.Response {
	resp := &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(""))}
	if d.status != nil && d.status(r) != 0 {
		resp.StatusCode = d.status(r)
	}
	d.mu.Lock()
	if name := d.bucket(r); name != "" {
		key := name + r.major
		b := d.windows[key]
		if b == nil || !time.Now().Before(b.reset) {
			b = &bucket{left: changesInWindow, reset: time.Now().Add(windowLasts)}
			d.windows[key] = b
		}
		if b.left--; b.left < 0 {
			resp.StatusCode, d.tooMany = http.StatusTooManyRequests, d.tooMany+1
			resp.Header.Set("Retry-After", strconv.Itoa(int(windowLasts.Seconds())))
			resp.Header.Set("X-RateLimit-Scope", "user")
		}
		resp.Header.Set("X-RateLimit-Bucket", name)
		resp.Header.Set("X-RateLimit-Limit", strconv.Itoa(changesInWindow))
		resp.Header.Set("X-RateLimit-Remaining", strconv.Itoa(max(0, b.left)))
		resp.Header.Set("X-RateLimit-Reset-After", fmt.Sprint(time.Until(b.reset).Seconds()))
	}
	d.asked = append(d.asked, r.name+" "+r.major)
	d.mu.Unlock()
	l.record(r, resp.Header, resp.StatusCode, 0)
	return resp
}

// ask makes a request once the limiter allows it.
func (d *limitedDiscord) ask(ctx context.Context, l *rateLimiter, method, path string) error {
	r := routeOf(method, path)
	done, err := l.wait(ctx, r)
	if err != nil {
		return err
	}
	defer done()
	d.answer(l, r)
	return nil
}

// whileLimited runs a test in a bubble of testing/synctest.
func whileLimited(t *testing.T, test func(*testing.T, *limitedDiscord, *rateLimiter)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := &limitedDiscord{windows: map[string]*bucket{}, bucket: func(r route) string { return strings.Fields(r.name)[0] }}
		test(t, d, newRateLimiter(time.Now, slog.New(slog.DiscardHandler), one))
	})
}

func TestRoutes(t *testing.T) {
	tests := []struct{ method, path, name, major string }{
		{"PATCH", "channels/12/messages/34", "PATCH channels/-/messages/-", "12"},
		{"POST", "channels/12/messages", "POST channels/-/messages", "12"},
		{"PATCH", "webhooks/12/a-token/messages/@original", "PATCH webhooks/-/-/messages/-", "12/a-token"},
		{"PATCH", "webhooks/12/a-token/messages/56", "PATCH webhooks/-/-/messages/-", "12/a-token"},
		{"GET", "webhooks/12", "GET webhooks/-", "12"},
		{"POST", "users/@me/channels", "POST users/@me/channels", ""},
		{"GET", "gateway/bot", "GET gateway/bot", ""},
		{"GET", "gateway", "GET gateway", ""},
		{"GET", "channels", "GET channels", ""},
		{"PUT", "applications/7/commands", "PUT applications/-/commands", ""},
	}
	for _, test := range tests {
		if r := routeOf(test.method, test.path); r.name != test.name || r.major != test.major {
			t.Errorf("%s %s is the route %q of %q, want %q of %q", test.method, test.path, r.name, r.major, test.name, test.major)
		}
	}
}

// TestRequestsWait checks that requests of a bucket wait for each other, and that none exceeds the
// limit.
func TestRequestsWait(t *testing.T) {
	tests := []struct {
		name   string
		bucket func(route) string
		paths  []string // in turns
	}{
		{"one channel", nil, []string{"channels/1/messages/10", "channels/1/messages/11", "channels/1/messages/12"}},
		{"several channels", nil, []string{"channels/1/messages/10", "channels/2/messages/10"}},
		{"one bucket for two routes", func(route) string { return "messages" }, []string{"channels/1/messages/10", "channels/1/threads/10"}},
		{"another bucket in each channel", func(r route) string { return "b" + r.major },
			[]string{"channels/1/messages/10", "channels/2/messages/10"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			whileLimited(t, func(t *testing.T, d *limitedDiscord, l *rateLimiter) {
				if test.bucket != nil {
					d.bucket = test.bucket
				}
				begin := time.Now()
				for i := range 60 {
					must(t, d.ask(t.Context(), l, "PATCH", test.paths[i%len(test.paths)]))
				}
				if d.tooMany > 2 { // before it is known that two routes have one bucket
					t.Errorf("%d requests are too many", d.tooMany)
				}
				channels := map[string]bool{}
				for _, path := range test.paths {
					channels[strings.Split(path, "/")[1]] = true
				}
				// All windows but the last are used up.
				most := time.Duration(60/changesInWindow/len(channels)+1) * windowLasts
				if took := time.Since(begin); took > most {
					t.Errorf("it takes %v, want %v at most", took, most)
				}
			})
		})
	}
}

// TestRecordResponse checks how long the next requests wait after a response, and whether it
// counts as refused.
func TestRecordResponse(t *testing.T) {
	type headers = map[string]string
	tests := []struct {
		name          string
		status        int
		headers       headers
		refused       int
		same, another time.Duration // how long a request to the channel waits then, and one to another; -1: it fails at once
	}{
		{"no limit", 200, nil, 0, 0, 0},
		{"one left", 200, headers{"X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "1", "X-RateLimit-Reset-After": "3"}, 0, 0, 0},
		{"none left", 200,
			headers{"X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "3.5"},
			0, 3500 * time.Millisecond, 0},
		{"none at all", 200,
			headers{"X-RateLimit-Limit": "0", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "3"},
			0, 3 * time.Second, 0},
		{"nonsense", 200, headers{"X-RateLimit-Limit": "-1", "X-RateLimit-Remaining": "x", "X-RateLimit-Reset-After": "NaN"}, 0, 0, 0},
		{"global for no reason", 200, headers{"X-RateLimit-Global": "true", "Retry-After": "2"}, 0, 0, 0},
		{"too many, says Cloudflare", 429, headers{"Retry-After": "2"}, 1, 2 * time.Second, 2 * time.Second},
		{"too many, for longer than the window", 429,
			headers{"X-RateLimit-Scope": "user", "X-RateLimit-Limit": "5",
				"X-RateLimit-Remaining": "4", "X-RateLimit-Reset-After": "1", "Retry-After": "2"},
			1, 2 * time.Second, 0},
		{"too many of others", 429, headers{"X-RateLimit-Scope": "shared", "Retry-After": "2"}, 0, 2 * time.Second, 0},
		{"too many of the user", 429, headers{"X-RateLimit-Scope": "user", "Retry-After": "30"}, 1, 30 * time.Second, 0},
		{"too many of all", 429,
			headers{"X-RateLimit-Scope": "global", "X-RateLimit-Global": "true", "Retry-After": "2"},
			1, 2 * time.Second, 2 * time.Second},
		{"closed", 403, nil, 1, -1, 0},
		{"too many for long", 429, headers{"X-RateLimit-Scope": "user", "Retry-After": "31"}, 1, -1, 0},
		{"not there", 404, nil, 0, 0, 0},
	}
	for _, test := range tests {
		for next, want := range map[string]time.Duration{"webhooks/1/token": 0,
			"channels/1/messages": test.same, "channels/2/messages": test.another} {
			synctest.Test(t, func(t *testing.T) {
				l := newRateLimiter(time.Now, slog.New(slog.DiscardHandler), one)
				response := &http.Response{StatusCode: test.status, Header: http.Header{}}
				for name, value := range test.headers {
					response.Header.Set(name, value)
				}
				l.record(routeOf("POST", "channels/1/messages"), response.Header, response.StatusCode, 0)
				if n := l.invalidRequests(); n != test.refused {
					t.Errorf("%s: %d count as refused, want %d", test.name, n, test.refused)
				}
				begin := time.Now()
				_, err := l.wait(t.Context(), routeOf("POST", next))
				if took := time.Since(begin); (err != nil) != (want < 0) || took != max(0, want) {
					t.Errorf("%s: %s waits %v, want %v; %v", test.name, next, took, want, err)
				}
			})
		}
	}
}

func TestSeconds(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"1.5": 1500 * time.Millisecond, "1e9": 24 * time.Hour, "Inf": 24 * time.Hour,
		"": 0, "x": 0, "0": 0, "-1": 0, "NaN": 0, "1e400": 0,
	} {
		if got := seconds(text); got != want {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
}

// TestKnownBucket checks that the limit of a bucket in one channel is applied in all channels.
func TestKnownBucket(t *testing.T) {
	whileLimited(t, func(t *testing.T, d *limitedDiscord, l *rateLimiter) {
		must(t, d.ask(t.Context(), l, "PATCH", "channels/1/messages/1"))
		for _, test := range []struct {
			path string
			take int
			wait time.Duration // of one more
		}{
			{"channels/1/messages/1", changesInWindow - 1, windowLasts},
			{"channels/2/messages/1", changesInWindow, 0},
		} {
			r := routeOf("PATCH", test.path)
			for range test.take {
				_, err := l.wait(t.Context(), r)
				must(t, err)
			}
			if _, wait, ok := l.acquire(r); ok || max(0, wait) != test.wait {
				t.Errorf("after %d of %s, one more waits %v, want %v; it is made: %v", test.take, test.path, wait, test.wait, ok)
			}
		}
	})
}

// TestOthersInFlight checks that requests in flight are subtracted from those that Discord says
// are left.
func TestOthersInFlight(t *testing.T) {
	whileLimited(t, func(t *testing.T, d *limitedDiscord, l *rateLimiter) {
		const path = "channels/1/messages/1"
		must(t, d.ask(t.Context(), l, "PATCH", path))
		time.Sleep(windowLasts)
		r := routeOf("PATCH", path)
		for n := range changesInWindow {
			if n == 3 { // the first of them has come back
				d.answer(l, r)
			}
			_, err := l.wait(t.Context(), r)
			must(t, err)
		}
		if _, wait, ok := l.acquire(r); ok || wait != windowLasts {
			t.Errorf("one more waits %v, want %v; it is made: %v", wait, windowLasts, ok)
		}
	})
}

// TestPace checks that the global rate delays all requests except responses to interactions.
func TestPace(t *testing.T) {
	whileLimited(t, func(t *testing.T, d *limitedDiscord, l *rateLimiter) {
		d.bucket = func(route) string { return "" }
		begin := time.Now()
		for i := range 205 {
			must(t, d.ask(t.Context(), l, "POST", fmt.Sprintf("channels/%d/messages", i)))
		}
		if took := time.Since(begin).Round(100 * time.Millisecond); took != 4*time.Second {
			t.Errorf("205 requests take %v", took)
		}
		begin = time.Now()
		for range 100 {
			must(t, d.ask(t.Context(), l, "POST", "webhooks/1/token"))
		}
		if took := time.Since(begin); took != 0 {
			t.Errorf("100 responses take %v", took)
		}
	})
}

// one process makes all requests.
func one() int { return 1 }

// TestLimitsOfProcesses checks that several processes together keep the limits that Discord has for the bot.
func TestLimitsOfProcesses(t *testing.T) {
	whileLimited(t, func(t *testing.T, d *limitedDiscord, l *rateLimiter) {
		l.processes = func() int { return 3 }
		d.bucket = func(route) string { return "" }
		begin := time.Now()
		for i := range 8 + 60 {
			must(t, d.ask(t.Context(), l, "POST", fmt.Sprintf("channels/%d/messages", i)))
		}
		if took := time.Since(begin).Round(100 * time.Millisecond); took != 4*time.Second {
			t.Errorf("a third of 204 requests takes %v", took)
		}
		d.status = func(r route) int { return http.StatusUnauthorized }
		before := len(d.asked)
		for range maxInvalid {
			d.ask(t.Context(), l, "GET", "users/@me")
		}
		if n := len(d.asked) - before; 3*n > maxInvalid+3 {
			t.Errorf("%d requests are refused", n)
		}
	})
}

// TestManyAtOnce checks that none of many requests to an unknown bucket exceeds its limit.
func TestManyAtOnce(t *testing.T) {
	whileLimited(t, func(t *testing.T, d *limitedDiscord, l *rateLimiter) {
		errs := make(chan error)
		for i := range 30 {
			go func() { errs <- d.ask(t.Context(), l, "PATCH", fmt.Sprintf("channels/1/messages/%d", i)) }()
		}
		for range 30 {
			must(t, <-errs)
		}
		if d.tooMany > 0 {
			t.Errorf("%d are too many", d.tooMany)
		}
	})
}

// TestNoTimeToWait checks that a request fails at once if its time does not suffice, and says why.
func TestNoTimeToWait(t *testing.T) {
	whileLimited(t, func(t *testing.T, d *limitedDiscord, l *rateLimiter) {
		for range changesInWindow {
			must(t, d.ask(t.Context(), l, "PATCH", "channels/1/messages/10"))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begin := time.Now()
		err := d.ask(ctx, l, "PATCH", "channels/1/messages/10")
		var failed *Error
		if !errors.As(err, &failed) || !failed.Temporary() || failed.RetryAfter() < 3*time.Second || time.Since(begin) > 0 {
			t.Errorf("after %v: %v", time.Since(begin), err)
		}
		if err := d.ask(ctx, l, "PATCH", "webhooks/1/token/messages/10"); err != nil {
			t.Errorf("another route: %v", err)
		}
	})
}

// TestNotMadeCostsNothing checks that requests that fail without being made delay no others.
func TestNotMadeCostsNothing(t *testing.T) {
	whileLimited(t, func(t *testing.T, d *limitedDiscord, l *rateLimiter) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
		defer cancel()
		for n := range 3000 {
			d.ask(ctx, l, "POST", fmt.Sprintf("channels/%d/messages", n))
		}
		if wait := l.globalLimiter.Wait(""); wait > time.Second {
			t.Errorf("%d requests were made, and the next waits %v", len(d.asked), wait)
		}
	})
}

// TestBusyChannel plays several games in a channel, with a move every four seconds and an edit for
// each, and checks that few requests exceed the limit in ten minutes.
func TestBusyChannel(t *testing.T) {
	for games, most := range map[int]int{6: 10, 12: 100} {
		whileLimited(t, func(t *testing.T, d *limitedDiscord, l *rateLimiter) {
			moves := make(chan int, 10_000)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
			defer cancel()
			go func() {
				for n := 0; ; n++ {
					select {
					case <-time.After(4 * time.Second / time.Duration(games)):
						moves <- n
					case <-ctx.Done():
						close(moves)
						return
					}
				}
			}()
			for n := range moves {
				if ctx.Err() == nil {
					must(t, d.ask(t.Context(), l, "PATCH", fmt.Sprintf("channels/1/messages/%d", n)))
				}
			}
			if d.tooMany > most {
				t.Errorf("%d games: %d are too many", games, d.tooMany)
			}
		})
	}
}

// TestRateLimiterForgets checks that only useful buckets are kept.
func TestRateLimiterForgets(t *testing.T) {
	whileLimited(t, func(t *testing.T, d *limitedDiscord, l *rateLimiter) {
		for range 10 * minSweep {
			time.Sleep(50 * time.Millisecond)
			must(t, d.ask(t.Context(), l, "POST", "webhooks/1/"+newReference()))
			if n := len(l.buckets); n > 2*minSweep {
				t.Fatalf("%d buckets are remembered", n)
			}
		}
	})
}

// TestSweep checks that only buckets that delay nobody are swept.
func TestSweep(t *testing.T) {
	now := time.Now()
	for sweepAt, want := range map[int][]string{4: {"flying", "idle", "used up"}, 3: {"flying", "used up"}} {
		l := newRateLimiter(func() time.Time { return now }, slog.New(slog.DiscardHandler), one)
		l.buckets = map[string]*bucket{"flying": {inFlight: 1}, "idle": {reset: now}, "used up": {reset: now.Add(1)}}
		l.sweepAt = sweepAt
		l.sweep()
		if got := slices.Sorted(maps.Keys(l.buckets)); !slices.Equal(got, want) {
			t.Errorf("if %d are too many, %q are remembered, want %q", sweepAt, got, want)
		}
	}
}

// TestClosedChannel checks that a closed channel is avoided for longer each time, until a user
// uses it.
func TestClosedChannel(t *testing.T) {
	whileLimited(t, func(t *testing.T, d *limitedDiscord, l *rateLimiter) {
		status := http.StatusForbidden
		d.status = func(r route) int { return status }
		for range 24 * 60 {
			err := d.ask(t.Context(), l, "POST", "channels/1/messages")
			if err != nil && !errors.Is(err, delivery.ErrUnreachable) {
				t.Fatalf("a closed channel gives %v", err)
			}
			time.Sleep(time.Minute)
		}
		if n := len(d.asked); n < 5 || n > 12 {
			t.Errorf("in a day it is tried %d times", n)
		}
		d.asked, status = nil, http.StatusOK
		l.reopen("1")
		must(t, d.ask(t.Context(), l, "POST", "channels/1/messages"))
		must(t, d.ask(t.Context(), l, "POST", "channels/1/messages"))
		if len(d.asked) != 2 {
			t.Errorf("after a user used it: %q", d.asked)
		}
	})
}

// TestManyClosedPlaces checks that announcements for many closed channels cost few refused
// requests, and do not delay open channels.
func TestManyClosedPlaces(t *testing.T) {
	whileLimited(t, func(t *testing.T, d *limitedDiscord, l *rateLimiter) {
		d.status = func(r route) int {
			if r.major == "1" {
				return 0
			}
			return http.StatusForbidden
		}
		must(t, d.ask(t.Context(), l, "POST", "channels/1/messages"))
		d.asked = nil
		begin := time.Now()
		for time.Since(begin) < 9*time.Minute {
			for place := range 550 {
				d.ask(t.Context(), l, "GET", fmt.Sprintf("channels/%d/messages", 100+place))
				d.ask(t.Context(), l, "POST", fmt.Sprintf("channels/%d/messages", 100+place))
			}
			time.Sleep(2 * time.Second)
		}
		if n := len(d.asked); n > maxInvalidUnknown || l.invalidRequests() != n {
			t.Errorf("%d requests are refused, and %d are counted", n, l.invalidRequests())
		}
		must(t, d.ask(t.Context(), l, "POST", "channels/1/messages"))
		time.Sleep(20 * time.Minute)
		if n := l.invalidRequests(); n != 0 {
			t.Errorf("%d are still counted", n)
		}
	})
}

// TestRefusedTooOften checks that only responses are sent long before Discord bans the bot.
func TestRefusedTooOften(t *testing.T) {
	whileLimited(t, func(t *testing.T, d *limitedDiscord, l *rateLimiter) {
		d.bucket = func(route) string { return "" }
		must(t, d.ask(t.Context(), l, "GET", "users/@me"))
		d.status = func(r route) int { return http.StatusUnauthorized }
		for range 2 * maxInvalid {
			d.ask(t.Context(), l, "GET", "users/@me")
		}
		if n := len(d.asked); n > maxInvalid+1 {
			t.Errorf("%d requests are refused", n)
		}
		must(t, d.ask(t.Context(), l, "POST", "interactions/1/token/callback"))
		must(t, d.ask(t.Context(), l, "POST", "webhooks/1/token"))
	})
}

// TestRefusalsForget checks that only open and closed channels are kept when there are too many.
func TestRefusalsForget(t *testing.T) {
	begin := time.Unix(1_800_000_000, 0)
	steps := []struct {
		name  string
		after time.Duration // since the step before
		new   int           // channels
		want  int           // remembered
	}{
		{"almost too many", 0, maxChannels - 1, maxChannels - 1},
		{"one later", 59 * time.Minute, 1, maxChannels},
		{"when those are old", time.Minute, 1, 2},
		{"too many that are not old", 0, maxChannels - 2, maxChannels},
		{"and one more", 0, 1, 1},
	}
	for _, status := range []int{http.StatusOK, http.StatusForbidden} {
		i, now, channels := invalidRequests{channels: map[string]*channelAccess{}}, begin, 0
		for _, step := range steps {
			now = now.Add(step.after)
			for range step.new {
				channels++
				i.record(routeOf("POST", fmt.Sprintf("channels/%d/messages", channels)), status, 0, now)
			}
			if got := len(i.channels); got != step.want {
				t.Errorf("%d, %s: %d are remembered, want %d", status, step.name, got, step.want)
			}
		}
	}
}

// TestTenMinutes checks that a refused request counts for ten minutes.
func TestTenMinutes(t *testing.T) {
	i, begin := invalidRequests{channels: map[string]*channelAccess{}}, time.Unix(1_800_000_000, 0)
	for minute := range 30 {
		now, want := begin.Add(time.Duration(minute)*time.Minute), min(minute+1, 10)
		if noted, got := i.record(route{}, http.StatusUnauthorized, 0, now), i.count(now); noted != want || got != want {
			t.Errorf("after %d minutes with one each %d count, and with the last %d, want %d", minute, got, noted, want)
		}
	}
	for minute := range 15 {
		if got, want := i.count(begin.Add(time.Duration(29+minute)*time.Minute)), max(0, 10-minute); got != want {
			t.Errorf("%d minutes after the last %d count, want %d", minute, got, want)
		}
	}
	i.record(route{}, http.StatusUnauthorized, 0, begin.Add(time.Hour))
	if got := i.count(begin.Add(2 * time.Hour)); got != 0 {
		t.Errorf("an hour later %d count", got)
	}
}
