package discord

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
	"doublecorner/bot/discord/discordtest"
	"doublecorner/bot/sandbox"
	"doublecorner/game"
)

// town is a sandbox with a server and two people in it, and a client of the bot there.
type town struct {
	*sandbox.Server
	t         *testing.T
	room      sandbox.ID
	anna, ben *sandbox.Person
	client    *Client
	recorder  *discordtest.Recorder
	log       *slog.Logger
}

func newTown(t *testing.T, o sandbox.Options) *town {
	t.Helper()
	o.Observe = discordtest.Observe(t)
	if o.IdentifyEvery == 0 {
		o.IdentifyEvery = -1
	}
	s, err := sandbox.Start(o)
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	w := &town{Server: s, t: t, recorder: discordtest.Record(t, nothingSaid), log: slog.New(slog.NewTextHandler(io.Discard, nil))}
	anna, err := s.Person("Anna")
	must(t, err)
	ben, err := s.Person("Ben")
	must(t, err)
	w.room, err = s.Guild("Club", anna)
	must(t, err)
	must(t, s.Join(w.room, ben))
	must(t, s.Join(w.room, s.AppID()))
	w.anna, w.ben = s.As(anna), s.As(ben)
	w.client, err = NewClient(ClientConfig{Base: s.URL() + "/api/v10", Token: s.Token(), Transport: w.recorder})
	must(t, err)
	_, err = w.client.Meet(t.Context())
	must(t, err)
	_, err = w.client.Register(t.Context(), words)
	must(t, err)
	return w
}

// words are the commands of a bot for tests: it does what it is told to.
var words = []*dg.ApplicationCommand{{
	Name: "do", Description: "Do something",
	Options: []*dg.ApplicationCommandOption{{Type: dg.ApplicationCommandOptionString, Name: "what", Description: "What", Required: true, Autocomplete: true}},
}}

// puppet is an Answerer that says what the test wants.
type puppet struct {
	handle func(context.Context, *dg.Interaction) (bot.Reply, bool)
}

func (p *puppet) Handle(ctx context.Context, i *dg.Interaction) (bot.Reply, bool) {
	return p.handle(ctx, i)
}

func (p *puppet) Broken(i *dg.Interaction, reference string) bot.Reply {
	return says(i, "broken "+reference, true)
}

func (p *puppet) Busy(i *dg.Interaction) bot.Reply { return says(i, "busy", true) }

func (p *puppet) IsLook(i *dg.Interaction) bool { return strings.HasPrefix(what(i), "look") }

func (p *puppet) TooMuchWork(i *dg.Interaction, _ time.Duration) bot.Reply {
	return says(i, "too much work", true)
}

// says makes a reply of words.
func says(i *dg.Interaction, text string, private bool) bot.Reply {
	if i.Type == dg.InteractionApplicationCommandAutocomplete {
		return bot.Reply{Response: &bot.Response{
			Type: dg.InteractionApplicationCommandAutocompleteResult,
			Data: &bot.Message{Choices: []*dg.ApplicationCommandOptionChoice{{Name: text, Value: text}}},
		}}
	}
	data := &bot.Message{Flags: dg.MessageFlagsIsComponentsV2, Components: []dg.MessageComponent{
		dg.TextDisplay{Content: text},
		dg.ActionsRow{Components: []dg.MessageComponent{dg.Button{CustomID: "again", Label: "Again", Style: dg.PrimaryButton}}},
	}}
	if private {
		data.Flags |= dg.MessageFlagsEphemeral
	}
	return bot.Reply{Response: &bot.Response{Type: dg.InteractionResponseChannelMessageWithSource, Data: data}}
}

// serve has a desk take what arrives over a gateway, until the test ends.
func (w *town) serve(handle func(context.Context, *dg.Interaction) (bot.Reply, bool), change func(*Desk)) *Desk {
	w.t.Helper()
	desk := NewDesk(DeskConfig{Answerer: &puppet{handle}, Client: w.client, Log: w.log})
	if change != nil {
		change(desk)
	}
	w.listen(desk)
	w.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		must(w.t, desk.Close(ctx))
		eventually(w.t, "the end of all work", func() bool {
			desk.mu.Lock()
			defer desk.mu.Unlock()
			return desk.atWork == 0 && desk.typists == 0 && desk.waiting == 0 && desk.handling == 0 && desk.acking == 0
		})
	})
	return desk
}

// listen runs a gateway until the test ends, and returns when it is connected.
func (w *town) listen(to *Desk) {
	w.t.Helper()
	g := NewGateway(GatewayConfig{
		Token: w.Token(), Info: w.client.Gateway, Pause: 20 * time.Millisecond,
		Heard: func(_ context.Context, i *dg.Interaction) { to.Take(i) },
	})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := g.Run(ctx); err != nil {
			w.t.Errorf("the gateway: %v", err)
		}
	})
	w.t.Cleanup(func() {
		cancel()
		running.Wait()
	})
	eventually(w.t, "a connection", g.Ready)
}

func (w *town) misbehaves(f sandbox.Fault) {
	w.t.Helper()
	_, err := w.Misbehave(f)
	must(w.t, err)
}

// does has somebody use the command.
func (w *town) does(p *sandbox.Person, what string) sandbox.Outcome {
	w.t.Helper()
	out, err := p.Command(w.t.Context(), sandbox.Use{Channel: w.room, Command: "do", Options: map[string]any{"what": what}})
	must(w.t, err)
	return out
}

// board has the bot post a message with a button, and returns it.
func (w *town) board() sandbox.ID {
	w.t.Helper()
	m, err := w.client.Post(w.t.Context(), roomOf(w), messageData("a board"), newReference())
	must(w.t, err)
	id, err := sandbox.ParseID(m.ID)
	must(w.t, err)
	return id
}

// reads returns what somebody reads in the room, oldest first.
func (w *town) reads(p *sandbox.Person) []string {
	w.t.Helper()
	seen, err := p.Messages(w.t.Context(), w.room, 0)
	must(w.t, err)
	var all []string
	for _, m := range seen {
		text := m.Content
		if len(m.Components) > 0 {
			text = m.Components[0].Content
		}
		if m.OnlyYou {
			text += " (only you)"
		}
		all = append(all, text)
	}
	return all
}

// roomOf returns the room as the bot calls it.
func roomOf(w *town) game.RoomID { return game.RoomID(w.room) }

// messageData makes a message of words.
func messageData(text string) *bot.Message {
	return says(&dg.Interaction{}, text, false).Response.Data
}

// what returns what a command is to do.
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

// eventually waits for something to become true.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s does not come", what)
		}
	}
}
