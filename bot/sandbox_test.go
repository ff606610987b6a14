package bot_test

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
	"doublecorner/bot/discord"
	"doublecorner/bot/sandbox"
	"doublecorner/bot/sandbox/sandboxtest"
	"doublecorner/game"
	"doublecorner/store"
)

// town is a sandbox with a server, two people in it, and the bot, which talks to it by
// the real discordgo over real sockets.
type town struct {
	t         *testing.T
	ctx       context.Context
	room      sandbox.ID
	anna, ben *sandbox.Person
}

// redirect sends what is meant for Discord to the sandbox.
type redirect struct{ to *url.URL }

func (d redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = d.to.Scheme, d.to.Host, d.to.Host
	return http.DefaultTransport.RoundTrip(r)
}

func newTown(t *testing.T) *town {
	t.Helper()
	s, err := sandbox.Start(sandbox.Options{Limits: sandbox.Limits{Off: true}, IdentifyEvery: -1, Observe: sandboxtest.Observe(t)})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	w := &town{t: t, ctx: ctx}
	anna, err := s.Person("Anna")
	must(t, err)
	ben, err := s.Person("Ben")
	must(t, err)
	w.room, err = s.Guild("The Club", anna)
	must(t, err)
	must(t, s.Join(w.room, ben))
	must(t, s.Join(w.room, s.AppID()))
	w.anna, w.ben = s.As(anna), s.As(ben)

	kept, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{Volatile: true})
	must(t, err)
	t.Cleanup(func() { kept.Close() })
	referee := game.New(game.Config{Store: kept, Now: time.Now, Random: rand.Uint64})
	must(t, referee.Resume(ctx))
	client, err := discord.NewClient(discord.ClientConfig{Base: s.URL() + "/api/v10", Token: s.Token()})
	must(t, err)
	_, err = client.Meet(ctx)
	must(t, err)
	b := bot.New(bot.Config{Referee: referee, Poster: client, Now: time.Now, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})

	session, err := dg.New("Bot " + s.Token())
	must(t, err)
	to, err := url.Parse(s.URL())
	must(t, err)
	session.Client = &http.Client{Transport: redirect{to}, Timeout: 10 * time.Second}
	session.StateEnabled, session.LogLevel = false, -1
	session.Identify.Intents = dg.IntentsNone
	var answering sync.WaitGroup
	session.AddHandler(func(_ *dg.Session, i *dg.InteractionCreate) {
		answering.Add(1)
		defer answering.Done()
		answer(t, ctx, b, session, i.Interaction)
	})
	must(t, session.Open())
	t.Cleanup(func() {
		answering.Wait()
		go session.Close() // it sleeps a second
	})
	_, err = session.ApplicationCommandBulkOverwrite(s.AppID().String(), "", bot.Commands())
	must(t, err)
	return w
}

