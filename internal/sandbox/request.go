package sandbox

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// CheckRequest returns what is wrong with a request of a bot: what a Server refuses that has all that the request is
// about, and fields that Discord does not know, which a Server ignores. The route is written as in
// "PATCH /channels/{id}/messages/{id}". CheckRequest also returns the JSON of the body and the names of its files.
func CheckRequest(route, contentType string, text []byte) (payload []byte, files []string, err error) {
	method, path, _ := strings.Cut(route, " ")
	r := routeOf(method, path)
	switch {
	case r == nil:
		return nil, nil, errors.New("no request that is known")
	case !r.hasBody(method) && (len(text) > 0 || contentType != ""):
		return nil, nil, fmt.Errorf("it has a body, of type %q", contentType)
	case !r.hasBody(method):
		return nil, nil, nil
	}
	b, err := r.readBody(method, contentType, bytes.NewReader(text))
	for _, f := range b.files {
		files = append(files, f.name)
	}
	if err != nil {
		return b.text, files, err
	}
	b.at.looked = map[string]bool{}
	if err = r.try(b); err == nil {
		b.at.unknown(b.fields)
		for i, v := range b.list {
			b.at.in(i).unknown(v)
		}
		err = b.at.err()
	}
	return b.text, files, err
}

// routeOf returns the route of a request; nil if there is none.
func routeOf(method, path string) *route {
	i := slices.IndexFunc(api, func(r route) bool {
		m, place, _ := strings.Cut(r.pattern, " ")
		return m == method && mayMatch(path, place)
	})
	if i < 0 {
		return nil
	}
	return &api[i]
}

// try does a call in a world of its own, which has one of each thing that a call can be about, as the call needs it.
func (r *route) try(b body) error {
	s := &Server{
		clock: dawn{}, log: slog.New(slog.DiscardHandler), published: make(chan struct{}),
		interactions: map[ID]*interaction{}, byToken: map[string]*interaction{},
	}
	s.life, s.end = context.WithCancel(context.Background())
	defer s.end()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world = newWorld(s.nextID())
	s.key = ed25519.NewKeyFromSeed(s.world.App.Seed)
	app := s.world.App.ID
	g := s.addGuild("Club", app, "general")
	status, _ := strconv.Atoi(fmt.Sprint(b.fields["status"]))
	begins := s.clock.Now().Add(time.Hour)
	event := ScheduledEvent{ID: s.nextID(), From: begins, Until: begins.AddDate(1000, 0, 0), Active: status == eventCompleted}
	g.Events = append(g.Events, event)

	d := &draft{pings: pingable(nil)}
	d.Author, d.Flags, d.Files, d.Components = s.user(app), ComponentsV2, keptFiles(b), []Component{{Kind: TextDisplay, Content: "x"}}
	m := s.send(s.world.Channels[g.ID], d)
	i := &interaction{kind: ApplicationCommand, person: app, channel: g.ID}
	switch kind, _ := strconv.Atoi(fmt.Sprint(b.fields["type"])); kind {
	case respondNothing, respondUpdate:
		i.kind, i.message = MessageComponent, m.ID
	case respondChoices:
		i.kind = AutocompleteRequest
	}
	s.start(i, map[string]any{})
	i.responded, i.original, i.messages = !strings.HasSuffix(r.pattern, "/callback"), m.ID, []ID{m.ID}

	c := &call{Request: &http.Request{URL: &url.URL{}}, header: http.Header{}, body: b}
	for name, id := range map[string]ID{
		"application": app, "guild": g.ID, "channel": g.ID, "message": m.ID, "interaction": i.id, "event": event.ID,
	} {
		c.SetPathValue(name, id.String())
	}
	c.SetPathValue("token", i.token)
	_, _, err := s.do(c, r)
	if e, ok := errors.AsType[*APIError](err); ok && e.Code == codeInvalidRecipients { // anybody can be there
		return nil
	}
	return err
}

// dawn is a clock that stands before all that bots plan.
type dawn struct{}

func (dawn) Now() time.Time                              { return epoch.Add(time.Hour) }
func (dawn) AfterFunc(time.Duration, func()) func() bool { return func() bool { return true } }

var (
	addressField = regexp.MustCompile(`"url":\s*("(?:[^"\\]|\\.)*")`)
	keptAddress  = regexp.MustCompile(`/(?:ephemeral-)?attachments/\d+/(\d+)/`)
)

// keptFiles returns the files that a message must have if a body is an edit of it: those that are listed by their ids or
// shown by their addresses.
func keptFiles(b body) (files []Attachment) {
	message := b.fields
	if data, ok := message["data"].(map[string]any); ok {
		message = data
	}
	listed, _ := message["attachments"].([]any)
	for _, v := range listed {
		item, _ := v.(map[string]any)
		if id, err := ParseID(fmt.Sprint(item["id"])); err == nil && id > maxFiles {
			name, _ := item["filename"].(string)
			files = append(files, Attachment{ID: id, Name: name})
		}
	}
	for _, found := range addressField.FindAllSubmatch(b.text, -1) {
		var shown string
		if json.Unmarshal(found[1], &shown) != nil {
			continue
		}
		if m := keptAddress.FindStringSubmatch(shown); m != nil {
			id, _ := ParseID(m[1])
			i := slices.IndexFunc(files, func(a Attachment) bool { return a.ID == id })
			if i < 0 {
				i = len(files)
				files = append(files, Attachment{ID: id})
			}
			files[i].URL = shown
		} else if name, ok := strings.CutPrefix(shown, "attachment://"); ok && !slices.ContainsFunc(b.files, func(u upload) bool { return u.name == name }) {
			if i := slices.IndexFunc(files, func(a Attachment) bool { return a.Name == "" }); i >= 0 {
				files[i].Name = name // it is called as it was
			}
		}
	}
	return files
}
