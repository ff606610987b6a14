package pdn_test

import (
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"doublecorner/game/draughts/pdn"
)

// A processor reads one file that makes much of little about as fast as eight files of an eighth of its length.
func TestReadingIsLinear(t *testing.T) {
	const parts, part = 8, pdn.MaxElements / 10
	separators := func(n int) string { return strings.Repeat("1- ", 4*n) }
	tags := func(n int) string {
		var tags strings.Builder
		for i := range n {
			tags.WriteString("[T")
			for n := i; n > 0; n /= 26 {
				tags.WriteByte(byte('a' + n%26))
			}
			tags.WriteString("x \"\"]\n")
		}
		return tags.String()
	}
	for what, text := range map[string]func(n int) string{"separators": separators, "tags": tags} {
		little, much := effort(t, parts, text(part)), effort(t, 1, text(parts*part))
		if much > parts/2*little {
			t.Errorf("%s: %d times %d take a processor %v, but %d take it %v", what, parts, part, little, parts*part, much)
		}
	}
}

// effort returns how long a processor works to read a text some times.
func effort(t *testing.T, times int, text string) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := worked(t)
	for range times {
		readAll(t, strings.NewReader(text))
	}
	return worked(t) - before
}

// worked returns how long a processor has worked for this thread.
func worked(t *testing.T) time.Duration {
	var use syscall.Rusage
	must(t, syscall.Getrusage(syscall.RUSAGE_THREAD, &use))
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
