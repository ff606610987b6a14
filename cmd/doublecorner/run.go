package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"doublecorner/bot/discord"
	"doublecorner/cmd/doublecorner/internal/config"
)

// configFlags name the file of settings.
type configFlags struct {
	Config string `help:"File of settings; config.yaml if there is one." env:"DOUBLECORNER_CONFIG" placeholder:"FILE" type:"path"`
}

// load reads the settings, and returns the name of their file; "" if there is none.
func (c *configFlags) load() (file string, settings config.Config, err error) {
	file = c.Config
	if _, err := os.Stat("config.yaml"); file == "" && err == nil {
		file = "config.yaml"
	}
	settings, err = config.Load(file, os.Environ())
	return file, settings, err
}

// runCommand runs the bot.
type runCommand struct {
	configFlags
}

func (c *runCommand) Run(s streams) error {
	_, settings, err := c.load()
	if err != nil {
		return usageError{err}
	}
	if settings.Discord.Token == "" {
		return errNoToken
	}
	ctx, stop := stopped()
	defer stop()
	service := service{
		config: settings, log: logger(s.err, settings.Log.Level, settings.Log.Format),
		ready: func(invitation string) { fmt.Fprintf(s.out, "Double Corner is at work. Invite it: %s\n", invitation) },
	}
	err = service.run(ctx)
	if _, ok := errors.AsType[*discord.GatewayError](err); ok {
		return usageError{err}
	}
	return err
}

var errNoToken = usageError{errors.New(`there is no token, so Discord would not know the bot. There are two ways on:
  - set one: put the token of your app (https://discord.com/developers, page "Bot") into a file,
    and name the file by discord.token-file in config.yaml or by DOUBLECORNER_DISCORD_TOKEN_FILE;
  - try everything without Discord: "doublecorner sandbox"`)}

// stopped returns a context that ends when the process gets a signal to stop. A second signal kills
// it.
func stopped() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// logger writes text on a terminal and JSON elsewhere, unless the settings decide. It sums up what is repeated.
func logger(w io.Writer, level slog.Level, format config.Format) *slog.Logger {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: asText}
	if format == config.Text || format == config.Auto && isTerminal(w) {
		return slog.New(newSumming(slog.NewTextHandler(w, options)))
	}
	return slog.New(newSumming(slog.NewJSONHandler(w, options)))
}

// asText makes text of values whose JSON nobody can read: durations would be nanoseconds, addresses
// objects, and ids numbers that are too long for most programs.
func asText(_ []string, a slog.Attr) slog.Attr {
	switch v := a.Value.Any().(type) {
	case time.Duration:
		a.Value = slog.StringValue(v.Round(time.Millisecond).String())
	case time.Time, error:
	case fmt.Stringer:
		a.Value = slog.StringValue(v.String())
	}
	return a
}
