package system

import (
	"runtime"
	"syscall"
)

// LowerPriority binds the calling goroutine to a thread, which has to yield to all others.
func LowerPriority() error {
	runtime.LockOSThread()
	const lower = 5                                            // more would starve it on a busy machine
	return syscall.Setpriority(syscall.PRIO_PROCESS, 0, lower) // of the thread alone
}
