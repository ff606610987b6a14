package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"

	"doublecorner/bot/sandbox"
	"doublecorner/bot/sandbox/page"
	"doublecorner/cmd/doublecorner/internal/config"
)

// sandboxCommand runs a Discord on this machine, with the bot in it or for another one.
type sandboxCommand struct {
	Listen string `help:"Address to serve; ${default}." default:"127.0.0.1:8080" placeholder:"ADDRESS"`
	Public bool   `help:"Allow an address that other machines reach. Whoever reaches it can act as anybody there."`
	State  string `help:"Where to keep everything: this file, ${default}, and the games beside it." default:"sandbox.json" placeholder:"FILE" type:"path"`
	Fresh  bool   `help:"Begin with nothing, and keep nothing."`
	NoBot  bool   `help:"Leave our own bot out, and say what another one needs to come in."`
	Debug  bool   `help:"Say more about what happens."`
}

func (c *sandboxCommand) Run(s streams) (err error) {
	state := c.State
	if c.Fresh {
		dir, err := os.MkdirTemp("", "doublecorner-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		state = filepath.Join(dir, "sandbox.json")
	}
	settings := config.Default()
	settings.Data = state + ".db"
	settings.Log = config.Log{Level: slog.LevelWarn, Format: config.Text}
	if c.Debug {
		settings.Log.Level = slog.LevelDebug
	}
	log := logger(s.err, settings.Log)

	world, err := sandbox.Start(sandbox.Options{Listen: c.Listen, Public: c.Public, State: state, Log: log, IdentifyEvery: -1, Page: page.Handler()})
	switch {
	case errors.Is(err, sandbox.ErrPublic):
		return usageError{fmt.Errorf("%w. Say --public if that is meant", err)}
	case errors.Is(err, sandbox.ErrInUse):
		return usageError{fmt.Errorf("the sandbox cannot be opened: %w. Stop that one, or name another file, as in --state other.json", err)}
	case errors.Is(err, syscall.EADDRINUSE):
		return usageError{fmt.Errorf("the sandbox cannot be opened: %w. If it is not a sandbox that runs there already, name another address, as in --listen 127.0.0.1:8081", err)}
	case err != nil:
		return usageError{fmt.Errorf("the sandbox cannot be opened: %w", err)}
	}
	defer func() { err = errors.Join(err, world.Close()) }()
	if err := world.Seed(); err != nil {
		return err
	}
	settings.Discord.Token = config.Secret(world.Token())
	settings.Discord.API = world.URL() + "/api/v10"

	ctx, stop := stopped()
	defer stop()
	// Where the page is, is said when the sandbox is sure to stay.
	says := func(who, files string) {
		fmt.Fprintf(s.out, "Open %s in a browser, in two windows to be two people.\n%s\n%s Stop with Ctrl+C.\n", world.URL(), who, c.kept(files))
	}
	if c.NoBot {
		says(fmt.Sprintf("No bot is in it. What one needs:\n  api         %s\n  token       %s\n  public key  %x",
			settings.Discord.API, world.Token(), world.PublicKey()), state)
		<-ctx.Done()
		return nil
	}
	service := service{config: settings, log: log, ready: func(string) { says("The bot is at work.", state+" and "+settings.Data) }}
	return service.run(ctx)
}

// kept says what remains of it.
func (c *sandboxCommand) kept(files string) string {
	if c.Fresh {
		return "Nothing is kept."
	}
	return "Everything is kept in " + files + "."
}
