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

// outbox runs deliveries, which change what is in a channel without being asked there: one at
// a time in a lane, and lanes at the same time.
type outbox struct {
	log  *slog.Logger
	life context.Context // of all deliveries
	end  context.CancelFunc

	mu      sync.Mutex
	lanes   map[lane][]*delivery
	pending map[string]*delivery // by key; another with the key may not be put
	running map[string]int       // by key
	n       int                  // deliveries in all lanes
	idle    *sync.Cond           // no lane is left
}

// lane is where deliveries wait for each other: new messages of a channel, or changes of those
// that are there. Discord has a limit for each.
type lane struct {
	channel game.RoomID
	changes bool
}

// delivery is one thing to do. It calls begun before it looks at what it shows: from then on
// another with its key may be put.
type delivery struct {
	key string
	do  func(ctx context.Context, begun func()) error
}

// mostDeliveries is how many may wait.
const mostDeliveries = 4096

func newOutbox(log *slog.Logger) *outbox {
	o := &outbox{log: log, lanes: map[lane][]*delivery{}, pending: map[string]*delivery{}, running: map[string]int{}}
	o.idle = sync.NewCond(&o.mu)
	o.life, o.end = context.WithCancel(context.Background())
	return o
}

// put puts a delivery into a lane, unless one with its key waits there already. It returns
// false if too many wait. If Discord asks to wait, the delivery is tried again afterwards.
func (o *outbox) put(in lane, key string, do func(ctx context.Context, begun func()) error) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.pending[key] != nil {
		return true
	}
	if o.n >= mostDeliveries || o.life.Err() != nil {
		return false
	}
	d := &delivery{key, do}
	o.pending[key] = d
	o.n++
	waiting, working := o.lanes[in]
	o.lanes[in] = append(waiting, d)
	if !working {
		go o.work(in)
	}
	return true
}

// holds tells whether a delivery with a key waits or runs.
func (o *outbox) holds(key string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.pending[key] != nil || o.running[key] > 0
}

// work runs the deliveries of a lane.
func (o *outbox) work(in lane) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.lanes[in]) > 0 {
		d := o.lanes[in][0]
		o.lanes[in] = o.lanes[in][1:]
		o.running[d.key]++
		o.mu.Unlock()
		o.run(d)
		o.mu.Lock()
		if o.running[d.key]--; o.running[d.key] == 0 {
			delete(o.running, d.key)
		}
		o.letAnother(d)
		o.n--
	}
	delete(o.lanes, in)
	if len(o.lanes) == 0 {
		o.idle.Broadcast()
	}
}

// letAnother lets a delivery be put with the key of this one.
func (o *outbox) letAnother(d *delivery) {
	if o.pending[d.key] == d {
		delete(o.pending, d.key)
	}
}

func (o *outbox) run(d *delivery) {
	defer func() {
		if p := recover(); p != nil {
			o.log.Error("panic", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	begun := func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.letAnother(d)
	}
	for {
		wait, limited := askedToWait(d.do(o.life, begun))
		if !limited {
			return
		}
		select {
		case <-o.life.Done():
			return
		case <-time.After(wait):
		}
	}
}

// wait waits until no delivery is left.
func (o *outbox) wait() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.lanes) > 0 {
		o.idle.Wait()
	}
}

// longestLaneWait is how long a lane waits because Discord asks for it. After more, what it
// would do is done another time.
const longestLaneWait = time.Minute

// askedToWait tells whether an error is Discord's wish that something be done a little later.
func askedToWait(err error) (wait time.Duration, ok bool) {
	limited, ok := errors.AsType[interface {
		error
		RetryAfter() time.Duration
	}](err)
	if !ok || limited.RetryAfter() <= 0 || limited.RetryAfter() > longestLaneWait {
		return 0, false
	}
	return limited.RetryAfter(), true
}
