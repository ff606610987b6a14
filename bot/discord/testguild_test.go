package discord

import (
	"context"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

func TestMain(m *testing.M) {
	flag.Set("test.parallel", "8") // tests that run in parallel wait most of the time
	m.Run()
}

// testGuild is a sandbox with a guild of two users and the bot, and the bot's client.
type testGuild struct {
	*discordtest.Server
	t         *testing.T
	room      sandbox.ID
	anna, ben *discordtest.Person
	client    *Client
	recorder  *discordtest.Recorder
	log       *slog.Logger
	shown     func(i *dg.Interaction, shown *dg.Message, err error) // see serve
}

func newTestGuild(t *testing.T, o sandbox.Options) *testGuild {
	t.Helper()
	o.Observe = discordtest.Observe(t)
	if o.IdentifyEvery == 0 {
		o.IdentifyEvery = -1
	}
	s, err := discordtest.Start(o)
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	w := &testGuild{Server: s, t: t, recorder: discordtest.Record(t, noComponents), log: slog.New(slog.NewTextHandler(io.Discard, nil))}
	room, people := s.Club(t, "Anna", "Ben")
	w.room, w.anna, w.ben = room, people[0], people[1]
	w.client, err = NewClient(ClientConfig{Base: s.URL() + "/api/v10", Token: s.Token(), Transport: w.recorder})
	must(t, err)
	_, err = w.client.FetchApp(t.Context())
	must(t, err)
	_, err = w.client.Register(t.Context(), words)
	must(t, err)
	return w
}

// words is the command of the bot in tests: its option says what the bot does.
var words = []*dg.ApplicationCommand{{
	Name: "do", Description: "Do something",
	Options: []*dg.ApplicationCommandOption{{Type: dg.ApplicationCommandOptionString,
		Name: "what", Description: "What", Required: true, Autocomplete: true}},
}}

// arrives returns an interaction that comes from no thread.
func arrives(i *dg.Interaction) delivery.Interaction { return delivery.Interaction{Interaction: i} }

// fakeHandler is a Handler whose responses the test determines, and which tells it what is shown.
type fakeHandler struct {
	handle func(context.Context, *dg.Interaction) (delivery.Response, bool)
	shown  func(i *dg.Interaction, shown *dg.Message, err error) // may be nil
}

func (p *fakeHandler) Handle(ctx context.Context, i delivery.Interaction) (delivery.Response, bool) {
	return p.handle(ctx, i.Interaction)
}

func (p *fakeHandler) Draw(ctx context.Context, r delivery.Response, _ bool) delivery.Response {
	r.Message = r.Compose(ctx)
	return r
}

func (p *fakeHandler) Shown(_ context.Context, i *dg.Interaction, _ delivery.Response, shown *dg.Message, err error) {
	if p.shown != nil {
		p.shown(i, shown, err)
	}
}

func (p *fakeHandler) InternalError(i *dg.Interaction, reference string) delivery.Response {
	return says(i, "broken "+reference, true)
}

func (p *fakeHandler) Busy(_ context.Context, i *dg.Interaction) delivery.Response {
	return says(i, "busy", true)
}

func (p *fakeHandler) ReadsOnly(i *dg.Interaction) bool {
	if what(i) == "declared panic" {
		panic("at the declaration")
	}
	return strings.HasPrefix(what(i), "look")
}

func (p *fakeHandler) OpensModal(i *dg.Interaction) bool { return strings.HasPrefix(what(i), "form") }

func (p *fakeHandler) Budget(*dg.Interaction) time.Duration { return 100 * time.Millisecond }

func (p *fakeHandler) OverBudget(_ context.Context, i *dg.Interaction, _ time.Duration) delivery.Response {
	return says(i, "too much work", true)
}

// roundTrip answers requests without a network.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// says returns a response that shows a text.
func says(i *dg.Interaction, text string, private bool) delivery.Response {
	if i.Type == dg.InteractionApplicationCommandAutocomplete {
		return delivery.Response{Choices: []*message.Choice{{Name: text, Value: text}}}
	}
	return delivery.Response{Message: saying(text, private)}
}

// saying returns a message that shows a text, and has a button.
func saying(text string, private bool) *message.Builder {
	m := &message.Builder{Private: private}
	m.Text(text)
	m.Row(dg.Button{CustomID: "again", Label: "Again", Style: dg.PrimaryButton})
	return m
}

// serve passes the gateway's interactions to a new dispatcher until the test ends. It tells w.shown what is shown.
func (w *testGuild) serve(handle func(context.Context, *dg.Interaction) (delivery.Response, bool), change func(*Dispatcher)) *Dispatcher {
	w.t.Helper()
	dispatcher := NewDispatcher(DispatcherConfig{Handler: &fakeHandler{handle, w.shown}, Client: w.client, Log: w.log})
	if change != nil {
		change(dispatcher)
	}
	w.listen(dispatcher)
	w.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		must(w.t, dispatcher.Close(ctx))
		eventually(w.t, "the end of all work", func() bool {
			dispatcher.mu.Lock()
			defer dispatcher.mu.Unlock()
			return dispatcher.accepted == 0 && dispatcher.autocompleting == 0 && dispatcher.waiting == 0 && len(dispatcher.slots) == 0
		})
	})
	return dispatcher
}

