package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/discord"
	"doublecorner/cmd/doublecorner/internal/config"
)

// introduce finds out who the bot is, and makes its commands known. There is no app if
// the context ends before.
func (s *service) introduce(ctx context.Context, client *discord.Client, commands []*dg.ApplicationCommand) (app *discord.App, err error) {
	err = s.untilReached(ctx, func() (err error) {
		app, err = client.Meet(ctx)
		return err
	})
	changed := false
	if err == nil && ctx.Err() == nil {
		err = s.untilReached(ctx, func() (err error) {
			if changed, err = client.Register(ctx, commands); err != nil {
				err = fmt.Errorf("make the commands known: %w", err)
			}
			return err
		})
	}
	if ctx.Err() != nil {
		return nil, nil
	} else if err != nil {
		return nil, usageError{s.remedy(err)}
	}
	if there := mismatch(s.config, app); there != "" {
		s.log.Error(there)
	}
	s.log.Info("introduced", "app", app.ID, "name", app.Name, "commands_changed", changed)
	return app, nil
}

// remedy adds to what Discord will not do, however often it is asked, what to do about it.
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
		s.log.Warn("Discord cannot be reached", "err", err, "again_in", wait)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
}
