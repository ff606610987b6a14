package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"doublecorner/internal/sandbox"
)

func TestRateLimits(t *testing.T) {
	w := settle(t, func(o *sandbox.Options) { o.Limits = sandbox.Limits{Global: 12} })
	w.register()
	w.clock.Advance(time.Second)
	send := func(method, path string) (*http.Response, object) {
		t.Helper()
		r, err := http.NewRequest(method, w.URL()+"/api/v10"+path, strings.NewReader(`{"content":"x"}`))
		check(t, err)
		r.Header.Set("Authorization", "Bot "+w.Token())
		r.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(r)
		check(t, err)
		defer resp.Body.Close()
		var body object
		check(t, json.NewDecoder(resp.Body).Decode(&body))
		return resp, body
	}
	path := "/channels/" + w.general.String() + "/messages"
	for i := range 5 {
		resp, _ := send("POST", path)
		h := resp.Header
		if resp.StatusCode != 200 || h.Get("X-RateLimit-Remaining") != fmt.Sprint(4-i) || h.Get("X-RateLimit-Limit") != "5" ||
			h.Get("X-RateLimit-Reset-After") != "5.000" || h.Get("X-RateLimit-Bucket") == "" || h.Get("X-RateLimit-Reset") == "" {
			t.Errorf("message %d: %d %v", i, resp.StatusCode, h)
		}
	}
	resp, body := send("POST", path)
	if resp.StatusCode != 429 || resp.Header.Get("Retry-After") != "5" || resp.Header.Get("X-RateLimit-Scope") != "user" ||
		body["retry_after"] != 5.0 || body["global"] != false {
		t.Errorf("sixth message: %d %v %v", resp.StatusCode, resp.Header, body)
	}
	w.clock.Advance(5 * time.Second)
	if resp, _ := send("POST", path); resp.StatusCode != 200 {
		t.Errorf("after waiting: %d", resp.StatusCode)
	}
	// The bucket is that of one channel; the global limit is for all.
	for range 11 {
		send("GET", "/users/@me")
	}
	resp, body = send("GET", "/users/@me")
	if resp.StatusCode != 429 || resp.Header.Get("X-RateLimit-Global") != "true" || body["global"] != true {
		t.Errorf("over the global limit: %d %v %v", resp.StatusCode, resp.Header, body)
	}
	// Answers to interactions are outside of it.
	w.asksForBoard(t)
	resp, body = send("POST", "/interactions/5/x/callback")
	if resp.StatusCode != 404 || body["code"] != 10062.0 {
		t.Errorf("an answer under the global limit: %d %v", resp.StatusCode, body)
	}
	resp, body = send("POST", "/webhooks/5/x")
	if resp.StatusCode != 404 || body["code"] != 10015.0 {
		t.Errorf("a follow-up under the global limit: %d %v", resp.StatusCode, body)
	}
}
