package discordtest

import (
	"sync"
	"time"
)

// ManualClock stands still until it is moved.
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
func NewManualClock(now time.Time) *ManualClock {
	return &ManualClock{now: now, calls: map[*manualCall]struct{}{}}
}

func (c *ManualClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *ManualClock) AfterFunc(d time.Duration, f func()) func() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
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
