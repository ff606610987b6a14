package lease

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync/atomic"
	"time"
)

// A process ends its work at t + lifetime - margin, if t is when it began its last renewal, by its own clock.
// Another takes its parts over once it has seen no renewal for lifetime, counted by its own clock from when it had
// read the last one, which is after t. So the time that the network and the table take is on the safe side, and it
// does not matter what time any clock says, only how fast it runs. The margin is for the rest: clocks that run at
// different speeds (what NTP corrects at most is 15 ms in a lifetime), a timer that fires late on a busy machine,
// and Work.End, which waits half a second at most for a connection to close.
//
// A process that is stopped as a whole, as its machine may be, can outlive its lease by the moment until its
// timer fires. So Holds looks at the clocks itself, also at the wall clock, because the other may stand still while a
// machine sleeps; and what a process does by mistake after that is decided by the transactions of the store.
//
// Parts change their holders only by Table.Update, and those of a process without its doing only together with its
// removal. So a process that has read that it holds what it does need only renew, by Table.Renew, what it has read of
// itself: if that is still there, it was never removed since, because each renewal has another number.
const (
	lifetime = 15 * time.Second
	margin   = 4 * time.Second
	// renewEvery leaves a process three tries to renew its lease in time.
	renewEvery = 3 * time.Second
	// pollEvery is how often the table is read, and so how long a part that was given up waits for its
	// next holder. Discord waits three seconds for the response to an interaction.
	pollEvery = 500 * time.Millisecond
	// suspectAfter is how long a process may be silent until others take the parts that are free instead of it.
	suspectAfter = 2 * renewEvery
	// updateTimeout is how long a read, an update with the read before it, or a reservation may take.
	updateTimeout = 3 * time.Second
	// leaveTimeout is how long a process that stops tries to give its parts up. Afterwards they are taken
	// over as those of a dead process.
	leaveTimeout = 2 * time.Second
)

// Work is what a process does for its parts. All calls come from one goroutine.
type Work interface {
	// Begin begins the work for a part of so many. The note is what the last holder left, and givenUp says that
	// it ended its work rather than died. Begin does not wait.
	Begin(part, parts int, note string, givenUp bool)
	// End ends the work for some parts, and returns notes for the next holders. Once it returns, nothing
	// more is done for the parts.
	End(parts []int) (notes map[int]string)
	// Notes returns the notes of all parts that were begun.
	Notes() map[int]string
	// Able reports whether this process can do its work. While it cannot, and another process lives, it does not renew
	// its lease, so that it loses its parts as if it were dead.
	Able() bool
}

// Config is what a Holder needs.
type Config struct {
	Table Table
	Name  string // differs from that of every other process, also of one that ran before
	Log   *slog.Logger
	// Taken is called when parts were begun. It must not block. It may be nil.
	Taken func()
}

// Holder holds the leases of this process. Its methods may be called by many goroutines.
type Holder struct {
	table Table
	name  string
	log   *slog.Logger
	taken func()

	view atomic.Pointer[view]

	// What follows is used by Another and then by Run.
	work    Work
	wanted  int // parts, if no process has said yet how many there are
	parts   int
	doing   map[int]time.Time // since when
	left    map[int]string    // the notes of parts that were ended
	unsure  map[int]bool      // parts that failed updates may have taken
	giving  map[int]bool      // parts that were ended for another process
	updates int64             // that were begun
	failing bool              // the last update failed
	renewed time.Time         // the beginning of the last update that renewed the lease
	seen    map[string]sight  // other processes
}

// view is what others may know of a Holder.
type view struct {
	parts     int
	doing     map[int]time.Time
	expires   time.Time
	processes int
	taken     int // parts that were begun
	lost      int // parts that were lost because the lease was not renewed in time
}

// sight is when the last renewal of a process was seen first.
type sight struct {
	renewal int64
	at      time.Time
}

// New returns a holder of nothing.
func New(c Config) *Holder {
	h := &Holder{
		table: c.Table, name: c.Name, log: cmp.Or(c.Log, slog.New(slog.DiscardHandler)), taken: c.Taken,
		doing: map[int]time.Time{}, left: map[int]string{}, unsure: map[int]bool{}, giving: map[int]bool{}, seen: map[string]sight{},
	}
	if h.taken == nil {
		h.taken = func() {}
	}
	h.view.Store(&view{})
	return h
}

