package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"syscall"

	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/internal/sandbox"
	"doublecorner/internal/sandbox/page"
)

// sandboxCommand runs a Discord on this machine, with this bot or for another one.
type sandboxCommand struct {
	Listen string `help:"Address to serve; ${default}." default:"127.0.0.1:8080" placeholder:"ADDRESS"`
	Public bool   `help:"Allow an address that other machines can reach. Everybody who reaches it can act as any user there."`
	State  string `help:"File of the sandbox; ${default} if not given. The games are in a file beside it." default:"sandbox.json" placeholder:"FILE" type:"path"`
	Fresh  bool   `help:"Start with an empty sandbox, and keep nothing."`
	Shards int    `help:"Number of gateway shards that bots are told to run; ${default}." default:"1" placeholder:"N"`
	NoBot  bool   `help:"Run no bot, and print what another one needs to connect."`
	Debug  bool   `help:"Log more."`
}

func (c *sandboxCommand) Run(s streams) (err error) {
	state := c.State
	if c.Fresh {
		dir, remove, err := temporaryDirectory()
		if err != nil {
			return err
		}
		defer remove()
		state = filepath.Join(dir, "sandbox.json")
	}
	if c.Shards < 1 || c.Shards > 64 {
		return usageError{errors.New("--shards is a number from 1 to 64")}
	}
	settings := config.Default()
	settings.Data, settings.Lobby = state+".db", true
	level := slog.LevelWarn
	if c.Debug {
		level = slog.LevelDebug
	}
	log := logger(s.err, level, config.Text)

	world, err := sandbox.Start(sandbox.Options{Listen: c.Listen, Public: c.Public, State: state, Log: log, Shards: c.Shards, IdentifyEvery: -1, Page: page.Handler()})
	switch {
	case errors.Is(err, sandbox.ErrPublic):
		return usageError{fmt.Errorf("%w. Say --public if that is meant", err)}
	case errors.Is(err, sandbox.ErrInUse):
		err = fmt.Errorf("%w. Stop that one, or name another file, as in --state other.json", err)
	case errors.Is(err, syscall.EADDRINUSE):
		err = fmt.Errorf("%w. If it is not a sandbox that runs there already, name another address, as in --listen 127.0.0.1:8081", err)
	}
	if err != nil {
		return usageError{fmt.Errorf("the sandbox cannot be opened: %w", err)}
	}
	defer func() { err = errors.Join(err, world.Close()) }()
	if err := errors.Join(world.Seed(), world.SeedNeighbour()); err != nil {
		return err
	}
	settings.Discord.Token = config.Secret(world.Token())
	settings.Discord.API = world.URL() + "/api/v10"

	ctx, stop := stopped()
	defer stop()
	// The address of the page is printed once the sandbox cannot fail to start any more.
	opened := func(bot, files string) {
		kept := "Everything is kept in " + files + "."
		if c.Fresh {
			kept = "Nothing is kept."
		}
		fmt.Fprintf(s.out, "Open %s in a browser, in two windows to be two users.\n%s\n%s Stop with Ctrl+C.\n", world.URL(), bot, kept)
	}
	if c.NoBot {
		opened(fmt.Sprintf("No bot is in it. A bot needs:\n  api         %s\n  token       %s\n  public key  %x",
			settings.Discord.API, world.Token(), world.PublicKey()), state)
		<-ctx.Done()
		return nil
	}
	boards, err := listenBeside(world.URL())
	if err != nil {
		return usageError{fmt.Errorf("the live board cannot be opened: %w", err)}
	}
	settings.Live.Listen, settings.Live.Address = boards.Addr().String(), "http://"+boards.Addr().String()
	service := &service{
		config: settings, log: log, now: world.Now, live: boards,
		volatile: true, // each step of the clock is a commit
		ready:    func(string) { opened("The bot is at work.", state+" and "+settings.Data) },
	}
	world.Follow(service.follow)
	return service.run(ctx)
}

// liveDistance is how far the port of the live board is from that of the sandbox.
const liveDistance = 10

// listenBeside listens for the live board on the host of an address: on a port that is the same whenever the sandbox starts, so
// that pages find it again, or if that is taken, on another one.
func listenBeside(address string) (net.Listener, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	if port, err := strconv.Atoi(u.Port()); err == nil {
		if l, err := net.Listen("tcp", net.JoinHostPort(u.Hostname(), strconv.Itoa(port+liveDistance))); err == nil {
			return l, nil
		}
	}
	return net.Listen("tcp", net.JoinHostPort(u.Hostname(), "0"))
}
