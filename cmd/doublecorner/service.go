package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	dg "github.com/bwmarrin/discordgo"
	"golang.org/x/sync/errgroup"

	"doublecorner/bot"
	"doublecorner/bot/discord"
	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/cmd/doublecorner/internal/watch"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
	"doublecorner/game/mind"
	"doublecorner/game/opponent"
	"doublecorner/store"
	"doublecorner/store/postgres"
)

// Times of the service.
const (
	tickEvery     = time.Second     // how often the referee looks at the clocks
	announceEvery = time.Second / 2 // how often the bot looks for announcements to deliver
	stopWithin    = 9 * time.Second // how long a stop takes
	answerWithin  = 6 * time.Second // how long of that it waits for responses; the rest is for messages that go out
)

// service runs the bot: its store, its referee and its connections.
type service struct {
	config    config.Config
	log       *slog.Logger
	rates     discord.Rates         // how much people may ask; zero: the usual limits
	timeout   time.Duration         // how long an announcement waits for the response that delivers it; zero: the usual time
	observe   func(discord.Handled) // gets every interaction, too; may be nil
	transport http.RoundTripper     // reaches Discord; nil: the usual one
	// ready is called once the bot is at work, with the address that invites it.
	ready    func(invitation string)
	volatile bool        // the file of games is not needed after the process ends
	atWork   atomic.Bool // ready was called
}

// parts are what a service is made of.
type parts struct {
	games     keeper
	processes processes
	client    *discord.Client
	work      *mind.Work // of the dispatcher, after which the mind thinks
	mind      *mind.Mind
	computer  *opponent.Opponent
	referee   *game.Referee
	bot       *bot.Bot
}

// assemble makes the parts of the service, and a function that ends the mind.
func (s *service) assemble(ctx context.Context, games keeper) (p *parts, endMind func(), err error) {
	p = &parts{games: games, work: &mind.Work{}}
	if p.processes, err = s.processes(games, func() { p.computer.Look(); p.bot.Recall() }); err != nil {
		return nil, nil, err
	}
	if p.client, err = discord.NewClient(discord.ClientConfig{
		Base: s.config.Discord.API, Token: string(s.config.Discord.Token), Transport: s.transport, Log: s.log, Processes: p.processes.number,
	}); err != nil {
		return nil, nil, err
	}
	var before game.Service
	if err := games.View(ctx, func(tx game.Reader) (err error) { before, err = tx.Service(); return err }); err != nil {
		return nil, nil, fmt.Errorf("take up the games: %w", err)
	}
	p.mind, endMind = s.mind(p.work)
	p.computer = opponent.New(p.mind, time.Now, s.log, p.processes.plays())
	p.referee = game.New(game.Config{
		Store: games, Now: time.Now, Random: rand.Uint64, Quotas: s.config.Limits, Changed: p.computer.Changed,
	})
	p.bot = bot.New(bot.Config{
		Referee: p.referee, Discord: p.client, Now: time.Now, Log: s.log, Timeout: s.timeout, Before: before,
		Holds: p.processes.delivers(),
	}, p.mind)
	return p, endMind, nil
}

// run runs the bot until the context is done, or until it cannot go on.
func (s *service) run(ctx context.Context) (err error) {
	games, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, games.Close()) }()
	p, endMind, err := s.assemble(ctx, games)
	if err != nil {
		return err
	}
	defer endMind()

	// The deferred functions stop everything below in the opposite order.
	stopping := sync.OnceValue(time.Now)
	var background sync.WaitGroup
	within, stop := context.WithCancel(context.Background())
	defer func() {
		within, cancel := context.WithDeadline(context.Background(), stopping().Add(stopWithin))
		defer cancel()
		p.bot.Stop(within)
	}()
	defer background.Wait()
	defer stop()
	if file, ok := games.(*store.Store); ok {
		background.Go(func() {
			if err := file.Serve(within); err != nil {
				s.log.Warn("no backups while the program runs", "err", err)
			}
		})
	}

	// If one of the connections fails for good, all of them end.
	ctx, disconnect := context.WithCancel(ctx)
	connections, ctx := errgroup.WithContext(ctx)
	defer func() {
		disconnect()
		err = cmp.Or(err, connections.Wait())
	}()
	var dispatcher *discord.Dispatcher
	gateway := discord.NewGateway(discord.GatewayConfig{
		Token: string(s.config.Discord.Token), Info: p.client.Gateway, Shards: s.config.Gateway.Shards, Leases: p.processes.leases,
		OnInteraction: func(_ context.Context, i *dg.Interaction) { dispatcher.Dispatch(i) }, Log: s.log,
	})
	// Metrics, health and backups are served before Discord is asked for anything, because it may
	// not be reached for hours. An address that is taken ends the program before that, too.
	commands := bot.Commands()
	w := watch.New(s.sources(p, commands, gateway))
	if err := s.serve(ctx, connections, "watch.listen", s.config.Watch.Listen, w); err != nil {
		return err
	}
	posts := &postHandler{}
	if err := s.serve(ctx, connections, "posts.listen", s.config.Posts.Listen, posts); err != nil {
		return err
	}

	app, registered, err := s.register(ctx, p.client, commands)
	if err != nil || app == nil {
		return err
	}
	p.bot.Registered(registered)
	if err := p.processes.resume(ctx, p.referee); err != nil {
		return fmt.Errorf("take up the games: %w", err)
	}
	background.Go(func() {
		p.referee.Run(within, p.processes.ticks(within), func(err error) { s.log.Error("not everything was done that is due", "err", err) })
	})
	background.Go(func() { s.announce(within, p.bot) })
	background.Go(func() { p.computer.Run(within, p.referee) })
	background.Go(func() { p.bot.FindPuzzles(within) })

	dispatcher = s.dispatcher(p, w)
	defer func() {
		within, cancel := context.WithDeadline(context.Background(), stopping().Add(answerWithin))
		defer cancel()
		err = errors.Join(err, dispatcher.Close(within))
	}()
	if s.config.Posts.Listen != "" {
		e, err := discord.NewEndpoint(cmp.Or(s.config.Posts.PublicKey, app.VerifyKey), dispatcher, s.log)
		if err != nil {
			return usageError{fmt.Errorf("posts.public-key: %w", err)}
		}
		posts.endpoint.Store(e)
	}
	if s.config.Gateway.On {
		connections.Go(func() error { return gateway.Run(ctx) })
	} else if leases := p.processes.leases; leases != nil {
		connections.Go(func() error {
			leases.Run(ctx, partsWithoutShards, idle{})
			return nil
		})
	}
	s.atWork.Store(true)
	s.ready(p.client.Invitation())
	err = connections.Wait()
	stopping()
	if err != nil {
		return err
	}
	s.log.Info("stopping")
	return nil
}