// isValid reports whether the lease lasts.
func (v *view) isValid() bool {
	now := time.Now()
	return now.Before(v.expires) && now.Round(0).Before(v.expires.Round(0))
}

// Holds reports whether this process holds the part that a function chooses from a number of parts, and since
// when.
func (h *Holder) Holds(choose func(parts int) int) (since time.Time, ok bool) {
	v := h.view.Load()
	if v.parts == 0 || !v.isValid() {
		return time.Time{}, false
	}
	since, ok = v.doing[choose(v.parts)]
	return since, ok
}

// Status is the state of a Holder.
type Status struct {
	Valid     bool // the lease lasts
	Parts     int  // in all
	Held      int  // by this process
	Processes int  // that are known to live
	Taken     int  // parts that this process has begun
	Lost      int  // parts that it lost, because it did not renew its lease in time
}

// Status returns the state of the holder.
func (h *Holder) Status() Status {
	v := h.view.Load()
	return Status{v.isValid(), v.parts, len(v.doing), v.processes, v.taken, v.lost}
}

// Reserve waits for the next turn in a queue of all processes, whose turns are a pause apart.
func (h *Holder) Reserve(ctx context.Context, queue int, pause time.Duration) error {
	for {
		within, cancel := context.WithTimeout(ctx, updateTimeout)
		wait, err := h.table.Reserve(within, queue, pause)
		cancel()
		if err != nil || wait <= 0 {
			return err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Another returns, before Run is called, the name of another process that lives; "" if none has its name in the table, or
// none renews its lease for a while.
func (h *Holder) Another(ctx context.Context) (name string, err error) {
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for began, first := time.Now(), true; ; first = false {
		within, cancel := context.WithTimeout(ctx, updateTimeout)
		state, err := h.table.Read(within)
		cancel()
		if err != nil {
			return "", err
		}
		now := state.Processes
		if first {
			h.publish(func(v *view) { v.processes = len(now) + 1 })
		}
		for name, p := range now {
			if first {
				h.seen[name] = sight{renewal: p.Renewal, at: time.Now()}
			} else if h.seen[name].renewal != p.Renewal {
				return name, nil
			}
		}
		if len(now) == 0 || time.Since(began) > renewEvery+updateTimeout {
			return "", nil
		}
		select {
		case <-poll.C:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// Run has the process do its share of so many parts until the context ends, and then gives its parts up. If living
// processes share another number of parts, it takes its share of those.
func (h *Holder) Run(ctx context.Context, parts int, w Work) {
	h.wanted, h.work = parts, w
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	expiry := time.NewTimer(time.Hour)
	defer expiry.Stop()
	results := make(chan result, 1)
	busy := false
	begin := func() {
		busy = true
		u := h.prepare(time.Now())
		go func() { results <- h.update(ctx, u) }()
	}
	begin()
	for {
		select {
		case <-ctx.Done():
			h.leave()
			if busy {
				<-results // it ends with the context
			}
			h.giveUp()
			return
		case <-poll.C:
			if !busy {
				begin()
			}
		case r := <-results:
			busy = false
			if h.apply(r, time.Now()) {
				begin()
			}
			expiry.Reset(time.Until(h.renewed.Add(lifetime - margin)))
		case <-expiry.C:
			h.expire()
		}
	}
}

// apply does what follows from an update. It reports whether another is to follow at once.
func (h *Holder) apply(r result, now time.Time) (again bool) {
	if r.err != nil {
		for _, n := range r.took {
			h.unsure[n] = true
		}
		if !h.failing {
			h.failing = true
			h.log.Warn("the table of leases cannot be reached", "err", r.err, "lease_lasts", max(0, h.renewed.Add(lifetime-margin).Sub(now)))
		}
		return false
	}
	if h.failing {
		h.failing = false
		h.log.Info("the table of leases is reached again")
	}
	if r.renewed {
		h.renewed = r.began
	}
	h.see(r)
	if !r.waits {
		clear(h.unsure)
		maps.DeleteFunc(h.giving, func(n int, _ bool) bool { return r.giving[n] })
	}
	mine := r.state.held(h.name)
	maps.DeleteFunc(h.left, func(n int, _ string) bool { // another process may have done it since
		return !slices.Contains(mine, n) || slices.Contains(r.took, n)
	})
	if len(r.state.Parts) != h.parts && len(h.doing) > 0 {
		mine = nil // all is shared anew
	}
	h.end(h.lostOf(mine), "parts were lost to another process")
	h.parts = len(r.state.Parts)
	if !r.waits && now.Before(h.renewed.Add(lifetime-margin)) {
		for _, n := range mine {
			if !h.isDoing(n) && !h.giving[n] {
				h.begin(n, r.state.Parts[n], now)
			}
		}
	}
	again = !r.waits && len(mine) > r.quota && h.give(slices.Max(mine))
	processes := len(r.state.Processes)
	if _, isThere := r.state.Processes[h.name]; !isThere { // it waits
		processes++
	}
	h.publish(func(v *view) { v.processes = processes })
	return again
}

// see notes the renewals of the other processes, and who is dead.
func (h *Holder) see(r result) {
	for _, name := range r.buried {
		h.log.Warn("another process is dead, and its work is taken over", "process", name)
	}
	seen := map[string]sight{}
	for name, p := range r.state.Processes {
		last, ok := h.seen[name]
		switch {
		case name == h.name:
			continue
		case !ok || last.renewal != p.Renewal:
			last = sight{p.Renewal, r.read}
		}
		seen[name] = last
	}
	h.seen = seen
}

// begin begins the work for a part that this process holds.
func (h *Holder) begin(n int, p Part, now time.Time) {
	note, ended := h.left[n]
	if !ended {
		note = p.Note
	}
	delete(h.left, n)
	h.doing[n] = now
	h.publish(func(v *view) { v.taken++ })
	h.work.Begin(n, h.parts, note, ended || p.GivenUp)
	h.taken()
}

// give ends the work for a part, which the next update gives to another process, and reports whether it was done. One
// part at a time is given, so that people wait for one connection at most.
func (h *Holder) give(n int) bool {
	if !h.isDoing(n) {
		return false
	}
	maps.Copy(h.left, h.work.End([]int{n}))
	delete(h.doing, n)
	h.giving[n] = true
	h.log.Info("a shard goes to another process", "shard", n)
	return true
}

func (h *Holder) isDoing(part int) bool {
	_, ok := h.doing[part]
	return ok
}

// lostOf returns the parts that this process works for although it does not hold them.
func (h *Holder) lostOf(mine []int) (lost []int) {
	for n := range h.doing {
		if !slices.Contains(mine, n) {
			lost = append(lost, n)
		}
	}
	return lost
}

// expire ends everything, because the lease was not renewed in time.
func (h *Holder) expire() {
	h.end(slices.Collect(maps.Keys(h.doing)), "the lease of this process was not renewed in time, and its work goes to others")
}

// end ends the work for parts that are lost.
func (h *Holder) end(parts []int, why string) {
	if len(parts) == 0 {
		return
	}
	h.log.Error(why, "shards", parts)
	for _, n := range parts {
		delete(h.doing, n)
	}
	h.publish(func(v *view) { v.lost += len(parts) })
	maps.Copy(h.left, h.work.End(parts))
}

// leave ends the work for all parts.
func (h *Holder) leave() {
	maps.Copy(h.left, h.work.End(slices.Collect(maps.Keys(h.doing))))
	clear(h.doing)
	h.publish(func(v *view) { v.expires = time.Time{} })
}

// giveUp gives up all parts, whose work has ended.
func (h *Holder) giveUp() {
	ctx, cancel := context.WithTimeout(context.Background(), leaveTimeout)
	defer cancel()
	err := h.table.Update(ctx, func(s *State) bool {
		_, known := s.Processes[h.name]
		s.remove(h.name, h.left, true) // it has begun no others
		return known
	})
	if err != nil {
		h.log.Warn("the lease of this process was not given up, so that others wait until it runs out", "err", err)
	}
}

// publish changes the view.
func (h *Holder) publish(change func(*view)) {
	v := *h.view.Load()
	v.parts, v.doing, v.expires = h.parts, maps.Clone(h.doing), time.Time{}
	if !h.renewed.IsZero() {
		v.expires = h.renewed.Add(lifetime - margin)
	}
	change(&v)
	h.view.Store(&v)
}
