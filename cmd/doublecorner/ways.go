package main

import (
	"context"
	"errors"
	"sync"
)

// ways are those by which others come in. Each is open until the context is done, or until
// one of them is shut for good: then all are.
type ways struct {
	ctx  context.Context
	shut context.CancelCauseFunc
	work sync.WaitGroup
}

func newWays(ctx context.Context) *ways {
	w := new(ways)
	w.ctx, w.shut = context.WithCancelCause(ctx)
	return w
}

// open has a way served, until its context is done.
func (w *ways) open(serve func(context.Context) error) {
	w.work.Go(func() {
		if err := serve(w.ctx); err != nil {
			w.shut(err)
		}
	})
}

// wait waits until nobody comes in any more, and tells why if it was not to be so.
func (w *ways) wait() error {
	w.work.Wait()
	if err := context.Cause(w.ctx); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
