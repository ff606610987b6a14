package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
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
	config    config.Config
	log       *slog.Logger
	limits    discord.Limits        // how much people may ask; zero: what is usual
	patience  time.Duration         // how long news waits for an answer; zero: what is usual
	observe   func(discord.Outcome) // is told of every interaction, too; may be nil
	transport http.RoundTripper     // reaches Discord; nil: the usual one
	// ready is told how to invite the bot once it is at work.
	ready  func(invitation string)
	atWork atomic.Bool // it was told
}

// run works until the context is done, or until it cannot go on.
func (s *service) run(ctx context.Context) (err error) {
	client, err := discord.NewClient(discord.ClientConfig{Base: s.config.Discord.API, Token: string(s.config.Discord.Token), Transport: s.transport, Log: s.log})
	if err != nil {
		return err
	}
	kept, err := store.Open(s.config.Data, store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	if doubt := kept.Doubt(); doubt != "" {
		s.log.Warn(doubt) // now: what is written next hides it
	}
	referee := game.New(game.Config{Store: kept, Now: time.Now, Random: rand.Uint64, Limits: game.Limits{
		GamesPerPerson: s.config.Limits.GamesPerPerson, GamesPerPlace: s.config.Limits.GamesPerServer,
		ChallengesPerPerson: s.config.Limits.ChallengesPerPerson,
	}})
	speaker := bot.New(bot.Config{Referee: referee, Poster: client, Now: time.Now, Log: s.log, Patience: s.patience})
	commands := bot.Commands()

	// What follows is stopped in the opposite order.
	var background sync.WaitGroup
	within, stop := context.WithCancel(context.Background())
	defer func() {
		patience, cancel := context.WithTimeout(context.Background(), stopWithin/2)
		defer cancel()
		speaker.Stop(patience)
	}()
	defer background.Wait()
	defer stop()
	background.Go(func() {
		if err := kept.Serve(within); err != nil {
			s.log.Warn("no backups while the program runs", "err", err)
		}
	})

	ways := newWays(ctx)
	ctx = ways.ctx
	defer func() {
		ways.shut(nil)
		err = cmp.Or(err, ways.wait())
	}()
	var desk *discord.Desk
	gateway := discord.NewGateway(discord.GatewayConfig{
		Token: string(s.config.Discord.Token), Info: client.Gateway, Shards: s.config.Gateway.Shards,
		Heard: func(_ context.Context, i *dg.Interaction) { desk.Take(i) }, Log: s.log,
	})
	// Whoever watches the bot and whoever wants a copy is let in first: Discord may not be
	// there for hours. An address that is taken is found before anything is made known.
	w := watch.New(s.sources(commands, referee, kept, gateway, client))
	if at := s.config.Watch.Listen; at != "" {
		d, err := newDoor("watch.listen", at, w, s.log)
		if err != nil {
			return err
		}
		ways.open(d.serve)
	}
	var posts postsHandler
	if at := s.config.Posts.Listen; at != "" {
		d, err := newDoor("posts.listen", at, &posts, s.log)
		if err != nil {
			return err
		}
		ways.open(d.serve)
	}

	app, err := s.introduce(ctx, client, commands)
	if err != nil || app == nil {
		return err
	}
	if err := referee.Resume(ctx); err != nil {
		return fmt.Errorf("take up the games: %w", err)
	}
	background.Go(func() { s.keepTime(within, referee) })
	background.Go(func() { s.tellNews(within, speaker) })

	desk = discord.NewDesk(discord.DeskConfig{Answerer: speaker, Client: client, Limits: s.limits, Log: s.log, Observe: func(o discord.Outcome) {
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
	if s.config.Posts.Listen != "" {
		if err := posts.begin(cmp.Or(s.config.Posts.PublicKey, app.VerifyKey), desk, s.log); err != nil {
			return err
		}
	}
	if s.config.Gateway.On {
		ways.open(gateway.Run)
	}
	s.atWork.Store(true)
	s.ready(client.Invitation())
	if err := ways.wait(); err != nil {
		return err
	}
	s.log.Info("stopping")
	return nil
}

// sources are where the watch looks.
func (s *service) sources(commands []*dg.ApplicationCommand, referee *game.Referee, kept *store.Store, gateway *discord.Gateway, client *discord.Client) watch.Sources {
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return watch.Sources{
		Version: version(), Commands: names, Played: referee.Tally, Kept: kept.Counts, Shards: gateway.State, Refusals: client.RefusedLately,
		Waiting: func(ctx context.Context) (int, error) {
			news, err := referee.Waiting(ctx, 0, mostCounted)
			return len(news), err
		},
		Ready: func(ctx context.Context) error {
			if !s.atWork.Load() {
				return errors.New("the bot is not at work yet: it has not reached Discord, or takes up the games")
			}
			if s.config.Gateway.On && !gateway.Ready() {
				return errors.New("not every shard is connected to the gateway")
			}
			_, err := referee.Waiting(ctx, 0, 1)
			return err
		},
	}
}

// mostCounted is how much waiting news is counted; more is as bad.
const mostCounted = 10000

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
