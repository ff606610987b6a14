package discord

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	dg "github.com/bwmarrin/discordgo"
)

// pacer sends discordgo's requests where Discord is, and none that Discord has asked to
// wait with: those fail at once, so that who made them can do something else meanwhile.
type pacer struct {
	base *url.URL // the address of the API, with its version
	next http.RoundTripper
	now  func() time.Time

	mu    sync.Mutex
	until map[string]time.Time // when the next request to a place may be made; "" is everywhere
}

// everywhere is the place of the limit that counts all requests but those which answer
// interactions.
const everywhere = ""

// maxPauses is how many places are remembered before those are forgotten that may be
// asked again.
const maxPauses = 1000

// usual is what discordgo's addresses begin with.
var usual = "/api/v" + dg.APIVersion + "/"

func (p *pacer) RoundTrip(r *http.Request) (*http.Response, error) {
	tail, _ := strings.CutPrefix(r.URL.EscapedPath(), usual)
	place := r.Method + " " + tail
	if wait := p.wait(place); wait > 0 {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, &Error{Status: http.StatusTooManyRequests, Message: "not asked, as it is too soon", After: wait}
	}
	out := r.Clone(r.Context())
	to, err := url.Parse(strings.TrimSuffix(p.base.String(), "/") + "/" + tail)
	if err != nil {
		return nil, fmt.Errorf("address of the request: %w", err)
	}
	to.RawQuery = r.URL.RawQuery
	out.URL, out.Host = to, ""
	response, err := p.next.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	if response.StatusCode == http.StatusBadGateway { // discordgo would not say so
		response.Body.Close()
		return nil, &Error{Status: response.StatusCode, Message: http.StatusText(response.StatusCode)}
	}
	p.heed(place, response)
	return response, nil
}

// answers tells whether a request answers an interaction. Only limits of its own apply.
func answers(place string) bool {
	_, tail, _ := strings.Cut(place, " ")
	first, _, _ := strings.Cut(tail, "/")
	return first == "interactions" || first == "webhooks"
}

// wait returns how long a request to a place must wait.
func (p *pacer) wait(place string) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	until := p.until[place]
	if everybody := p.until[everywhere]; everybody.After(until) && !answers(place) {
		until = everybody
	}
	return until.Sub(p.now())
}

// heed remembers what a response says about the next request, and keeps it from
// discordgo, which would sleep.
func (p *pacer) heed(place string, response *http.Response) {
	h := response.Header
	var wait time.Duration
	switch {
	case response.StatusCode == http.StatusTooManyRequests:
		wait = seconds(h.Get("Retry-After"))
		if h.Get("X-RateLimit-Global") != "" {
			place = everywhere
		}
	case h.Get("X-RateLimit-Remaining") == "0":
		wait = seconds(h.Get("X-RateLimit-Reset-After"))
	}
	for name := range h {
		if strings.HasPrefix(name, "X-Ratelimit-") {
			delete(h, name)
		}
	}
	if wait <= 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if len(p.until) >= maxPauses {
		for place, until := range p.until {
			if !until.After(now) {
				delete(p.until, place)
			}
		}
	}
	p.until[place] = now.Add(wait)
}

// seconds reads how long to wait: seconds, and parts of them.
func seconds(text string) time.Duration {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n > 0) {
		return 0
	}
	return time.Duration(min(n, 24*60*60) * float64(time.Second))
}

// ParseBase reads the address of the API. Errors do not repeat it: whatever was put in its
// place may be a secret.
func ParseBase(address string) (*url.URL, error) {
	base, err := url.Parse(address)
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" {
		return nil, fmt.Errorf("it is no address of an API; Discord's is %s", DefaultBase)
	}
	if !versioned.MatchString(base.Path) {
		return nil, fmt.Errorf("it does not end in a version, as Discord's does: %s", DefaultBase)
	}
	return base, nil
}

var versioned = regexp.MustCompile(`/api/v[0-9]+/?$`)
