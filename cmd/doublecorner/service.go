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

	"golang.org/x/sync/errgroup"

	"doublecorner/bot"
	"doublecorner/bot/delivery"
	"doublecorner/bot/discord"
	"doublecorner/bot/live"
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
	tickEvery     = time.Second      // how often the referee looks at the clocks
	announceEvery = time.Second / 2  // how often the bot looks for announcements to deliver
	serveEvery    = 10 * time.Minute // how often it tries to serve backups if it cannot
	stopWithin    = 9 * time.Second  // how long a stop takes
	acceptWithin  = 2 * time.Second  // how long of that it reads requests that have begun
	respondWithin = 6 * time.Second  // how long of that it waits for responses; the rest is for messages that go out
)

// service runs the bot: its store, its referee and its connections.
type service struct {
	config    config.Config
	log       *slog.Logger
	rates     discord.Rates         // how much people may ask; zero: the usual limits
	timeout   time.Duration         // how long an announcement waits for the response that delivers it; zero: the usual time
	observe   func(discord.Handled) // gets every interaction, too; may be nil
	now       func() time.Time      // the time of the games; nil: that of this machine
	transport http.RoundTripper     // reaches Discord; nil: the usual one
	// ready is called once the bot is at work, with the address that invites it.
	ready    func(invitation string)
	live     net.Listener // of the live board, instead of the setting; nil: the setting
	volatile bool         // the file of games need not survive a crash of the machine

	// What run makes.
	games       keeper
	processes   processes
	client      *discord.Client
	library     *endgame.Library // nil: only the endings that are embedded
	mind        *mind.Mind
	computer    *opponent.Opponent
	referee     *game.Referee
	bot         *bot.Bot
	boards      *live.Boards // nil: there are none
	feed        *changeFeed  // of the boards; nil: no other process changes games
	gateway     *discord.Gateway
	watch       *watch.Watch
	dispatcher  *discord.Dispatcher
	posts       postHandler
	connections *errgroup.Group // if one of them fails for good, all of them end
	background  sync.WaitGroup
	atWork      atomic.Bool            // ready was called
	awaited     atomic.Pointer[string] // what run waits for until then
	warned      time.Time              // when the log last said that this is the database
	announcing  sync.Mutex             // the courier announces
}

// run runs the bot until the context is done, or until it cannot go on.
func (s *service) run(ctx context.Context) (err error) {
	ctx, disconnect := context.WithCancel(ctx)
	s.connections, ctx = errgroup.WithContext(ctx)
	finish := func() {
		disconnect()
		err = cmp.Or(err, s.connections.Wait())
	}
	defer finish() // in case that what follows does not get far
	s.watch = watch.New(watch.Config{Version: version(), Commands: commandNames(), Unready: s.unready})
	s.await("the games, which it opens")
	if err := s.serve(ctx, "watch.listen", s.config.Watch.Listen, s.watch); err != nil {
		return err
	}
	if s.games, err = s.open(ctx); err != nil && ctx.Err() != nil {
		return nil // it was stopped while the database was away
	} else if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.games.Close()) }()
	if err := s.assemble(ctx); err != nil {
		return err
	}
	defer s.closeMind()

	// The deferred functions stop everything below in the opposite order.
	stopping := sync.OnceValue(time.Now)
	defer context.AfterFunc(ctx, func() { stopping() })()
	within, stop := context.WithCancel(context.Background())
	defer func() {
		within, cancel := context.WithDeadline(context.Background(), stopping().Add(stopWithin))
		defer cancel()
		s.bot.Courier.Stop(within)
	}()
	defer s.background.Wait()
	defer stop()
	defer finish()
	s.watch.Show(s.sources(within))
	if err := s.listen(ctx, within); err != nil {
		return err
	}
	s.await("Discord, which it has not reached")
	app, registered, err := s.register(ctx)
	if err != nil || app == nil {
		return err
	}
	s.bot.Registered(registered)
	s.bot.Operator = app.Operator()
	s.await("the games, which it takes up")
	if err := s.takeUp(ctx, func() error { return s.processes.resume(ctx, s.referee) }); err != nil || ctx.Err() != nil {
		return err
	}
	s.begin(within)
	defer func() {
		within, cancel := context.WithDeadline(context.Background(), stopping().Add(respondWithin))
		defer cancel()
		err = errors.Join(err, s.dispatcher.Close(within))
	}()
	if err := s.connect(ctx, app); err != nil {
		return err
	}
	s.atWork.Store(true)
	s.ready(s.client.Invitation())
	if err := s.connections.Wait(); err != nil {
		return err
	}
	s.log.Info("stopping")
	return nil
}

