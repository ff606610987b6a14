package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
	"doublecorner/bot/discord"
	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/cmd/doublecorner/internal/watch"
	"doublecorner/game"
	"doublecorner/store"
)

// The rhythm of the service.
const (
	tickEvery     = time.Second     // clocks are looked at
	announceEvery = 2 * time.Second // news is told
	stopWithin    = 9 * time.Second // what was begun is finished
)

// service is the bot at work: everything that runs while it does.
type service struct {
	config   config.Config
	log      *slog.Logger
	limits   discord.Limits        // how much people may ask; zero: what is usual
	patience time.Duration         // how long news waits for an answer; zero: what is usual
	observe  func(discord.Outcome) // is told of every interaction, too; may be nil
	// ready is told how to invite the bot once it is at work.
	ready func(invitation string)
}

// run works until the context is done, or until it cannot go on.
func (s *service) run(ctx context.Context) (err error) {
	client, err := discord.NewClient(discord.ClientConfig{Base: s.config.Discord.API, Token: string(s.config.Discord.Token)})
	if err != nil {
		return err
	}
	kept, err := store.Open(s.config.Data, store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	referee := game.New(game.Config{Store: kept, Now: time.Now, Random: rand.Uint64, Limits: game.Limits{
		GamesPerPerson: s.config.Limits.GamesPerPerson, GamesPerPlace: s.config.Limits.GamesPerServer,
		ChallengesPerPerson: s.config.Limits.ChallengesPerPerson,
	}})
	speaker := bot.New(bot.Config{Referee: referee, Poster: client, Now: time.Now, Log: s.log, Patience: s.patience})

	app, err := s.introduce(ctx, client)
	if err != nil || app == nil {
		return err
	}
	if err := referee.Resume(ctx); err != nil {
		return fmt.Errorf("take up the games: %w", err)
	}

	// What follows is stopped in the opposite order.
	var background sync.WaitGroup
	within, stop := context.WithCancel(context.Background())
	defer background.Wait()
	defer stop()
	background.Go(func() { s.keepTime(within, referee) })
	background.Go(func() { s.tellNews(within, speaker) })
	background.Go(func() {
		if err := kept.Serve(within); err != nil {
			s.log.Warn("no backups while the program runs", "err", err)
		}
	})

	var gateway *discord.Gateway // nil: there is none
	w := watch.New(watch.Sources{
		Version: version(), Commands: names(bot.Commands()), Played: referee.Tally, Kept: kept.Counts,
		Waiting: func(ctx context.Context) (int, error) {
			news, err := referee.Waiting(ctx, 0, mostCounted)
			return len(news), err
		},
		Shards: func() []discord.ShardState {
			if gateway == nil {
				return nil
			}
			return gateway.State()
		},
		Ready: func(ctx context.Context) error {
			if gateway != nil && !gateway.Ready() {
				return errors.New("not every shard is connected to the gateway")
			}
			_, err := referee.Waiting(ctx, 0, 1)
			return err
		},
	})
	desk := discord.NewDesk(discord.DeskConfig{Answerer: speaker, Client: client, Limits: s.limits, Log: s.log, Observe: func(o discord.Outcome) {
		w.Observe(o)
		if s.observe != nil {
			s.observe(o)
		}
	}})
	defer func() {
		patience, cancel := context.WithTimeout(context.Background(), stopWithin)
		defer cancel()
		err = errors.Join(err, desk.Close(patience))
	}()
	if s.config.Gateway.On {
		gateway = discord.NewGateway(discord.GatewayConfig{
			Token: string(s.config.Discord.Token), Info: client.Gateway, Shards: s.config.Gateway.Shards,
			Heard: func(_ context.Context, i *dg.Interaction) { desk.Take(i) }, Log: s.log,
		})
	}
	return s.listen(ctx, client, app, desk, gateway, w)
}

// mostCounted is how much waiting news is counted; more is as bad.
const mostCounted = 10000

// names are the names of commands.
func names(commands []*dg.ApplicationCommand) (names []string) {
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return names
}

// introduce finds out who the bot is, and makes its commands known. There is no app if
// the context ends before.
func (s *service) introduce(ctx context.Context, client *discord.Client) (app *discord.App, err error) {
	err = s.untilReached(ctx, func() (err error) {
		app, err = client.Meet(ctx)
		return err
	})
	if unknownToken(err) {
		return nil, errUnknownToken
	} else if ctx.Err() != nil {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	changed := false
	err = s.untilReached(ctx, func() (err error) {
		changed, err = client.Register(ctx, bot.Commands())
		return err
	})
	if ctx.Err() != nil {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("make the commands known: %w", err)
	}
	if there := mismatch(s.config, app); there != "" {
		s.log.Error(there)
	}
	s.log.Info("introduced", "app", app.ID, "name", app.Name, "commands changed", changed)
	return app, nil
}

// errUnknownToken says what to do about a token that Discord does not take.
var errUnknownToken = errors.New("the token is none that Discord knows. Make a new one on the page \"Bot\" of your app at https://discord.com/developers, and set it in place of the old one")

func unknownToken(err error) bool {
	var refused *discord.Error
	return errors.As(err, &refused) && refused.Status == http.StatusUnauthorized
}

// mismatch tells why no interaction would reach the bot, or none by one of the ways that
// are set.
func mismatch(c config.Config, app *discord.App) string {
	switch {
	case app.PostsTo != "" && c.Posts.Listen == "":
		return "Discord posts what people do to " + app.PostsTo + ", and nobody listens there: the gateway hears nothing meanwhile. Clear the \"Interactions Endpoint URL\" of the app, or set posts.listen"
	case app.PostsTo == "" && !c.Gateway.On:
		return "Discord posts what people do nowhere, and the gateway is off: set the \"Interactions Endpoint URL\" of the app to the https address that leads to posts.listen"
	}
	return ""
}

// untilReached does something until Discord can be reached for it.
func (s *service) untilReached(ctx context.Context, do func() error) error {
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		err := do()
		var failed *discord.Error
		if !errors.As(err, &failed) || !failed.Temporary() || ctx.Err() != nil {
			return err
		}
		wait := max(pause, failed.After)
		s.log.Warn("Discord cannot be reached", "err", err, "again in", wait.String())
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
}

// keepTime has the referee look at the clocks.
func (s *service) keepTime(ctx context.Context, referee *game.Referee) {
	ticker := time.NewTicker(tickEvery)
	defer ticker.Stop()
	referee.Run(ctx, ticker.C, func(err error) { s.log.Error("not everything was done that is due", "err", err) })
}

// tellNews tells people what they have not heard yet.
func (s *service) tellNews(ctx context.Context, speaker *bot.Bot) {
	ticker := time.NewTicker(announceEvery)
	defer ticker.Stop()
	for {
		if err := speaker.Announce(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("news waits", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// listen takes interactions, by the ways that are configured, until the context is done
// or one of them is shut for good.
func (s *service) listen(ctx context.Context, client *discord.Client, app *discord.App, desk *discord.Desk, gateway *discord.Gateway, w http.Handler) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var ways sync.WaitGroup
	if gateway != nil {
		ways.Go(func() {
			if err := gateway.Run(ctx); err != nil {
				cancel(err)
			}
		})
	}
	var served []serving
	if s.config.Posts.Listen != "" {
		endpoint, err := s.endpoint(app, desk)
		if err != nil {
			return err
		}
		served = append(served, serving{"posts.listen", s.config.Posts.Listen, endpoint})
	}
	if s.config.Watch.Listen != "" {
		served = append(served, serving{"watch.listen", s.config.Watch.Listen, w})
	}
	for _, what := range served {
		listener, err := net.Listen("tcp", what.address)
		if err != nil {
			cancel(nil)
			ways.Wait()
			return fmt.Errorf("%s: %w", what.setting, err)
		}
		s.log.Info("listening", "for", what.setting, "address", listener.Addr())
		server := s.server(what.handler)
		ways.Go(func() {
			if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
				cancel(fmt.Errorf("%s: %w", what.setting, err))
			}
		})
		context.AfterFunc(ctx, func() {
			patience, cancel := context.WithTimeout(context.Background(), stopWithin)
			defer cancel()
			server.Shutdown(patience)
		})
	}
	s.ready(client.Invitation())
	ways.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	s.log.Info("stopping")
	return nil
}

// serving is something that is served at an address which a setting names.
type serving struct {
	setting, address string
	handler          http.Handler
}

// endpoint takes signed posts.
func (s *service) endpoint(app *discord.App, desk *discord.Desk) (http.Handler, error) {
	key := s.config.Posts.PublicKey
	if key == "" {
		key = app.VerifyKey
	}
	endpoint, err := discord.NewEndpoint(key, desk, s.log)
	if err != nil {
		return nil, fmt.Errorf("posts.public-key: %w", err)
	}
	return endpoint, nil
}

// server is one that strangers cannot tie up.
func (s *service) server(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
}
