package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"doublecorner/bot/sandbox"
)

// hearing collects what a gateway hears.
type hearing struct {
	mu  sync.Mutex
	all []string
}

func (h *hearing) heard(i *dg.Interaction) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, what(i))
}

func (h *hearing) has(want ...string) func() bool {
	return func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return slices.Equal(h.all, want)
	}
}

// sends has Anna send a command, and waits for nothing.
func (w *town) sends(what string) {
	w.t.Helper()
	_, err := w.anna.Command(w.t.Context(), sandbox.Use{Channel: w.room, Command: "do", Options: map[string]any{"what": what}, NoWait: true})
	must(w.t, err)
}

func (w *town) misbehaves(f sandbox.Fault) int {
	w.t.Helper()
	id, err := w.Misbehave(f)
	must(w.t, err)
	return id
}

// Whatever happens to the connection, every interaction is heard once and in its order,
// and the session is kept where it can be.
func TestGateway(t *testing.T) {
	tests := []struct {
		name            string
		before          func(*town)
		between         func(*town)
		starts, resumes int
	}{
		{"nothing", nil, nil, 1, 0},
		{"the line breaks", nil, func(w *town) { w.Hangup(0) }, 1, 1},
		{"Discord closes the connection", nil, func(w *town) { w.Hangup(4000) }, 1, 1},
		{"Discord goes away", nil, func(w *town) { w.Hangup(1001) }, 1, 1},
		{"Discord asks to connect anew", nil, func(w *town) { w.AskReconnect() }, 1, 1},
		{"Discord asks to resume", nil, func(w *town) { w.Invalidate(true) }, 1, 1},
		{"the session is lost", nil, func(w *town) { w.Invalidate(false) }, 2, 0},
		{"the session is too old", nil, func(w *town) { w.Hangup(4009) }, 2, 0},
		{"the line breaks instead of an event", func(w *town) {
			w.misbehaves(sandbox.Fault{Do: sandbox.Disconnect, Event: "INTERACTION_CREATE", Skip: 1, Times: 1})
		}, nil, 1, 1},
		{"events come twice", func(w *town) {
			w.misbehaves(sandbox.Fault{Do: sandbox.Duplicate, Event: "INTERACTION_CREATE"})
		}, nil, 1, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w, h := newTown(t, sandbox.Options{}), &hearing{}
			if test.before != nil {
				test.before(w)
			}
			seen := map[string]bool{}
			g := w.listen(func(i *dg.Interaction) {
				if !seen[i.ID] { // as the desk does
					h.heard(i)
				}
				seen[i.ID] = true
			})
			w.sends("before")
			eventually(t, "what was sent before", h.has("before"))
			if test.between != nil {
				test.between(w)
				eventually(t, "the connection", func() bool {
					s := g.State()[0]
					return s.Connected && s.Starts == test.starts && s.Resumes == test.resumes
				})
			}
			w.sends("after")
			eventually(t, "what was sent after", h.has("before", "after"))
			eventually(t, "the counts", func() bool { s := g.State()[0]; return s.Starts == test.starts && s.Resumes == test.resumes })
		})
	}
}

// What happens while nobody listens is heard afterwards.
func TestMissed(t *testing.T) {
	w, h := newTown(t, sandbox.Options{}), &hearing{}
	slow := quick
	slow.Reconnect, slow.Slowest = 200*time.Millisecond, 400*time.Millisecond
	w.run(NewGateway(GatewayConfig{Token: w.Token(), Info: w.client.Gateway, Heard: h.heard, Log: w.log, Times: slow}))
	w.Hangup(0)
	eventually(t, "the break", func() bool { return w.Sessions() == 0 })
	for i := range 3 {
		w.sends(fmt.Sprint(i))
	}
	eventually(t, "what was missed", h.has("0", "1", "2"))
}

