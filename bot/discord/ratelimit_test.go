package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"doublecorner/bot"
)

// limitedDiscord limits requests as Discord documents it: by its own buckets, which it tells
// of in headers.
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

// answer answers a request, as the limiter hears of it.
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
		}
		resp.Header.Set("X-RateLimit-Bucket", name)
		resp.Header.Set("X-RateLimit-Limit", strconv.Itoa(changesInWindow))
		resp.Header.Set("X-RateLimit-Remaining", strconv.Itoa(max(0, b.left)))
		resp.Header.Set("X-RateLimit-Reset-After", fmt.Sprint(time.Until(b.reset).Seconds()))
	}
	d.asked = append(d.asked, r.name+" "+r.major)
	d.mu.Unlock()
	l.heed(r, resp, 0)
	return resp
}

// ask makes a request when the limiter lets it.
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

func newLimitedDiscord() (*limitedDiscord, *rateLimiter) {
	d := &limitedDiscord{windows: map[string]*bucket{}, bucket: func(r route) string { return strings.Fields(r.name)[0] }}
	return d, newRateLimiter(time.Now, slog.New(slog.DiscardHandler))
}

func TestRoutes(t *testing.T) {
	tests := []struct{ method, path, name, major string }{
		{"PATCH", "channels/12/messages/34", "PATCH channels/-/messages/-", "12"},
		{"POST", "channels/12/messages", "POST channels/-/messages", "12"},
		{"PATCH", "webhooks/12/a-token/messages/@original", "PATCH webhooks/-/-/messages/-", "12/a-token"},
		{"PATCH", "webhooks/12/a-token/messages/56", "PATCH webhooks/-/-/messages/-", "12/a-token"},
		{"POST", "users/@me/channels", "POST users/@me/channels", ""},
		{"GET", "gateway/bot", "GET gateway/bot", ""},
		{"GET", "gateway", "GET gateway", ""},
		{"PUT", "applications/7/commands", "PUT applications/-/commands", ""},
	}
	for _, test := range tests {
		if r := routeOf(test.method, test.path); r.name != test.name || r.major != test.major {
			t.Errorf("%s %s is the route %q of %q, want %q of %q", test.method, test.path, r.name, r.major, test.name, test.major)
		}
	}
}

// Requests that Discord counts together wait for each other, whatever message they are about:
// none of them is one too many.
func TestRequestsWait(t *testing.T) {
	tests := []struct {
		name   string
		bucket func(route) string
		paths  []string // in turns
	}{
		{"one channel", nil, []string{"channels/1/messages/10", "channels/1/messages/11", "channels/1/messages/12"}},
		{"several channels", nil, []string{"channels/1/messages/10", "channels/2/messages/10"}},
		{"one bucket for two routes", func(route) string { return "messages" }, []string{"channels/1/messages/10", "channels/1/threads/10"}},
		{"another bucket in each channel", func(r route) string { return "b" + r.major }, []string{"channels/1/messages/10", "channels/2/messages/10"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, l := newLimitedDiscord()
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

// Of many requests at once, of which Discord has said nothing yet, none is too many.
func TestManyAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, l := newLimitedDiscord()
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

// Who has no time to wait is told so at once, and what for.
func TestNoTimeToWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, l := newLimitedDiscord()
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

// Requests that would wait too long for all others, and are not made, keep nobody waiting.
func TestNotMadeCostsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, l := newLimitedDiscord()
		ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
		defer cancel()
		for n := range 3000 {
			d.ask(ctx, l, "POST", fmt.Sprintf("channels/%d/messages", n))
		}
		if wait := l.pace.wait("", 0); wait > time.Second {
			t.Errorf("%d requests were made, and the next waits %v", len(d.asked), wait)
		}
	})
}

// Six games in one channel move every four seconds, and each move leaves a board to be
// changed: there are few that are too many in ten minutes, also with twelve games.
func TestBusyChannel(t *testing.T) {
	for games, most := range map[int]int{6: 10, 12: 100} {
		synctest.Test(t, func(t *testing.T) {
			d, l := newLimitedDiscord()
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

// The limiter remembers no more buckets than are of use.
func TestRateLimiterForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, l := newLimitedDiscord()
		for range 10 * fewestBuckets {
			time.Sleep(50 * time.Millisecond)
			must(t, d.ask(t.Context(), l, "POST", "webhooks/1/"+newReference()))
			if n := len(l.buckets); n > 2*fewestBuckets {
				t.Fatalf("%d buckets are remembered", n)
			}
		}
	})
}

// A channel that is closed is left alone, for longer each time, until somebody uses it.
func TestClosedChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, l := newLimitedDiscord()
		status := http.StatusForbidden
		d.status = func(r route) int { return status }
		for range 24 * 60 {
			err := d.ask(t.Context(), l, "POST", "channels/1/messages")
			if err != nil && !errors.Is(err, bot.ErrUnreachable) {
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
			t.Errorf("after somebody used it: %q", d.asked)
		}
	})
}

// News for many closed places costs few refused requests, and places that are open are not
// held up by that.
func TestManyClosedPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, l := newLimitedDiscord()
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
		if n := len(d.asked); n > mostProbes || l.refusedLately() != n {
			t.Errorf("%d requests are refused, and %d are counted", n, l.refusedLately())
		}
		must(t, d.ask(t.Context(), l, "POST", "channels/1/messages"))
		time.Sleep(20 * time.Minute)
		if n := l.refusedLately(); n != 0 {
			t.Errorf("%d are still counted", n)
		}
	})
}

// Long before Discord bans the bot nothing is asked any more, but interactions are answered.
func TestRefusedTooOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, l := newLimitedDiscord()
		d.bucket = func(route) string { return "" }
		must(t, d.ask(t.Context(), l, "GET", "users/@me"))
		d.status = func(r route) int { return http.StatusUnauthorized }
		for range 2 * mostRefused {
			d.ask(t.Context(), l, "GET", "users/@me")
		}
		if n := len(d.asked); n > mostRefused+1 {
			t.Errorf("%d requests are refused", n)
		}
		must(t, d.ask(t.Context(), l, "POST", "interactions/1/token/callback"))
		must(t, d.ask(t.Context(), l, "POST", "webhooks/1/token"))
	})
}
