package discord

import (
	"syscall"
	"time"
)

// processorTime returns how much processor time this thread has used.
func processorTime() time.Duration {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_THREAD, &use) != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