// assemble makes the parts of the service. They do nothing yet.
func (s *service) assemble(ctx context.Context) (err error) {
	if s.now == nil {
		s.now = time.Now
	}
	if s.processes, err = s.newProcesses(s.games, func() { s.computer.Look(); s.bot.Courier.Recall() }); err != nil {
		return err
	}
	token := string(s.config.Discord.Token)
	if s.client, err = discord.NewClient(discord.ClientConfig{
		Base: s.config.Discord.API, Token: token, Transport: s.transport, Log: s.log, Processes: s.processes.number,
	}); err != nil {
		return err
	}
	var before game.Service
	read := func(tx game.Reader) (err error) { before, err = tx.Service(); return err }
	if err := s.takeUp(ctx, func() error { return s.games.View(ctx, read) }); err != nil {
		return err
	}
	work := &mind.Work{} // of the dispatcher, after which the mind thinks
	s.openMind(work)
	s.computer = opponent.New(s.mind, s.now, s.log, s.processes.plays)
	s.referee = game.New(game.Config{
		Store: s.games, Now: s.now, Random: rand.Uint64, Quotas: s.config.Limits, Changed: s.changed, Reachable: s.isReachable,
	})
	settings := bot.Config{Referee: s.referee, Discord: s.client, Now: s.now, Log: s.log, Timeout: s.timeout, Downtime: before.Downtime}
	if s.processes.leases != nil {
		settings.Holds = s.processes.holds
	}
	s.bot = bot.New(settings, s.mind)
	s.bot.Guide = s.config.Help.Guide
	if s.config.Lobby {
		s.bot.OpenLobby()
	}
	if s.config.Live.Address != "" {
		settings := live.Config{Address: s.config.Live.Address}
		if database, ok := s.games.(*postgres.Store); ok {
			s.feed = newChangeFeed(database, s.log)
			settings.Hears = s.feed.hears.Load
		}
		if s.boards = s.bot.ServeLive(settings); s.feed != nil {
			s.feed.boards = s.boards
		}
	}
	s.gateway = discord.NewGateway(discord.GatewayConfig{
		Token: token, Info: s.client.Gateway, CutOff: s.client.CutOff,
		Shards: s.config.Gateway.Shards, Leases: s.processes.leases, Sessions: s.sessions(),
		OnInteraction: func(i delivery.Interaction) { s.dispatcher.Dispatch(i) }, Log: s.log,
		OnGuild: func(g delivery.Guild) {
			s.background.Go(func() { s.bot.GuildChanged(context.Background(), g) })
		},
		OnSession: func(guilds delivery.ShardGuilds) {
			s.background.Go(func() { s.bot.FindRemovedGuilds(ctx, guilds) })
		},
	})
	s.dispatcher = discord.NewDispatcher(discord.DispatcherConfig{
		Handler: punctual{s.bot, s.now}, Client: s.client, Rates: s.rates, Log: s.log, Begin: work.Begin, End: work.End,
		Observe: func(o discord.Handled) {
			s.watch.Observe(o)
			if s.observe != nil {
				s.observe(o)
			}
		},
	})
	return nil
}

// punctual passes interactions to the bot with their arrival by the clock of the games.
type punctual struct {
	*bot.Bot
	now func() time.Time
}

func (p punctual) Handle(ctx context.Context, i delivery.Interaction) (delivery.Response, bool) {
	i.Arrived = p.now().Add(-time.Since(i.Arrived))
	return p.Bot.Handle(ctx, i)
}

// changed is told of each game after its commit.
func (s *service) changed(g *game.Game) {
	s.computer.Changed(g)
	s.bot.Changed(g)
	if s.boards != nil {
		s.boards.Changed(g)
	}
	if s.feed != nil && !g.IsBetween() { // which no live board shows
		s.feed.changed(g)
	}
}

// sessions returns what keeps the sessions of the gateway; nil if they have leases, or are those of a sandbox that ends
// with the bot.
func (s *service) sessions() discord.SessionKeeper {
	file, ok := s.games.(*store.Store)
	if !ok || s.volatile {
		return nil
	}
	return file
}

// isReachable reports whether players can move, over the gateway or by signed posts, and are shown that.
func (s *service) isReachable() bool {
	return s.client.Unanswered().IsZero() && (s.config.Posts.Listen != "" || s.gateway.Reachable())
}

