package sandbox

import (
	"sync"
	"time"
)

// A Clock says what time it is and calls back later. Everything in the sandbox that
// takes time, takes it from its clock.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f once, d from now, in a goroutine of its own. stop says whether
	// it prevented that.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// SystemClock is the time of this machine.
type SystemClock struct{}

func (SystemClock) Now() time.Time { return time.Now() }

func (SystemClock) AfterFunc(d time.Duration, f func()) func() bool {
	return time.AfterFunc(d, f).Stop
}

// ManualClock stands still until it is moved. Its zero value stands at the zero time.
type ManualClock struct {
	mu    sync.Mutex
	now   time.Time
	calls map[*manualCall]struct{}
}

type manualCall struct {
	at time.Time
	f  func()
}

// NewManualClock makes a clock that stands at now.
func NewManualClock(now time.Time) *ManualClock { return &ManualClock{now: now} }

func (c *ManualClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *ManualClock) AfterFunc(d time.Duration, f func()) func() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calls == nil {
		c.calls = map[*manualCall]struct{}{}
	}
	call := &manualCall{c.now.Add(d), f}
	c.calls[call] = struct{}{}
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		_, waiting := c.calls[call]
		delete(c.calls, call)
		return waiting
	}
}

// Advance moves the clock, and returns when everything that fell due has been done.
func (c *ManualClock) Advance(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	var due []*manualCall
	for call := range c.calls {
		if !call.at.After(c.now) {
			due = append(due, call)
			delete(c.calls, call)
		}
	}
	c.mu.Unlock()
	var wg sync.WaitGroup
	for _, call := range due {
		wg.Go(call.f)
	}
	wg.Wait()
}

// Waiting says how many calls are still to come, so that a test can move the clock
// when, and not before, what it tests has begun to wait.
func (c *ManualClock) Waiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.calls)
}
