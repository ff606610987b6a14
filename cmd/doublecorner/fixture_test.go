package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"doublecorner/bot/discord"
	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/rate"
	"doublecorner/internal/sandbox"
	"doublecorner/store"
	"doublecorner/store/postgres"
)

// fixture is a sandbox with a server and people, and the settings of a bot in it.
type fixture struct {
	*discordtest.Server
	t              *testing.T
	settings       config.Config
	observe        func(discord.Handled)
	recorder       *discordtest.Recorder // of the bot's requests; nil where nobody looks
	transport      http.RoundTripper     // above the recorder; nil: none
	used           map[string]bool       // the commands and the actions of buttons that people used; nil if nobody looks
	volatile       bool                  // the games are gone if the machine crashes
	channel        sandbox.ID
	anna, ben, mod *discordtest.Person
}

// newFixture makes a fixture in which every request of the bot is checked against Discord's limits and
// description.
func newFixture(t *testing.T, o sandbox.Options) *fixture {
	t.Helper()
	o.Observe = both(o.Observe, discordtest.Observe(t))
	w := newUncheckedFixture(t, o)
	w.recorder, w.used = discordtest.Record(t), map[string]bool{}
	return w
}

// newUncheckedFixture makes a fixture without these checks, which take longer than the requests.
func newUncheckedFixture(t *testing.T, o sandbox.Options) *fixture {
	t.Helper()
	o.Limits.Off, o.IdentifyEvery = o.Limits.Global == 0, cmp.Or(o.IdentifyEvery, -1)
	s, err := discordtest.Start(o)
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	w := &fixture{Server: s, t: t, settings: config.Default()}
	var people []*discordtest.Person
	for _, name := range []string{"Mod", "Anna", "Ben"} {
		id, err := s.Person(name)
		must(t, err)
		people = append(people, discordtest.As(s, id))
	}
	w.mod, w.anna, w.ben = people[0], people[1], people[2]
	w.channel, err = s.Guild("Club", w.mod.ID)
	must(t, err)
	for _, who := range []sandbox.ID{w.anna.ID, w.ben.ID, s.AppID()} {
		must(t, s.Join(w.channel, who))
	}
	must(t, s.Overwrite(w.channel, s.AppID(), sandbox.Overwrite{Deny: sandbox.CreatePublicThread})) // games stay in the channel
	w.settings.Data = filepath.Join(t.TempDir(), "games.db")
	w.settings.Discord.Token = config.Secret(s.Token())
	w.settings.Discord.API = s.URL() + "/api/v10"
	return w
}

// bySignedPosts has interactions arrive as signed posts instead of over the gateway.
func (w *fixture) bySignedPosts() {
	w.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(w.t, err)
	w.settings.Posts.Listen = l.Addr().String()
	w.settings.Posts.PublicKey = hex.EncodeToString(w.PublicKey())
	w.settings.Gateway.On = false
	must(w.t, l.Close())
}

// joins makes a person who is in a server.
func (w *fixture) joins(guild sandbox.ID, name string) *discordtest.Person {
	w.t.Helper()
	id, err := w.Person(name)
	must(w.t, err)
	must(w.t, w.Join(guild, id))
	return discordtest.As(w.Server, id)
}

// stored opens the games for reading.
func (w *fixture) stored() (kept keeper) {
	w.t.Helper()
	var err error
	if postgres.IsAddress(w.settings.Data) {
		kept, err = postgres.Open(w.t.Context(), w.settings.Data, postgres.Options{ReadOnly: true})
	} else {
		kept, err = store.Open(w.settings.Data, store.Options{ReadOnly: true})
	}
	must(w.t, err)
	return kept
}

func both(a, b func(sandbox.Exchange)) func(sandbox.Exchange) {
	if a == nil {
		return b
	}
	return func(e sandbox.Exchange) { a(e); b(e) }
}

// boundless lets people act as fast as machines.
var boundless = discord.Rates{User: rate.Limit{AtOnce: 1e6, ASecond: 1e6},
	Autocomplete: rate.Limit{AtOnce: 1e6, ASecond: 1e6}, Guild: rate.Limit{AtOnce: 1e6, ASecond: 1e6}}

// serve runs the bot until stop is called or the test ends.
func (w *fixture) serve() (stop func()) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready := make(chan struct{})
	var running sync.WaitGroup
	s := &service{
		config: w.settings, volatile: w.volatile, now: w.Now, rates: boundless, timeout: 10 * time.Second,
		log:     slog.New(slog.NewTextHandler(io.Discard, nil)),
		observe: w.observe, ready: func(string) { close(ready) },
	}
	if w.recorder != nil {
		s.transport = w.recorder
	}
	if w.transport != nil {
		s.transport = w.transport
	}
	w.Follow(s.follow)
	running.Go(func() {
		if err := s.run(ctx); err != nil {
			w.t.Errorf("the bot: %v", err)
		}
	})
	stop = func() { cancel(); running.Wait() }
	w.t.Cleanup(stop)
	<-ready
	if w.settings.Gateway.On {
		w.connected()
	} else {
		must(w.t, w.SetInteractionsURL(w.t.Context(), "http://"+w.settings.Posts.Listen+"/interactions"))
	}
	return stop
}

// connected waits until the bot is connected to the gateway.
func (w *fixture) connected() {
	w.t.Helper()
	w.eventually("the gateway", func() bool { return w.Sessions() == 1 })
}

// uses records that a command or an action is used.
func (w *fixture) uses(what string) {
	if w.used != nil {
		w.used[what] = true
	}
}

func (w *fixture) misbehaves(f sandbox.Fault) {
	w.t.Helper()
	_, err := w.AddFault(f)
	must(w.t, err)
}