// gateway returns the settings of a gateway.
func (w *testGuild) gateway(hears func(delivery.Interaction)) GatewayConfig {
	return GatewayConfig{Token: w.Token(), Info: w.client.Gateway, WaitUnit: 20 * time.Millisecond, OnInteraction: hears}
}

// runs runs a gateway until stop is called.
func runs(t testing.TB, config GatewayConfig) (g *Gateway, stop func()) {
	g = NewGateway(config)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := g.Run(ctx); err != nil {
			t.Errorf("the gateway: %v", err)
		}
	})
	return g, func() {
		cancel()
		running.Wait()
	}
}

// connects runs a gateway until the test ends, and returns when it is connected.
func (w *testGuild) connects(config GatewayConfig) *Gateway {
	w.t.Helper()
	g, stop := runs(w.t, config)
	w.t.Cleanup(stop)
	eventually(w.t, "a connection", g.Ready)
	return g
}

// listen passes the gateway's interactions to a dispatcher until the test ends.
func (w *testGuild) listen(to *Dispatcher) {
	w.t.Helper()
	w.connects(w.gateway(func(i delivery.Interaction) { to.Dispatch(i) }))
}

func (w *testGuild) misbehaves(f sandbox.Fault) {
	w.t.Helper()
	_, err := w.AddFault(f)
	must(w.t, err)
}

// command returns a use of the command.
func (w *testGuild) command(what string) sandbox.CommandRequest {
	return sandbox.CommandRequest{Channel: w.room, Command: "do", Options: map[string]any{"what": what}}
}

// does has a user use the command.
func (w *testGuild) does(p *discordtest.Person, what string) sandbox.Response {
	w.t.Helper()
	out, err := p.Command(w.t.Context(), w.command(what))
	must(w.t, err)
	return out
}

// asks has a user use the command without waiting for the response.
func (w *testGuild) asks(p *discordtest.Person, what string) sandbox.Response {
	w.t.Helper()
	use := w.command(what)
	use.NoWait = true
	out, err := p.Command(w.t.Context(), use)
	must(w.t, err)
	return out
}

// types has a user type the option of the command.
func (w *testGuild) types(p *discordtest.Person, what string) sandbox.Response {
	w.t.Helper()
	use := w.command(what)
	use.Focused = "what"
	out, err := p.Autocomplete(w.t.Context(), use)
	must(w.t, err)
	return out
}

// presses has a user press the button of a message.
func (w *testGuild) presses(p *discordtest.Person, m sandbox.ID) sandbox.Response {
	w.t.Helper()
	out, err := p.Press(w.t.Context(), sandbox.Press{Channel: w.room, Message: m, CustomID: "again"})
	must(w.t, err)
	return out
}

// board posts a message of the bot with a button, and returns it.
func (w *testGuild) board() sandbox.ID {
	w.t.Helper()
	m, err := w.client.Post(w.t.Context(), roomOf(w), messageData("a board"), newReference())
	must(w.t, err)
	id, err := sandbox.ParseID(m.ID)
	must(w.t, err)
	return id
}

// reads returns what a user sees in the channel, oldest first.
func (w *testGuild) reads(p *discordtest.Person) []string {
	w.t.Helper()
	seen, err := p.Messages(w.t.Context(), w.room, 0)
	must(w.t, err)
	var all []string
	for _, m := range seen {
		text := m.Content
		if len(m.Components) > 0 {
			text = firstText(m.Components)
		}
		if m.OnlyYou {
			text += " (only you)"
		}
		all = append(all, text)
	}
	return all
}

// firstText returns the first text of a message in its container.
func firstText(m []sandbox.Component) string {
	return m[0].Components[0].Content
}

// roomOf returns the channel.
func roomOf(w *testGuild) game.RoomID { return game.RoomID(w.room) }

// messageData returns a message that shows a text.
func messageData(text string) *message.Message {
	return saying(text, false).Build()
}

// what returns the option of the command.
func what(i *dg.Interaction) string {
	if data, ok := i.Data.(dg.ApplicationCommandInteractionData); ok && len(data.Options) > 0 {
		return data.Options[0].StringValue()
	}
	return ""
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// eventually waits until a condition is true.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for began := time.Now(); !ok(); time.Sleep(max(2*time.Millisecond, time.Since(began)/8)) {
		if time.Since(began) > 20*time.Second {
			t.Fatalf("%s does not come", what)
		}
	}
}
