package delivery

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"doublecorner/game"
)

// queue runs tasks that post or edit messages: one after another in a lane, and lanes in parallel.
type queue struct {
	log *slog.Logger
	ctx context.Context // of all tasks
	end context.CancelFunc

	mu      sync.Mutex
	lanes   map[lane][]*task
	waiting map[string]*task // by key; another task with the key is not added
	running map[string]int   // by key
	n       int              // tasks in all lanes
	idle    *sync.Cond       // no lane is left
}

// lane is what tasks wait in: for new messages of a channel, or for edits of its messages.
// Discord has a rate limit for each.
type lane struct {
	channel game.RoomID
	edits   bool
}

// task is one thing to do. It calls begin before it reads what it is going to show: from then
// on another task with its key can be added.
type task struct {
	key string
	do  func(ctx context.Context, begin func()) error
}

// maxTasks is how many tasks can wait.
const maxTasks = 4096

func newQueue(log *slog.Logger) *queue {
	q := &queue{log: log, lanes: map[lane][]*task{}, waiting: map[string]*task{}, running: map[string]int{}}
	q.idle = sync.NewCond(&q.mu)
	q.ctx, q.end = context.WithCancel(context.Background())
	return q
}

// add adds a task to a lane, unless one with its key waits. It returns false if the queue is
// full. If Discord asks to wait, the task runs again afterwards.
func (q *queue) add(in lane, key string, do func(ctx context.Context, begin func()) error) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting[key] != nil {
		return true
	}
	if q.n >= maxTasks || q.ctx.Err() != nil {
		return false
	}
	t := &task{key, do}
	q.waiting[key] = t
	q.n++
	tasks, working := q.lanes[in]
	q.lanes[in] = append(tasks, t)
	if !working {
		go q.work(in)
	}
	return true
}

// has reports whether a task with a key waits or runs.
func (q *queue) has(key string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting[key] != nil || q.running[key] > 0
}

// work runs the tasks of a lane.
func (q *queue) work(in lane) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.lanes[in]) > 0 {
		t := q.lanes[in][0]
		q.lanes[in] = q.lanes[in][1:]
		q.running[t.key]++
		q.mu.Unlock()
		q.run(t)
		q.mu.Lock()
		if q.running[t.key]--; q.running[t.key] == 0 {
			delete(q.running, t.key)
		}
		q.begin(t)
		q.n--
	}
	delete(q.lanes, in)
	if len(q.lanes) == 0 {
		q.idle.Broadcast()
	}
}

// begin allows another task with the key of this one.
func (q *queue) begin(t *task) {
	if q.waiting[t.key] == t {
		delete(q.waiting, t.key)
	}
}

func (q *queue) run(t *task) {
	defer func() {
		if p := recover(); p != nil {
			q.log.Error("panic", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	begin := func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.begin(t)
	}
	for {
		wait, limited := rateLimited(t.do(q.ctx, begin))
		if !limited {
			return
		}
		select {
		case <-q.ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// wait waits until no task is left.
func (q *queue) wait() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.lanes) > 0 {
		q.idle.Wait()
	}
}

// maxWait is how long a lane waits for a rate limit. After a longer one its tasks fail.
const maxWait = time.Minute

// rateLimited reports whether Discord asks to try again, and after which time.
func rateLimited(err error) (wait time.Duration, ok bool) {
	limited, ok := errors.AsType[interface {
		error
		RetryAfter() time.Duration
	}](err)
	if !ok || limited.RetryAfter() <= 0 || limited.RetryAfter() > maxWait {
		return 0, false
	}
	return limited.RetryAfter(), true
}

// IsRateLimit reports whether Discord asks to try again later.
func IsRateLimit(err error) bool {
	_, limited := rateLimited(err)
	return limited
}