// types sends a command with options, given as names and values in turns.
func (w *fixture) types(p *discordtest.Person, command string, options ...any) *sandbox.MessageView {
	w.t.Helper()
	use := sandbox.CommandRequest{Channel: w.channel, Command: command, Options: map[string]any{}}
	for i := 0; i < len(options); i += 2 {
		use.Options[options[i].(string)] = options[i+1]
	}
	w.uses("/" + command)
	out, err := p.Command(w.t.Context(), use)
	must(w.t, err)
	if w.awaits(p, &out); out.Message == nil {
		w.t.Fatalf("/%s: %+v", command, out)
	}
	return out.Message
}

// awaits waits for the message of a response that is deferred, as any may be on a machine that is busy. It can be another
// message than the one that is thinking.
func (w *fixture) awaits(p *discordtest.Person, out *sandbox.Response) {
	w.t.Helper()
	if out.Kind != "thinking" {
		return
	}
	w.eventually("the deferred response", func() bool {
		for _, m := range w.messages(p) {
			if m.Interaction != nil && m.Interaction.ID == out.Interaction && m.Flags&sandbox.Loading == 0 {
				out.Message = &m
				return true
			}
		}
		return false
	})
}

// presses uses the button or the option with a label, on the newest message that has it, once
// there is one. A board may lose its buttons meanwhile.
func (w *fixture) presses(p *discordtest.Person, label string) (out sandbox.Response) {
	w.t.Helper()
	w.eventually("a button or option "+label, func() bool {
		press, ok := w.newest(p, label)
		if !ok {
			return false
		}
		w.uses(actionOf(press.CustomID))
		if isMoveButton(press) {
			time.Sleep(secondClick)
		}
		var err error
		out, err = p.Press(w.t.Context(), press)
		return err == nil
	})
	w.awaits(p, &out)
	return out
}

// newest finds the button or the option with a label on the newest message that has it.
func (w *fixture) newest(p *discordtest.Person, label string) (press sandbox.Press, ok bool) {
	w.t.Helper()
	for _, m := range slices.Backward(w.messages(p)) {
		if press, ok = find(m, label); ok {
			press.Channel = w.channel
			break
		}
	}
	return press, ok
}

// find returns the button or the option with a label on a message. A move is found also as it is written, without an arrow.
func find(m sandbox.MessageView, label string) (sandbox.Press, bool) {
	for _, c := range flat(m.Components) {
		if c.Label == label || plainMove(c.Label) == label {
			return sandbox.Press{Message: m.ID, CustomID: c.CustomID}, true
		}
		for _, o := range c.Options {
			if o.Label == label || plainMove(o.Label) == label {
				return sandbox.Press{Message: m.ID, CustomID: c.CustomID, Values: []string{o.Value}}, true
			}
		}
	}
	return sandbox.Press{}, false
}

// plainMove returns the move of a label as it is written: 22-18 of ↗ 22 → 18, and 22x15x8 of 22 × 15 × 8 · jumps 2.
func plainMove(label string) string {
	move, _, _ := strings.Cut(label, " · ")
	if _, squares, ok := strings.Cut(move, " "); ok && strings.Contains(move, " → ") {
		move = squares
	}
	return strings.NewReplacer(" → ", "-", " × ", "x").Replace(move)
}

// has returns a function that reports whether a message has a button or an option with a label.
func has(label string) func(sandbox.MessageView) bool {
	return func(m sandbox.MessageView) bool {
		_, ok := find(m, label)
		return ok
	}
}

func (w *fixture) messages(p *discordtest.Person) []sandbox.MessageView {
	w.t.Helper()
	seen, err := p.Messages(w.t.Context(), w.channel, 0)
	must(w.t, err)
	return seen
}

// sees waits for a message with a text.
func (w *fixture) sees(p *discordtest.Person, text string) (found sandbox.MessageView) {
	w.t.Helper()
	w.eventually("“"+text+"”", func() bool {
		for _, m := range w.messages(p) {
			if strings.Contains(said(m), text) {
				found = m
				return true
			}
		}
		return false
	})
	return found
}

// count counts the messages with a text.
func (w *fixture) count(p *discordtest.Person, text string) (n int) {
	for _, m := range w.messages(p) {
		if strings.Contains(said(m), text) {
			n++
		}
	}
	return n
}

// flat lists components and those in them.
func flat(components []sandbox.Component) []sandbox.Component {
	var all []sandbox.Component
	for _, c := range components {
		all = append(all, c)
		all = append(all, flat(c.Components)...)
		if c.Accessory != nil {
			all = append(all, *c.Accessory)
		}
		if c.Component != nil { // of a label
			all = append(all, *c.Component)
		}
	}
	return all
}

// said is what a message says, with hyphens in moves as tests type them.
func said(m sandbox.MessageView) string {
	var b strings.Builder
	for _, c := range flat(m.Components) {
		b.WriteString(c.Content + "\n")
		for _, item := range c.Items {
			b.WriteString(item.Description + "\n")
		}
	}
	return strings.ReplaceAll(b.String(), "\u2011", "-")
}

// eventually asks again and again whether something is so, the more rarely the longer it is not.
func (w *fixture) eventually(what string, ok func() bool) {
	w.t.Helper()
	w.within(30*time.Second, what, ok)
}

// within waits until something is so, for a while at most.
func (w *fixture) within(most time.Duration, what string, ok func() bool) {
	w.t.Helper()
	for began := time.Now(); !ok(); time.Sleep(max(5*time.Millisecond, time.Since(began)/8)) {
		if time.Since(began) > most {
			w.t.Fatalf("%s does not come", what)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
