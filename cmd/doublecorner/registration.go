package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
	"doublecorner/bot/discord"
	"doublecorner/cmd/doublecorner/internal/config"
)

// register asks Discord who the bot is, and registers its commands. It returns the app and the commands with
// their IDs; no app if the context ends first.
func (s *service) register(ctx context.Context) (app *discord.App, registered []*dg.ApplicationCommand, err error) {
	err = s.retry(ctx, func() (err error) {
		if app == nil {
			if app, err = s.client.FetchApp(ctx); err != nil {
				return err
			}
		}
		if registered, err = s.client.Register(ctx, bot.Commands(s.config.Lobby)); err != nil {
			return fmt.Errorf("register the commands: %w", err)
		}
		return nil
	})
	if ctx.Err() != nil {
		return nil, nil, nil
	} else if err != nil {
		return nil, nil, usageError{s.remedy(err)}
	}
	if wrong := mismatch(s.config, app); wrong != "" {
		s.log.Error(wrong)
	}
	s.log.Info("registered", "app", app.ID, "name", app.Name)
	return app, registered, nil
}

// remedy adds to an error that a retry does not mend what to do about it.
func (s *service) remedy(err error) error {
	var refused *discord.Error
	switch errors.As(err, &refused); {
	case unknownToken(err):
		return errUnknownToken
	case refused != nil && refused.Status == http.StatusBadRequest:
		return fmt.Errorf("%w: Discord does not take the commands of this version any more. Get a newer one", err)
	case refused != nil && refused.Status == http.StatusForbidden:
		return fmt.Errorf("%w: Discord does not let the app in. Look at https://discord.com/developers whether it is disabled, and whether discord.api is right, which is %s", err, s.config.Discord.API)
	}
	return fmt.Errorf("%w: look whether discord.api is right, which is %s", err, s.config.Discord.API)
}

// errUnknownToken says what to do about a token that Discord does not know.
var errUnknownToken = errors.New("the token is none that Discord knows. Make a new one on the page \"Bot\" of your app at https://discord.com/developers, and set it in place of the old one")

func unknownToken(err error) bool {
	var refused *discord.Error
	return errors.As(err, &refused) && refused.Status == http.StatusUnauthorized
}

// mismatch returns why no interaction would reach the bot, or none over the gateway; "" if all
// would.
func mismatch(c config.Config, app *discord.App) string {
	switch {
	case app.EndpointURL != "" && c.Posts.Listen == "":
		return "Discord posts what people do to " + app.EndpointURL + ", and nobody listens there: no interaction comes over the gateway meanwhile. Clear the \"Interactions Endpoint URL\" of the app, or set posts.listen"
	case app.EndpointURL == "" && !c.Gateway.On:
		return "Discord posts what people do nowhere, and the gateway is off: set the \"Interactions Endpoint URL\" of the app to the https address that leads to posts.listen"
	}
	return ""
}

// retry makes a request until Discord can be reached, or the context ends.
func (s *service) retry(ctx context.Context, request func() error) error {
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		err := request()
		var failed *discord.Error
		if !errors.As(err, &failed) || !failed.Temporary() || ctx.Err() != nil {
			return err
		}
		wait := max(pause, failed.After)
		s.log.Warn("Discord cannot be reached", "err", err, "again_in", wait)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
}