// discordgo notices after five heartbeats that nobody hears them, and then throws the
// session away.
func TestDeafGateway(t *testing.T) {
	w, h := newTown(t, sandbox.Options{Heartbeat: 100 * time.Millisecond}), &hearing{}
	g := w.listen(h.heard)
	deaf := w.misbehaves(sandbox.Fault{Do: sandbox.Deaf})
	eventually(t, "the end of the connection", func() bool { return strings.Contains(g.State()[0].LastError, "nobody hears") })
	if w.Behave(deaf) > 3 {
		t.Error("several heartbeats were not heard before it was noticed")
	}
	eventually(t, "another", g.Ready)
	if s := g.State()[0]; s.Starts != 1 || s.Resumes == 0 {
		t.Errorf("the session is thrown away: %+v", s)
	}
	w.sends("after")
	eventually(t, "what is sent then", h.has("after"))
}

func TestShards(t *testing.T) {
	tests := []struct {
		shards Shards
		want   []int
	}{{Shards{}, []int{0, 1, 2, 3}}, {Shards{1, 2, 4}, []int{1, 2}}, {Shards{0, 0, 1}, []int{0}}}
	for _, test := range tests {
		t.Run(test.shards.String(), func(t *testing.T) {
			w := newTown(t, sandbox.Options{Shards: 4, Concurrency: 2})
			g := NewGateway(GatewayConfig{Token: w.Token(), Info: w.client.Gateway, Shards: test.shards, Heard: (&hearing{}).heard, Log: w.log, Times: quick})
			w.run(g)
			var got []int
			for _, s := range g.State() {
				got = append(got, s.Shard)
			}
			if !slices.Equal(got, test.want) || w.Sessions() != len(test.want) {
				t.Errorf("shards %v in %d sessions, want %v", got, w.Sessions(), test.want)
			}
		})
	}
}

// fake is a gateway that says what a test wants it to.
type fake struct {
	*httptest.Server
	script func(n int, path string, c *websocket.Conn) // of the connection so manieth

	mu          sync.Mutex
	connections int
}

func newFake(t *testing.T, script func(n int, path string, c *websocket.Conn)) *fake {
	f := &fake{script: script}
	upgrader := websocket.Upgrader{}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		f.mu.Lock()
		n := f.connections
		f.connections++
		f.mu.Unlock()
		f.script(n, r.URL.Path, c)
	}))
	t.Cleanup(f.CloseClientConnections)
	return f
}

func (f *fake) address() string { return "ws" + strings.TrimPrefix(f.URL, "http") }

// info tells of a gateway with so many starts left.
func (f *fake) info(starts int) func(context.Context) (*dg.GatewayBotResponse, error) {
	return func(context.Context) (*dg.GatewayBotResponse, error) {
		info := &dg.GatewayBotResponse{URL: f.address(), Shards: 1}
		info.SessionStartLimit.Total, info.SessionStartLimit.Remaining, info.SessionStartLimit.MaxConcurrency = 1000, starts, 1
		return info, nil
	}
}

func (f *fake) gateway(times Times) *Gateway {
	return NewGateway(GatewayConfig{Token: "t", Info: f.info(1000), Heard: (&hearing{}).heard, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Times: times})
}

func hello(c *websocket.Conn) {
	c.WriteJSON(map[string]any{"op": 10, "d": map[string]any{"heartbeat_interval": 60000}})
}

// next returns the first frame of the bot that is no heartbeat.
func nextFrame(c *websocket.Conn) (op int, text string) {
	for {
		var f frame
		if c.ReadJSON(&f) != nil {
			return -1, ""
		}
		if f.Op != opBeat {
			return f.Op, string(f.Data)
		}
	}
}

// discordgo reconnects for ever with a token that Discord does not know.
func TestFatal(t *testing.T) {
	for code, end := range endings {
		if end.next != cease {
			continue
		}
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			f := newFake(t, func(_ int, _ string, c *websocket.Conn) {
				hello(c)
				nextFrame(c)
				c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
				nextFrame(c)
			})
			err := f.gateway(quick).Run(t.Context())
			var fatal *GatewayError
			if !errors.As(err, &fatal) || fatal.Code != code || fatal.Why == "" {
				t.Errorf("it ends with %v", err)
			}
		})
	}
	refused := func(context.Context) (*dg.GatewayBotResponse, error) { return nil, &Error{Status: 401} }
	g := NewGateway(GatewayConfig{Info: refused, Log: slog.New(slog.DiscardHandler), Times: quick})
	if err := g.Run(t.Context()); err == nil {
		t.Error("it goes on without being told where the gateway is")
	}
}

