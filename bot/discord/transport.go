package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	dg "github.com/bwmarrin/discordgo"
)

// transport sends discordgo's requests to the address of the API, and has the rate limiter read
// the responses.
type transport struct {
	base   *url.URL // the address of the API with its version
	next   http.RoundTripper
	limits *rateLimiter
}

// routeKey is the key of the route of a request in its context.
type routeKey struct{}

// apiPrefix is how discordgo's addresses begin.
var apiPrefix = "/api/v" + dg.APIVersion + "/"

// apiPath returns the path of one of discordgo's addresses without apiPrefix.
func apiPath(u *url.URL) string { return strings.TrimPrefix(u.EscapedPath(), apiPrefix) }

// RoundTrip sends a request.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	path := apiPath(r.URL)
	out := r.Clone(r.Context())
	to, err := url.Parse(strings.TrimSuffix(t.base.String(), "/") + "/" + path)
	if err != nil {
		return nil, fmt.Errorf("address of the request: %w", err)
	}
	to.RawQuery = r.URL.RawQuery
	out.URL, out.Host = to, ""
	response, err := t.next.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	code := 0
	if response.StatusCode == http.StatusNotFound || response.StatusCode == http.StatusTooManyRequests {
		code = errorCode(response)
	}
	route, ok := r.Context().Value(routeKey{}).(route)
	if !ok { // discordgo composed the request
		route = routeOf(r.Method, path)
	}
	t.limits.record(route, response, code)
	if response.StatusCode == http.StatusBadGateway || code == tooManyOldEdits { // discordgo would hide it
		response.Body.Close()
		return nil, &Error{Status: response.StatusCode, Code: code, Message: http.StatusText(response.StatusCode)}
	}
	return response, nil
}

// errorCode reads Discord's error code from a response, whose body can still be read afterwards.
func errorCode(response *http.Response) int {
	text, err := io.ReadAll(io.LimitReader(response.Body, 64<<10))
	response.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(text), response.Body), response.Body}
	var refusal struct {
		Code int `json:"code"`
	}
	if err != nil || json.Unmarshal(text, &refusal) != nil {
		return 0
	}
	return refusal.Code
}

// ParseBase reads the address of the API. Its errors do not repeat the address, because it may be
// a secret that was put in the wrong place.
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
