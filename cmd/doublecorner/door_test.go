package main

import (
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"
	"testing"
	"time"
)

// A door is not shut before those who are inside have been answered.
func TestDoor(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var answered atomic.Bool
	d, err := newDoor("posts.listen", "127.0.0.1:0", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		time.Sleep(100 * time.Millisecond) // who does not wait is gone by then
		answered.Store(true)
	}), slog.New(slog.DiscardHandler))
	must(t, err)
	asked := make(chan error, 1)
	go func() {
		resp, err := http.Get("http://" + d.listener.Addr().String())
		if err == nil {
			resp.Body.Close()
		}
		asked <- err
	}()
	must(t, d.serve(ctx))
	if !answered.Load() {
		t.Error("it is shut before everybody is answered")
	}
	must(t, <-asked)
}
