package bot

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"doublecorner/game"
)

// outbox holds what the bot is to do in channels without being asked there: what is in one
// lane after each other, and what is in different lanes at once.
type outbox struct {
	log *slog.Logger

	mu      sync.Mutex
	lanes   map[lane][]*delivery
	pending map[string]*delivery // by their keys
	n       int                  // all of them
	idle    *sync.Cond           // nothing is left to do
}

// lane is what is said in a channel, or how messages there change: Discord limits them apart,
// and what is new waits for no old board.
type lane struct {
	channel game.RoomID
	changes bool
}

// delivery is one thing to do.
type delivery struct {
	ctx context.Context
	key string
	do  func(context.Context) error
}

// mostDeliveries is how many may wait.
const mostDeliveries = 4096

func newOutbox(log *slog.Logger) *outbox {
	o := &outbox{log: log, lanes: map[lane][]*delivery{}, pending: map[string]*delivery{}}
	o.idle = sync.NewCond(&o.mu)
	return o
}

// put has something done in a lane, unless a delivery with the same key waits or is being
// done. It returns false if there is too much to do. If Discord asks to wait, do is tried
// again afterwards.
func (o *outbox) put(ctx context.Context, in lane, key string, do func(context.Context) error) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.pending[key] != nil {
		return true
	}
	if o.n >= mostDeliveries {
		return false
	}
	d := &delivery{ctx, key, do}
	o.pending[key] = d
	o.n++
	waiting, working := o.lanes[in]
	o.lanes[in] = append(waiting, d)
	if !working {
		go o.work(in)
	}
	return true
}

// begun lets a delivery with the same key be put: what it does from now on may be out of date.
func (o *outbox) begun(key string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.pending, key)
}

// holds tells whether a delivery with a key waits or is being done.
func (o *outbox) holds(key string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.pending[key] != nil
}

// work does what is to be done in a lane.
func (o *outbox) work(in lane) {
	for {
		o.mu.Lock()
		waiting := o.lanes[in]
		if len(waiting) == 0 {
			delete(o.lanes, in)
			if len(o.lanes) == 0 {
				o.idle.Broadcast()
			}
			o.mu.Unlock()
			return
		}
		d := waiting[0]
		o.lanes[in] = waiting[1:]
		o.mu.Unlock()
		o.try(d)
		o.mu.Lock()
		if o.pending[d.key] == d {
			delete(o.pending, d.key)
		}
		o.n--
		o.mu.Unlock()
	}
}

func (o *outbox) try(d *delivery) {
	defer func() {
		if p := recover(); p != nil {
			o.log.Error("panic", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	for {
		wait, limited := askedToWait(d.do(d.ctx))
		if !limited {
			return
		}
		select {
		case <-d.ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// wait waits until nothing is left to do.
func (o *outbox) wait() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.lanes) > 0 {
		o.idle.Wait()
	}
}

// askedToWait tells whether an error is Discord's wish that something be done later.
func askedToWait(err error) (wait time.Duration, ok bool) {
	limited, ok := errors.AsType[interface {
		error
		RetryAfter() time.Duration
	}](err)
	if !ok || limited.RetryAfter() <= 0 {
		return 0, false
	}
	return limited.RetryAfter(), true
}
