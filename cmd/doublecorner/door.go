package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"doublecorner/bot/discord"
)

// door is an address at which others come in, as a setting names it.
type door struct {
	setting  string
	listener net.Listener
	server   *http.Server
}

// postsHandler takes what Discord posts. It asks to be left alone until there is somebody to answer:
// an interaction that waited for that would be done when Discord has given it up.
type postsHandler struct {
	endpoint atomic.Pointer[discord.Endpoint]
}

func (p *postsHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if endpoint := p.endpoint.Load(); endpoint != nil {
		endpoint.ServeHTTP(w, r)
		return
	}
	http.Error(w, "The bot is not at work yet.", http.StatusServiceUnavailable)
}

// begin has posts taken to a desk.
func (p *postsHandler) begin(key string, desk *discord.Desk, log *slog.Logger) error {
	endpoint, err := discord.NewEndpoint(key, desk, log)
	if err != nil {
		return usageError{fmt.Errorf("posts.public-key: %w", err)}
	}
	p.endpoint.Store(endpoint)
	return nil
}

// newDoor opens a door that strangers cannot tie up.
func newDoor(setting, address string, h http.Handler, log *slog.Logger) (*door, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w. Set it to an address of this machine that is free", setting, err)}
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
