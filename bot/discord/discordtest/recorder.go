package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	dg "github.com/bwmarrin/discordgo"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Request is a request to Discord.
type Request struct {
	Route    string   // the method and the address, with {id} and {token} in the places of those
	Callback int      // the type of an interaction callback; 0 if it is none
	Private  bool     // it is a message for one person
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

// RoundTrip checks a request, and makes it.
func (r *Recorder) RoundTrip(sent *http.Request) (*http.Response, error) {
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
	if _, err := check(nil, route, nil, kind, text); err != nil {
		t.Errorf("not as Discord takes it: %v", err)
	}
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
	takes, ok := routes[route]
	if !ok {
		return request, fmt.Errorf("%s is no request that is known", route)
	}
	b := &body{}
	for name := range query {
		if !slices.Contains(takes.query, name) {
			b.note("?"+name, "Discord knows no such parameter")
		}
	}
	if takes.body == nil {
		if len(text) > 0 || kind != "" {
			b.note("body", "there is one, of type %q", kind)
		}
		return request, b.wrong(route, text)
	}
	payload, err := b.read(kind, text)
	if err != nil {
		return request, fmt.Errorf("%s: %w", route, err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(payload))
	if err != nil {
		return request, fmt.Errorf("%s: %w", route, err)
	}
	takes.body(b, "", v)
	message := object(v)
	if strings.HasSuffix(route, "/callback") {
		request.Callback, message = whole(message["type"], 0), object(v, "data")
	}
	request.Private = whole(message["flags"], 0)&ephemeral != 0
	request.Controls = b.customIDs
	for _, f := range b.files {
		request.Files = append(request.Files, f.name)
	}
	err = b.wrong(route, payload)
	if d != nil {
		err = errors.Join(err, d.check(route, string(payload), "requestBody"))
	}
	return request, err
}

// wrong returns what is wrong with a body.
func (b *body) wrong(route string, payload []byte) error {
	if len(b.mistakes) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %w\n%s", route, errors.Join(b.mistakes...), payload)
}

// read reads a body with its files, and returns its JSON.
func (b *body) read(kind string, text []byte) (payload []byte, err error) {
	media, about, err := mime.ParseMediaType(kind)
	if err != nil || media == "application/json" {
		return text, err
	}
	if media != "multipart/form-data" {
		return nil, fmt.Errorf("a body is of type %s", kind)
	}
	if len(text) > maxBytes {
		b.note("body", "it has %d bytes", len(text))
	}
	parts := multipart.NewReader(bytes.NewReader(text), about["boundary"])
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, err
		}
		if part.FormName() == "payload_json" && payload == nil {
			payload = data
			continue
		}
		f := file{part.FormName(), part.FileName()}
		if want := fmt.Sprintf("files[%d]", len(b.files)); f.part != want || !fileName.MatchString(f.name) {
			b.note(f.part, "it is called %q, and %s was to come", f.name, want)
		}
		if _, _, err := mime.ParseMediaType(part.Header.Get("Content-Type")); err != nil || len(data) == 0 {
			b.note(f.part, "it has %d bytes of type %q", len(data), part.Header.Get("Content-Type"))
		}
		b.files = append(b.files, f)
	}
	if len(b.files) > maxFiles {
		b.note("files", "there are %d", len(b.files))
	}
	if !json.Valid(payload) {
		return nil, errors.New("payload_json is no JSON")
	}
	return payload, nil
}
