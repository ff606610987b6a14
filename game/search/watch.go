package search

import (
	"context"
	"math"
	"time"
)

// watch knows when to stop. It looks at the clock and at the context seldom where nodes take little
// time, and at each node where they take long.
type watch struct {
	stopped  bool
	late     bool // because the time was up
	done     <-chan struct{}
	deadline time.Time
	nodes    uint64 // the limit
	timed    bool
	looked   time.Time
	next     int // how many nodes until it looks again
	skipped  int // how many nodes it let pass the last time
	yield    func() time.Duration
}

const (
	mostSkipped = 32 // nodes
	slow        = 500 * time.Microsecond
)

func (w *watch) start(ctx context.Context, now time.Time, l Limit) {
	*w = watch{done: ctx.Done(), nodes: l.Nodes, looked: now, timed: l.Time > 0, yield: l.Yield}
	if w.nodes == 0 {
		w.nodes = math.MaxUint64
	}
	if w.timed {
		w.deadline = now.Add(l.Time)
	}
}

// stop reports whether to stop, at the start of every node.
func (w *watch) stop(nodes uint64) bool {
	if w.next--; w.next < 0 {
		w.look()
	}
	if nodes > w.nodes {
		w.stopped = true
	}
	return w.stopped
}

// count counts the landings of a node: four take at least as long as another node.
func (w *watch) count(landings int) { w.next -= landings / 4 }

func (w *watch) look() {
	select {
	case <-w.done:
		w.stopped = true
	default:
	}
	if w.yield != nil {
		waited := w.yield()
		w.deadline, w.looked = w.deadline.Add(waited), w.looked.Add(waited)
	}
	now := time.Now()
	if w.timed && !now.Before(w.deadline) {
		w.stopped, w.late = true, true
	}
	if now.Sub(w.looked) > slow {
		w.skipped = 0
	} else {
		w.skipped = min(2*w.skipped+1, mostSkipped)
	}
	w.looked, w.next = now, w.skipped
}