// listen serves signed posts and backups, before Discord is asked for anything, because it may not be reached for
// hours. An address that is taken ends the program before that, too.
func (s *service) listen(ctx, within context.Context) error {
	if file, ok := s.games.(*store.Store); ok {
		s.background.Go(func() {
			file.CheckDaily(within, func(err error) {
				s.log.Error("the file of games is not in order; look at it with \"doublecorner doctor\", and restore a backup", "err", err)
			})
		})
		s.background.Go(func() {
			for within.Err() == nil {
				if err := file.Serve(within); err != nil {
					s.log.Warn("no backups while the program runs", "err", err, "tried_again_in", serveEvery)
					select {
					case <-time.After(serveEvery):
					case <-within.Done():
					}
				}
			}
		})
	}
	if err := s.serveLive(ctx); err != nil {
		return err
	}
	return s.serve(ctx, "posts.listen", s.config.Posts.Listen, &s.posts)
}

var errHalfLive = errors.New("live.listen and live.address belong together: set both, or none")

// serveLive serves the live boards. Until the bot is at work, their pages try again.
func (s *service) serveLive(ctx context.Context) error {
	if (s.config.Live.Listen == "") != (s.config.Live.Address == "") {
		return usageError{errHalfLive}
	}
	if s.boards == nil {
		return nil
	}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.atWork.Load() {
			s.boards.ServeHTTP(w, r)
		} else {
			http.Error(w, "The bot is not at work yet.", http.StatusServiceUnavailable)
		}
	})
	s.background.Go(func() { s.boards.Run(ctx) })
	if s.feed != nil {
		s.background.Go(func() { s.feed.tell(ctx) })
		s.background.Go(func() { s.feed.listen(ctx) })
	}
	if s.live != nil {
		s.serveOn(ctx, "live.listen", s.live, h)
		return nil
	}
	return s.serve(ctx, "live.listen", s.config.Live.Listen, h)
}

// takeUp does a part of taking up the games. If they are in a database that fails, it tries again until the context ends, as the
// bot does at work.
func (s *service) takeUp(ctx context.Context, part func() error) error {
	_, inDatabase := s.games.(*postgres.Store)
	for {
		err := part()
		_, refused := errors.AsType[usageError](err)
		switch {
		case err == nil:
			return nil
		case !inDatabase || refused:
			return fmt.Errorf("take up the games: %w", err)
		case ctx.Err() != nil:
			return nil // it was stopped meanwhile
		}
		s.awaitDatabase(err)
		select {
		case <-time.After(tickEvery):
		case <-ctx.Done():
		}
	}
}

// begin begins what is done without being asked for.
func (s *service) begin(ctx context.Context) {
	s.background.Go(func() {
		s.referee.Run(ctx, s.processes.ticks(ctx, s.watch.Tick), func(err error) { s.log.Error("not everything was done that is due", "err", err) })
	})
	s.background.Go(func() { s.announce(ctx) })
	s.background.Go(func() { s.client.KeepContact(ctx) })
	s.background.Go(func() { s.computer.Run(ctx, s.referee) })
	s.background.Go(func() { s.bot.FindPuzzles(ctx) })
	s.background.Go(func() { s.bot.DeleteRemovedGuilds(ctx) })
}

