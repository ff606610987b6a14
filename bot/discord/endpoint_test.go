package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/internal/sandbox"
)

// TestEndpoint checks that signed posts are answered without a gateway.
func TestEndpoint(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	dispatcher := NewDispatcher(DispatcherConfig{Client: w.client, Log: w.log,
		Handler: &fakeHandler{handle: func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
			return says(i, "said "+what(i), false), true
		}}})
	endpoint, err := NewEndpoint(hex.EncodeToString(w.PublicKey()), dispatcher, w.log)
	must(t, err)
	server := httptest.NewServer(endpoint)
	defer server.Close()
	must(t, w.SetInteractionsURL(t.Context(), server.URL+"/anything")) // it sends a PING, and one with a forged signature
	if out := w.does(w.anna, "x"); out.Message == nil {
		t.Errorf("the answer is %+v", out)
	}
	if out := w.types(w.anna, "y"); len(out.Choices) != 1 {
		t.Errorf("completions: %+v", out)
	}
	must(t, dispatcher.Close(t.Context()))
	if out := w.does(w.anna, "z"); out.Kind != "failed" {
		t.Errorf("a closed dispatcher answers %+v", out)
	}
	if got := w.reads(w.anna); !slices.Equal(got, []string{"said x"}) {
		t.Errorf("Anna reads %q", got)
	}
}

func TestEndpointRefusals(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	must(t, err)
	dispatcher := NewDispatcher(DispatcherConfig{Handler: &fakeHandler{},
		Client: answering(t, nil), Log: newTestGuild(t, sandbox.Options{}).log})
	e, err := NewEndpoint(hex.EncodeToString(public), dispatcher, dispatcher.log)
	must(t, err)
	now := time.Unix(1_800_000_000, 500_000_000)
	e.now = func() time.Time { return now }
	const (
		ping    = `{"type":1}`
		unknown = "The signature is wrong."
		stale   = "The signature is more than five minutes old, or from the future."
	)
	without := func(name string) func(http.Header) { return func(h http.Header) { h.Del(name) } }
	signature := func(text string) func(http.Header) {
		return func(h http.Header) { h.Set("X-Signature-Ed25519", text) }
	}
	tests := []struct {
		name   string
		method string
		body   string
		time   string // that is signed
		change func(http.Header)
		want   int
		answer string
	}{
		{"a PING", "POST", ping, "1800000000", nil, 200, `{"type":1}`},
		{"another method", "GET", ping, "1800000000", nil, 405, "Discord posts interactions here."},
		{"no signature", "POST", ping, "1800000000", without("X-Signature-Ed25519"), 401, unknown},
		{"no time", "POST", ping, "1800000000", without("X-Signature-Timestamp"), 401, unknown},
		{"another time", "POST", ping, "1800000000", func(h http.Header) { h.Set("X-Signature-Timestamp", "1800000001") }, 401, unknown},
		{"no digits", "POST", ping, "1800000000", signature("zz"), 401, unknown},
		{"a short signature", "POST", ping, "1800000000", signature("00"), 401, unknown},
		{"a forged signature", "POST", ping, "1800000000", signature(strings.Repeat("0", 128)), 401, unknown},
		{"too much", "POST", `{"type":1,"x":"` + strings.Repeat("x", maxPostSize) + `"}`, "1800000000", nil, 401, unknown},
		{"what is no interaction", "POST", `[]`, "1800000000", nil, 400, "It cannot be understood."},
		{"almost five minutes ago", "POST", ping, "1799999701", nil, 200, `{"type":1}`},
		{"five minutes ago", "POST", ping, "1799999700", nil, 401, stale},
		{"in five minutes", "POST", ping, "1800000300", nil, 200, `{"type":1}`},
		{"in more", "POST", ping, "1800000301", nil, 401, stale},
		{"in 1970", "POST", ping, "0", nil, 401, stale},
		{"before", "POST", ping, "-1", nil, 401, stale},
		{"at the end of time", "POST", ping, "9223372036854775807", nil, 401, stale},
		{"at its beginning", "POST", ping, "-9223372036854775808", nil, 401, stale},
		{"a time of too many digits", "POST", ping, "18446744075509551616", nil, 401, stale},
		{"milliseconds", "POST", ping, "1800000000000", nil, 401, stale},
		{"a fraction", "POST", ping, "1800000000.5", nil, 401, stale},
		{"a date", "POST", ping, "2027-01-15T08:00:00Z", nil, 401, stale},
		{"other digits", "POST", ping, "0x6b49d200", nil, 401, stale},
	}
	for _, test := range tests {
		r := httptest.NewRequest(test.method, "/", strings.NewReader(test.body))
		r.Header.Set("X-Signature-Timestamp", test.time)
		r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(private, []byte(test.time+test.body))))
		if test.change != nil {
			test.change(r.Header)
		}
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		if got := strings.TrimSpace(w.Body.String()); w.Code != test.want || got != test.answer {
			t.Errorf("%s: %d %q, want %d %q", test.name, w.Code, got, test.want, test.answer)
		}
	}
	for _, key := range []string{"", "zz", "00", strings.Repeat("0", 66)} {
		if _, err := NewEndpoint(key, dispatcher, dispatcher.log); err == nil {
			t.Errorf("%q is taken for a key", key)
		}
	}
}

