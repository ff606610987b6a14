package discordtest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	dg "github.com/bwmarrin/discordgo"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"doublecorner/internal/sandbox"
)

// Request is a request to Discord.
type Request struct {
	Route    string   // the method and the address, with {id} and {token} in the places of those
	Callback int      // the type of an interaction callback; 0 if it is none
	Files    []string // the names of the files sent along
	Controls []string // the custom ids of its buttons and menus, or of the modal
}

// Recorder is an http.RoundTripper below a client of a bot. It fails the test if a request breaks
// a limit or differs from Discord's description, unless the request is meant to be refused.
type Recorder struct {
	next        http.RoundTripper
	complain    func(error)
	description *Description
	refused     []string

	mu  sync.Mutex
	all []Request
}

// Record returns a Recorder that passes requests on. Requests that contain one of the refused
// texts may be invalid.
func Record(t testing.TB, refused ...string) *Recorder {
	t.Helper()
	next := http.DefaultTransport.(*http.Transport).Clone()
	next.MaxIdleConnsPerHost = 64
	return &Recorder{next: next, complain: whileRunning(t), description: description(t), refused: refused}
}

// RoundTrip checks a request, and makes it. Those for attachments are none to the API: Discord has other hosts for them.
func (r *Recorder) RoundTrip(sent *http.Request) (*http.Response, error) {
	if strings.HasPrefix(sent.URL.Path, "/attachments/") {
		return r.next.RoundTrip(sent)
	}
	var text []byte
	if sent.Body != nil {
		var err error
		text, err = io.ReadAll(sent.Body)
		sent.Body.Close()
		if err != nil {
			return nil, err
		}
		sent = sent.Clone(sent.Context())
		sent.Body = io.NopCloser(bytes.NewReader(text))
	}
	route, err := head(sent)
	request, wrong := check(r.description, route, sent.URL.Query(), sent.Header.Get("Content-Type"), text)
	if !slices.ContainsFunc(r.refused, func(part string) bool { return bytes.Contains(text, []byte(part)) }) {
		r.complain(errors.Join(err, wrong))
	}
	r.mu.Lock()
	r.all = append(r.all, request)
	r.mu.Unlock()
	return r.next.RoundTrip(sent)
}

// Requests returns the requests until now.
func (r *Recorder) Requests() []Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.all)
}

// Check fails the test if the data and files of a request break a limit. It encodes them as
// discordgo does.
func Check(t testing.TB, route string, data any, files []*dg.File) {
	t.Helper()
	kind, text, err := dg.MultipartBodyWithJSON(data, files)
	if err != nil {
		t.Fatal(err)
	}
	_, boundary, _ := strings.Cut(kind, "boundary=")
	request := route + strings.ReplaceAll(string(text), boundary, "")
	if _, known := taken.Load(request); known && len(files) == 0 {
		return
	}
	if _, err := check(nil, route, nil, kind, text); err != nil {
		t.Errorf("not as Discord takes it: %v", err)
	} else if len(files) == 0 {
		taken.Store(request, true)
	}
}

// taken has the requests without files that Check has found to be right.
var taken sync.Map

// CheckRequest returns what is wrong with the body of a request, also by the description unless that is nil.
func (d *Description) CheckRequest(route, kind string, text []byte) error {
	_, err := check(d, route, nil, kind, text)
	return err
}

var (
	address   = regexp.MustCompile(`^(?:/[^/]+)*/api/v10(/.*)$`)
	ids       = regexp.MustCompile(`/[0-9]{1,20}(/|$)`)
	tokens    = regexp.MustCompile(`^/(interactions|webhooks)/\{id\}/[^/]+`)
	userAgent = regexp.MustCompile(`^DiscordBot \(https?://[^\s,()]+, [^\s,()]+\)`)
)

// head checks the method, address and headers of a request, and returns its route.
func head(r *http.Request) (route string, err error) {
	path := address.FindStringSubmatch(r.URL.EscapedPath())
	if path == nil {
		return "", fmt.Errorf("%s is no address of version 10 of the API", r.URL.Path)
	}
	place := ids.ReplaceAllString(path[1], "/{id}$1")
	place = tokens.ReplaceAllString(ids.ReplaceAllString(place, "/{id}$1"), "/$1/{id}/{token}")
	route = r.Method + " " + place
	if agent := r.Header.Get("User-Agent"); !userAgent.MatchString(agent) {
		err = fmt.Errorf("%s: the user agent %q is not DiscordBot (URL, version)", route, agent)
	}
	if byToken := tokens.MatchString(place); !byToken && !strings.HasPrefix(r.Header.Get("Authorization"), "Bot ") {
		err = errors.Join(err, fmt.Errorf("%s: it does not say who asks", route))
	}
	return route, err
}

// check checks the query and the body of a request against the limits, and against the description
// unless it is nil.
func check(d *Description, route string, query url.Values, kind string, text []byte) (Request, error) {
	request := Request{Route: route}
	var wrong []error
	for name := range query {
		if !slices.Contains(queries[route], name) {
			wrong = append(wrong, fmt.Errorf("?%s: Discord knows no such parameter", name))
		}
	}
	payload, files, err := sandbox.CheckRequest(route, kind, text)
	request.Files, wrong = files, append(wrong, err)
	var body any
	if err == nil && len(payload) > 0 {
		body, err = jsonschema.UnmarshalJSON(bytes.NewReader(payload))
		wrong = append(wrong, err)
	}
	m := object(body)
	isCallback := strings.HasSuffix(route, "/callback")
	if isCallback {
		request.Callback, m = whole(m["type"], 0), object(body, "data")
	}
	request.Controls = controls(m)
	isFollowUp := strings.HasPrefix(route, "POST /webhooks/")
	isNew := request.Callback == callbackMessage || isFollowUp || strings.HasPrefix(route, "POST ") && strings.HasSuffix(route, "/messages")
	isEdit := request.Callback == callbackUpdate || strings.HasPrefix(route, "PATCH ") && strings.Contains(route, "/messages/")
	if err == nil && (isNew || isEdit) {
		wrong = append(wrong, promised(m, isCallback || isFollowUp, isEdit, len(files)))
	}
	if d != nil {
		wrong = append(wrong, d.check(route, string(payload), "requestBody"))
	}
	if err := errors.Join(wrong...); err != nil {
		return request, fmt.Errorf("%s: %w\n%s", route, err, payload)
	}
	return request, nil
}
