package delivery

import (
	"testing"
	"time"

	"doublecorner/game"
)

// The wait doubles with each failure, up to a limit, and ends with a delivery.
func TestBackoff(t *testing.T) {
	var b backoff
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	wait := firstBackoff
	for range 30 {
		b.record(1, false, now)
		if b.isOver(1, now.Add(wait-1)) || !b.isOver(1, now.Add(wait)) || !b.isOver(2, now) {
			t.Fatalf("it does not wait %v, or another waits", wait)
		}
		now = now.Add(wait)
		wait = min(2*wait, maxBackoff)
	}
	b.record(1, true, now)
	if !b.isOver(1, now) || len(b.all) != 0 {
		t.Error("it waits after a delivery")
	}
	b.record(1, false, now)
	if !b.isOver(1, now.Add(firstBackoff)) {
		t.Error("the wait does not start again")
	}
}

// Announcements that were delivered by other means are forgotten.
func TestBackoffForgets(t *testing.T) {
	var b backoff
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for id := range game.AnnouncementID(100) {
		b.record(id, false, now)
	}
	now = now.Add(firstBackoff + maxBackoff)
	if b.record(100, false, now); len(b.all) != 101 {
		t.Errorf("%d are remembered", len(b.all))
	}
	if b.record(101, false, now.Add(1)); len(b.all) != 2 {
		t.Errorf("%d are remembered", len(b.all))
	}
}