// Posts that are large, or do not say how large they are, and never end keep no others from being read.
func TestEndlessPosts(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	must(t, err)
	dispatcher := NewDispatcher(DispatcherConfig{Handler: &fakeHandler{}, Client: answering(t, nil), Log: slog.New(slog.DiscardHandler)})
	e, err := NewEndpoint(hex.EncodeToString(public), dispatcher, dispatcher.log)
	must(t, err)
	now := strconv.FormatInt(time.Now().Unix(), 10)
	post := func(body io.Reader, signed string) int {
		r := httptest.NewRequest("POST", "/", body)
		r.Header.Set("X-Signature-Timestamp", now)
		r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(private, []byte(now+signed))))
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		return w.Code
	}
	endless, end := io.Pipe()
	defer end.Close()
	var posts sync.WaitGroup
	for range maxLargePosts {
		posts.Go(func() { post(endless, "") })
	}
	for began := time.Now(); len(e.large) < maxLargePosts; time.Sleep(time.Millisecond) {
		if time.Since(began) > 10*time.Second {
			t.Fatalf("%d posts are counted as large, want %d", len(e.large), maxLargePosts)
		}
	}
	const ping = `{"type":1}`
	large := ping + strings.Repeat(" ", usualPostSize)
	if code := post(strings.NewReader(large), large); code != http.StatusServiceUnavailable {
		t.Errorf("one more large post is answered with %d", code)
	}
	if code := post(strings.NewReader(ping), ping); code != http.StatusOK {
		t.Errorf("a usual post is answered with %d", code)
	}
	end.Close()
	posts.Wait()
	if code := post(strings.NewReader(large), large); code != http.StatusOK {
		t.Errorf("a large post is answered with %d", code)
	}
}

func TestParseShards(t *testing.T) {
	tests := []struct {
		text string
		want Shards
		ok   bool
	}{
		{"all", Shards{}, true}, {"0/1", Shards{0, 0, 1}, true}, {"3/16", Shards{3, 3, 16}, true}, {"0-7/16", Shards{0, 7, 16}, true},
		{"0/16000", Shards{0, 0, maxShards}, true}, {"0/16001", Shards{}, false},
		{"", Shards{}, false}, {"3", Shards{}, false}, {"1/1", Shards{}, false}, {"7-3/16", Shards{}, false}, {"0-16/16", Shards{}, false},
		{"-1/4", Shards{}, false}, {"0-x/4", Shards{}, false}, {"0/99999999", Shards{}, false}, {"0/4/4", Shards{}, false},
	}
	for _, test := range tests {
		got, err := ParseShards(test.text)
		if got != test.want || (err == nil) != test.ok {
			t.Errorf("%q: %+v, %v", test.text, got, err)
		}
		if err == nil && got.String() != test.text {
			t.Errorf("%q is written %q", test.text, got)
		}
	}
}

// takesPosts posts interactions to a dispatcher until the test ends.
func (w *testGuild) takesPosts(dispatcher *Dispatcher) {
	w.t.Helper()
	endpoint, err := NewEndpoint(hex.EncodeToString(w.PublicKey()), dispatcher, w.log)
	must(w.t, err)
	s := httptest.NewServer(endpoint)
	w.t.Cleanup(s.Close)
	must(w.t, w.SetInteractionsURL(w.t.Context(), s.URL))
}
