package main

import (
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"doublecorner/cmd/doublecorner/internal/config"
)

// TestLogIsSummedUp checks that what fails again and again is logged a few times, and then once with its number, for each
// shard; and that nothing else is left out.
func TestLogIsSummedUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		log := logger(&out, slog.LevelInfo, config.Text)
		lines := func(want ...string) {
			t.Helper()
			var got []string
			for line := range strings.Lines(out.String()) {
				_, said, _ := strings.Cut(strings.TrimSpace(line), "level=")
				got = append(got, said)
			}
			if out.Reset(); strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("the log is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
		for n := range 100 {
			log.Error("interaction failed", "n", n)
		}
		log.With("shard", 7).Error("interaction failed")
		lines(`ERROR msg="interaction failed" n=0`, `ERROR msg="interaction failed" n=1`, `ERROR msg="interaction failed" n=2`,
			`ERROR msg="interaction failed" shard=7`)
		time.Sleep(sumEvery + time.Second)
		lines(`ERROR msg="interaction failed" n=99 times=97`)
		log.Error("interaction failed", "n", 100)
		time.Sleep(sumEvery + time.Second)
		lines(`ERROR msg="interaction failed" n=100`)
		for range sumAfter + 1 {
			log.Info("this process runs the shard")
			log.Error("panic")
		}
		lines(strings.Split(strings.Repeat("INFO msg=\"this process runs the shard\"\nERROR msg=panic\n", sumAfter)+
			"INFO msg=\"this process runs the shard\"\nERROR msg=panic", "\n")...)
	})
}
