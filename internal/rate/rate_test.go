package rate

import (
	"testing"
	"time"
)

func TestLimiter(t *testing.T) {
	now := time.Now()
	l := NewLimiter[string](Limit{2, 1}, func() time.Time { return now })
	steps := []struct {
		after time.Duration
		want  bool
	}{
		{0, true}, {0, true}, {0, false}, {0, false}, {time.Second, true}, {0, false}, // who goes on asking waits no longer
		{time.Minute, true}, {0, true}, {0, false},
	}
	for i, step := range steps {
		now = now.Add(step.after)
		if got := l.Admit("anna"); got != step.want {
			t.Errorf("step %d: %t, want %t", i, got, step.want)
		}
	}
	if !l.Admit("ben") {
		t.Error("Ben waits for Anna")
	}
	l.Spend("cleo", 12)
	if wait := l.Wait("cleo"); wait != 10*time.Second {
		t.Errorf("Cleo waits for %v", wait)
	}
}

// Those who did nothing for a while are forgotten, and however many there are, only so many are remembered.
func TestManyKeys(t *testing.T) {
	now := time.Now()
	l := NewLimiter[int](Limit{2, 1}, func() time.Time { return now })
	for i := range 10_000 {
		now = now.Add(100 * time.Millisecond)
		l.Admit(i)
	}
	if n := len(l.balances); n > 200 {
		t.Errorf("%d people are remembered", n)
	}
	for i := range 2 * maxKeys {
		l.Admit(i)
	}
	if n := len(l.balances); n != maxKeys {
		t.Errorf("of many people %d are remembered", n)
	}
}
