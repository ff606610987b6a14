package store

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// recovering makes an error of a panic by explain; where that returns none, the panic goes
// on. bbolt panics when it meets bytes that are no page, or follows them out of the file's
// memory.
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

// guard makes an error of whatever falls while a file is opened or checked.
func guard(path string, f func() error) error {
	return recovering(f, func(value any) error {
		return fmt.Errorf("%s is damaged: %v; restore a backup", path, value)
	})
}

// spared makes an error of what falls in bbolt. Other panics go on.
func spared(path string, f func() error) error {
	return recovering(f, func(value any) error { return damage(path, value) })
}

// damage is the error for a panic that is being recovered if bbolt raised it, and nil
// otherwise.
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
