package page_test

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
	"doublecorner/bot/sandbox"
	"doublecorner/bot/sandbox/page"
	"doublecorner/game"
	"doublecorner/store"
)

// town is a seeded sandbox with the page, and the bot in it.
type town struct {
	*sandbox.Server
	t     testing.TB
	ctx   context.Context
	world sandbox.World
}

// redirect sends what is meant for Discord to the sandbox.
type redirect struct{ to *url.URL }

func (d redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = d.to.Scheme, d.to.Host, d.to.Host
	return http.DefaultTransport.RoundTrip(r)
}

// seeded opens a sandbox without a bot in it.
func seeded(t testing.TB, o sandbox.Options) *town {
	t.Helper()
	o.Page, o.Limits, o.IdentifyEvery = page.Handler(), sandbox.Limits{Off: true}, -1
	s, err := sandbox.Start(o)
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	must(t, s.Seed())
	w := &town{Server: s, t: t, ctx: t.Context()}
	w.world = read[sandbox.World](t, s.URL()+"/sandbox/world")
	return w
}

// settle opens a sandbox and brings the bot into it.
func settle(t testing.TB, o sandbox.Options) *town {
	t.Helper()
	w := seeded(t, o)
	kept, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{Volatile: true})
	must(t, err)
	t.Cleanup(func() { kept.Close() })
	referee := game.New(game.Config{Store: kept, Now: time.Now, Random: rand.Uint64})
	must(t, referee.Resume(w.ctx))
	b := bot.New(bot.Config{Referee: referee, Now: time.Now, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	session := w.session()
	var answering sync.WaitGroup
	session.AddHandler(func(_ *dg.Session, i *dg.InteractionCreate) {
		answering.Add(1)
		defer answering.Done()
		reply, ok := b.Handle(w.ctx, i.Interaction)
		if !ok {
			return
		}
		err := session.InteractionRespond(i.Interaction, reply.Response)
		var shown *dg.Message
		for _, follow := range reply.FollowUps {
			if err == nil {
				shown, err = session.FollowupMessageCreate(i.Interaction, true, follow)
			}
		}
		reply.Done(w.ctx, shown, err)
	})
	must(t, session.Open())
	t.Cleanup(func() {
		answering.Wait()
		go session.Close() // it sleeps a second
	})
	_, err = session.ApplicationCommandBulkOverwrite(w.AppID().String(), "", bot.Commands())
	must(t, err)
	return w
}

// session is the bot's, pointed at the sandbox.
func (w *town) session() *dg.Session {
	session, err := dg.New("Bot " + w.Token())
	must(w.t, err)
	to, err := url.Parse(w.URL())
	must(w.t, err)
	session.Client = &http.Client{Transport: redirect{to}, Timeout: 10 * time.Second}
	session.StateEnabled, session.LogLevel = false, -1
	session.Identify.Intents = dg.IntentsNone
	return session
}

// room is the channel that the sandbox was seeded with.
func (w *town) room() sandbox.ID { return w.world.Channels[0].ID }

func (w *town) person(name string) *sandbox.Person {
	for _, p := range w.world.People {
		if p.GlobalName != nil && *p.GlobalName == name {
			return w.As(p.ID)
		}
	}
	w.t.Fatalf("nobody is called %s", name)
	return nil
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
