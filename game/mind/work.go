package mind

import (
	"sync/atomic"
	"time"
)

// Work counts what goes before thinking. While there is any, thinking pauses for most of the time. The zero
// value is no work; nil never has any.
type Work struct{ count atomic.Int64 }

// Begin says that a piece of work begins, and End that it is done.
func (w *Work) Begin() { w.count.Add(1) }
func (w *Work) End()   { w.count.Add(-1) }

const (
	// longestPause is how long thinking pauses at once.
	longestPause = 20 * time.Millisecond
	// leastThinking is how long it goes on between two pauses.
	leastThinking = 4 * time.Millisecond
	// glance is how often a pause looks whether there is still work.
	glance = 500 * time.Microsecond
)

// pauses returns a search.Limit.Yield for one worker, which waits for work.
func (w *Work) pauses() func() time.Duration {
	if w == nil {
		return nil
	}
	var thinksUntil time.Time
	return func() (waited time.Duration) {
		if w.count.Load() == 0 {
			return 0
		}
		began := time.Now()
		if began.Before(thinksUntil) {
			return 0
		}
		for w.count.Load() > 0 && waited < longestPause {
			time.Sleep(glance)
			waited = time.Since(began)
		}
		thinksUntil = began.Add(waited + leastThinking)
		return waited
	}
}
