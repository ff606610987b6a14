//go:build !linux

package discord

import "time"

// processorTime returns 0, because the processor time of a thread is unknown here, so no work is
// measured.
func processorTime() time.Duration { return 0 }
