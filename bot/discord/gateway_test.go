package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/discord/discordtest"
	"doublecorner/bot/sandbox"
)

// sandboxGateway is a gateway of the sandbox over real sockets, with a user named Anna.
type sandboxGateway struct {
	*discordtest.Server
	t      *testing.T
	config GatewayConfig
	anna   *discordtest.Person
	room   sandbox.ID

	mu    sync.Mutex
	heard []string
}

func newSandboxGateway(t *testing.T, o sandbox.Options) *sandboxGateway {
	t.Helper()
	o.Limits.Off = true
	if o.IdentifyEvery == 0 {
		o.IdentifyEvery = -1
	}
	server, err := discordtest.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	s := &sandboxGateway{Server: server, t: t}
	t.Cleanup(func() { s.works(server.Close()) })
	anna, err := server.Person("Anna")
	s.works(err)
	s.room, err = server.Guild("The Club", anna)
	s.works(err)
	s.works(server.Join(s.room, server.AppID()))
	s.anna = discordtest.As(server, anna)
	s.works(s.request("PUT", fmt.Sprintf("/applications/%s/commands", server.AppID()), `[{"name": "hello", "description": "x"}]`, nil))
	s.config = GatewayConfig{
		Token: server.Token(), WaitUnit: 20 * time.Millisecond,
		Info: func(context.Context) (*dg.GatewayBotResponse, error) {
			info := &dg.GatewayBotResponse{}
			return info, s.request("GET", "/gateway/bot", "", info)
		},
		OnInteraction: func(i delivery.Interaction) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.heard = append(s.heard, i.ID)
		},
	}
	return s
}

func (s *sandboxGateway) works(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// request makes a request to the sandbox's API.
func (s *sandboxGateway) request(method, path, body string, answer any) error {
	r, err := http.NewRequest(method, s.URL()+"/api/v10"+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bot "+s.Token())
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return errors.New(response.Status)
	}
	if answer == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

// run starts a gateway that stops with the test, and waits until it is connected.
func (s *sandboxGateway) run() *Gateway {
	s.t.Helper()
	g := NewGateway(s.config)
	ctx, cancel := context.WithCancel(context.Background())
	result := make(chan error)
	go func() { result <- g.Run(ctx) }()
	s.t.Cleanup(func() {
		cancel()
		s.works(<-result)
	})
	s.until("it is connected", g.Ready)
	return g
}

// until waits for a condition.
func (s *sandboxGateway) until(what string, done func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("it does not happen that %s", what)
		}
	}
}

// uses has Anna use a command, and returns the ID of the interaction.
func (s *sandboxGateway) uses() string {
	s.t.Helper()
	out, err := s.anna.Command(s.t.Context(), sandbox.CommandRequest{Channel: s.room, Command: "hello", NoWait: true})
	s.works(err)
	return out.Interaction.String()
}

func (s *sandboxGateway) hears(ids ...string) {
	s.t.Helper()
	s.until(fmt.Sprintf("%q are heard", ids), func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return strings.Join(s.heard, " ") == strings.Join(ids, " ")
	})
}

// TestGatewayGoesOn checks that no interaction is lost when a connection ends and its session is
// resumed.
func TestGatewayGoesOn(t *testing.T) {
	for name, end := range map[string]func(*sandboxGateway){
		"without a word":  func(s *sandboxGateway) { s.Hangup(0) },
		"with a code":     func(s *sandboxGateway) { s.Hangup(4000) },
		"going away":      func(s *sandboxGateway) { s.Hangup(1001) },
		"asked to":        func(s *sandboxGateway) { s.AskReconnect() },
		"invalid for now": func(s *sandboxGateway) { s.Invalidate(true) },
		"instead of an event": func(s *sandboxGateway) {
			_, err := s.AddFault(sandbox.Fault{Do: sandbox.Disconnect, Event: "INTERACTION_CREATE", Times: 1})
			s.works(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSandboxGateway(t, sandbox.Options{})
			g := s.run()
			before := s.uses()
			s.hears(before)
			end(s)
			after := s.uses()
			s.hears(before, after)
			s.until("the session goes on", func() bool { return g.Ready() && g.State()[0].Resumes == 1 })
			if got := g.State()[0]; got.Identifies != 1 || got.LastError == "" {
				t.Errorf("the shard is %+v", got)
			}
		})
	}
}

func TestGatewayWithFaults(t *testing.T) {
	s := newSandboxGateway(t, sandbox.Options{})
	s.run()
	for _, f := range []sandbox.Fault{
		{Do: sandbox.Drop, Event: "INTERACTION_CREATE", Times: 1},
		{Do: sandbox.Duplicate, Event: "INTERACTION_CREATE", Times: 1},
		{Do: sandbox.Delay, Event: "INTERACTION_CREATE", Times: 1, Millis: 50},
	} {
		_, err := s.AddFault(f)
		s.works(err)
	}
	s.uses() // is lost
	twice := s.uses()
	late, last := s.uses(), ""
	s.hears(twice, twice, late)
	last = s.uses()
	s.hears(twice, twice, late, last)
}

func TestGatewayOfManyShards(t *testing.T) {
	s := newSandboxGateway(t, sandbox.Options{Shards: 8, Concurrency: 4, IdentifyEvery: 30 * time.Millisecond})
	g := s.run()
	for i, shard := range g.State() {
		if shard.ID != i || shard.Total != 8 || !shard.Connected {
			t.Errorf("shard %d is %+v", i, shard)
		}
	}
	if n := s.Sessions(); n != 8 {
		t.Errorf("there are %d sessions", n)
	}
	s.hears(s.uses())
}

func TestGatewayOfAPart(t *testing.T) {
	s := newSandboxGateway(t, sandbox.Options{Shards: 8})
	s.config.Shards = Shards{First: 2, Last: 3, Total: 4}
	g := s.run()
	if got := g.State(); len(got) != 2 || got[0].ID != 2 || got[1].ID != 3 || got[1].Total != 4 {
		t.Errorf("there are %+v", got)
	}
}

func TestGatewayThatCannotWork(t *testing.T) {
	for code, change := range map[int]func(*GatewayConfig){
		4004: func(c *GatewayConfig) { c.Token = "another" },
		4010: func(c *GatewayConfig) { c.Shards = Shards{First: 5, Last: 5, Total: 5} },
	} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			s := newSandboxGateway(t, sandbox.Options{})
			change(&s.config)
			err := NewGateway(s.config).Run(t.Context())
			if fatal, ok := errors.AsType[*GatewayError](err); !ok || fatal.Code != code {
				t.Errorf("it ends with %v", err)
			}
		})
	}
}

// TestGatewayLeaves checks that no session is left to resume when the program ends.
func TestGatewayLeaves(t *testing.T) {
	s := newSandboxGateway(t, sandbox.Options{})
	g := NewGateway(s.config)
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error)
	go func() { result <- g.Run(ctx) }()
	s.until("it is connected", g.Ready)
	cancel()
	s.works(<-result)
	if g.Ready() {
		t.Error("it is ready in spite of that")
	}
	s.until("the session has ended", func() bool { return s.Sessions() == 0 })
}
