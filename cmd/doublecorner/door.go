package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"doublecorner/bot/discord"
)

// door is an address at which others come in, as a setting names it.
type door struct {
	setting  string
	listener net.Listener
	server   *http.Server
}

// postsDoor opens the door for what Discord posts.
func (s *service) postsDoor(app *discord.App, desk *discord.Desk) (*door, error) {
	key := s.config.Posts.PublicKey
	if key == "" {
		key = app.VerifyKey
	}
	endpoint, err := discord.NewEndpoint(key, desk, s.log)
	if err != nil {
		return nil, fmt.Errorf("posts.public-key: %w", err)
	}
	return newDoor("posts.listen", s.config.Posts.Listen, endpoint, s.log)
}

// newDoor opens a door that strangers cannot tie up.
func newDoor(setting, address string, h http.Handler, log *slog.Logger) (*door, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", setting, err)
	}
	log.Info("listening", "for", setting, "address", listener.Addr())
	return &door{setting: setting, listener: listener, server: &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}}, nil
}

// serve lets people in until the context is done, and then waits for those inside.
func (d *door) serve(ctx context.Context) error {
	empty := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(empty)
		patience, cancel := context.WithTimeout(context.Background(), stopWithin)
		defer cancel()
		d.server.Shutdown(patience)
	})
	if err := d.server.Serve(d.listener); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return fmt.Errorf("%s: %w", d.setting, err)
	}
	<-empty
	return nil
}
