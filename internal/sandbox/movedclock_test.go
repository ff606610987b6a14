package sandbox_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// TestMoveClock checks the steps in which the clock is moved, and that it runs on from where it is then, also after a restart.
func TestMoveClock(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sandbox.json")
	w := settle(t, func(o *sandbox.Options) { o.State = file })
	var steps []time.Duration
	last := noon
	w.Follow(func(context.Context) error {
		steps, last = append(steps, w.Now().Sub(last)), w.Now()
		w.clock.Advance(time.Minute) // during which the time of the users stands still
		return nil
	})
	check(t, w.Forward(time.Minute))
	if want := []time.Duration{5e9, 15e9, 15e9, 15e9, 10e9}; !slices.Equal(steps, want) {
		t.Errorf("the steps are %v, not %v", steps, want)
	}
	w.clock.Advance(time.Second)
	if want := noon.Add(time.Minute + time.Second); !w.Now().Equal(want) {
		t.Errorf("it is %v, not %v", w.Now(), want)
	}
	said, err := w.ann.Say(w.ctx, w.general, "late")
	check(t, err)
	if !strings.Contains(said.Timestamp, "T12:01:01") || said.ID.Time().After(w.clock.Now()) {
		t.Errorf("the message is of %s, and its ID of %v", said.Timestamp, said.ID.Time())
	}
	check(t, w.Close())
	again, err := discordtest.Start(sandbox.Options{State: file, Clock: w.clock})
	check(t, err)
	defer again.Close()
	if !again.Now().Equal(w.Now()) {
		t.Errorf("it is %v after a restart, not %v", again.Now(), w.Now())
	}
}

// TestMoveClockMeetsNoLimit checks that a channel has no limit while the clock is moved, and its usual one after that.
func TestMoveClockMeetsNoLimit(t *testing.T) {
	w := settle(t, func(o *sandbox.Options) { o.Limits = sandbox.Limits{} })
	sent := func(n int) (statuses []int) {
		for range n {
			status, _, err := w.SendJSON("POST", "/channels/"+w.general.String()+"/messages", map[string]string{"content": "x"})
			if statuses = append(statuses, status); err != nil {
				t.Error(err)
			}
		}
		return statuses
	}
	w.Follow(func(context.Context) error {
		if got := sent(7); slices.Contains(got, 429) {
			t.Errorf("while the clock is moved: %v", got)
		}
		return nil
	})
	check(t, w.Forward(time.Second))
	if got, want := sent(6), []int{200, 200, 200, 200, 200, 429}; !slices.Equal(got, want) {
		t.Errorf("then: %v, want %v", got, want)
	}
}

// TestMoveClockRefused checks when the clock is not moved, and where a move stops that fails.
func TestMoveClockRefused(t *testing.T) {
	w := settle(t)
	refused := func(by time.Duration, why string) {
		t.Helper()
		if err := w.Forward(by); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%v forward: %v", by, err)
		}
	}
	refused(time.Hour, "only a bot that runs beside the sandbox")
	w.Follow(func(context.Context) error { return errors.New("the bot is not at work yet") })
	refused(-time.Hour, "as in 90m or 72h")
	refused(time.Hour, "not at work")
	if want := noon.Add(5 * time.Second); !w.Now().Equal(want) {
		t.Errorf("it is %v, not %v", w.Now(), want)
	}
}
