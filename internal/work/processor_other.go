//go:build !linux

package work

import "time"

// processorClock returns a clock that stands still, because the processor time of a thread is unknown here, so no work
// is measured.
func processorClock() func() time.Duration { return func() time.Duration { return 0 } }