// answer does what the bot says, as Discord wants it.
func answer(t *testing.T, ctx context.Context, b *bot.Bot, s *dg.Session, i *dg.Interaction) {
	reply, ok := b.Handle(ctx, i)
	if !ok {
		t.Errorf("no answer to %+v", i)
		return
	}
	err := s.InteractionRespond(i, reply.Response)
	var shown *dg.Message
	for _, follow := range reply.FollowUps {
		if err == nil {
			shown, err = s.FollowupMessageCreate(i, true, follow)
		}
	}
	if err != nil {
		t.Errorf("what the bot says is refused: %v", err)
	}
	reply.Done(ctx, shown, err)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// types sends a command, with options as names and values in turns.
func (w *town) types(p *sandbox.Person, command string, options ...any) *sandbox.Sight {
	w.t.Helper()
	use := sandbox.Use{Channel: w.room, Command: command, Options: map[string]any{}}
	for i := 0; i < len(options); i += 2 {
		use.Options[options[i].(string)] = options[i+1]
	}
	out, err := p.Command(w.ctx, use)
	must(w.t, err)
	if out.Message == nil {
		w.t.Fatalf("/%s: %+v", command, out)
	}
	return out.Message
}

// presses presses what is called so on the newest message that has it.
func (w *town) presses(p *sandbox.Person, label string) {
	w.t.Helper()
	seen, err := p.Messages(w.ctx, w.room, 0)
	must(w.t, err)
	for i := len(seen) - 1; i >= 0; i-- {
		for _, c := range flat(seen[i].Components) {
			press := sandbox.Press{Channel: w.room, Message: seen[i].ID, CustomID: c.CustomID}
			if c.Label == label {
				_, err := p.Press(w.ctx, press)
				must(w.t, err)
				return
			}
			for _, o := range c.Options {
				if o.Label == label {
					press.Values = []string{o.Value}
					_, err := p.Press(w.ctx, press)
					must(w.t, err)
					return
				}
			}
		}
	}
	w.t.Fatalf("nobody shows %q", label)
}

// sees waits for a message that says something.
func (w *town) sees(p *sandbox.Person, text string) sandbox.Sight {
	w.t.Helper()
	events, err := p.Listen(w.ctx, w.room)
	must(w.t, err)
	defer events.Close()
	for {
		seen, err := p.Messages(w.ctx, w.room, 0)
		must(w.t, err)
		for i := len(seen) - 1; i >= 0; i-- {
			if strings.Contains(said(seen[i].Components), text) {
				return seen[i]
			}
		}
		if _, err := events.Next(); err != nil {
			w.t.Fatalf("nobody says %q: %v", text, err)
		}
	}
}

// flat lists components and those in them.
func flat(components []sandbox.Component) []sandbox.Component {
	var all []sandbox.Component
	for _, c := range components {
		all = append(all, c)
		all = append(all, flat(c.Components)...)
	}
	return all
}

func said(components []sandbox.Component) string {
	var b strings.Builder
	for _, c := range flat(components) {
		b.WriteString(c.Content + "\n")
		for _, item := range c.Items {
			b.WriteString(item.About + "\n")
		}
	}
	return b.String()
}

// Two people play by the real discordgo over real sockets, typing and pressing; whatever
// the bot says, Discord's rules and its own description allow.
func TestInTheSandbox(t *testing.T) {
	w := newTown(t)
	w.types(w.anna, "help")
	w.types(w.anna, "challenge", "opponent", w.ben.ID, "colour", "black", "clock", "3d")
	w.presses(w.ben, "Accept")
	board := w.sees(w.anna, "The game begins.")
	if !board.PingsYou {
		t.Error("whose turn it is is not called")
	}
	if len(board.Attachments) != 1 {
		t.Errorf("the board has %d pictures", len(board.Attachments))
	}
	out, err := w.anna.Autocomplete(w.ctx, sandbox.Use{Channel: w.room, Command: "move", Options: map[string]any{"move": "11"}, Focused: "move"})
	must(t, err)
	if len(out.Choices) != 2 {
		t.Errorf("what may complete 11 is %+v", out)
	}
	refused := w.types(w.anna, "move", "move", "11-14")
	if !refused.OnlyYou {
		t.Error("a refusal is public")
	}
	w.presses(w.anna, "11-15")
	w.sees(w.ben, "played **11-15**")
	w.types(w.ben, "move", "move", "22-18")
	w.presses(w.anna, "Play 15x22")
	w.sees(w.ben, "taking a piece")
	w.types(w.ben, "move", "move", "25x18")
	w.types(w.anna, "draw")
	w.types(w.ben, "draw")
	w.sees(w.anna, "The players agreed.")
	w.presses(w.ben, "Rematch")
	w.sees(w.anna, "challenges")
	w.presses(w.anna, "Accept")
	for _, command := range []string{"board", "games", "replay", "export", "profile", "leaderboard", "settings", "preferences", "privacy export"} {
		w.types(w.anna, command)
	}
	w.types(w.ben, "head-to-head", "member", w.anna.ID)
	w.types(w.ben, "resign")
	w.presses(w.ben, "Yes, resign")
	w.sees(w.anna, "The opponent resigned.")
}
