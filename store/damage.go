package store

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// spared makes an error of what bbolt does when it comes upon bytes that are no page, which
// is to panic, or to follow them out of the file's memory. Other panics go on.
func spared(path string, f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if value := recover(); value != nil {
			if err = damage(path, value); err == nil {
				panic(value)
			}
		}
	}()
	return f()
}

// damage is the error for a panic if bbolt raised it, and nil otherwise. The function that
// recovered it must be the one that calls.
func damage(path string, value any) error {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for panicking := false; ; {
		frame, more := frames.Next()
		if ofRuntime := strings.HasPrefix(frame.Function, "runtime."); ofRuntime {
			panicking = true
		} else if panicking {
			if !strings.HasPrefix(frame.Function, "go.etcd.io/bbolt") {
				return nil
			}
			return fmt.Errorf("%s is damaged (%v); look at it with \"doublecorner doctor\", and restore a backup", path, value)
		}
		if !more {
			return nil
		}
	}
}
