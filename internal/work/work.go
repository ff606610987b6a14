// Package work limits how long a processor works for something, so that one request never costs more than its budget.
package work

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"
)

// ErrSpent is the cause of the end of a context whose budget is spent.
var ErrSpent = errors.New("it took more work than it may")

// meter compares the work of a thread with a budget.
type meter struct {
	clock  func() time.Duration // of the thread
	began  time.Duration
	cancel context.CancelCauseFunc

	mu     sync.Mutex
	budget time.Duration
	timer  *time.Timer // when the budget can be spent; nil once the work has ended
}

type meterKey struct{}

// Begin gives what this goroutine does until it calls end a budget of processor time. The context ends with ErrSpent
// when that is spent before; after end it goes on. end returns how long a processor has worked.
func Begin(ctx context.Context, budget time.Duration) (working context.Context, end func() time.Duration) {
	runtime.LockOSThread() // whose processor time is measured
	ctx, cancel := context.WithCancelCause(ctx)
	m := &meter{clock: processorClock(), cancel: cancel, budget: budget}
	m.began = m.clock()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.timer = time.AfterFunc(budget, m.compare)
	return context.WithValue(ctx, meterKey{}, m), m.end
}

// end ends the work, and returns how long it was.
func (m *meter) end() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer runtime.UnlockOSThread()
	m.timer.Stop()
	m.timer = nil
	return m.clock() - m.began
}

// compare ends the context if the budget is spent, or else looks again when it can be.
func (m *meter) compare() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.timer == nil {
		return
	}
	if left := m.budget - (m.clock() - m.began); left > 0 {
		m.timer.Reset(left)
		return
	}
	m.cancel(ErrSpent)
}

// Allow adds to the budget of a context from Begin. For another one it does nothing.
func Allow(ctx context.Context, more time.Duration) {
	if m, ok := ctx.Value(meterKey{}).(*meter); ok {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.budget += more
	}
}

// Cause returns ErrSpent for the error of something that stopped with its context because the budget was spent, and any
// other error as it is.
func Cause(ctx context.Context, err error) error {
	if errors.Is(err, context.Canceled) && context.Cause(ctx) == ErrSpent {
		return ErrSpent
	}
	return err
}
