package main

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"
)

// TestServerStops checks that a server responds to the requests that have begun before it stops.
func TestServerStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var answered atomic.Bool
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	asked := make(chan error, 1)
	go func() {
		resp, err := http.Get("http://" + listener.Addr().String())
		if err == nil {
			resp.Body.Close()
		}
		asked <- err
	}()
	must(t, serveHTTP(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		time.Sleep(100 * time.Millisecond) // a server that does not wait has stopped by then
		answered.Store(true)
	}), slog.New(slog.DiscardHandler)))
	if !answered.Load() {
		t.Error("it stopped before it had responded")
	}
	must(t, <-asked)
}