// connect opens the paths by which interactions arrive.
func (s *service) connect(ctx context.Context, app *discord.App) error {
	if s.config.Posts.Listen != "" {
		e, err := discord.NewEndpoint(cmp.Or(s.config.Posts.PublicKey, app.VerifyKey), s.dispatcher, s.log)
		if err != nil {
			return usageError{fmt.Errorf("posts.public-key: %w", err)}
		}
		s.posts.endpoint.Store(e)
	}
	if s.config.Gateway.On {
		s.connections.Go(func() error { return s.gateway.Run(ctx) })
	} else if leases := s.processes.leases; leases != nil {
		s.connections.Go(func() error {
			leases.Run(ctx, partsWithoutShards, idle{s.client})
			return nil
		})
	}
	return nil
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

// open opens the file of games, or the database once it answers.
func (s *service) open(ctx context.Context) (games keeper, err error) {
	if postgres.IsAddress(s.config.Data) {
		games, err = s.openDatabase(ctx)
	} else {
		games, err = store.Open(s.config.Data, store.Options{Volatile: s.volatile})
	}
	if err != nil {
		return nil, err
	}
	if doubt := games.Doubt(); doubt != "" {
		s.log.Warn(doubt) // now, because the next commit writes both headers of a file anew
	}
	return games, nil
}

// openDatabase opens the database. It waits for one that does not answer.
func (s *service) openDatabase(ctx context.Context) (*postgres.Store, error) {
	s.await(postgres.Name(s.config.Data))
	for {
		games, err := postgres.Open(ctx, s.config.Data, postgres.Options{})
		if _, away := errors.AsType[*postgres.AwayError](err); !away {
			return games, err
		}
		s.awaitDatabase(err)
	}
}

// awaitDatabase notes why the bot waits for its database, and logs that once a minute.
func (s *service) awaitDatabase(err error) {
	s.await(err.Error())
	if time.Since(s.warned) > time.Minute {
		s.log.Warn("waiting for the database", "err", err)
		s.warned = time.Now()
	}
}

// openMind makes what thinks, as the settings say, after what work there is.
func (s *service) openMind(work *mind.Work) {
	settings := s.config.Thinking
	if settings.Endings != "" {
		s.library = endgame.NewLibrary(settings.Endings, func(v *draughts.Variant, err error) {
			s.log.Warn("endings are not all known", "rules", v.Rules().Key, "err", err)
		})
	}
	options := mind.Options{Hash: settings.Hash, Work: work, Library: s.library, Log: s.log}
	if settings.On {
		options.Cores = cmp.Or(settings.Cores, max(1, runtime.NumCPU()/2))
	}
	s.mind = mind.New(options)
}

// closeMind ends what thinks.
func (s *service) closeMind() {
	s.mind.Close()
	if s.library == nil {
		return
	}
	if err := s.library.Close(); err != nil {
		s.log.Warn("endings were not closed", "err", err)
	}
}

// sources returns what the watch reads, until the context ends.
func (s *service) sources(ctx context.Context) watch.Sources {
	const mostCounted = 10000 // more pending announcements are as bad
	sources := watch.Sources{
		Played: s.referee.Counters, Mind: s.mind, Shards: s.gateway.State, Recommended: s.gateway.Recommended, Refusals: s.client.InvalidRequests,
		Waiting: func() (int, error) {
			announcements, err := s.referee.PendingAnnouncements(ctx, 0, mostCounted)
			return len(announcements), err
		},
	}
	switch games := s.games.(type) {
	case *store.Store:
		sources.Stored = games.Counts
	case *postgres.Store:
		sources.Database = games.Counts
	}
	if leases := s.processes.leases; leases != nil {
		sources.Leases = leases.Status
	}
	return sources
}

// commandNames returns the names of the bot's commands.
func commandNames() (names []string) {
	for _, c := range bot.Commands(true) {
		names = append(names, c.Name)
	}
	return names
}

// announce has the bot deliver pending announcements until the context is done.
func (s *service) announce(ctx context.Context) {
	for tick := time.Tick(announceEvery); ctx.Err() == nil; {
		if err := s.announceOnce(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("announcements wait", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-tick:
		}
	}
}

func (s *service) announceOnce(ctx context.Context) error {
	s.announcing.Lock()
	defer s.announcing.Unlock()
	return s.bot.Courier.Announce(ctx)
}

// follow does what is due at the time to which the clock of the games was moved, and returns once that is delivered.
func (s *service) follow(ctx context.Context) error {
	if !s.atWork.Load() {
		return errors.New("the bot is not at work yet")
	}
	err := s.referee.Tick(ctx)
	if err == nil {
		err = s.announceOnce(ctx)
	}
	s.bot.Courier.Wait()
	return err
}

// serve serves HTTP at the address of a setting, if it has one, until the context is done; and then
// finishes the requests that have begun. Slow and silent clients cannot exhaust it.
func (s *service) serve(ctx context.Context, setting, address string, h http.Handler) error {
	if address == "" {
		return nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return usageError{fmt.Errorf("%s: %w. Set it to an address of this machine that is free", setting, err)}
	}
	s.serveOn(ctx, setting, listener, h)
	return nil
}

// serveOn is serve with a listener.
func (s *service) serveOn(ctx context.Context, setting string, listener net.Listener, h http.Handler) {
	s.log.Info("listening", "for", setting, "address", listener.Addr())
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	s.connections.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("%s: %w", setting, err)
		}
		return nil
	})
	s.connections.Go(func() error {
		<-ctx.Done()
		within, cancel := context.WithTimeout(context.Background(), acceptWithin)
		defer cancel()
		server.Shutdown(within)
		return nil
	})
}