// dispatcher returns the dispatcher of the bot, which the watch observes.
func (s *service) dispatcher(p *parts, w *watch.Watch) *discord.Dispatcher {
	return discord.NewDispatcher(discord.DispatcherConfig{
		Handler: p.bot, Client: p.client, Rates: s.rates, Log: s.log, Begin: p.work.Begin, End: p.work.End,
		Observe: func(o discord.Handled) {
			w.Observe(o)
			if s.observe != nil {
				s.observe(o)
			}
		},
	})
}

// postHandler passes signed posts on once the bot is at work. If a post waited until then, it would be done after
// Discord had given it up.
type postHandler struct {
	endpoint atomic.Pointer[discord.Endpoint]
}

func (h *postHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if e := h.endpoint.Load(); e != nil {
		e.ServeHTTP(w, r)
	} else {
		http.Error(w, "The bot is not at work yet.", http.StatusServiceUnavailable)
	}
}

// open opens the database or the file of games.
func (s *service) open(ctx context.Context) (keeper, error) {
	if postgres.IsAddress(s.config.Data) {
		return postgres.Open(ctx, s.config.Data, postgres.Options{})
	}
	file, err := store.Open(s.config.Data, store.Options{Volatile: s.volatile})
	if err != nil {
		return nil, err
	}
	if doubt := file.Doubt(); doubt != "" {
		s.log.Warn(doubt) // now, because the next commit writes both headers anew
	}
	return file, nil
}

// mind returns what thinks, as the settings say, after what work there is, and a function that ends it.
func (s *service) mind(work *mind.Work) (m *mind.Mind, end func()) {
	settings := s.config.Thinking
	options := mind.Options{Hash: settings.Hash, Work: work, Log: s.log}
	if settings.On {
		options.Cores = cmp.Or(settings.Cores, max(1, runtime.NumCPU()/2))
	}
	if settings.Endings != "" {
		options.Library = endgame.NewLibrary(settings.Endings, func(v *draughts.Variant, err error) {
			s.log.Warn("endings are not all known", "rules", v.Rules().Key, "err", err)
		})
	}
	m = mind.New(options)
	return m, func() {
		m.Close()
		if options.Library == nil {
			return
		}
		if err := options.Library.Close(); err != nil {
			s.log.Warn("endings were not closed", "err", err)
		}
	}
}

// sources returns what the watch reads.
func (s *service) sources(p *parts, commands []*dg.ApplicationCommand, gateway *discord.Gateway) watch.Sources {
	const mostCounted = 10000 // more pending announcements are as bad
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	sources := watch.Sources{
		Version: version(), Commands: names, Played: p.referee.Counters, Mind: p.mind, Shards: gateway.State, Refusals: p.client.InvalidRequests,
		Waiting: func(ctx context.Context) (int, error) {
			announcements, err := p.referee.PendingAnnouncements(ctx, 0, mostCounted)
			return len(announcements), err
		},
		Ready: func(ctx context.Context) error {
			if !s.atWork.Load() {
				return errors.New("the bot is not at work yet: it has not reached Discord, or takes up the games")
			}
			if s.config.Gateway.On && !gateway.Ready() {
				return errors.New("not every shard is connected to the gateway")
			}
			_, err := p.referee.PendingAnnouncements(ctx, 0, 1)
			return err
		},
	}
	switch games := p.games.(type) {
	case *store.Store:
		sources.Stored = games.Counts
	case *postgres.Store:
		sources.Database = games.Counts
	}
	if leases := p.processes.leases; leases != nil {
		sources.Leases = leases.Status
	}
	return sources
}

// announce has the bot deliver pending announcements until the context is done.
func (s *service) announce(ctx context.Context, b *bot.Bot) {
	for tick := time.Tick(announceEvery); ctx.Err() == nil; {
		if err := b.Announce(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("announcements wait", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-tick:
		}
	}
}

// serve serves HTTP at the address of a setting, if it has one, until the context is done; and then
// finishes the requests that have begun. Slow and silent clients cannot exhaust it.
func (s *service) serve(ctx context.Context, connections *errgroup.Group, setting, address string, h http.Handler) error {
	if address == "" {
		return nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return usageError{fmt.Errorf("%s: %w. Set it to an address of this machine that is free", setting, err)}
	}
	s.log.Info("listening", "for", setting, "address", listener.Addr())
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	connections.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("%s: %w", setting, err)
		}
		return nil
	})
	connections.Go(func() error {
		<-ctx.Done()
		within, cancel := context.WithTimeout(context.Background(), stopWithin)
		defer cancel()
		server.Shutdown(within)
		return nil
	})
	return nil
}
