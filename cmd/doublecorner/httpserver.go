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

// httpServer serves HTTP at the address that a setting names.
type httpServer struct {
	setting  string
	listener net.Listener
	server   *http.Server
}

// listen returns a server that has its address. Slow and silent clients cannot exhaust it.
func listen(setting, address string, h http.Handler, log *slog.Logger) (*httpServer, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w. Set it to an address of this machine that is free", setting, err)}
	}
	log.Info("listening", "for", setting, "address", listener.Addr())
	return &httpServer{setting: setting, listener: listener, server: &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}}, nil
}

// serve answers requests until the context is done, and then finishes those that have begun.
func (s *httpServer) serve(ctx context.Context) error {
	finished := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(finished)
		within, cancel := context.WithTimeout(context.Background(), stopWithin)
		defer cancel()
		s.server.Shutdown(within)
	})
	if err := s.server.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return fmt.Errorf("%s: %w", s.setting, err)
	}
	<-finished
	return nil
}

// postsHandler handles signed posts. Until it has an endpoint it answers 503: an interaction that
// waited for the bot would be done only after Discord had given it up.
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

// open hands all posts to a dispatcher from now on.
func (p *postsHandler) open(key string, dispatcher *discord.Dispatcher, log *slog.Logger) error {
	endpoint, err := discord.NewEndpoint(key, dispatcher, log)
	if err != nil {
		return usageError{fmt.Errorf("posts.public-key: %w", err)}
	}
	p.endpoint.Store(endpoint)
	return nil
}
