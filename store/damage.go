package store

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// bbolt panics when it finds bytes that are no page, or follows them out of the file's memory. These
// panics become errors, and no others.

// recovering runs f, and makes an error of a panic by explain. If explain returns nil, the panic
// goes on.
func recovering(f func() error, explain func(value any) error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if value := recover(); value != nil {
			if err = explain(value); err == nil {
				panic(value)
			}
		}
	}()
	return f()
}

// guard makes an error of any panic while a file is opened or checked.
func guard(path string, f func() error) error {
	return recovering(f, func(value any) error {
		return fmt.Errorf("%s is damaged: %v; restore a backup", path, value)
	})
}

// explainDamage returns the error for a panic of bbolt, or for one that came from reading the file's
// memory where the file does not reach. It returns nil for any other panic.
func explainDamage(path string, value any) error {
	if _, fault := value.(interface{ Addr() uintptr }); !fault && !boltPanics() {
		return nil
	}
	return fmt.Errorf("%s is damaged (%v); look at it with \"doublecorner doctor\", and restore a backup", path, value)
}

// boltPanics reports whether a function of bbolt raised the panic that a deferred function recovers.
func boltPanics() bool {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	for panicking := false; ; {
		frame, more := frames.Next()
		switch {
		case frame.Function == "runtime.gopanic":
			panicking = true
		case panicking && !strings.HasPrefix(frame.Function, "runtime."):
			return strings.HasPrefix(frame.Function, "go.etcd.io/bbolt")
		}
		if !more {
			return false
		}
	}
}
