package discord

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"doublecorner/bot/delivery"
	"doublecorner/internal/lease"
	"doublecorner/internal/lease/leasetest"
)

// transport makes requests of a function.
type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// over returns a client whose requests a function makes.
func over(t testing.TB, f transport) *Client {
	t.Helper()
	c, err := NewClient(ClientConfig{Token: "t", Transport: f})
	must(t, err)
	return c
}

// response returns a response with a header, given as a name and a value.
func response(status int, text string, header ...string) *http.Response {
	r := &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(text))}
	if len(header) > 0 {
		r.Header.Set(header[0], header[1])
	}
	return r
}

// What is no answer of Discord ends the contact, until there is one.
func TestContact(t *testing.T) {
	const page = "<html>banned</html>"
	for name, test := range map[string]struct {
		response *http.Response
		err      error
		lost     bool
	}{
		"no connection":             {err: errors.New("no route to host"), lost: true},
		"no answer in time":         {err: context.DeadlineExceeded, lost: true},
		"the bot gives up":          {err: context.Canceled},
		"a page that says banned":   {response: response(403, page), lost: true},
		"Cloudflare's limit":        {response: response(429, page, "Retry-After", "0"), lost: true},
		"a bad gateway":             {response: response(502, page), lost: true},
		"an answer":                 {response: response(200, "{}")},
		"no permission":             {response: response(403, `{"code":50001}`)},
		"no such thing":             {response: response(404, `{"code":10003}`)},
		"Discord's limit":           {response: response(429, `{"retry_after":1}`, "X-RateLimit-Scope", "user")},
		"a response without a body": {response: response(204, "")},
	} {
		next := test.response
		c := over(t, func(*http.Request) (*http.Response, error) {
			if next == nil {
				return nil, test.err
			}
			return next, nil
		})
		before := time.Now()
		c.IsIn(t.Context(), 1)
		if lost := c.Unanswered(); lost.IsZero() == test.lost || test.lost && lost.Before(before) {
			t.Errorf("%s: the contact is lost since %v", name, lost)
		}
		next = response(200, "{}")
		if c.IsIn(t.Context(), 2); !c.Unanswered().IsZero() {
			t.Errorf("%s: then Discord answers, and the contact is lost since %v", name, c.Unanswered())
		}
	}
}

// A page that says that the address is banned is about all requests. It does not close the channel, and passes.
func TestBannedAddress(t *testing.T) {
	next := response(403, "<html>banned</html>")
	c := over(t, func(*http.Request) (*http.Response, error) { return next, nil })
	_, err := c.Post(t.Context(), 1, messageData("x"), "n")
	if failed, ok := errors.AsType[*Error](err); !ok || !failed.Temporary() || errors.Is(err, delivery.ErrUnreachable) {
		t.Errorf("the error is %v", err)
	}
	next = response(200, `{"id":"7"}`)
	_, err = c.Post(t.Context(), 1, messageData("x"), "n")
	must(t, err)
}

// A process whose requests fail for 15 seconds is cut off. It notices by itself when that is over, and asks for
// nothing while all goes well.
func TestCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var cut atomic.Bool
		var requests atomic.Int64
		c := over(t, func(*http.Request) (*http.Response, error) {
			if requests.Add(1); cut.Load() {
				return nil, errors.New("no route to host")
			}
			return response(200, "{}"), nil
		})
		go c.KeepContact(t.Context())
		time.Sleep(time.Hour)
		if n := requests.Load(); n > 0 {
			t.Errorf("%d requests are made in vain", n)
		}
		cut.Store(true)
		c.IsIn(t.Context(), 1)
		time.Sleep(maxUnanswered - time.Second)
		if c.CutOff() {
			t.Error("it is cut off at once")
		}
		time.Sleep(2 * time.Second)
		if !c.CutOff() {
			t.Error("it is not cut off")
		}
		cut.Store(false)
		time.Sleep(probeEvery)
		synctest.Wait()
		if c.CutOff() || !c.Unanswered().IsZero() {
			t.Error("it is still cut off")
		}
	})
}

// A process that Discord answers nothing leaves its shards to another one, although it is connected.
func TestProcessThatIsCutOff(t *testing.T) {
	play(t, func(s *gatewayTest) {
		table := &leasetest.Memory{}
		var cut atomic.Bool
		c := s.config
		c.CutOff, c.Leases = cut.Load, lease.New(lease.Config{Table: table, Name: "first"})
		first, stop := runs(t, c)
		defer stop()
		s.joins("one")
		_, stopSecond := s.another(table, "second")
		defer stopSecond()
		time.Sleep(time.Minute)
		if n := len(first.State()); n != 1 {
			t.Fatalf("it runs %d shards", n)
		}
		cut.Store(true)
		began := time.Now()
		s.resumes("one", 1).saysEvent(2, "RESUMED", nil)
		if took := time.Since(began); took > 20*time.Second || len(first.State()) > 0 {
			t.Errorf("another runs its shard after %v", took)
		}
	})
}
