package discordtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/internal/sandbox"
)

// A Server is a sandbox that a test fills and disturbs by its API for people, as a script would.
type Server struct{ *sandbox.Server }

// Start starts a sandbox.
func Start(o sandbox.Options) (*Server, error) {
	s, err := sandbox.Start(o)
	if err != nil {
		return nil, err
	}
	return &Server{s}, nil
}

// call sends a call that no user makes, and decodes the response.
func (s *Server) call(method, path string, in, out any) error {
	body, err := call(context.Background(), http.DefaultClient, method, s.URL()+"/sandbox/"+path, in)
	if err != nil {
		return err
	}
	defer body.Close()
	return json.NewDecoder(body).Decode(out)
}

// must sends a call that the sandbox never refuses.
func (s *Server) must(method, path string, in, out any) {
	if err := s.call(method, path, in, out); err != nil {
		panic(fmt.Errorf("%s %s: %w", method, path, err))
	}
}

// Send sends a request of the bot. The path begins with the version of the API if that is not 10.
func (s *Server) Send(method, path, contentType string, body []byte) (status int, answer string, err error) {
	if !strings.HasPrefix(path, "/api/") {
		path = "/api/v10" + path
	}
	r, err := http.NewRequest(method, s.URL()+path, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Authorization", "Bot "+s.Token())
	if len(body) > 0 {
		r.Header.Set("Content-Type", contentType)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, string(text), err
}

// SendJSON is Send with a body, unless that is nil, and files.
func (s *Server) SendJSON(method, path string, body any, files ...*dg.File) (status int, answer string, err error) {
	kind, text := "application/json", []byte(nil)
	if len(files) > 0 {
		kind, text, err = dg.MultipartBodyWithJSON(body, files)
	} else if body != nil {
		text, err = json.Marshal(body)
	}
	if err != nil {
		return 0, "", err
	}
	return s.Send(method, path, kind, text)
}

// Person adds a user. Their name must be new.
func (s *Server) Person(name string) (sandbox.ID, error) {
	var added sandbox.UserView
	err := s.call(http.MethodPost, "people", map[string]string{"name": name}, &added)
	return added.ID, err
}

// Club makes people, and a guild with the bot and them in it, which the first of them owns. Its channel has the id of the guild.
func (s *Server) Club(t testing.TB, names ...string) (guild sandbox.ID, people []*Person) {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	for _, name := range names {
		id, err := s.Person(name)
		must(err)
		people = append(people, As(s, id))
	}
	guild, err := s.Guild("Club", people[0].ID)
	must(err)
	must(s.Join(guild, s.AppID()))
	for _, p := range people[1:] {
		must(s.Join(guild, p.ID))
	}
	return guild, people
}

// SetBot has a guild add the bot, or remove it.
func (s *Server) SetBot(guild sandbox.ID, has bool) {
	method := http.MethodDelete
	if has {
		method = http.MethodPut
	}
	s.must(method, fmt.Sprintf("guilds/%s/bot", guild), nil, &struct{ Bot bool }{})
}

// AddFault announces a fault and returns its number.
func (s *Server) AddFault(f sandbox.Fault) (int, error) {
	var added struct{ ID int }
	err := s.call(http.MethodPost, "faults", f, &added)
	return added.ID, err
}

// RemoveFault removes a fault, and returns how often it happened; -1 if there is no such fault.
// Requests that hang because of it go on.
func (s *Server) RemoveFault(id int) int {
	removed := struct{ Happened int }{-1}
	if err := s.call(http.MethodDelete, fmt.Sprint("faults/", id), nil, &removed); err != nil {
		return -1
	}
	return removed.Happened
}

// Faults lists the faults that were not removed, also those that have run out.
func (s *Server) Faults() (list []sandbox.Fault) {
	s.must(http.MethodGet, "faults", nil, &list)
	return list
}

// Exchanges returns the latest requests of the bot, oldest first.
func (s *Server) Exchanges() (list []sandbox.Exchange) {
	s.must(http.MethodGet, "requests", nil, &list)
	return list
}

// World lists everything that exists.
func (s *Server) World() (world sandbox.World) {
	s.must(http.MethodGet, "world", nil, &world)
	return world
}

// Forward moves the clock of the users forward.
func (s *Server) Forward(by time.Duration) error {
	var moved struct{ Now string }
	return s.call(http.MethodPost, "clock", map[string]string{"forward": by.String()}, &moved)
}

// Sessions says how many sessions have a connection now.
func (s *Server) Sessions() int { return s.World().Connected }

// role returns the first role of a guild that is as wanted.
func (s *Server) role(guild sandbox.ID, wanted func(sandbox.RoleView) bool) sandbox.RoleView {
	for _, g := range s.World().Guilds {
		if i := slices.IndexFunc(g.Roles, wanted); g.ID == guild && i >= 0 {
			return g.Roles[i]
		}
	}
	return sandbox.RoleView{}
}

// BotRole returns the role of a guild that only the bot holds, since it joined; 0 if there is none.
func (s *Server) BotRole(guild sandbox.ID) sandbox.ID {
	return s.role(guild, func(r sandbox.RoleView) bool { return r.Managed }).ID
}

// Holds returns who holds a role of a guild.
func (s *Server) Holds(guild, role sandbox.ID) []sandbox.ID {
	return s.role(guild, func(r sandbox.RoleView) bool { return r.ID == role }).Members
}

// Hangup closes every connection to the gateway, with a code or, if it is zero, without one.
func (s *Server) Hangup(code int) { s.disturb(map[string]any{"do": "hangup", "code": code}) }

// AskReconnect asks every connection to be made anew.
func (s *Server) AskReconnect() { s.disturb(map[string]any{"do": "reconnect"}) }

// Invalidate tells every connection that its session is invalid: for good, or so that it may resume.
func (s *Server) Invalidate(resumable bool) {
	s.disturb(map[string]any{"do": "invalidate", "resumable": resumable})
}

func (s *Server) disturb(how map[string]any) {
	var done struct{ Connected int }
	s.must(http.MethodPost, "gateway", how, &done)
}

// Hold has a user hold a role, or no longer.
func (s *Server) Hold(who, role sandbox.ID, holds bool) error {
	method := http.MethodDelete
	if holds {
		method = http.MethodPut
	}
	var changed sandbox.UserView
	return s.call(method, fmt.Sprintf("people/%s/roles/%s", who, role), nil, &changed)
}
