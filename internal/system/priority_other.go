//go:build !linux

package system

// LowerPriority does nothing: only Linux has priorities of threads.
func LowerPriority() error { return nil }