// discordgo hangs on gateways that say nothing, at whatever point.
func TestSilence(t *testing.T) {
	tests := map[string]func(*websocket.Conn){
		"no hello":         func(*websocket.Conn) {},
		"nothing after it": func(c *websocket.Conn) { hello(c) },
		"no more":          func(c *websocket.Conn) { hello(c); nextFrame(c) },
	}
	for name, script := range tests {
		t.Run(name, func(t *testing.T) {
			again := make(chan struct{})
			f := newFake(t, func(n int, _ string, c *websocket.Conn) {
				if n == 2 {
					close(again)
				}
				script(c)
				nextFrame(c) // until the bot has had enough
			})
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error)
			times := quick
			times.Patience = 30 * time.Millisecond
			go func() { ended <- f.gateway(times).Run(ctx) }()
			<-again
			cancel()
			must(t, <-ended)
		})
	}
}

// discordgo goes back to where sessions are begun rather than where they go on.
func TestResumeAddress(t *testing.T) {
	paths := make(chan string, 10)
	var f *fake
	f = newFake(t, func(n int, path string, c *websocket.Conn) {
		hello(c)
		op, text := nextFrame(c)
		paths <- fmt.Sprintf("%s %d %s", path, op, text)
		if n == 0 {
			c.WriteJSON(map[string]any{"op": 0, "s": 1, "t": "READY", "d": map[string]any{"session_id": "S", "resume_gateway_url": f.address() + "/resume"}})
			c.WriteJSON(map[string]any{"op": 0, "s": 7, "t": "SOMETHING_NEW", "d": []int{1}})
			return
		}
		c.WriteJSON(map[string]any{"op": 0, "s": 8, "t": "RESUMED", "d": nil})
		nextFrame(c)
	})
	g := f.gateway(quick)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- g.Run(ctx) }()
	if first := <-paths; !strings.HasPrefix(first, "/ 2 ") {
		t.Errorf("at first: %s", first)
	}
	if second, want := <-paths, `/resume/ 6 {"seq":7,"session_id":"S","token":"t"}`; second != want {
		t.Errorf("then: %s, want %s", second, want)
	}
	eventually(t, "the session", func() bool { return g.State()[0].Resumes == 1 })
	cancel()
	must(t, <-ended)
}

// discordgo answers an invalid session by identifying itself at once, again and again.
func TestIdentifyStorm(t *testing.T) {
	const every = 20 * time.Millisecond
	var mu sync.Mutex
	var at []time.Time
	f := newFake(t, func(_ int, _ string, c *websocket.Conn) {
		hello(c)
		if op, _ := nextFrame(c); op == opIdentify {
			mu.Lock()
			at = append(at, time.Now())
			mu.Unlock()
		}
		c.WriteJSON(map[string]any{"op": 9, "d": false})
		if op, _ := nextFrame(c); op == opIdentify {
			t.Error("it identifies itself on a connection whose session is not known")
		}
	})
	times := quick
	times.Identify = every
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- f.gateway(times).Run(ctx) }()
	eventually(t, "some sessions", func() bool { mu.Lock(); defer mu.Unlock(); return len(at) >= 5 })
	cancel()
	must(t, <-ended)
	if took := at[4].Sub(at[0]); took < 4*every {
		t.Errorf("five sessions were begun within %v", took)
	}
}

