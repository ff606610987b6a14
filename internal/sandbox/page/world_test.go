//go:build browser

package page_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"doublecorner/bot"
	"doublecorner/bot/delivery"
	"doublecorner/bot/discord"
	"doublecorner/bot/live"
	"doublecorner/game"
	"doublecorner/game/mind"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/rate"
	"doublecorner/internal/sandbox"
	"doublecorner/internal/sandbox/page"
	"doublecorner/store"
)

// testWorld is a seeded sandbox with the page, and the bot in it.
type testWorld struct {
	*discordtest.Server
	t     testing.TB
	ctx   context.Context
	world sandbox.World

	referee *game.Referee

	boards *live.Boards
	site   *httptest.Server // of the live boards
	line   *line
}

// line is a listener whose connections can be cut.
type line struct {
	net.Listener
	down  atomic.Bool
	mu    sync.Mutex
	conns []net.Conn
}

func (l *line) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err == nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.conns = append(l.conns, conn)
	}
	return conn, err
}

// cut cuts all connections, and serves no new ones until mended.
func (l *line) cut() {
	l.down.Store(true)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, conn := range l.conns {
		conn.Close()
	}
}

func (l *line) mend() { l.down.Store(false) }

// seeded opens a sandbox without a bot in it.
func seeded(t testing.TB, o sandbox.Options) *testWorld {
	t.Helper()
	o.Page, o.Limits, o.IdentifyEvery = page.Handler(), sandbox.Limits{Off: true}, -1
	s, err := discordtest.Start(o)
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	must(t, s.Seed())
	w := &testWorld{Server: s, t: t, ctx: t.Context()}
	w.world = s.World()
	return w
}

// settle opens a sandbox and brings the bot into it, as the program does. The bot does not think.
func settle(t testing.TB, o sandbox.Options) *testWorld {
	t.Helper()
	return settleWith(t, o, mind.New(mind.Options{}))
}

// settleWith opens a sandbox and brings the bot into it with a mind.
func settleWith(t testing.TB, o sandbox.Options, m *mind.Mind) *testWorld {
	t.Helper()
	w := seeded(t, o)
	kept, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{Volatile: true})
	must(t, err)
	t.Cleanup(func() { kept.Close() })
	referee := game.New(game.Config{Store: kept, Now: w.Now, Random: rand.Uint64, Changed: func(g *game.Game) { w.boards.Changed(g) }})
	must(t, referee.Resume(w.ctx))
	w.referee = referee
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	client, err := discord.NewClient(discord.ClientConfig{Base: w.URL() + "/api/v10", Token: w.Token()})
	must(t, err)
	_, err = client.FetchApp(w.ctx)
	must(t, err)
	commands, err := client.Register(w.ctx, bot.Commands(true))
	must(t, err)
	b := bot.New(bot.Config{Referee: referee, Discord: client, Now: w.Now, Log: log}, m)
	b.Registered(commands)
	w.site = httptest.NewUnstartedServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if w.line.down.Load() {
			http.Error(rw, "down", http.StatusBadGateway)
			return
		}
		w.boards.ServeHTTP(rw, r)
	}))
	w.line = &line{Listener: w.site.Listener}
	w.site.Listener = w.line
	t.Cleanup(w.site.Close)
	w.boards = b.ServeLive(live.Config{Address: "http://" + w.site.Listener.Addr().String()})
	w.site.Start()
	quick := rate.Limit{AtOnce: 1e6, ASecond: 1e6} // no person plays so fast
	dispatcher := discord.NewDispatcher(discord.DispatcherConfig{
		Handler: b, Client: client, Log: log, Rates: discord.Rates{User: quick, Autocomplete: quick, Guild: quick},
	})
	gateway := discord.NewGateway(discord.GatewayConfig{
		Token: w.Token(), Info: client.Gateway, OnInteraction: func(i delivery.Interaction) { dispatcher.Dispatch(i) }, Log: log,
	})
	ctx, leave := context.WithCancel(context.Background())
	var listening sync.WaitGroup
	listening.Go(func() { _ = gateway.Run(ctx) })
	listening.Go(func() { w.boards.Run(ctx) })
	var announcing sync.Mutex
	announce := func(ctx context.Context) error {
		announcing.Lock()
		defer announcing.Unlock()
		return b.Courier.Announce(ctx)
	}
	listening.Go(func() {
		for ; ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
			_ = announce(ctx)
		}
	})
	w.Follow(func(ctx context.Context) error {
		err := errors.Join(referee.Tick(ctx), announce(ctx))
		b.Courier.Wait()
		return err
	})
	t.Cleanup(func() {
		patience, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		must(t, dispatcher.Close(patience))
		leave()
		listening.Wait()
	})
	for !gateway.Ready() {
		time.Sleep(5 * time.Millisecond)
	}
	return w
}

// room is the channel that the sandbox was seeded with.
// place is the guild, as the referee knows it.
func (w *testWorld) place() game.PlaceID { return game.PlaceID(w.world.Guilds[0].ID) }

func (w *testWorld) room() sandbox.ID { return w.world.Channels[0].ID }

func (w *testWorld) person(name string) *discordtest.Person {
	for _, p := range w.world.People {
		if p.GlobalName != nil && *p.GlobalName == name {
			return discordtest.As(w.Server, p.ID)
		}
	}
	w.t.Fatalf("nobody is called %s", name)
	return nil
}

// begins begins a game between two users, and returns it.
func (w *testWorld) begins(black, white string) *game.Game {
	w.t.Helper()
	asked := w.uses(black, "challenge", map[string]any{"opponent": w.person(white).ID, "colour": "black"})
	parts := asked.Message.Components[0].Components
	_, err := w.person(white).Press(w.ctx, sandbox.Press{
		Channel: w.room(), Message: asked.Message.ID, CustomID: parts[len(parts)-2].Components[0].CustomID,
	})
	must(w.t, err)
	first := game.PersonID(w.person(black).ID)
	page, err := w.referee.Games(w.ctx, game.RunningGamesOf(first), game.Viewer{Person: first}, "", 1)
	must(w.t, err)
	return page.Items[0]
}

// uses has a user use a command in the first channel.
func (w *testWorld) uses(name, command string, options map[string]any) sandbox.Response {
	w.t.Helper()
	out, err := w.person(name).Command(w.ctx, sandbox.CommandRequest{Channel: w.room(), Command: command, Options: options})
	must(w.t, err)
	if out.Kind == "failed" || out.Message != nil && out.Message.OnlyYou {
		w.t.Fatalf("%s is refused: %+v", command, out)
	}
	return out
}
