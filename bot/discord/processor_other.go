//go:build !linux

package discord

import "time"

// processorTime is not known for a thread here, so no work is noticed.
func processorTime() time.Duration { return 0 }