// When the day's starts are used up, the bot waits for the next day rather than having
// its token taken away.
func TestNoStarts(t *testing.T) {
	f := newFake(t, func(int, string, *websocket.Conn) { t.Error("it connects") })
	asked := make(chan struct{}, 100)
	g := NewGateway(GatewayConfig{Token: "t", Log: slog.New(slog.DiscardHandler), Times: quick, Info: func(ctx context.Context) (*dg.GatewayBotResponse, error) {
		asked <- struct{}{}
		info, err := f.info(0)(ctx)
		info.SessionStartLimit.ResetAfter = 1
		return info, err
	}})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- g.Run(ctx) }()
	for range 3 {
		<-asked
	}
	cancel()
	must(t, <-ended)
}

// Nothing a gateway says makes the bot fall.
func TestNonsense(t *testing.T) {
	frames := []string{
		`{`, `[]`, `null`, `{"op":"x"}`, `{"op":99}`, `{"op":10}`, `{"op":11}`, `{"op":9}`, `{"op":7}`,
		`{"op":0,"s":2,"t":"INTERACTION_CREATE"}`,
		`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":{"id":5}}`,
		`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":{"id":"5","token":"t","type":3,"data":{"component_type":99},"message":{"components":[{"type":99}]}}}`,
		`{"op":0,"s":2,"t":"READY","d":7}`, `{"op":0,"s":2,"t":"RESUMED","d":7}`, `{"op":0,"s":"x"}`,
	}
	for _, text := range frames {
		t.Run(text, func(t *testing.T) {
			again := make(chan struct{})
			f := newFake(t, func(n int, _ string, c *websocket.Conn) {
				if n == 1 {
					close(again)
				}
				hello(c)
				nextFrame(c)
				c.WriteJSON(map[string]any{"op": 0, "s": 1, "t": "READY", "d": map[string]any{"session_id": "S"}})
				c.WriteMessage(websocket.TextMessage, []byte(text))
				c.WriteJSON(map[string]any{"op": 7}) // so that there is a second time
				nextFrame(c)
			})
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() { ended <- f.gateway(quick).Run(ctx) }()
			<-again
			cancel()
			must(t, <-ended)
		})
	}
}

// An interaction that discordgo cannot read comes without its data, and can be answered.
func TestRead(t *testing.T) {
	tests := []struct {
		text string
		id   string
		data bool
	}{
		{`{"id":"5","token":"t","type":2,"data":{"name":"do","type":1}}`, "5", true},
		{`{"id":"5","token":"t","type":3,"data":{"custom_id":"x","component_type":2},"message":{"id":"1","components":[{"type":17,"components":[{"type":10,"content":"x"}]}]}}`, "5", true},
		{`{"id":"5","token":"t","type":3,"data":{"custom_id":"x","component_type":2},"message":{"id":"1","components":[{"type":99}]}}`, "5", false},
		{`{"id":"5","token":"t","type":77,"data":{}}`, "5", false},
		{`{"type":1}`, "", false},
		{`{"type":2,"data":{"name":"do"}}`, "error", false},
		{`{"id":5}`, "error", false},
		{`nonsense`, "error", false},
	}
	for _, test := range tests {
		i, err := read([]byte(test.text))
		if test.id == "error" {
			if err == nil {
				t.Errorf("%s is read as %+v", test.text, i)
			}
			continue
		}
		if err != nil || i.ID != test.id || (i.Data != nil) != test.data {
			t.Errorf("%s: %+v, %v", test.text, i, err)
		}
	}
}

func FuzzReadInteraction(f *testing.F) {
	f.Add([]byte(`{"id":"5","token":"t","type":2,"data":{"name":"do","type":1,"options":[{"name":"x","type":3,"value":"y"}]}}`))
	f.Add([]byte(`{"id":"5","token":"t","type":3,"data":{"custom_id":"x"},"message":{"components":[{"type":99}]},"member":null}`))
	f.Add([]byte(`{"id":"5","token":"t","type":5,"data":{"components":[{"type":1,"components":[{"type":4}]}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		i, err := read(text)
		if err != nil {
			return
		}
		asks(i)
		subject(i)
		if _, err := json.Marshal(i.ID); err != nil || i.Type != dg.InteractionPing && i.Token == "" {
			t.Errorf("%q cannot be answered", text)
		}
	})
}
